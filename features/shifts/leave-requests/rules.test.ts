import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leaveRange } from '#features/roster/leaves/rules.ts'
import { type TourFacts, toursIn } from '#features/roster/tours/rules.ts'
import type { Facts } from '#features/shifts/minimum-staffing/rules.due.ts'
import type { Person } from '#features/shifts/minimum-staffing/rules.ts'
import { instantAt, MINUTE, wall } from '#platform/shared/testing.slow-clock.ts'
import { isoInstant, ms, plusDays, type Range, type WallDate } from '#platform/shared/time.ts'
import { shortWith } from './rules.coverage.ts'
import { refuseDays } from './rules.ts'

/** Both clock changes of 2027 in zones that change at different hours, one of them at midnight, and one that never does. */
const zones = ['America/Chicago', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const
const changes = ['2027-03-13', '2027-04-03', '2027-10-02', '2027-11-06'] as const
const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -2, max: 2 })).map(([day, n]) => plusDays(day, n))
const dayOf = (at: number, zone: string): WallDate => wall(at, zone).slice(0, 10)
const lies = (range: { starts_at: string; ends_at: string | null }, at: number) =>
  ms(range.starts_at) <= at && (range.ends_at === null || at < ms(range.ends_at))
/** Each minute from noon on the day before to noon on the day after. */
const minutesAround = (first: WallDate, last: WallDate, zone: string): number[] => {
  const from = instantAt(plusDays(first, -1), '12:00', zone)
  const to = instantAt(plusDays(last, 1), '12:00', zone)
  return Array.from({ length: (to - from) / MINUTE }, (_, n) => from + n * MINUTE)
}
const wholeDays = (first_day: WallDate, last_day: WallDate, zone: string): Range => {
  const range = leaveRange({ whole_days: true, first_day, last_day, start_time: '', end_time: '' }, zone)
  if ('field' in range || range.ends_at === null) throw new Error('days that cannot be')
  return { starts_at: range.starts_at, ends_at: range.ends_at }
}

describe('the days that can be requested', () => {
  it('are those of a slow walk through the calendar', () => {
    const next = (day: WallDate) => new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    const walk = (from: WallDate, days: number) => {
      const all = [from]
      for (let n = 1; n < days; n++) all.push(next(all.at(-1) ?? from))
      return all
    }
    const back = (day: WallDate) =>
      new Date(Date.parse(`${day}T12:00:00Z`) - 30 * 86_400_000).toISOString().slice(0, 10)
    const edge = fc.oneof(
      fc.constantFrom(-32, -31, -30, -29, 0, 729, 730, 731, 732),
      fc.integer({ min: -60, max: 800 }),
    )
    const length = fc.oneof(fc.constantFrom(0, 364, 365, 366, 367), fc.integer({ min: 0, max: 400 }))
    fc.assert(
      fc.property(near, edge, length, (today, from, days) => {
        const first_day = plusDays(today, from)
        const last_day = plusDays(first_day, days)
        const starts = walk(back(today), 761).includes(first_day)
        const ends = walk(first_day, 366).includes(last_day)
        const field = refuseDays({ first_day, last_day }, today)?.field ?? null
        expect(field).toBe(!starts ? 'first_day' : !ends ? 'last_day' : null)
      }),
    )
  })
})

describe('leave of whole days', () => {
  it('has every minute of its days and no other, also where a day has 23 or 25 hours', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), near, fc.nat(2), (zone, first, more) => {
        const last = plusDays(first, more)
        const leave = wholeDays(first, last, zone)
        const minutes = minutesAround(first, last, zone)
        const own = minutes.filter((at) => dayOf(at, zone) >= first && dayOf(at, zone) <= last)
        expect(minutes.filter((at) => lies(leave, at))).toEqual(own)
        expect((ms(leave.ends_at) - ms(leave.starts_at)) / MINUTE).toBe(own.length)
      }),
      { numRuns: 60 },
    )
  })

  it('has 23, 24 or 25 hours in Chicago', () => {
    const hours = (day: WallDate) => {
      const { starts_at, ends_at } = wholeDays(day, day, 'America/Chicago')
      return (ms(ends_at) - ms(starts_at)) / 3_600_000
    }
    expect([hours('2027-03-13'), hours('2027-03-14'), hours('2027-11-07')]).toEqual([24, 23, 25])
  })

  it('takes from the tours the hours that a slow count of minutes finds, over both clock changes', () => {
    const tours = fc.record({
      start: fc.constantFrom('06:00', '14:00', '22:00', '23:30'),
      minutes: fc.integer({ min: 60, max: 1000 }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        near,
        fc.nat(2),
        tours,
        fc.boolean(),
        (zone, first, more, hours, length) => {
          const last = plusDays(first, more)
          const leave = wholeDays(first, last, zone)
          const schedule = {
            ...{
              starts_on: '2027-01-01',
              anchor_on: '2027-01-01',
              keeps: length ? ('length' as const) : ('end' as const),
            },
            pattern: { kind: 'weekdays' as const, weekdays: [0, 1, 2, 3, 4, 5, 6], ...hours },
          }
          const facts: TourFacts = {
            memberships: [
              { starts_on: '2027-01-01', ends_on: null, platoon: 'A', ended_on: null, schedules: [schedule] },
            ],
            ...{ exceptions: [], imported: [], leaves: [] },
          }
          const minutes = minutesAround(first, last, zone)
          const range = { starts_at: isoInstant(minutes[0] ?? 0), ends_at: isoInstant((minutes.at(-1) ?? 0) + MINUTE) }
          const count = (leaves: TourFacts['leaves'], within: (at: number) => boolean) => {
            const on = toursIn({ ...facts, leaves }, range, zone)
            return minutes.filter((at) => within(at) && on.some((tour) => lies(tour, at))).length
          }
          const lost = count([], () => true) - count([leave], () => true)
          expect(lost).toBe(count([], (at) => dayOf(at, zone) >= first && dayOf(at, zone) <= last))
        },
      ),
      { numRuns: 60 },
    )
  })
})

const quarter = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
const clock = quarter.map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const piece = fc.record({ from: fc.integer({ min: -48, max: 96 }), hours: fc.integer({ min: 1, max: 24 }) })
const scene = fc.record({
  ...{ zone: fc.constantFrom(...zones), first: near, more: fc.nat(2), start: clock, end: clock },
  least: fc.integer({ min: 1, max: 4 }),
  weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 3 }),
  officers: fc.array(
    fc.record({ tours: fc.array(piece, { minLength: 2, maxLength: 9 }), leave: fc.option(piece, { nil: null }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
})
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never

const build = (s: Scene) => {
  const noon = instantAt(s.first, '12:00', s.zone)
  const rangeOf = ({ from, hours }: { from: number; hours: number }) => ({
    starts_at: isoInstant(noon + from * 60 * MINUTE),
    ends_at: isoInstant(noon + (from + hours) * 60 * MINUTE),
  })
  const people: Person[] = s.officers.map((one, i) => ({
    ...{ officer_id: `o${i}`, name: `Officer ${i}`, unit: 'Patrol', rank: null, left_on: null },
    facts: {
      ...{ memberships: [], exceptions: [], imported: one.tours.map(rangeOf) },
      leaves: one.leave ? [rangeOf(one.leave)] : [],
    },
  }))
  const facts: Facts = {
    ...{ now: '2027-01-01T00:00:00.000Z', zone: s.zone, today: '2027-01-01', from: plusDays(s.first, -1) },
    ...{ platoons: [], gaps: [], people, held: [] },
    minimums: [
      {
        ...{ id: 'm', platoon_id: null, platoon: null, unit: 'Patrol', rotation: null, rank: null, least: s.least },
        ...{ weekdays: s.weekdays, start_time: s.start, end_time: s.end, starts_on: '2027-01-01', last_on: null },
        ...{ days_ahead: 14, latest_minutes: 240, name: 'Patrol', title: 'Patrol', kind: 'overtime' },
        ...{ location_name: null, location_address: null, signup_mode: 'approval', award_rule_id: null },
        ...{ requirements: {}, version: 1 },
      },
    ],
  }
  return { facts, leave: { ...wholeDays(s.first, plusDays(s.first, s.more), s.zone), officer_id: 'o0' } }
}

/** Minute by minute and officer by officer, once with the leave and once without. */
const slow = (s: Scene, { facts, leave }: ReturnType<typeof build>) => {
  const there = (at: number, away: boolean) =>
    facts.people.filter(
      (one) =>
        one.facts.imported.some((tour) => lies(tour, at)) &&
        !one.facts.leaves.some((other) => lies(other, at)) &&
        !(away && one.officer_id === leave.officer_id && lies(leave, at)),
    ).length
  const found = []
  for (let day = facts.from; day <= plusDays(s.first, s.more); day = plusDays(day, 1)) {
    if (!s.weekdays.includes(new Date(`${day}T12:00:00Z`).getUTCDay())) continue
    const next = s.end > s.start ? day : plusDays(day, 1)
    const from = instantAt(day, s.start, s.zone)
    let to = instantAt(next, s.end, s.zone)
    if (to <= from) to = instantAt(next, s.end, s.zone, from)
    const minutes = Array.from({ length: (to - from) / MINUTE }, (_, n) => from + n * MINUTE)
    const least = (away: boolean) => Math.min(...minutes.map((at) => there(at, away)))
    const [before, after] = [least(false), least(true)]
    const [missing_before, missing] = [Math.max(0, s.least - before), Math.max(0, s.least - after)]
    if (missing > missing_before) found.push({ on_day: day, present: after, missing, missing_before })
  }
  return found
}

describe('minimums that a leave would leave short', () => {
  it('are those of a slow count of each minute with the leave and without, over both clock changes', () => {
    let some = 0
    fc.assert(
      fc.property(scene, (s) => {
        const made = build(s)
        const { short, through } = shortWith(made.facts, made.leave)
        const said = short.map(({ on_day, present, missing, missing_before }) => ({
          on_day,
          present,
          missing,
          missing_before,
        }))
        expect(said).toEqual(slow(s, made))
        expect(through).toBe(plusDays(s.first, s.more))
        some += short.length
      }),
      { numRuns: 120 },
    )
    expect(some).toBeGreaterThan(10)
  })

  it('are found for each request after the first one without counting everybody again', () => {
    const made = build({
      ...{ zone: 'America/Chicago', first: '2027-01-04', more: 2, start: '08:00', end: '16:00', least: 1 },
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      officers: [{ tours: [-4, 20, 44].map((from) => ({ from, hours: 8 })), leave: null }],
    })
    let looks = 0
    const people = Array.from({ length: 500 }, (_, n) => {
      const one = { ...(made.facts.people[0] as (typeof made.facts.people)[number]), officer_id: `o${n}` }
      return Object.defineProperty(one, 'unit', {
        enumerable: true,
        get: () => {
          looks += 1
          return 'Patrol'
        },
      })
    })
    const facts = { ...made.facts, people }
    shortWith(facts, made.leave)
    expect(looks).toBeGreaterThan(500)
    looks = 0
    shortWith(facts, { ...made.leave, officer_id: 'o1' })
    expect(looks).toBeLessThan(100)
  })
})
