import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import type { Hours, Pattern, TourFacts } from './rules.ts'
import { toursIn } from './rules.ts'

// The slow, obvious way: walk from the anchor day by day, ask Temporal for every instant, and mark minutes.

const zones = [
  'America/Chicago',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Pacific/Honolulu',
]
const marks = {
  four_two: 'ddddoo',
  pitman: 'ddoodddooddooo',
  panama: 'ddoodddooddoooNNooNNNooNNooo',
}
const cycleOfOracle = (pattern: Pattern, date: Temporal.PlainDate): (Hours | null)[] => {
  if (pattern.kind === 'cycle') return [...pattern.days]
  const { start, minutes } = pattern
  if (pattern.kind === 'weekdays') return pattern.weekdays.includes(date.dayOfWeek % 7) ? [{ start, minutes }] : [null]
  return [...marks[pattern.kind]].map((mark) => {
    if (mark === 'o') return null
    return { start: mark === 'N' && pattern.kind === 'panama' ? pattern.night_start : start, minutes }
  })
}
/** Steps from the anchor to the day, one day at a time. */
const hoursOracle = (pattern: Pattern, anchor: Temporal.PlainDate, date: Temporal.PlainDate): Hours | null => {
  const cycle = cycleOfOracle(pattern, date)
  const step = Temporal.PlainDate.compare(anchor, date) <= 0 ? 1 : -1
  let place = 0
  for (let day = anchor; !day.equals(date); day = day.add({ days: step })) {
    place += step
    if (place === cycle.length) place = 0
    if (place < 0) place = cycle.length - 1
  }
  return cycle[place] ?? null
}
const rangeOracle = (date: Temporal.PlainDate, hours: Hours, keeps: string, zone: string): [number, number] => {
  const wall = date.toPlainDateTime(Temporal.PlainTime.from(hours.start))
  const start = wall.toZonedDateTime(zone).epochMilliseconds
  const exact = start + hours.minutes * 60_000
  if (keeps === 'length') return [start, exact]
  const end = wall.add({ minutes: hours.minutes })
  const earlier = end.toZonedDateTime(zone).epochMilliseconds
  const later = end.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds
  return [start, earlier > start ? earlier : later > start ? later : exact]
}
const dayOf = (at: string, zone: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate()

/** Marks each minute of the range that is worked. */
function minutesOracle(facts: TourFacts, from: number, to: number, zone: string): string {
  const ticks = new Uint8Array((to - from) / 60_000)
  const mark = ([start, end]: [number, number], value: number) =>
    ticks.fill(value, Math.max(0, (start - from) / 60_000), Math.max(0, Math.min(ticks.length, (end - from) / 60_000)))
  const first = dayOf(new Date(from).toISOString(), zone).subtract({ days: 5 })
  for (let i = 0, day = first; i < (to - from) / 86_400_000 + 8; i++, day = day.add({ days: 1 })) {
    const date = day.toString()
    const off = facts.exceptions.some((e) => (e.kind === 'off' || e.kind === 'swap') && e.on_day === date)
    const rows = facts.imported.filter((r) => dayOf(r.starts_at, zone).toString() === date)
    if (!off) for (const row of rows) mark([Date.parse(row.starts_at), Date.parse(row.ends_at)], 1)
    for (const m of facts.memberships) {
      if (off || rows.length > 0 || date < m.starts_on || date >= (m.ends_on ?? '9') || date >= (m.ended_on ?? '9'))
        continue
      const held = m.schedules.filter((s) => s.starts_on <= date).sort((a, b) => (a.starts_on < b.starts_on ? -1 : 1))
      const schedule = held.at(-1)
      const hours = schedule && hoursOracle(schedule.pattern, Temporal.PlainDate.from(schedule.anchor_on), day)
      if (schedule && hours) mark(rangeOracle(day, hours, schedule.keeps, zone), 1)
    }
    for (const e of facts.exceptions) {
      const works = e.kind === 'extra' ? e.on_day : e.kind === 'swap' ? e.works_on : null
      if (works === date)
        mark(rangeOracle(day, { start: e.start_time ?? '', minutes: e.minutes ?? 0 }, 'length', zone), 1)
    }
  }
  for (const leave of facts.leaves)
    mark([Date.parse(leave.starts_at), leave.ends_at === null ? to : Date.parse(leave.ends_at)], 0)
  return ticks.join('')
}

const pick = (n: number, max: number) => fc.integer({ min: n, max })
const time = fc
  .oneof(fc.tuple(pick(0, 23), fc.constantFrom(0, 15, 30)), fc.tuple(pick(0, 3), fc.constantFrom(0, 30)))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
// Arbitrary hours, plus ones that end within the hour that most zones repeat or skip.
const hours = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ start: time, minutes: fc.oneof(pick(1, 1440), fc.constantFrom(60, 480, 720, 1440)) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ start: '17:30', minutes: 480 }, { start: '18:00', minutes: 510 }) },
)
const pattern: fc.Arbitrary<Pattern> = fc.oneof(
  hours.map((h) => ({ kind: 'four_two', ...h }) as const),
  hours.map((h) => ({ kind: 'pitman', ...h }) as const),
  fc.tuple(hours, time).map(([h, night_start]) => ({ kind: 'panama', night_start, ...h }) as const),
  fc.tuple(hours, fc.uniqueArray(pick(0, 6))).map(([h, weekdays]) => ({ kind: 'weekdays', weekdays, ...h }) as const),
  fc.array(fc.option(hours), { minLength: 1, maxLength: 10 }).map((days) => ({ kind: 'cycle', days }) as const),
)

/** About ten days around a clock change of the zone in 2026 or 2027, or around any day if the zone has none. */
const around = fc.tuple(fc.constantFrom(...zones), pick(0, 3), pick(0, 700)).map(([zone, nth, days]) => {
  let at = Temporal.ZonedDateTime.from(`2026-01-05T00:00[${zone}]`)
  for (let i = 0; i <= nth; i++) at = at.getTimeZoneTransition('next') ?? at.add({ days })
  return { zone, at: Math.floor(at.epochMilliseconds / 60_000) * 60_000, day: at.toPlainDate() }
})

const scene = around.chain(({ zone, at, day }) => {
  const near = (min: number, max: number) => pick(min, max).map((n) => day.add({ days: n }).toString())
  const schedule = fc.record({
    starts_on: near(-40, 4),
    anchor_on: near(-60, 60),
    keeps: fc.constantFrom('length', 'end'),
    pattern,
  })
  const schedules = fc.uniqueArray(schedule, { maxLength: 3, selector: (s) => s.starts_on })
  const spot = pick(-6 * 1440, 6 * 1440).map((n) => new Date(at + n * 60_000).toISOString())
  const range = (max: number) =>
    fc.tuple(spot, pick(1, max)).map(([starts_at, minutes]) => ({
      starts_at,
      ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString(),
    }))
  const exception = fc.oneof(
    near(-5, 5).map((on_day) => ({ kind: 'off', on_day, works_on: null, start_time: null, minutes: null }) as const),
    fc.tuple(near(-5, 5), near(-5, 5), hours).map(([on_day, works_on, h]) => {
      return { kind: 'swap', on_day, works_on, start_time: h.start, minutes: h.minutes } as const
    }),
    fc.tuple(near(-5, 5), hours).map(([on_day, h]) => {
      return { kind: 'extra', on_day, works_on: null, start_time: h.start, minutes: h.minutes } as const
    }),
  )
  const facts = fc
    .tuple(near(-3, 4), fc.option(near(5, 8)), fc.option(near(-2, 8)), schedules, schedules)
    .map(([moves, ends_on, ended_on, before, after]) => [
      { starts_on: '2020-01-01', ends_on: moves, platoon: 'A', ended_on, schedules: before },
      { starts_on: moves, ends_on, platoon: 'B', ended_on: null, schedules: after },
    ])
  return fc.record({
    zone: fc.constant(zone),
    from: pick(-5 * 1440, 0).map((n) => at + n * 60_000),
    length: pick(1, 7 * 1440),
    facts: fc.record({
      memberships: facts,
      exceptions: fc.array(exception, { maxLength: 3 }),
      imported: fc.array(range(1560), { maxLength: 2 }),
      leaves: fc.array(
        fc.oneof(
          range(4000),
          spot.map((starts_at) => ({ starts_at, ends_at: null })),
        ),
        { maxLength: 1 },
      ),
    }),
  })
})

it('match a day-by-day walk to the minute, across clock changes in many time zones', {
  timeout: 60_000,
  meta: { shows: ['issue 5.2 tours'] },
}, () => {
  fc.assert(
    fc.property(scene, ({ zone, from, length, facts }) => {
      const to = from + length * 60_000
      const tours = toursIn(
        facts,
        { starts_at: new Date(from).toISOString(), ends_at: new Date(to).toISOString() },
        zone,
      )
      const ticks = new Uint8Array(length)
      let until = 0
      for (const tour of tours) {
        const [start, end] = [Date.parse(tour.starts_at), Date.parse(tour.ends_at)]
        // In order, without overlaps, and each touches the range.
        expect(start).toBeGreaterThanOrEqual(until)
        expect(start < to && from < end && start < end).toBe(true)
        until = end
        ticks.fill(1, Math.max(0, (start - from) / 60_000), Math.min(length, (end - from) / 60_000))
      }
      expect(ticks.join('')).toBe(minutesOracle(facts, from, to, zone))
    }),
    { numRuns: 400 },
  )
})
