import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoInstant } from '#platform/shared/time.ts'
import { type Busy, conflictsOf, conflictsOfMany, type RestFacts } from './rules.conflicts.ts'
import type { ManyFacts } from './rules.tours.ts'

const start = Date.parse('2026-11-01T05:00:00.000Z')
const at = (minute: number) => isoInstant(start + minute * 60_000)
const entries = fc.array(
  fc.record({
    kind: fc.constantFrom('shift' as const, 'tour' as const, 'leave' as const),
    from: fc.integer({ min: 0, max: 90 }),
    minutes: fc.nat(40),
  }),
  { maxLength: 9 },
)

test('finds what looking at every minute finds', () => {
  fc.assert(
    fc.property(entries, (made) => {
      const all = made.map(
        ({ kind, from, minutes }): Busy => ({ kind, starts_at: at(from), ends_at: at(from + minutes) }),
      )
      const slow = new Map<Busy, Set<Busy>>()
      for (let minute = 0; minute < 130; minute++) {
        const now = all.filter((_, n) => {
          const one = made[n]
          return one && one.from <= minute && minute < one.from + one.minutes
        })
        for (const one of now)
          for (const other of now)
            if (one !== other && (one.kind === 'shift' || other.kind === 'shift'))
              slow.set(one, (slow.get(one) ?? new Set()).add(other))
      }
      const found = conflictsOf(all)
      expect(found.size).toBe(slow.size)
      for (const [one, others] of found) {
        expect(new Set(others)).toEqual(slow.get(one))
        expect(others).toHaveLength(slow.get(one)?.size ?? 0)
      }
    }),
    { numRuns: 1000, seed: 274 },
  )
})

const zone = 'America/Chicago'
const range = { starts_at: '2026-11-01T05:00:00.000Z', ends_at: '2026-11-08T06:00:00.000Z' }
const nights = {
  ...{ id: 'p', name: 'A watch', ended_on: null },
  schedules: [
    {
      ...{ starts_on: '2026-01-01', anchor_on: '2026-01-01', keeps: 'length' as const },
      pattern: { kind: 'cycle' as const, days: [{ start: '18:00', minutes: 720 }] },
    },
  ],
}
const facts: ManyFacts & RestFacts = {
  ...{ rest: null, earlier: [] },
  ...{ platoons: [nights], members: [['o', 'p', '2026-01-01', null]], exceptions: [], imported: [], leaves: [] },
}
const shift = (starts_at: string, ends_at: string, more: Partial<{ signup_id: string; status: string }> = {}) => ({
  ...{ signup_id: 's', title: 'Gate', status: 'confirmed', starts_at, ends_at, ...more },
})

test('a shift during a tour is a conflict of both, also with the tour of the night before the first day', () => {
  const found = conflictsOfMany(
    facts,
    range,
    zone,
  )('o', [
    // Sunday, 01:00 to 04:00, when clocks go back.
    shift('2026-11-01T06:00:00Z', '2026-11-01T10:00:00Z'),
    // Tuesday, 06:00 to 18:00: between two tours.
    shift('2026-11-03T12:00:00Z', '2026-11-04T00:00:00Z', { signup_id: 'between' }),
  ])
  expect([...found.keys()].toSorted()).toEqual(['s', 'tour 2026-10-31T23:00:00.000Z'])
  expect(found.get('s')).toEqual([
    {
      ...{ kind: 'tour', title: 'A watch', day: '2026-10-31', tail: 1 },
      ...{ starts_at: '2026-10-31T23:00:00.000Z', ends_at: '2026-11-01T11:00:00.000Z' },
    },
  ])
})

test('a tour that the officer is off or on leave from is no conflict, and the leave is', () => {
  const evening = shift('2026-11-03T01:00:00Z', '2026-11-03T04:00:00Z')
  const off = [
    ...[
      { officer_id: 'o', kind: 'off' as const, on_day: '2026-11-02', works_on: null, start_time: null, minutes: null },
    ],
  ]
  expect(conflictsOfMany(facts, range, zone)('o', [evening]).size).toBe(2)
  expect(conflictsOfMany({ ...facts, exceptions: off }, range, zone)('o', [evening]).size).toBe(0)
  const leaves: ManyFacts['leaves'] = [['o', '2026-11-02T06:00:00Z', '2026-11-04T06:00:00Z']]
  const found = conflictsOfMany({ ...facts, leaves }, range, zone)('o', [evening])
  expect([...found.keys()].toSorted()).toEqual(['leave 2026-11-02', 's'])
  expect(found.get('leave 2026-11-02')).toMatchObject([{ kind: 'shift', title: 'Gate', day: '2026-11-02' }])
})

test('requests, offers and no-shows take no one’s time', () => {
  const of = conflictsOfMany({ ...facts, members: [] }, range, zone)
  const two = (status: string) =>
    of('o', [
      shift('2026-11-02T16:00:00Z', '2026-11-02T20:00:00Z'),
      shift('2026-11-02T19:00:00Z', '2026-11-02T21:00:00Z', { signup_id: 't', status }),
    ]).size
  expect(['pending_approval', 'offered', 'no_show'].map(two)).toEqual([0, 0, 0])
  expect(['confirmed', 'calloff_requested', 'worked'].map(two)).toEqual([2, 2, 2])
})

const tens = { rest_minutes: 600, break_minutes: 30 }

test('too little rest is a conflict of both entries, also after a shift or a tour that ended before the first day', () => {
  const night = shift('2026-10-31T20:00:00Z', '2026-11-01T04:00:00Z', { signup_id: 'night' })
  const early = shift('2026-11-01T08:00:00Z', '2026-11-01T12:00:00Z')
  const bare = { ...facts, members: [], rest: tens, earlier: [{ ...night, officer_id: 'o' }] }
  const found = conflictsOfMany(bare, range, zone)('o', [early])
  expect(found.get('s')).toEqual([
    {
      ...{ kind: 'shift', title: 'Gate', day: '2026-10-31', tail: 0, rest: [240, 600] },
      ...{ starts_at: '2026-10-31T20:00:00.000Z', ends_at: '2026-11-01T04:00:00.000Z' },
    },
  ])
  expect(conflictsOfMany({ ...bare, rest: null }, range, zone)('o', [early]).size).toBe(0)
  // The tour of Saturday night ends on Sunday at 05:00 of the clock that went back, the shift begins at 12:00.
  const noon = shift('2026-11-01T18:00:00Z', '2026-11-01T20:00:00Z')
  const after = conflictsOfMany({ ...facts, rest: tens }, range, zone)('o', [noon])
  expect(after.get('s')).toMatchObject([
    { kind: 'tour', starts_at: '2026-10-31T23:00:00.000Z', rest: [420, 600] },
    { kind: 'tour', starts_at: '2026-11-02T00:00:00.000Z', rest: [240, 600] },
  ])
  expect([...after.keys()].toSorted()).toEqual(['s', 'tour 2026-10-31T23:00:00.000Z', 'tour 2026-11-02T00:00:00.000Z'])
})
