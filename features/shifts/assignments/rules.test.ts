import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseEdit, type Standing, tellsSignups } from '#features/shifts/assignment-editor/rules.edit.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { type AssignmentShape, problemsOf } from './rules.bounds.ts'
import {
  type assignmentActions,
  assignmentStatuses,
  isUnfilled,
  mayAssignment,
  phase,
  refuseAssignmentAction,
  type Timed,
} from './rules.ts'

const at = (minute: number) => isoInstant(Date.UTC(2026, 10, 21) + minute * 60_000)
const moment = fc.integer({ min: 0, max: 12 })
const maybe = fc.option(moment, { nil: null })
const timed = fc
  .record({
    status: fc.constantFrom(...assignmentStatuses),
    publish: maybe,
    start: fc.integer({ min: 3, max: 8 }),
    length: fc.integer({ min: 1, max: 4 }),
    opens: maybe,
    closes: maybe,
    required_count: fc.integer({ min: 1, max: 3 }),
    confirmed_count: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ status, publish, start, length, opens, closes, ...counts }) => ({
    raw: { publish, start, end: start + length, opens, closes },
    a: {
      status,
      ...counts,
      starts_at: at(start),
      ends_at: at(start + length),
      publish_at: publish === null ? null : at(publish),
      signup_opens_at: opens === null ? null : at(opens),
      signup_closes_at: closes === null ? null : at(closes),
    } satisfies Timed,
  }))

describe('phase', () => {
  it('is the first matching row of the domain’s table', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(timed, moment, ({ a, raw }, now) => {
        const closes = raw.closes ?? raw.start
        const table: [string, boolean][] = [
          ['cancelled', a.status === 'cancelled'],
          ['closed', a.status === 'closed'],
          ['draft', a.status === 'draft'],
          ['completed', now >= raw.end],
          ['in_progress', raw.start <= now && now < raw.end],
          ['scheduled', raw.publish !== null && raw.publish > now],
          ['filled', a.confirmed_count >= a.required_count],
          ['announced', raw.opens !== null && raw.opens > now],
          ['open', (raw.opens ?? 0) <= now && now < closes],
          ['window_closed', true],
        ]
        const wanted = table.find(([, holds]) => holds)?.[0]
        seen.add(wanted ?? '')
        expect(phase(a, at(now))).toBe(wanted)
      }),
      { numRuns: 3000 },
    )
    expect(seen.size).toBe(10)
  })

  it('unfilled can only accompany in_progress and completed, and counts no-shows as present at the start', () => {
    fc.assert(
      fc.property(timed, moment, fc.nat(3), fc.option(fc.nat(3)), ({ a, raw }, now, min_required, started) => {
        const wanted = a.status === 'published' && now >= raw.start && (started ?? a.confirmed_count) < min_required
        const asked = { ...a, min_required, ...(started === null ? {} : { confirmed_at_start: started }) }
        expect(isUnfilled(asked, at(now))).toBe(wanted)
      }),
    )
  })
})

describe('actions', () => {
  const base: Timed = {
    status: 'published',
    starts_at: at(10),
    ends_at: at(20),
    publish_at: null,
    signup_opens_at: null,
    signup_closes_at: null,
    required_count: 2,
    confirmed_count: 0,
  }
  const refuse = (action: (typeof assignmentActions)[number], change: Partial<Timed>, now: number, more = {}) =>
    refuseAssignmentAction(action, { ...base, ...change }, { now: at(now), ...more })

  it('publishing needs a future start, or a reason to backdate', () => {
    expect(refuse('publish', { status: 'draft' }, 9)).toBeNull()
    expect(refuse('publish', { status: 'draft' }, 10)).toBe('starts_in_past')
    expect(refuse('publish', { status: 'draft' }, 10, { reason: '  ' })).toBe('starts_in_past')
    expect(refuse('publish', { status: 'draft' }, 10, { reason: 'entered late' })).toBeNull()
    expect(refuse('publish', {}, 9)).toBe('not_draft')
  })
  it('unpublish only while nobody is confirmed', () => {
    expect(refuse('unpublish', {}, 0)).toBeNull()
    expect(refuse('unpublish', { confirmed_count: 1 }, 0)).toBe('officers_confirmed')
  })
  it('canceling needs a reason, before the end; closing needs the end and settled attendance; reopening needs a reason', () => {
    expect(refuse('cancel', {}, 19)).toBe('reason_required')
    expect(refuse('cancel', {}, 19, { reason: 'storm' })).toBeNull()
    expect(refuse('cancel', {}, 20, { reason: 'storm' })).toBe('already_over')
    expect(refuse('close', {}, 19, { unsettled_count: 0 })).toBe('not_completed')
    expect(refuse('close', { confirmed_count: 1 }, 20)).toBe('attendance_open')
    expect(refuse('close', { confirmed_count: 1 }, 20, { unsettled_count: 0 })).toBeNull()
    expect(refuse('close', { status: 'draft' }, 20)).toBe('not_completed')
    expect(refuse('reopen', { status: 'closed' }, 20)).toBe('reason_required')
    expect(refuse('reopen', { status: 'closed' }, 20, { reason: 'wrong hours' })).toBeNull()
  })
  it('lists the remaining actions for each status', () => {
    const left = (status: Timed['status']) => mayAssignment({ ...base, status }, { now: at(0) }).join(' ')
    expect(assignmentStatuses.map(left)).toEqual([
      'publish edit copy delete_draft',
      'unpublish edit cancel copy',
      'copy',
      'reopen copy',
    ])
  })
  it('a draft that ever had sign-ups can’t be deleted', () => {
    expect(refuse('delete_draft', { status: 'draft' }, 0, { signup_count: 1 })).toBe('has_signups')
  })
})

describe('bounds', () => {
  const good: AssignmentShape = {
    title: 'Parade',
    kind: 'special_event',
    signup_mode: 'first_come',
    time_zone: 'America/Chicago',
    starts_at: '2026-11-21T15:00:00Z',
    ends_at: '2026-11-21T23:00:00Z',
    min_required: 1,
    posts: [{ name: 'Gate', required: 2 }],
  }
  const long = (end: string) => ({ ends_at: end })
  it('accepts a plain assignment and the longest: seven local days over the clock change', () => {
    expect(problemsOf(good)).toEqual([])
    expect(problemsOf({ ...good, starts_at: '2026-10-28T05:00:00Z', ends_at: '2026-11-04T06:00:00Z' })).toEqual([])
    expect(problemsOf({ ...good, title: '<img onerror> Ünï 😀', description: 'two\r\nlines\tand a tab' })).toEqual([])
  })
  it.each<[string, Partial<AssignmentShape>]>([
    ['title required', { title: ' ' }],
    ['title too_long', { title: 'x'.repeat(161) }],
    ['title too_long', { title: 'x'.repeat(1_000_000) }],
    ['title control_character', { title: 'a\u0000b' }],
    ['title control_character', { title: 'a\nb' }],
    ['title control_character', { title: 'a\ud800b' }],
    ['title direction_override', { title: 'a\u202eb' }],
    ['description direction_override', { description: 'a\u2067b' }],
    ['description too_long', { description: 'x'.repeat(4001) }],
    ['ends_at end_not_after_start', long('2026-11-21T15:00:00Z')],
    ['ends_at longer_than_7_days', long('2026-11-28T16:00:01Z')],
    ['time_zone unknown_zone', { time_zone: 'Gotham' }],
    ['posts required', { posts: [] }],
    ['posts too_many', { posts: Array.from({ length: 51 }, (_, i) => ({ name: `${i}`, required: 1 })) }],
    ['posts.0.required out_of_range', { posts: [{ name: 'a', required: 501 }] }],
    ['posts.0.required out_of_range', { posts: [{ name: 'a', required: 1.5 }] }],
    ['posts.0.ends_at outside_assignment', { posts: [{ name: 'a', required: 1, ends_at: '2026-11-21T23:01:00Z' }] }],
    ['min_required more_than_required', { min_required: 3 }],
    ['signup_opens_at opens_after_start', { signup_opens_at: '2026-11-21T15:00:00Z' }],
    [
      'posts.0.split_minutes awarded_whole',
      { signup_mode: 'award', posts: [{ name: 'Gate', required: 2, split_minutes: 60 }] },
    ],
    ['signup_closes_at closes_after_end', { signup_closes_at: '2026-11-21T23:00:01Z' }],
    ['location.lat out_of_range', { location: { lat: 91, lng: 0 } }],
    ['location.lng out_of_range', { location: { lat: 9, lng: Number.NaN } }],
  ])('%s', (wanted, change) => {
    expect(problemsOf({ ...good, ...change }).map((p) => `${p.field} ${p.message}`)).toEqual([wanted])
  })
  it('rejects years outside 2000 to 2100, including 275760', () => {
    for (const [starts_at, ends_at] of [
      ['+275760-09-12T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
      ['1999-12-31T20:00:00Z', '1999-12-31T22:00:00Z'],
      ['2101-01-01T07:00:00Z', '2101-01-01T09:00:00Z'],
    ] as const)
      expect(problemsOf({ ...good, starts_at, ends_at }).map((p) => p.message)).toContain('year_out_of_range')
  })
  it('an edit never goes below the held spots or overwrites a newer version', () => {
    const now: Standing = {
      status: 'published',
      version: 3,
      signup_mode: 'first_come',
      kind: 'overtime',
      award_rule_id: null,
      live_count: 2,
      required_count: 2,
      confirmed_count: 2,
      starts_at: good.starts_at,
      ends_at: good.ends_at,
      publish_at: null,
      signup_opens_at: null,
      signup_closes_at: null,
    }
    const same = { ...now, posts: [{ required: 2, held_count: 2 }] }
    const before = '2026-11-21T00:00:00Z'
    expect(refuseEdit(now, same, before)).toBeNull()
    expect(refuseEdit(now, { ...same, version: 2 }, before)).toBe('changed_meanwhile')
    expect(refuseEdit(now, { ...same, posts: [{ required: 1, held_count: 2 }] }, before)).toBe('below_confirmed')
    expect(refuseEdit(now, { ...same, signup_mode: 'approval' }, before)).toBe('mode_fixed')
    const award = { ...now, signup_mode: 'award', signup_opens_at: '2026-11-20T08:00:41Z' } as const
    const kept = { ...same, signup_mode: 'award', signup_opens_at: '2026-11-20T08:00:00Z' } as const
    expect(refuseEdit(award, kept, before)).toBeNull()
    expect(refuseEdit(award, { ...kept, signup_opens_at: null }, before)).toBeNull()
    for (const change of [
      { kind: 'court' },
      { award_rule_id: 'another' },
      { signup_opens_at: '2026-11-20T08:01:00Z' },
    ] as const)
      expect([
        refuseEdit(award, { ...kept, ...change }, before),
        refuseEdit({ ...award, live_count: 0 }, { ...kept, ...change }, before),
        refuseEdit(now, { ...same, ...change }, before),
      ]).toEqual(['rule_fixed', null, null])
    expect(refuseEdit(now, { ...same, ends_at: before }, '2026-11-22T00:00:00Z')).toBe('time_is_over')
    expect(tellsSignups(good, { ...good, ends_at: '2026-11-21T22:00:00Z', posts: [] })).toEqual(['time', 'posts'])
    expect(tellsSignups(good, { ...good, starts_at: '2026-11-21T15:00:00.000+00:00' })).toEqual([])
  })
})
