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
  refuseAction,
  refuseCorrected,
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

describe('the times of a claim', { meta: { shows: ['issue 3.4 bounds'] } }, () => {
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

  it('must end by now: this minute counts as past, the next does not', () => {
    expect(refuseTimes({ starts_at: at(-60), minutes: 60 }, ask)).toBeNull()
    expect(refuseTimes({ starts_at: at(-60), minutes: 61 }, ask)).toBe('not_past')
  })

  it('must start on a whole minute', () => {
    expect(refuseTimes({ starts_at: isoInstant(Date.parse(now) - 1), minutes: 1 }, ask)).toBe('not_whole_minutes')
  })

  it('may start from the first minute of the day that many days ago, in the department’s zone, across clock changes', () => {
    // Daylight saving time ends in Chicago on November 1, 2026; November 7 began at 06:00 UTC.
    expect(editableFrom(now, 14, zone)).toBe('2026-11-07T06:00:00.000Z')
    expect(editableFrom(now, 21, zone)).toBe('2026-10-31T05:00:00.000Z')
    expect(refuseTimes({ starts_at: '2026-11-07T06:00:00.000Z', minutes: 5 }, ask)).toBeNull()
    expect(refuseTimes({ starts_at: '2026-11-07T05:59:00.000Z', minutes: 5 }, ask)).toBe('past_edit_limit')
    // The limit for a claim that was returned late counts from its creation.
    const older = { ...ask, claimed_at: '2026-11-15T18:00:00.000Z' }
    expect(refuseTimes({ starts_at: '2026-11-01T06:00:00.000Z', minutes: 5 }, older)).toBeNull()
  })

  it('any time is refused exactly when it is out of bounds', { meta: { shows: ['issue 3.4 minutes'] } }, () => {
    const claim = fc.record({
      back: fc.integer({ min: -100, max: 40 * 1440 }),
      minutes: fc.integer({ min: -5, max: 1500 }),
    })
    fc.assert(
      fc.property(claim, fc.integer({ min: 1, max: 30 }), ({ back, minutes }, limit_days) => {
        const starts_at = at(-back)
        // The slow way: lists the allowed days by stepping back day by day from today.
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

describe('no minute is paid twice', { meta: { shows: ['issue 3.4 paid once'] } }, () => {
  it('two times overlap exactly when they share a minute, and back-to-back times don’t', () => {
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
})

describe('a claim that names a shift', { meta: { shows: ['issue 3.4'] } }, () => {
  const shift = { starts_at: at(-3000), ends_at: at(-2520), worked: true }
  it('needs a worked shift and times within a day of it', () => {
    expect(refuseShift({ starts_at: at(-2520), minutes: 60 }, shift)).toBeNull()
    expect(refuseShift({ starts_at: at(-2520), minutes: 60 }, { ...shift, worked: false })).toBe('shift_not_worked')
    expect(refuseShift({ starts_at: at(-2520), minutes: 1440 }, shift)).toBeNull()
    expect(refuseShift({ starts_at: at(-2519), minutes: 1440 }, shift)).toBe('far_from_shift')
    expect(refuseShift({ starts_at: at(-4440), minutes: 5 }, shift)).toBeNull()
    expect(refuseShift({ starts_at: at(-4441), minutes: 5 }, shift)).toBe('far_from_shift')
  })
  it('corrected times are past and within a day of the requested ones', () => {
    const asked = { starts_at: at(-3000), minutes: 60 }
    expect(refuseCorrected({ starts_at: at(-3000 - 1440), minutes: 90 }, asked, now)).toBeNull()
    expect(refuseCorrected({ starts_at: at(-3000 - 1441), minutes: 90 }, asked, now)).toBe('far_from_asked')
    expect(refuseCorrected({ starts_at: at(-30), minutes: 90 }, { ...asked, starts_at: at(-60) }, now)).toBe('not_past')
  })
})

const day = 86_400_000
describe('reminders and expiry', { meta: { shows: ['issue 3.4 expiry'] } }, () => {
  it.each([
    [3 * day - 1, 'pending', 0],
    [3 * day, 'pending', 3],
    [7 * day - 1, 'pending', 3],
    [7 * day, 'pending', 7],
    [30 * day - 1, 'pending', 7],
    [30 * day, 'expired', 30],
  ])('after %d ms: %s, %d-day reminder', (waited, state, told) => {
    const submitted_at = isoInstant(Date.parse(now) - waited)
    expect(stateOf({ status: 'pending', submitted_at }, now)).toBe(state)
    expect(waitingStage(submitted_at, now)).toBe(told)
  })
  it('only a pending claim expires', () => {
    for (const status of extraTimeStates.filter((one) => one !== 'pending'))
      expect(stateOf({ status, submitted_at: '2020-01-01T00:00:00Z' }, now)).toBe(status)
  })
})

describe('permissions', { meta: { shows: ['issue 3.4'] } }, () => {
  it('nobody decides their own claim, only the claimant changes it, and only from the states in the table', () => {
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
  it('an expired claim can be resubmitted by its officer but no longer decided', () => {
    const claim = { status: 'pending', submitted_at: '2026-01-01T00:00:00Z', officer_id: 'claimant' } as const
    expect(mayDo(claim, { by_officer_id: 'claimant', now })).toEqual(['edit', 'withdraw'])
    expect(refuseAction('approve', claim, { by_officer_id: 'other', now })).toBe('extra_time_expired')
  })
})
