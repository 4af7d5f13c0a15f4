import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantAt, MINUTE } from '#platform/shared/testing.slow-clock.ts'
import { isoInstant, ms, plusDays, weekdayOf } from '#platform/shared/time.ts'
import { type Crowd, countedOf, type Held, type Minimum, type Person, shortfallOf, windowOn } from './rules.ts'

/** Days around both clock changes of 2027, in zones that change at different hours and one that never does. */
const zones = ['America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const
const days = ['2027-03-13', '2027-03-27', '2027-04-03', '2027-10-02', '2027-10-30', '2027-11-06'] as const
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const offset = fc.integer({ min: -36 * 4, max: 60 * 4 }).map((quarters) => quarters * 15)
const piece = fc.record({ from: offset, minutes: fc.integer({ min: 1, max: 16 * 60 }) })

const scene = fc.record({
  zone: fc.constantFrom(...zones),
  day: fc.constantFrom(...days),
  plus: fc.integer({ min: 0, max: 1 }),
  start: time,
  end: time,
  least: fc.integer({ min: 1, max: 4 }),
  rank: fc.constantFrom(null, 'Sergeant'),
  officers: fc.array(
    fc.record({
      unit: fc.constantFrom('Patrol', 'Traffic'),
      rank: fc.constantFrom('Sergeant', 'Officer'),
      tours: fc.array(piece, { maxLength: 3 }),
      leave: fc.option(piece, { nil: null }),
      held: fc.option(fc.record({ at: piece, how: fc.constantFrom('own', 'unit', 'elsewhere', 'court') }), {
        nil: null,
      }),
      leaves_department: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
})
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never

const build = (s: Scene) => {
  const day = plusDays(s.day, s.plus)
  const base = instantAt(day, '12:00', s.zone)
  const rangeOf = (at: { from: number; minutes: number }) => ({
    starts_at: isoInstant(base + at.from * MINUTE),
    ends_at: isoInstant(base + (at.from + at.minutes) * MINUTE),
  })
  const minimum: Minimum = {
    ...{
      id: 'm',
      platoon_id: null,
      platoon: null,
      rotation: null,
      unit: 'Patrol',
      rank: s.rank,
      least: s.least,
      weekdays: [weekdayOf(day)],
    },
    ...{ start_time: s.start, end_time: s.end, starts_on: day, last_on: day },
  }
  const people: Person[] = s.officers.map((one, i) => ({
    ...{ officer_id: `o${i}`, name: `Officer ${i}`, unit: one.unit, rank: one.rank },
    left_on: one.leaves_department ? plusDays(day, 1) : null,
    facts: {
      memberships: [],
      exceptions: [],
      imported: one.tours.map(rangeOf),
      leaves: one.leave ? [rangeOf(one.leave)] : [],
    },
  }))
  const held: Held[] = s.officers.flatMap((one, i) => {
    if (one.held === null) return []
    const { how, at } = one.held
    const kind = how === 'court' ? 'court' : 'overtime'
    const place = {
      minimum_id: how === 'own' ? 'm' : null,
      units: how === 'elsewhere' ? ['Traffic'] : ['Patrol'],
      kind,
    }
    return [{ officer_id: `o${i}`, name: '', rank: one.rank, assignment_id: how, ...place, ...rangeOf(at) }]
  })
  const crowd: Crowd = { people, held, minimums: [minimum], zone: s.zone }
  return { day, minimum, crowd, rangeOf }
}

/** Minute by minute: who is present, checked for each officer separately. */
const slow = (s: Scene, { day, minimum, crowd }: ReturnType<typeof build>) => {
  const from = instantAt(day, s.start, s.zone)
  const next = s.end > s.start ? day : plusDays(day, 1)
  let to = instantAt(next, s.end, s.zone)
  if (to <= from) to = instantAt(next, s.end, s.zone, from)
  const leftAt = instantAt(plusDays(day, 1), '00:00', s.zone)
  const lies = (range: { starts_at: string; ends_at: string | null }, at: number) =>
    ms(range.starts_at) <= at && (range.ends_at === null || at < ms(range.ends_at))
  const isThere = (person: Person, at: number): boolean => {
    const work = crowd.held.find((one) => one.officer_id === person.officer_id && lies(one, at))
    if (minimum.rank !== null && person.rank !== minimum.rank) return false
    if (work && (work.assignment_id === 'own' || work.assignment_id === 'unit')) return true
    if (work || person.unit !== 'Patrol') return false
    if (person.left_on !== null && at >= leftAt) return false
    return person.facts.imported.some((tour) => lies(tour, at)) && !person.facts.leaves.some((leave) => lies(leave, at))
  }
  let [present, first, last] = [Number.POSITIVE_INFINITY, Number.NaN, Number.NaN]
  for (let at = from; at < to; at += MINUTE) {
    const count = crowd.people.filter((person) => isThere(person, at)).length
    present = Math.min(present, count)
    if (count >= minimum.least) continue
    if (Number.isNaN(first)) first = at
    last = at + MINUTE
  }
  const range = Number.isNaN(first) ? null : { starts_at: isoInstant(first), ends_at: isoInstant(last) }
  return {
    window: { starts_at: isoInstant(from), ends_at: isoInstant(to) },
    missing: Math.max(0, minimum.least - present),
    present,
    range,
  }
}

test('presence and need match a slow count of each minute, over both clock changes', {
  meta: { shows: ['issue 5.5 minimum counted'] },
}, () => {
  fc.assert(
    fc.property(scene, (s) => {
      const made = build(s)
      const window = windowOn(made.minimum, made.day, s.zone)
      if (window === null) throw new Error('it asks for this day')
      const { presences } = countedOf(made.minimum, window, made.crowd)
      expect({ window, ...shortfallOf(window, s.least, presences) }).toEqual(slow(s, made))
    }),
    { numRuns: 250 },
  )
})
