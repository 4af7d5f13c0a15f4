import { hoursOn, type Schedule, scheduleOn, type TourFacts, tourRange, toursIn } from '#features/roster/tours/rules.ts'
import {
  DAY,
  isoInstant,
  ms,
  overlaps,
  plusDays,
  type Range,
  type WallDate,
  type WallTime,
  weekdayOf,
} from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'

/** How many days ahead to look for gaps, and the minimum time before the start at which a gap still opens a shift. */
export const DAYS_AHEAD = [1, 28] as const
export const LATEST_MINUTES = [0, 2880] as const
export const LEAST = [1, 200] as const
/** Kinds of assignment that put an officer on duty in addition to tours; court, training or a client's event do not. */
export const staffingKinds = ['overtime', 'callback', 'holdover'] as const
export type StaffingKind = (typeof staffingKinds)[number]

/** When a platoon works; it stops on `ended_on`. */
export type Rotation = { ended_on: WallDate | null; schedules: readonly Schedule[] }

/** The requirement for a group: a platoon's members by day, or everybody in a unit. */
export type Minimum = {
  id: string
  platoon_id: string | null
  /** The platoon's name, which identifies its tours. */
  platoon: string | null
  /** The unit itself, or the platoon's. */
  unit: string | null
  /** For a platoon: the minimum does not apply on its days off. */
  rotation: Rotation | null
  rank: string | null
  least: number
  weekdays: readonly number[]
  start_time: WallTime
  end_time: WallTime
  starts_on: WallDate
  last_on: WallDate | null
}

const minuteOfDay = (time: WallTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** From the start to the next such end in local time: 22:00-06:00 is 480, 06:00-06:00 a whole day. */
export const wallMinutes = (start: WallTime, end: WallTime): number =>
  (minuteOfDay(end) - minuteOfDay(start) + 1440) % 1440 || 1440

/** Whether the rotation has a tour that touches the range; no tour is longer than a day. */
const works = ({ ended_on, schedules }: Rotation, day: WallDate, range: Range, zone: string): boolean =>
  [plusDays(day, -1), day, plusDays(day, 1)].some((on) => {
    const schedule = ended_on !== null && on >= ended_on ? null : scheduleOn(schedules, on)
    const hours = schedule && hoursOn(schedule, on)
    return schedule !== null && hours !== null && overlaps(tourRange(on, hours, schedule.keeps, zone), range)
  })

/** The minimum's hours that begin on the day; null if it does not apply to it. Both ends are local time (docs/decisions/0170). */
export function windowOn(
  m: Pick<Minimum, 'weekdays' | 'start_time' | 'end_time' | 'starts_on' | 'last_on' | 'rotation'>,
  day: WallDate,
  zone: string,
): Range | null {
  if (day < m.starts_on || (m.last_on !== null && day > m.last_on) || !m.weekdays.includes(weekdayOf(day))) return null
  const range = tourRange(day, { start: m.start_time, minutes: wallMinutes(m.start_time, m.end_time) }, 'end', zone)
  return m.rotation === null || works(m.rotation, day, range, zone) ? range : null
}

export type Person = {
  officer_id: string
  name: string
  unit: string | null
  rank: string | null
  /** The first day on which the officer is gone. */
  left_on: WallDate | null
  facts: TourFacts
}

/** A spot that an officer holds. */
export type Held = Range & {
  officer_id: string
  name: string
  rank: string | null
  assignment_id: string
  kind: string
  /** Units that the post requires. */
  units: readonly string[]
  /** The minimum whose gap opened it. */
  minimum_id: string | null
}

/** The facts for tours while the officer belongs to the platoon; a day off counts on every day. */
export function factsOf(facts: TourFacts, platoon: string, zone: string): TourFacts {
  const memberships = facts.memberships.filter((one) => one.platoon === platoon)
  const belongs = (day: WallDate) =>
    memberships.some((one) => one.starts_on <= day && (one.ends_on === null || day < one.ends_on))
  return {
    ...facts,
    memberships,
    imported: facts.imported.filter((one) => belongs(wallOf(one.starts_at, zone).date)),
    exceptions: facts.exceptions.flatMap((one) => {
      if (one.kind === 'extra') return belongs(one.on_day) ? [one] : []
      if (one.kind === 'off' || one.works_on === null || belongs(one.works_on)) return [one]
      return [{ ...one, kind: 'off' as const, works_on: null, start_time: null, minutes: null }]
    }),
  }
}

type Span = { from: number; to: number }

const within = (range: Range, to: Span): Span => ({
  from: Math.max(ms(range.starts_at), to.from),
  to: Math.min(ms(range.ends_at), to.to),
})
const besides = (spans: readonly Span[], cut: Span): Span[] =>
  spans.flatMap((one) =>
    [
      { from: one.from, to: Math.min(one.to, cut.from) },
      { from: Math.max(one.from, cut.to), to: one.to },
    ].filter((piece) => piece.from < piece.to),
  )

/** An officer present for part of the hours. */
export type Presence = Span & {
  officer_id: string
  name: string
  how: 'tour' | 'overtime'
  assignment_id: string | null
}

/**
 * Whether work on this shift counts for this minimum: its own shift, one opened by a minimum of the same group, or one for its
 * unit.
 */
const counts = (held: Held, m: Minimum, all: readonly Minimum[]): boolean => {
  const opener = all.find((one) => one.id === held.minimum_id)
  if (held.minimum_id === m.id) return true
  if (opener && opener.platoon_id === m.platoon_id && opener.unit === m.unit) return true
  return staffingKinds.some((kind) => kind === held.kind) && m.unit !== null && held.units.includes(m.unit)
}

/** Whether an officer's tours count: the officer is in the unit, or in the platoon at any time during the days. */
export const isOf = (person: Person, m: Minimum): boolean =>
  m.platoon === null ? person.unit === m.unit : person.facts.memberships.some((one) => one.platoon === m.platoon)

export type Crowd = { people: readonly Person[]; held: readonly Held[]; minimums: readonly Minimum[]; zone: string }

export type Counted = {
  presences: Presence[]
  /** Officers whose tour in these hours is replaced by leave, fully or partly. */
  on_leave: { officer_id: string; name: string }[]
  /** Officers who would be on tour but work elsewhere for part of it. */
  elsewhere: { officer_id: string; name: string }[]
}

/**
 * Computed once for the days ahead, because each minimum needs every day: otherwise a department of 200 would block the server
 * for seconds.
 */
const reckoned = new WeakMap<TourFacts, Span & { zone: string; tours: Span[] }>()
const toursTouching = (facts: TourFacts, window: Range, zone: string): Span[] => {
  const asked = { from: ms(window.starts_at), to: ms(window.ends_at) }
  const known = reckoned.get(facts)
  if (known !== undefined && known.zone === zone && known.from <= asked.from && asked.to <= known.to) return known.tours
  const [from, to] = [asked.from - DAY, asked.to + 32 * DAY]
  const found = toursIn(facts, { starts_at: isoInstant(from), ends_at: isoInstant(to) }, zone)
  const tours = found.map((one) => ({ from: ms(one.starts_at), to: ms(one.ends_at) }))
  reckoned.set(facts, { from, to, zone, tours })
  return tours
}

/** Returns the same facts object for the same request, so that the cache above finds what was computed from it. */
const remembered = (make: (facts: TourFacts, of: string, zone: string) => TourFacts) => {
  const known = new WeakMap<TourFacts, Map<string, TourFacts>>()
  return (facts: TourFacts, of: string, zone: string): TourFacts => {
    const own = known.get(facts) ?? new Map<string, TourFacts>()
    known.set(facts, own)
    const found = own.get(`${zone} ${of}`) ?? make(facts, of, zone)
    own.set(`${zone} ${of}`, found)
    return found
  }
}
const inPlatoon = remembered(factsOf)
const withoutLeave = remembered((facts) => ({ ...facts, leaves: [] }))

const tourSpans = (person: Person, facts: TourFacts, window: Range, zone: string): Span[] => {
  const left = person.left_on === null ? Number.POSITIVE_INFINITY : ms(startOfDayIn(zone, person.left_on))
  const [start, end] = [ms(window.starts_at), Math.min(ms(window.ends_at), left)]
  return toursTouching(facts, window, zone).flatMap((tour) => {
    const [from, to] = [Math.max(tour.from, start), Math.min(tour.to, end)]
    return from < to ? [{ from, to }] : []
  })
}
const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, one) => sum + one.to - one.from, 0)

/**
 * Who is present in these hours and how: on tour, minus leave and days off, and on overtime that counts. Nobody is in two places:
 * an officer working elsewhere is not on the tour.
 */
export function countedOf(m: Minimum, window: Range, crowd: Crowd): Counted {
  const { zone } = crowd
  const hours = { from: ms(window.starts_at), to: ms(window.ends_at) }
  const there = crowd.held.filter((one) => ms(one.starts_at) < hours.to && hours.from < ms(one.ends_at))
  const work = Map.groupBy(there, (one) => (counts(one, m, crowd.minimums) ? 'here' : 'elsewhere'))
  const away = Map.groupBy(work.get('elsewhere') ?? [], (one) => one.officer_id)
  const presences: Presence[] = []
  const on_leave: Counted['on_leave'] = []
  const elsewhere: Counted['elsewhere'] = []
  for (const person of crowd.people) {
    if (!isOf(person, m) || (m.rank !== null && person.rank !== m.rank)) continue
    const facts = m.platoon === null ? person.facts : inPlatoon(person.facts, m.platoon, zone)
    const { officer_id, name } = person
    let spans = tourSpans(person, facts, window, zone)
    if (
      facts.leaves.length > 0 &&
      lengthOf(tourSpans(person, withoutLeave(facts, '', zone), window, zone)) > lengthOf(spans)
    )
      on_leave.push({ officer_id, name })
    const regular = lengthOf(spans)
    for (const one of away.get(officer_id) ?? []) spans = besides(spans, within(one, hours))
    if (lengthOf(spans) < regular) elsewhere.push({ officer_id, name })
    presences.push(...spans.map((one) => ({ ...one, officer_id, name, how: 'tour' as const, assignment_id: null })))
  }
  for (const one of work.get('here') ?? []) {
    if (m.rank !== null && one.rank !== m.rank) continue
    const { officer_id, name, assignment_id } = one
    presences.push({ ...within(one, hours), officer_id, name, how: 'overtime', assignment_id })
  }
  return { presences, on_leave, elsewhere }
}

export type Shortfall = {
  /** The lowest number present at any one time. */
  present: number
  /** The highest number missing at any one time. */
  missing: number
  /** From the first short minute to the last; null if there is none. */
  range: Range | null
}

/** Each officer counts once at a time, for whatever reason they are present. */
function merged(presences: readonly Presence[]): Span[] {
  const made: Span[] = []
  for (const own of Map.groupBy(presences, (one) => one.officer_id).values()) {
    let last: Span | null = null
    for (const { from, to } of own.toSorted((a, b) => a.from - b.from)) {
      if (last !== null && from <= last.to) last.to = Math.max(last.to, to)
      else {
        last = { from, to }
        made.push(last)
      }
    }
  }
  return made
}

/** How many officers are present throughout the hours, minute by minute. */
export function shortfallOf(hours: Range, least: number, presences: readonly Presence[]): Shortfall {
  const [start, end] = [ms(hours.starts_at), ms(hours.ends_at)]
  const changes = new Map<number, number>([[start, 0]])
  const change = (at: number, by: number) => changes.set(at, (changes.get(at) ?? 0) + by)
  for (const { from, to } of merged(presences)) {
    if (to <= start || end <= from) continue
    change(Math.max(from, start), 1)
    if (to < end) change(to, -1)
  }
  let [count, present, first, last] = [0, Number.POSITIVE_INFINITY, Number.NaN, Number.NaN]
  const times = [...changes.keys()].sort((a, b) => a - b)
  for (const [index, at] of times.entries()) {
    count += changes.get(at) ?? 0
    present = Math.min(present, count)
    if (count >= least) continue
    if (Number.isNaN(first)) first = at
    last = times[index + 1] ?? end
  }
  const range = Number.isNaN(first) ? null : { starts_at: isoInstant(first), ends_at: isoInstant(last) }
  return { present, missing: Math.max(0, least - present), range }
}

/** The group that a minimum counts: `Night A`, `Patrol, rank Sergeant`. */
export const groupWords = (m: Pick<Minimum, 'platoon' | 'unit' | 'rank'>): string =>
  `${m.platoon ?? m.unit ?? ''}${m.rank === null ? '' : `, rank ${m.rank}`}`
