import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { workedMinutes } from './rules.intervals.ts'
import { distanceMetres, positionVerdict } from './rules.position.ts'
import {
  type Attended,
  attendanceActions,
  flagsOf,
  forgottenCheckOut,
  mayReview,
  neverOnDuty,
  type OwnRecord,
  type Reviewed,
  refuseCheckIn,
  refuseCheckOut,
  refuseReview,
  refuseUndo,
} from './rules.ts'

const at = (minute: number) => isoInstant(Date.UTC(2026, 10, 21) + minute * 60_000)
const shift = { starts_at: at(600), ends_at: at(1080) }
const place = { lat: 41.8781, lng: -87.6298, radius_m: 50 }

const record = (change: Partial<OwnRecord> = {}): OwnRecord => ({
  state: 'open',
  checked_in_at: at(600),
  checked_out_at: null,
  untouched: true,
  left: false,
  gaps: [],
  ...change,
})
const handedIn = (out: number, change: Partial<OwnRecord> = {}) =>
  record({ state: 'submitted', checked_out_at: at(out), ...change })
const gap = (left: number, back: number, counted = false) => ({ left_at: at(left), back_at: at(back), counted })

describe('check-in and check-out', () => {
  it('opens 60 minutes before the start until the end, half-open', () => {
    const ask = (now: number, opens_minutes?: number) =>
      refuseCheckIn(
        shift,
        { holds: true, record: null, ...(opens_minutes === undefined ? {} : { opens_minutes }) },
        at(now),
      )
    expect(ask(539.99)).toEqual({ code: 'too_early', from: at(540) })
    expect(ask(540)).toBeNull()
    expect(ask(1079.99)).toBeNull()
    expect(ask(1080)).toEqual({ code: 'too_late' })
    expect(ask(540, 30)?.code).toBe('too_early')
    expect(refuseCheckIn(shift, { holds: true, record: record() }, at(601))).toEqual({ code: 'already_in' })
    expect(refuseCheckIn(shift, { holds: false, record: null }, at(601))).toEqual({ code: 'no_place' })
  })
  it('accepts a check-out until the end + 24 h; then the system closes it at the scheduled end', () => {
    const state = record()
    const ask = (now: number, one: OwnRecord | null = state) => refuseCheckOut(shift, one, at(now), false)?.code ?? null
    expect(ask(1080 + 1440)).toBeNull()
    expect(forgottenCheckOut(shift, state, at(1080 + 1440))).toBeNull()
    expect(ask(1080 + 1440.01)).toBe('too_late')
    expect(forgottenCheckOut(shift, state, at(1080 + 1440.01))).toBe(at(1080))
    const weeksAgo = record({ checked_in_at: at(600 - 30 * 1440) })
    expect(forgottenCheckOut(shift, weeksAgo, at(1080 + 1440.01))).toBe(at(600 - 21 * 1440))
    expect(ask(700, null)).toBe('not_in')
    expect(ask(702, handedIn(701))).toBe('already_out')
  })
  it('refuses a check-out in the first minute, also after checking in again', () => {
    const ask = (now: number, gaps: OwnRecord['gaps'] = []) => refuseCheckOut(shift, record({ gaps }), at(now), true)
    expect(ask(600.99)).toEqual({ code: 'too_soon', from: at(601) })
    expect(ask(601)).toBeNull()
    expect(ask(700.5, [gap(650, 700)])).toEqual({ code: 'too_soon', from: at(701) })
    expect(ask(701, [gap(650, 700)])).toBeNull()
  })
  it('requires the officer’s confirmation before the scheduled end, not after', () => {
    expect(refuseCheckOut(shift, record(), at(1079.99), false)).toEqual({ code: 'early', ends_at: at(1080) })
    expect(refuseCheckOut(shift, record(), at(1079.99), true)).toBeNull()
    expect(refuseCheckOut(shift, record(), at(1080), false)).toBeNull()
  })
  it('lets an officer check in again until the end, before any decision', () => {
    const ask = (one: OwnRecord, now: number, holds = true) =>
      refuseCheckIn(shift, { holds, record: one }, at(now))?.code ?? null
    expect(ask(handedIn(700), 701)).toBeNull()
    expect(ask(handedIn(700), 1079.99)).toBeNull()
    expect(ask(handedIn(700), 1080)).toBe('too_late')
    expect(ask(handedIn(700), 701, false)).toBe('no_place')
    expect(ask(handedIn(700, { untouched: false }), 701)).toBe('decided')
    expect(ask(handedIn(700, { state: 'returned' }), 701)).toBe('decided')
    // The press happened before the check-out was recorded.
    expect(ask(handedIn(700), 700)).toBe('already_in')
  })
  it('undoes a check-out up to and including one minute later, before any decision', () => {
    const ask = (one: OwnRecord | null, now: number) => refuseUndo(one, at(now))
    expect(ask(handedIn(700), 701)).toBeNull()
    expect(ask(handedIn(700), 701.01)).toBe('too_late')
    expect(ask(handedIn(700, { state: 'approved' }), 700.5)).toBe('decided')
    expect(ask(record(), 700)).toBe('not_out')
    expect(ask(null, 700)).toBe('not_out')
  })
  it('counts as never on duty when the check-out is before the start and nothing was worked', () => {
    const ahead = { ...shift, opens_minutes: 60 }
    const into = (minute: number) => record({ checked_in_at: at(minute) })
    expect(neverOnDuty(ahead, into(540), at(599.99))).toBe(true)
    expect(neverOnDuty(ahead, into(540), at(600))).toBe(false)
    expect(neverOnDuty(ahead, record({ checked_in_at: at(540), gaps: [gap(550, 560)] }), at(599))).toBe(false)
    // The start had come when an admin moved it.
    expect(neverOnDuty(ahead, { ...into(590), begun_at: at(591) }, at(599))).toBe(false)
    // Checked in before the window of this start: the shift was moved later.
    expect(neverOnDuty(ahead, into(539), at(599))).toBe(false)
  })
})

describe('flags', () => {
  const whole: Attended = { checked_in_at: at(600), checked_out_at: at(1080) }
  const flags = (change: Partial<Attended>, now = 1080, other_work: { starts_at: string; ends_at: string }[] = []) =>
    flagsOf({ ...whole, ...change }, { shift, now: at(now), other_work }).join(' ')
  it.each<[string, Partial<Attended>]>([
    ['', {}],
    ['', { checked_in_at: at(605), checked_out_at: at(1075) }],
    ['late_in', { checked_in_at: at(605.1) }],
    ['', { checked_in_at: at(570), checked_out_at: at(1095) }],
    ['early_in late_out', { checked_in_at: at(569.9), checked_out_at: at(1095.1) }],
    ['early_out', { checked_out_at: at(1074.9) }],
    ['missed_in', { checked_in_at: null, checked_out_at: null }],
    ['missed_out', { auto_closed: true }],
    ['clock_skew', { device_in_at: at(600 - 180) }],
    ['', { device_in_at: at(605), device_out_at: at(1075) }],
  ])('%s', (wanted, change) => {
    expect(flags(change)).toBe(wanted)
  })
  it('never flags the check-in to a takeover as late', () => {
    const late = { ...whole, checked_in_at: at(640) }
    const ask = (took_over: boolean) => flagsOf(late, { shift: { ...shift, took_over }, now: at(1080) })
    expect([ask(true), ask(false)]).toEqual([[], ['late_in']])
  })
  it('flags nothing as missed early', () => {
    expect(flags({ checked_in_at: null, checked_out_at: null }, 1079)).toBe('')
    expect(flags({ checked_out_at: null }, 1080 + 1440)).toBe('')
    expect(flags({ checked_out_at: null }, 1080 + 1441)).toBe('missed_out')
  })
  it('flags overlapping work, half-open', () => {
    expect(flags({}, 1080, [{ starts_at: at(1080), ends_at: at(1200) }])).toBe('')
    expect(flags({}, 1080, [{ starts_at: at(1079), ends_at: at(1200) }])).toBe('overlaps_other_work')
  })
  it('flags a position by the verdict at check-in or check-out, only where one was required', () => {
    expect(flags({ in_position: 'outside', out_position: 'cannot_verify' })).toBe('off_site low_accuracy')
    expect(flags({ in_position: 'inside', out_position: null })).toBe('')
  })
  it('does not flag a corrected time as a wrong device clock', () => {
    const pressed = { device_in_at: at(630), original_in_at: at(630), original_out_at: at(1080) }
    expect(flags(pressed)).toBe('')
    expect(flags({ ...pressed, device_in_at: at(600) })).toBe('clock_skew')
  })
})

describe('position', () => {
  const here = { lat: place.lat, lng: place.lng, accuracy_m: 10 }
  it.each([
    { lat: 0, lng: 0 },
    { lat: Number.NaN },
    { lng: 1e308 },
    { lat: -87.6, lng: 200 },
    { accuracy_m: 0 },
    { accuracy_m: -1 },
    { accuracy_m: Number.NaN },
    { accuracy_m: 5000 },
    { accuracy_m: 100 },
    { accuracy_m: Number.POSITIVE_INFINITY },
  ])('%j never counts as inside', (change) => {
    expect(positionVerdict({ ...here, ...change }, place).verdict).toBe('cannot_verify')
  })
  it('swapped coordinates are outside, the exact spot is inside, and no position is unknown', () => {
    expect(positionVerdict(here, place)).toEqual({ verdict: 'inside', distance_m: 0 })
    expect(positionVerdict({ ...here, lat: 41.88 }, place)).toEqual({ verdict: 'outside', distance_m: 211 })
    expect(positionVerdict({ lat: place.lng, lng: place.lat, accuracy_m: 10 }, place).verdict).toBe('outside')
    expect(positionVerdict(null, place).verdict).toBe('cannot_verify')
    expect(positionVerdict({ ...here, accuracy_m: 90 }, { ...place, radius_m: 100 }).verdict).toBe('inside')
  })
  it('matches the geometric angle between two vectors', () => {
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    const vector = ({ lat, lng }: { lat: number; lng: number }) => {
      const [a, o] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
      return [Math.cos(a) * Math.cos(o), Math.cos(a) * Math.sin(o), Math.sin(a)] as const
    }
    fc.assert(
      fc.property(point, point, (a, b) => {
        const [p, q] = [vector(a), vector(b)]
        const chord = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
        const wanted = 2 * 6_371_008.8 * Math.asin(Math.min(1, chord / 2))
        expect(Math.abs(distanceMetres(a, b) - wanted)).toBeLessThan(1)
      }),
    )
  })
})

it('counts worked minutes one whole minute at a time', () => {
  fc.assert(
    fc.property(fc.nat(600_000), fc.nat(600_000), (start, end) => {
      let [minutes, t] = [0, start + 60_000]
      for (; t <= end; t += 60_000) minutes += 1
      const base = ms(at(0))
      const times = { checked_in_at: isoInstant(base + start), checked_out_at: isoInstant(base + end) }
      expect(workedMinutes(times)).toBe(minutes)
    }),
  )
})

describe('review', () => {
  const a = { status: 'submitted', signup: 'confirmed', officer_id: 'me', shift } as const
  const ask = { by_officer_id: 'boss', now: at(2000), reason: 'seen' }
  it('refuses reviews of one’s own record and of exported ones', () => {
    for (const action of attendanceActions) {
      const by = action === 'resubmit' ? 'me' : 'boss'
      const wrong = action === 'resubmit' ? 'boss' : 'me'
      expect(refuseReview(action, a, { ...ask, by_officer_id: wrong })).toMatch(/own_attendance$/)
      expect(refuseReview(action, { ...a, status: 'locked' }, { ...ask, by_officer_id: by })).toBe('locked')
    }
  })
  it('without a record, allows reviewing only officers with a spot or a mistaken no-show, and nothing once closed', () => {
    const none = { ...a, status: 'none' } as const
    const of = (signup: Reviewed['signup']) => mayReview({ ...none, signup }, ask)
    expect(of('confirmed')).toEqual(['correct', 'no_show'])
    expect(of('calloff_requested')).toEqual(['correct', 'no_show'])
    expect(of('no_show')).toEqual(['correct'])
    for (const gone of ['called_off', 'pending_approval', 'cancelled_by_dept', 'worked'] as const)
      expect(of(gone)).toEqual([])
    expect(mayReview({ ...a, closed: true }, ask)).toEqual([])
    expect(mayReview(a, ask)).toEqual(['approve', 'correct', 'return'])
    expect(mayReview({ ...a, status: 'approved' }, ask)).toEqual(['correct', 'return'])
    const late = { ...a, status: 'approved', late_out_at: at(1100) } as const
    expect(mayReview(late, ask)).toEqual(['keep', 'correct', 'return'])
    expect(refuseReview('keep', late, { ...ask, reason: null })).toBeNull()
  })
  it('approving needs no reason, the other actions do; corrected times are in order, past and near the shift', () => {
    expect(refuseReview('approve', a, { ...ask, reason: null })).toBeNull()
    expect(refuseReview('return', a, { ...ask, reason: ' ' })).toBe('reason_required')
    expect(refuseReview('no_show', { ...a, status: 'none' }, { ...ask, now: at(1079) })).toBe('not_over')
    expect(refuseReview('no_show', { ...a, status: 'none' }, { ...ask, now: at(1080) })).toBeNull()
    // Of an officer on duty, and of one who was there before an admin moved the start.
    expect(refuseReview('correct', { ...a, status: 'open' }, { ...ask, now: at(1079) })).toBe('not_over')
    expect(refuseReview('correct', { ...a, status: 'open' }, { ...ask, now: at(1080) })).toBeNull()
    for (const action of ['approve', 'correct'] as const) {
      expect(refuseReview(action, a, { ...ask, now: at(599) })).toBe('not_over')
      expect(refuseReview(action, a, { ...ask, now: at(600) })).toBeNull()
    }
    const correct = (from: number, to: number) =>
      refuseReview('correct', a, { ...ask, times: { checked_in_at: at(from), checked_out_at: at(to) } })
    expect(correct(600, 1080)).toBeNull()
    expect(correct(600, 600)).toBe('end_not_after_start')
    expect(correct(600, 2001)).toBe('in_the_future')
    expect(correct(-841, 1080)).toBe('too_far_from_shift')
  })
})
