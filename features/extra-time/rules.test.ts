import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Instant, isoInstant } from '#platform/shared/time.ts'
import {
  editableFrom,
  extraTimeActions,
  extraTimeStates,
  extraTimeTable,
  firstOverlap,
  mayDo,
  paidRange,
  refuseAction,
  refuseAmended,
  refuseShift,
  refuseTimes,
  stateOf,
  waitingStage,
} from './rules.ts'

const now = '2026-11-21T18:00:00.000Z'
const zone = 'America/Chicago'
const minute = 60_000
const at = (minutes: number): Instant => isoInstant(Date.parse(now) + minutes * minute)
const ask = { now, claimed_at: now, limit_days: 14, zone }

describe('[issue 3.4 bounds] [trust extra time] the times of a claim', () => {
  it.each([
    [-30, 'minutes_out_of_bounds'],
    [0, 'minutes_out_of_bounds'],
    [1, null],
    [1440, null],
    [1441, 'minutes_out_of_bounds'],
    [1500, 'minutes_out_of_bounds'],
    [1e9, 'minutes_out_of_bounds'],
    [7.3333 * 60, 'minutes_out_of_bounds'],
    [Number.NaN, 'minutes_out_of_bounds'],
  ])('%s minutes: %s', (minutes, said) => {
    expect(refuseTimes({ starts_at: at(-3000), minutes }, ask)).toBe(said)
  })

  it('ends by now: this very minute is past, one later is not', () => {
    expect(refuseTimes({ starts_at: at(-60), minutes: 60 }, ask)).toBeNull()
    expect(refuseTimes({ starts_at: at(-60), minutes: 61 }, ask)).toBe('not_past')
  })

  it('begins on a whole minute', () => {
    expect(refuseTimes({ starts_at: isoInstant(Date.parse(now) - 1), minutes: 1 }, ask)).toBe('not_whole_minutes')
  })

  it("goes back as far as the first minute of the day that many days ago, in the department's zone, clock changes included", () => {
    // Chicago leaves summer time on 1 November 2026; 7 November began at 06:00 UTC.
    expect(editableFrom(now, 14, zone)).toBe('2026-11-07T06:00:00.000Z')
    expect(editableFrom(now, 21, zone)).toBe('2026-10-31T05:00:00.000Z')
    expect(refuseTimes({ starts_at: '2026-11-07T06:00:00.000Z', minutes: 5 }, ask)).toBeNull()
    expect(refuseTimes({ starts_at: '2026-11-07T05:59:00.000Z', minutes: 5 }, ask)).toBe('past_edit_limit')
    // A claim that was returned late is measured from when it was made.
    const older = { ...ask, claimed_at: '2026-11-15T18:00:00.000Z' }
    expect(refuseTimes({ starts_at: '2026-11-01T06:00:00.000Z', minutes: 5 }, older)).toBeNull()
  })

  it('[issue 3.4 minutes] is refused exactly where it leaves the bounds, for any time', () => {
    const claim = fc.record({
      back: fc.integer({ min: -100, max: 40 * 1440 }),
      minutes: fc.integer({ min: -5, max: 1500 }),
    })
    fc.assert(
      fc.property(claim, fc.integer({ min: 1, max: 30 }), ({ back, minutes }, limit_days) => {
        const starts_at = at(-back)
        // The slow way: the day of the start, day by day back from today.
        const dayOf = (when: Instant) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(when))
        const days = new Set(
          Array.from({ length: limit_days + 1 }, (_, i) => dayOf(isoInstant(Date.parse(now) - i * 86_400_000))),
        )
        const fits = minutes >= 1 && minutes <= 1440 && back >= minutes && days.has(dayOf(starts_at))
        expect(refuseTimes({ starts_at, minutes }, { ...ask, limit_days }) === null).toBe(fits)
      }),
    )
  })
})

describe('[issue 3.4 paid once] no minute is paid twice', () => {
  it('overlaps exactly where a minute is in both, back-to-back not', () => {
    const range = fc.record({ from: fc.integer({ min: 0, max: 200 }), minutes: fc.integer({ min: 1, max: 60 }) })
    fc.assert(
      fc.property(range, fc.array(range, { maxLength: 4 }), (mine, others) => {
        const claim = { starts_at: at(mine.from), minutes: mine.minutes }
        const paid = others.map((o) => ({ starts_at: at(o.from), ends_at: at(o.from + o.minutes) }))
        const minutes = new Set(Array.from({ length: mine.minutes }, (_, i) => mine.from + i))
        const hit = others.findIndex((o) =>
          Array.from({ length: o.minutes }, (_, i) => o.from + i).some((m) => minutes.has(m)),
        )
        expect(firstOverlap(claim, paid)).toBe(hit === -1 ? null : paid[hit])
      }),
    )
  })

  it('a shift is paid as its clocks show: the minute of the check-out is free', () => {
    const paid = paidRange({ checked_in_at: '2026-11-21T10:00:40Z', checked_out_at: '2026-11-21T16:00:23Z' }, now)
    expect(paid).toEqual({ starts_at: '2026-11-21T10:00:00.000Z', ends_at: '2026-11-21T16:00:00.000Z' })
    expect(
      firstOverlap({ starts_at: '2026-11-21T16:00:00Z', minutes: 30 }, [paid ?? { starts_at: now, ends_at: now }]),
    ).toBeNull()
    // Checked in and not out: paid until now.
    expect(paidRange({ checked_in_at: '2026-11-21T10:00:40Z', checked_out_at: null }, now)?.ends_at).toBe(now)
    expect(paidRange({ checked_in_at: null, checked_out_at: null }, now)).toBeNull()
  })
})

describe('[issue 3.4] [trust extra time] a claim that names a shift', () => {
  const shift = { starts_at: at(-3000), ends_at: at(-2520), worked: true }
  it('one that was worked, within a day of it', () => {
    expect(refuseShift({ starts_at: at(-2520), minutes: 60 }, shift)).toBeNull()
    expect(refuseShift({ starts_at: at(-2520), minutes: 60 }, { ...shift, worked: false })).toBe('shift_not_worked')
    expect(refuseShift({ starts_at: at(-2520), minutes: 1440 }, shift)).toBeNull()
    expect(refuseShift({ starts_at: at(-2519), minutes: 1440 }, shift)).toBe('far_from_shift')
    expect(refuseShift({ starts_at: at(-4440), minutes: 5 }, shift)).toBeNull()
    expect(refuseShift({ starts_at: at(-4441), minutes: 5 }, shift)).toBe('far_from_shift')
  })
  it('other times are within a day of what was asked, and past', () => {
    const asked = { starts_at: at(-3000), minutes: 60 }
    expect(refuseAmended({ starts_at: at(-3000 - 1440), minutes: 90 }, asked, now)).toBeNull()
    expect(refuseAmended({ starts_at: at(-3000 - 1441), minutes: 90 }, asked, now)).toBe('far_from_asked')
    expect(refuseAmended({ starts_at: at(-30), minutes: 90 }, { ...asked, starts_at: at(-60) }, now)).toBe('not_past')
  })
})

const day = 86_400_000
describe('[issue 3.4 expiry] expiry with escalation', () => {
  it.each([
    [3 * day - 1, 'pending', 0],
    [3 * day, 'pending', 3],
    [7 * day - 1, 'pending', 3],
    [7 * day, 'pending', 7],
    [30 * day - 1, 'pending', 7],
    [30 * day, 'expired', 30],
  ])('after %d ms: %s, told of %d days', (waited, state, told) => {
    const submitted_at = isoInstant(Date.parse(now) - waited)
    expect(stateOf({ status: 'pending', submitted_at }, now)).toBe(state)
    expect(waitingStage(submitted_at, now)).toBe(told)
  })
  it('only what is pending expires', () => {
    for (const status of extraTimeStates.filter((one) => one !== 'pending'))
      expect(stateOf({ status, submitted_at: '2020-01-01T00:00:00Z' }, now)).toBe(status)
  })
})

describe('[issue 3.4] who may do what', () => {
  it('nobody decides on their own claim, only the claimant changes it, and only from the states of the table', () => {
    for (const status of extraTimeStates)
      for (const action of extraTimeActions)
        for (const by_officer_id of ['claimant', 'other']) {
          const claim = { status, submitted_at: now, officer_id: 'claimant' }
          const own = by_officer_id === 'claimant'
          const claimants = action === 'edit' || action === 'withdraw'
          const fits = extraTimeTable[action].includes(status) && own === claimants
          expect(refuseAction(action, claim, { by_officer_id, now }) === null, `${status} ${action} ${own}`).toBe(fits)
          expect(mayDo(claim, { by_officer_id, now }).includes(action)).toBe(fits)
        }
  })
  it('an expired claim is handed in again by its officer, and decided by nobody', () => {
    const claim = { status: 'pending', submitted_at: '2026-01-01T00:00:00Z', officer_id: 'claimant' } as const
    expect(mayDo(claim, { by_officer_id: 'claimant', now })).toEqual(['edit', 'withdraw'])
    expect(refuseAction('approve', claim, { by_officer_id: 'other', now })).toBe('extra_time_expired')
  })
})
