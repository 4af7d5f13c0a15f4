import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noWorkRules, workBook } from '#features/shifts/eligibility/rules.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { conflictsOf, conflictWords, otherSideOf } from './client.conflicts.ts'
import { hoursOf } from './client.hours.ts'
import type { ScheduledShift } from './contract.ts'
import { shortRests } from './rules.rest.ts'
import { hoursWords, shortHours } from './words.ts'

const start = Date.parse('2026-11-01T05:00:00.000Z')
const at = (minute: number) => isoInstant(start + minute * 60_000)
const rule = { rest_minutes: 30, break_minutes: 5 }
const entries = fc.array(
  fc.record({
    kind: fc.constantFrom('shift' as const, 'tour' as const, 'leave' as const),
    from: fc.integer({ min: 0, max: 200 }),
    minutes: fc.integer({ min: 1, max: 40 }),
  }),
  { maxLength: 7 },
)

test('marks the shifts that the department’s rule on rest would refuse beside the officer’s other work', () => {
  let marked = 0
  fc.assert(
    fc.property(entries, (made) => {
      const all = made.map(({ kind, from, minutes }) => ({ kind, starts_at: at(from), ends_at: at(from + minutes) }))
      const found = shortRests(all, rule)
      for (const one of all.filter(({ kind }) => kind === 'shift')) {
        const work = all
          .filter((other) => other !== one && other.kind !== 'leave')
          .map(({ starts_at, ends_at }) => ({ kind: 'tour' as const, starts_at, ends_at }))
        const rules = { ...noWorkRules, ...rule }
        const reasons = workBook(work, rules, 'America/Chicago').against({ ...one, kind: 'overtime' })
        const rest = reasons.flatMap(({ code, details }) => (code === 'rest' ? [details] : []))
        const own = found.filter(({ before, after }) => before === one || after === one)
        // Of a shift in or beside other work, the rule looks at the shift alone and the mark at all of that work.
        if (work.some((other) => other.starts_at <= one.ends_at && one.starts_at <= other.ends_at)) continue
        marked += own.length
        const shortest = own.map((one) => one.rest[0]).toSorted((a, b) => a - b)[0]
        expect(rest.map((one) => (one && 'minutes' in one ? one.minutes : null))).toEqual(
          shortest === undefined ? [] : [shortest],
        )
      }
      for (const { before, after } of found) expect([before.kind, after.kind]).toContain('shift')
    }),
    { numRuns: 1000, seed: 283 },
  )
  expect(marked).toBeGreaterThan(100)
})

const place = { day: '2026-11-02', tail: 0 }
const tour = { ...place, kind: 'tour' as const, title: 'A watch', starts_at: '2026-11-02T12:00:00.000Z' }
const watch = { ...tour, ends_at: '2026-11-02T20:00:00.000Z', rest: [240, 600] }

test('the later of the two entries has the mark, with how much rest there is after what', () => {
  const who = { officer_id: 'o', name: 'Kevin Doyle' }
  const [late, early] = ['2026-11-03T00:00:00.000Z', '2026-11-02T06:00:00.000Z']
  const found = conflictsOf({ ...place, starts_at: late }, who, [watch])
  expect(conflictWords(found, 'UTC')).toBe('Only 4 h of 10 h rest after A watch 12:00–20:00')
  expect(conflictsOf({ ...place, starts_at: early }, who, [watch])).toEqual([])
  const shift = (starts_at: string, ends_at: string): ScheduledShift => ({
    ...{ id: 'a', title: 'Gate', kind: 'overtime', phase: 'filled', location_name: null, ...place, starts_at, ends_at },
    ...{ required: 1, confirmed: 1, pending: 0, units: [] },
    people: [{ ...who, signup_id: 's', unit: null, status: 'confirmed', ordered: false, conflicts: [watch] }],
  })
  const crew = {
    ...{
      platoon: 'A watch',
      platoon_id: null,
      unit: null,
      ...place,
      count: 1,
      people: [{ id: 'kd', name: 'Kevin Doyle' }],
      away: [],
    },
    ...{ starts_at: watch.starts_at, ends_at: watch.ends_at },
  }
  const onTour = (one: ScheduledShift) => conflictWords(otherSideOf([one], () => true).onTour(crew), 'UTC')
  expect(onTour(shift(late, '2026-11-03T02:00:00.000Z'))).toBe('')
  expect(onTour(shift(early, '2026-11-02T08:00:00.000Z'))).toBe(
    'Kevin Doyle: only 4 h of 10 h rest after Gate 06:00–08:00',
  )
})

test('an officer’s hours are tours and what is worked beside them, within the days shown', () => {
  const bare = { ...place, title: '', assignment_id: null, signup_id: null, shift_kind: null, ordered: false }
  const entry = (kind: 'tour' | 'shift', status: 'confirmed' | 'offered' | null, from: string, to: string) => ({
    ...bare,
    ...{ kind, status, starts_at: `2026-11-${from}:00.000Z`, ends_at: `2026-11-${to}:00.000Z` },
  })
  const all = [
    entry('tour', null, '02T06:00', '02T16:00'),
    // Two hours of it during the tour.
    entry('shift', 'confirmed', '02T14:00', '02T19:00'),
    entry('shift', 'offered', '03T14:00', '03T19:00'),
    // Four of its twelve hours before midnight.
    entry('tour', null, '08T20:00', '09T08:00'),
  ]
  expect(hoursOf(all, { from: '2026-11-02', days: 7 }, 'UTC')).toEqual({ tours: 14 * 60, extra: 3 * 60 })
  expect(hoursWords(3600, 0)).toBe('60 h tours')
  expect(hoursWords(3600, 450)).toBe('60 h tours + 7.5 h extra')
  expect(hoursWords(0, 0)).toBe('0 h')
  expect(shortHours(3600, 450)).toBe('60 + 7.5 h')
  expect(shortHours(0, 450)).toBe('7.5 h extra')
})
