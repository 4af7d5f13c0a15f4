import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionWords, thingWords } from '#features/department/audit/words.ts'
import { readWords } from '#features/vendor/audit/words.ts'
import { routes } from './routes.ts'

const folder = join(import.meta.dirname, '../../db/fence')
const fence = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

test('every call that changes something has audit wording', { meta: { shows: ['issue 3.7'] } }, () => {
  const calls = routes
    .map((route) => route.endpoint)
    .filter(({ method, bookkeeping }) => method !== 'GET' && !bookkeeping)
    .map(({ name }): string => name)
  expect(calls.length).toBeGreaterThan(60)
  expect(calls.filter((name) => !(name in actionWords))).toEqual([])
})

test('every cross-tenant read has its own wording in the vendor’s audit, and no wording is left without a call', {
  meta: { shows: ['issue 4.3 audit'] },
}, () => {
  const calls = routes.flatMap(({ endpoint }) => (endpoint.across === undefined ? [] : [String(endpoint.name)]))
  expect(Object.keys(readWords).toSorted()).toEqual(calls.toSorted())
  const said = Object.values(readWords)
  expect(said.filter((word, at) => said.indexOf(word) !== at)).toEqual([])
})

test('every recorded table has audit wording, and no two wordings are the same', {
  meta: { shows: ['issue 3.7'] },
}, () => {
  const recorded = [...fence.matchAll(/^call app\.record_table\('([a-z_]+)'/gm)].map((found) => found[1] ?? '')
  expect(recorded.length).toBeGreaterThan(20)
  expect(recorded.filter((name) => !(name in thingWords))).toEqual([])
  for (const words of [actionWords, thingWords]) {
    const said = Object.values(words)
    expect(said.filter((word, at) => said.indexOf(word) !== at)).toEqual([])
  }
})
