import { expect, it } from 'vitest'
import { noWorkRules, reasonsOfHeld } from '#features/shifts/eligibility/rules.ts'
import { filledWords, heldWords, wayBack } from './client.ts'

const zone = 'America/Chicago'
const at = (hour: number) => new Date(Date.UTC(2026, 10, 28, hour)).toISOString()
const shift = { assignment_id: 'own', kind: 'overtime' as const, starts_at: at(12), ends_at: at(20) }
const rules = { ...noWorkRules, rest_minutes: 480, windows: [{ hours: 28, max_minutes: 16 * 60 }] }
const said = (...others: [string, number, number][]) => {
  const work = [['own', 12, 20] as const, ...others].map(([assignment_id, from, to]) => ({
    ...{
      kind: 'overtime' as const,
      assignment_id,
      title: `Patrol ${assignment_id}`,
      starts_at: at(from),
      ends_at: at(to),
    },
  }))
  const reasons = reasonsOfHeld(shift, { work, rules, zone })
  return reasons.map((one) => heldWords(one, zone, Date.parse(at(0)), shift.starts_at))
}

it('says how much rest there is before or after an own shift, beside what, and how much is required', () => {
  expect(said(['A', 2, 6])).toEqual(['6 h of rest before this shift, after Patrol A. Your department requires 8 h.'])
  expect(said(['B', 25, 29])).toEqual(['5 h of rest after this shift, before Patrol B. Your department requires 8 h.'])
})

it('says which limit of hours it is over, and nothing where it is within all of them', () => {
  expect(said(['A', -8, 4])).toEqual(['20 h in 28 h (16 h allowed).'])
  expect(said(['A', -4, 4])).toEqual([])
  expect(said()).toEqual([])
})

it('says that an awarded shift was awarded, and when', () => {
  const job = {
    ...({ signup_mode: 'award', signup_closes_at: null, awarded_at: at(2) } as const),
    ...{ starts_at: at(12), keeps_waitlist: false, award_method: null },
  }
  const now = Date.parse(at(3))
  expect(filledWords(job, zone, now)).toBe(
    'Awarded Fri, Nov 27 · 20:00. Spots left after that: first come, first served.',
  )
  expect(filledWords({ ...job, keeps_waitlist: true }, zone, now)).toBe(
    'Awarded Fri, Nov 27 · 20:00. A spot that opens later is offered to the waitlist first.',
  )
  expect(filledWords({ ...job, signup_mode: 'first_come', awarded_at: null }, zone, now)).toBe(
    'First come, first served',
  )
})

it('leads back to the page that the officer came from, as it was filtered', () => {
  expect(wayBack('/officer/schedule?day=2026-11-30', false)).toEqual({
    to: '/officer/schedule?day=2026-11-30',
    label: 'Schedule',
  })
  expect(wayBack('/officer/dashboard', true).label).toBe('Dashboard')
})

it('leads to the schedule from an own shift that was opened directly, to Available Jobs from any other', () => {
  expect(wayBack(null, true)).toEqual({ to: '/officer/schedule', label: 'Schedule' })
  expect(wayBack(null, false)).toEqual({ to: '/officer/assignments', label: 'Available Jobs' })
  // From another shift, or the admin's side, there is no way back to a list.
  for (const from of ['/officer/assignments/00000000-0000-4000-8000-000000000001', '/admin/dashboard'])
    expect(wayBack(from, true).label).toBe('Schedule')
})
