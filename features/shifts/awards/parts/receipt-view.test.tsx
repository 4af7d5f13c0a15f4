import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Values } from '#features/shifts/award-rules/rules.rank.ts'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { drawScreen, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import type { Outcome } from '../rules.rounds.ts'
import { ReceiptView } from './receipt-view.tsx'

const values = (charged: number): Values => ({
  ...{ owed: false, group: 0, charged, turns: 0, last_turn_at: null, hired_on: '2015-02-01', badge_number: '2001' },
  ...{ applied_at: null, points: null, parts: [], draw: null, joined_on: '2020-01-01', newcomer: false },
})
const rule = { ...plainRule, method: 'least_hours', ties: [] } as const
const draw = async (view: () => ReactNode) => {
  const html = await drawScreen(view, { session: sessionOf('officer'), address: '/officer/standing', lists: [] })
  return wordsOf(html.replaceAll('<!-- -->', '')).join(' ')
}

const receiptOf = (outcome: Outcome, rank: number, places: number, name = 'You') =>
  draw(() => (
    <ReceiptView
      {...{ rule, places, name, zone: 'UTC', now: Date.parse('2026-11-30T00:00:00Z') }}
      one={{ rank, of: 6, outcome, reasons: [], decided_by: 'value', values: values(840_000) }}
      won={{ rank: 2, values: values(600_000) }}
      starts_at="2026-12-05T09:00:00Z"
    />
  ))

test('the hours charged link to the entries behind them, for the officer an admin is viewing', async () => {
  const linksOf = (officer_id?: string) =>
    drawScreen(
      () => (
        <ReceiptView
          {...{ rule, places: 1, name: officer_id ? 'Ana Reyes' : 'You', zone: 'UTC', now: 0 }}
          one={{ rank: 1, of: 1, outcome: 'awarded', reasons: [], decided_by: null, values: values(840_000) }}
          won={null}
          starts_at="2026-12-05T09:00:00Z"
          {...(officer_id && { officer_id })}
        />
      ),
      { session: sessionOf(officer_id ? 'admin' : 'officer'), address: '/', lists: [] },
    )
  expect(await linksOf('o7')).toContain('/admin/staffing/opportunities?officer=o7')
  expect(await linksOf()).toContain('/officer/standing?list=answers')
})

test('an officer who got a spot reads so, and nothing about a difference to others', async () => {
  const won = await receiptOf('awarded', 2, 2)
  expect(won).toContain('You ranked number 2 of 6 applicants and got one of the 2 spots.')
  expect(won).not.toMatch(/difference|There (was|were)/)
  expect(await receiptOf('offered', 2, 1)).toContain('You ranked number 2 of 6 applicants and were offered the spot.')
  expect(await receiptOf('offered', 2, 1, 'Ana Reyes')).toContain('and was offered the spot.')
  expect(await receiptOf('waitlisted', 3, 2)).toContain(
    'You ranked number 3 of 6 applicants. There were 2 spots. The last one went to number 2. The difference between number 2 and you: hours charged.',
  )
})
