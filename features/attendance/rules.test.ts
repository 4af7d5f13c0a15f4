import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { distanceMetres, positionVerdict } from './rules.position.ts'
import {
  type Attended,
  attendanceActions,
  flagsOf,
  forgottenCheckOut,
  mayReview,
  type Reviewed,
  refuseCheckIn,
  refuseCheckOut,
  refuseReview,
  workedMinutes,
} from './rules.ts'

const at = (minute: number) => isoInstant(Date.UTC(2026, 10, 21) + minute * 60_000)
const shift = { starts_at: at(600), ends_at: at(1080) }
const place = { lat: 41.8781, lng: -87.6298, radius_m: 50 }

describe('check-in and check-out', () => {
  it('opens 60 minutes before, to the end, half-open', () => {
    const ask = (now: number, opens_minutes?: number) =>
      refuseCheckIn(
        shift,
        { holds: true, checked_in_at: null, ...(opens_minutes === undefined ? {} : { opens_minutes }) },
        at(now),
      )
    expect(ask(539.99)).toEqual({ code: 'too_early', from: at(540) })
    expect(ask(540)).toBeNull()
    expect(ask(1079.99)).toBeNull()
    expect(ask(1080)).toEqual({ code: 'too_late' })
    expect(ask(540, 30)?.code).toBe('too_early')
    expect(refuseCheckIn(shift, { holds: true, checked_in_at: at(600) }, at(601))).toEqual({ code: 'already_in' })
    expect(refuseCheckIn(shift, { holds: false, checked_in_at: null }, at(601))).toEqual({ code: 'no_place' })
  })
  it('check-out is taken until the end + 24 h; then the system closes it at the scheduled end', () => {
    const state = { checked_in_at: at(600), checked_out_at: null }
    expect(refuseCheckOut(shift, state, at(1080 + 1440))).toBeNull()
    expect(forgottenCheckOut(shift, state, at(1080 + 1440))).toBeNull()
    expect(refuseCheckOut(shift, state, at(1080 + 1440.01))).toBe('too_late')
    expect(forgottenCheckOut(shift, state, at(1080 + 1440.01))).toBe(at(1080))
    expect(refuseCheckOut(shift, { ...state, checked_in_at: null }, at(700))).toBe('not_in')
    expect(refuseCheckOut(shift, { ...state, checked_out_at: at(701) }, at(702))).toBe('already_out')
  })
})

describe('flags', () => {
  const record: Attended = { checked_in_at: at(600), checked_out_at: at(1080) }
  const flags = (change: Partial<Attended>, now = 1080, other_work: { starts_at: string; ends_at: string }[] = []) =>
    flagsOf({ ...record, ...change }, { shift, now: at(now), other_work }).join(' ')
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
  it('nothing is missed before its time', () => {
    expect(flags({ checked_in_at: null, checked_out_at: null }, 1079)).toBe('')
    expect(flags({ checked_out_at: null }, 1080 + 1440)).toBe('')
    expect(flags({ checked_out_at: null }, 1080 + 1441)).toBe('missed_out')
  })
  it('other work overlaps half-open', () => {
    expect(flags({}, 1080, [{ starts_at: at(1080), ends_at: at(1200) }])).toBe('')
    expect(flags({}, 1080, [{ starts_at: at(1079), ends_at: at(1200) }])).toBe('overlaps_other_work')
  })
  it('a place is flagged by the verdict of the press, and only where one was asked', () => {
    expect(flags({ in_position: 'outside', out_position: 'cannot_verify' })).toBe('off_site low_accuracy')
    expect(flags({ in_position: 'inside', out_position: null })).toBe('')
  })
  it('a corrected time is not a device clock that was wrong', () => {
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
  ])('%j is never inside', (change) => {
    expect(positionVerdict({ ...here, ...change }, place).verdict).toBe('cannot_verify')
  })
  it('swapped numbers are outside, the spot itself inside, none at all unknown', () => {
    expect(positionVerdict(here, place)).toEqual({ verdict: 'inside', distance_m: 0 })
    expect(positionVerdict({ ...here, lat: 41.88 }, place)).toEqual({ verdict: 'outside', distance_m: 211 })
    expect(positionVerdict({ lat: place.lng, lng: place.lat, accuracy_m: 10 }, place).verdict).toBe('outside')
    expect(positionVerdict(null, place).verdict).toBe('cannot_verify')
    expect(positionVerdict({ ...here, accuracy_m: 90 }, { ...place, radius_m: 100 }).verdict).toBe('inside')
  })
  it('distance is the angle between two vectors, as geometry says', () => {
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

it('worked minutes are counted one whole minute at a time', () => {
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
  it('is never of one’s own, nor of what was exported', () => {
    for (const action of attendanceActions) {
      const by = action === 'resubmit' ? 'me' : 'boss'
      const wrong = action === 'resubmit' ? 'boss' : 'me'
      expect(refuseReview(action, a, { ...ask, by_officer_id: wrong })).toMatch(/own_attendance$/)
      expect(refuseReview(action, { ...a, status: 'locked' }, { ...ask, by_officer_id: by })).toBe('locked')
    }
  })
  it('without a record: only of who holds a place, or was called a no-show by mistake; and nothing once closed', () => {
    const none = { ...a, status: 'none' } as const
    const of = (signup: Reviewed['signup']) => mayReview({ ...none, signup }, ask)
    expect(of('confirmed')).toEqual(['correct', 'no_show'])
    expect(of('calloff_requested')).toEqual(['correct', 'no_show'])
    expect(of('no_show')).toEqual(['correct'])
    for (const gone of ['called_off', 'pending_approval', 'cancelled_by_dept', 'worked'] as const)
      expect(of(gone)).toEqual([])
    expect(mayReview({ ...a, closed: true }, ask)).toEqual([])
    expect(mayReview(a, ask)).toEqual(['approve', 'correct', 'return'])
  })
  it('approve needs no reason, the rest do; corrected times are in order, past, near the shift', () => {
    expect(refuseReview('approve', a, { ...ask, reason: null })).toBeNull()
    expect(refuseReview('return', a, { ...ask, reason: ' ' })).toBe('reason_required')
    expect(refuseReview('no_show', { ...a, status: 'none' }, { ...ask, now: at(1079) })).toBe('not_over')
    expect(refuseReview('no_show', { ...a, status: 'none' }, { ...ask, now: at(1080) })).toBeNull()
    const correct = (from: number, to: number) =>
      refuseReview('correct', a, { ...ask, times: { checked_in_at: at(from), checked_out_at: at(to) } })
    expect(correct(600, 1080)).toBeNull()
    expect(correct(600, 600)).toBe('end_not_after_start')
    expect(correct(600, 2001)).toBe('in_the_future')
    expect(correct(-841, 1080)).toBe('too_far_from_shift')
  })
})
