import { expect, test } from 'vitest'
import type { OwnSignup } from '#features/shifts/signups/contract.ts'
import { shiftsDuring } from './client.ts'

const zone = 'America/Chicago'
const signup = (id: string, starts_at: string, ends_at: string, status: OwnSignup['status'] = 'confirmed') =>
  ({ id, assignment_id: `of ${id}`, title: id, status, starts_at, ends_at }) as OwnSignup
const mine = [
  signup('late', '2026-12-05T01:00:00Z', '2026-12-05T05:00:00Z'),
  signup('early', '2026-12-03T14:00:00Z', '2026-12-03T22:00:00Z'),
  signup('asked', '2026-12-04T14:00:00Z', '2026-12-04T22:00:00Z', 'pending_approval'),
  signup('next day', '2026-12-05T06:00:00Z', '2026-12-05T10:00:00Z', 'calloff_requested'),
]
const typed = { whole_days: true, first_day: '2026-12-03', last_day: '2026-12-04', start_time: '', end_time: '' }
const named = (over: Partial<typeof typed>) => shiftsDuring({ ...typed, ...over }, mine, zone).map((one) => one.title)

test('a leave as typed names the confirmed shifts during it, by start, in the department’s days', () => {
  expect(named({})).toEqual(['early', 'late'])
  expect(named({ last_day: '2026-12-05' })).toEqual(['early', 'late', 'next day'])
  expect(named({ whole_days: false, last_day: '2026-12-03', start_time: '16:00', end_time: '18:00' })).toEqual([])
  expect(named({ whole_days: false, last_day: '2026-12-03', start_time: '15:59', end_time: '18:00' })).toEqual([
    'early',
  ])
})

test('an incomplete leave names none', () => {
  expect(named({ last_day: '' })).toEqual([])
  expect(named({ whole_days: false })).toEqual([])
  expect(named({ first_day: '2026-12-06' })).toEqual([])
})
