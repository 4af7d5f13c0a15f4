import { expect, test } from 'vitest'
import { drawScreen, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { packs } from '../rules.packs.ts'
import { PackLimits } from './rule-in-words.tsx'

const draw = async (id: string) => {
  const limits = packs.find((one) => one.id === id)?.limits
  const html = await drawScreen(() => <PackLimits limits={limits} />, {
    session: sessionOf('admin'),
    address: '/admin/staffing/rules',
  })
  return wordsOf(html).join(' ')
}

test('a rule says the hour limits of the text it comes from, and where the department sets its own', async () => {
  expect(await draw('rotation_not_reached')).toBe(
    'The source also limits hours: At most 16 hours of work in any 24 hours. Set limits in Rest and hours .',
  )
  expect(await draw('least_hours_refused_credited')).toBe('')
})
