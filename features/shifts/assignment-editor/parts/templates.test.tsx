import { expect, test } from 'vitest'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { drawScreen, readOf, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { listTemplates } from '../contract.templates.ts'
import { windowHints } from './editor-times.tsx'
import { UseTemplate } from './templates.tsx'

type Template = OutputOf<typeof listTemplates>['items'][number]
const draw = (...items: Template[]) =>
  drawScreen(() => <UseTemplate onPick={() => undefined} />, {
    session: sessionOf('admin'),
    address: '/admin/assignments/new',
    reads: [readOf(listTemplates, {}, { items, next: null })],
  })

test('a new shift can be filled in from a template', async () => {
  const gate = { id: 't1', name: 'Gate detail' } as Template
  expect(wordsOf(await draw(gate))).toEqual(['Use a template'])
})

test('the default times of sign-up are those of the award rule where one decides', () => {
  expect(windowHints('award').closes).toBe('Default: per the award rule')
  expect(windowHints('first_come')).toEqual({ opens: 'Default: when published', closes: 'Default: shift start' })
})
