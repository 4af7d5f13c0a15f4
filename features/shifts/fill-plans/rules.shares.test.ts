import { expect, test } from 'vitest'
import { runningOf, sharesOf } from './rules.shares.ts'

const line = (officer_name: string, hours: number, minutes_after: number) => ({
  officer_id: officer_name,
  officer_name,
  starts_at: '2026-11-23T10:00:00Z',
  ends_at: new Date(Date.parse('2026-11-23T10:00:00Z') + hours * 3_600_000).toISOString(),
  minutes_after,
})

test('adds up what a plan gives each officer, the most hours first', () => {
  expect(sharesOf([line('Ada', 4, 240), line('Ben', 8, 500), line('Ada', 6, 600)])).toEqual([
    { officer_id: 'Ada', name: 'Ada', shifts: 2, minutes: 600, minutes_after: 600 },
    { officer_id: 'Ben', name: 'Ben', shifts: 1, minutes: 480, minutes_after: 500 },
  ])
})

test('shows the running total of an officer with several shifts in a plan', () => {
  const lines = [line('Ada', 4, 720), line('Ben', 8, 480), line('Ada', 6, 720)]
  const begun = lines.map((one, at) => ({ ...one, id: `${at}`, minutes_before: one.officer_id === 'Ada' ? 120 : 0 }))
  expect([...runningOf(begun).values()]).toEqual([
    { before: 120, after: 360 },
    { before: 0, after: 480 },
    { before: 360, after: 720 },
  ])
})
