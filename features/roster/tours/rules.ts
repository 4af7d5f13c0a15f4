import {
  DAY,
  daysBetween,
  type Instant,
  isoInstant,
  isTime,
  MINUTE,
  ms,
  plusDays,
  type Range,
  type WallDate,
  type WallTime,
  weekdayOf,
} from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'

/** Maximum length of a tour, in planned minutes: one day. */
export const MAX_TOUR_MINUTES = 1440
/** Maximum length of a custom cycle, in days. */
export const MAX_CYCLE_DAYS = 84

/** A day's tour: start time on the clock and planned length. */
export type Hours = { start: WallTime; minutes: number }

export const patternKinds = ['four_two', 'pitman', 'panama', 'weekdays', 'cycle'] as const
export type PatternKind = (typeof patternKinds)[number]

export type Pattern =
  | ({ kind: 'four_two' } & Hours)
  | ({ kind: 'pitman' } & Hours)
  /** Two weeks of day tours from `start`, then two weeks of night tours from `night_start`. */
  | ({ kind: 'panama'; night_start: WallTime } & Hours)
  /** 0 is Sunday. */
  | ({ kind: 'weekdays'; weekdays: readonly number[] } & Hours)
  | { kind: 'cycle'; days: readonly (Hours | null)[] }

/** What a clock change preserves: the length in real minutes, or the end time on the clock. */
export const keepings = ['length', 'end'] as const
export type Keeps = (typeof keepings)[number]

/** A platoon's schedule from `starts_on` until the next one starts; `anchor_on` is day 1 of the cycle. */
export type Schedule = { starts_on: WallDate; anchor_on: WallDate; keeps: Keeps; pattern: Pattern }

const fourTwo = [1, 1, 1, 1, 0, 0]
const twoTwoThree = [1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0]
const week = [0, 1, 2, 3, 4, 5, 6]

/** The days of one cycle, day 1 first; null is off. Fixed weekdays begin on Sunday. */
export function cycleOf(pattern: Pattern): readonly (Hours | null)[] {
  if (pattern.kind === 'cycle') return pattern.days
  const day: Hours = { start: pattern.start, minutes: pattern.minutes }
  const marked = (marks: readonly number[], hours: Hours) => marks.map((mark) => (mark === 1 ? hours : null))
  if (pattern.kind === 'four_two') return marked(fourTwo, day)
  if (pattern.kind === 'pitman') return marked(twoTwoThree, day)
  if (pattern.kind === 'panama')
    return [...marked(twoTwoThree, day), ...marked(twoTwoThree, { ...day, start: pattern.night_start })]
  return week.map((weekday) => (pattern.weekdays.includes(weekday) ? day : null))
}

/** The schedule's tour on the day, ignoring `starts_on`; null is off. */
export function hoursOn(schedule: Pick<Schedule, 'anchor_on' | 'pattern'>, date: WallDate): Hours | null {
  if (schedule.pattern.kind === 'weekdays') return cycleOf(schedule.pattern)[weekdayOf(date)] ?? null
  const cycle = cycleOf(schedule.pattern)
  const place = daysBetween(schedule.anchor_on, date) % cycle.length
  return cycle[(place + cycle.length) % cycle.length] ?? null
}

export type PatternProblem = 'no_tours' | 'not_a_time' | 'not_minutes' | 'too_many_days' | 'reaches_into_next'

const minuteOfDay = (time: WallTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** What is wrong with a pattern, with the day of the cycle (1-based) if one day is at fault; null if valid. */
export function problemOfPattern(pattern: Pattern): { problem: PatternProblem; day?: number } | null {
  if (pattern.kind === 'panama' && !isTime(pattern.night_start)) return { problem: 'not_a_time' }
  const cycle = cycleOf(pattern)
  if (cycle.length > MAX_CYCLE_DAYS) return { problem: 'too_many_days' }
  if (cycle.every((hours) => hours === null)) return { problem: 'no_tours' }
  for (const [index, hours] of cycle.entries()) {
    if (hours === null) continue
    if (!isTime(hours.start)) return { problem: 'not_a_time', day: index + 1 }
    if (!Number.isInteger(hours.minutes) || hours.minutes < 1 || hours.minutes > MAX_TOUR_MINUTES)
      return { problem: 'not_minutes', day: index + 1 }
    const next = cycle[(index + 1) % cycle.length] ?? null
    if (next !== null && minuteOfDay(hours.start) + hours.minutes > 1440 + minuteOfDay(next.start))
      return { problem: 'reaches_into_next', day: index + 1 }
  }
  return null
}

/** A local time as an instant: a nonexistent time shifts by the clock change, a repeated one is the earlier (docs/decisions/0011). */
const instantOf = (date: WallDate, time: WallTime, zone: string, which: 'earlier' | 'later' = 'earlier'): number => {
  const answer = resolveWall({ date, time, zone, which })
  return ms(answer.kind === 'gap' ? answer.moved_to.instant : answer.kind === 'ok' ? answer.instant : answer.earlier)
}

/** The end by the clock, `minutes` after the start as if there were no clock change; always after the start. */
function wallEnd(start: number, date: WallDate, { start: time, minutes }: Hours, zone: string): number {
  const wall = new Date(Date.parse(`${date}T${time}:00Z`) + minutes * MINUTE).toISOString()
  const [day, clock] = [wall.slice(0, 10), wall.slice(11, 16)]
  const ends = [instantOf(day, clock, zone), instantOf(day, clock, zone, 'later')].filter((end) => end > start)
  return ends[0] ?? start + minutes * MINUTE
}

const ranges = new Map<string, Range>()

/** The instants of a tour that begins on the day. Cached, because a platoon's officers share them. */
export function tourRange(date: WallDate, hours: Hours, keeps: Keeps, zone: string): Range {
  const key = `${zone} ${date} ${hours.start} ${hours.minutes} ${keeps}`
  const known = ranges.get(key)
  if (known !== undefined) return known
  const start = instantOf(date, hours.start, zone)
  const end = keeps === 'length' ? start + hours.minutes * MINUTE : wallEnd(start, date, hours, zone)
  const range = { starts_at: isoInstant(start), ends_at: isoInstant(end) }
  if (ranges.size > 20_000) ranges.clear()
  ranges.set(key, range)
  return range
}

/** A period of platoon membership; `ends_on` and `ended_on` are exclusive. */
export type Membership = {
  starts_on: WallDate
  ends_on: WallDate | null
  platoon: string
  ended_on: WallDate | null
  schedules: readonly Schedule[]
}
export const exceptionKinds = ['off', 'extra', 'swap'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]
export type TourException = {
  kind: ExceptionKind
  on_day: WallDate
  works_on: WallDate | null
  start_time: WallTime | null
  minutes: number | null
}
/** `ends_at` null: until further notice. */
export type LeaveRange = { starts_at: Instant; ends_at: Instant | null }

/** All inputs for computing an officer's tours. `imported` counts for the day on which it begins. */
export type TourFacts = {
  memberships: readonly Membership[]
  exceptions: readonly TourException[]
  imported: readonly Range[]
  leaves: readonly LeaveRange[]
}

export type Tour = Range & { kind: 'tour'; title?: string }
type Span = { from: number; to: number; title: string | null }

/** The schedule that applies on the day: the latest one that has started. */
export const scheduleOn = (schedules: readonly Schedule[], date: WallDate): Schedule | null =>
  schedules.reduce<Schedule | null>(
    (held, one) => (one.starts_on <= date && (held === null || one.starts_on > held.starts_on) ? one : held),
    null,
  )

const spanOf = (date: WallDate, hours: Hours, keeps: Keeps, zone: string, title: string | null): Span => {
  const { starts_at, ends_at } = tourRange(date, hours, keeps, zone)
  return { from: ms(starts_at), to: ms(ends_at), title }
}

function rotationOn(facts: TourFacts, date: WallDate, zone: string): Span[] {
  const member = facts.memberships.find((m) => m.starts_on <= date && (m.ends_on === null || date < m.ends_on))
  if (member === undefined || (member.ended_on !== null && date >= member.ended_on)) return []
  const schedule = scheduleOn(member.schedules, date)
  const hours = schedule && hoursOn(schedule, date)
  return schedule && hours ? [spanOf(date, hours, schedule.keeps, zone, member.platoon)] : []
}

/** Tours that begin on the day: imported ones instead of the rotation, neither on a day off, plus extra tours. */
function tourSpansOn(facts: TourFacts, imported: readonly Span[], date: WallDate, zone: string): Span[] {
  const off = facts.exceptions.some((e) => e.kind !== 'extra' && e.on_day === date)
  const regular = off ? [] : imported.length > 0 ? imported : rotationOn(facts, date, zone)
  const extra = facts.exceptions.flatMap((e) => {
    const day = e.kind === 'extra' ? e.on_day : e.works_on
    if (e.kind === 'off' || day !== date || e.start_time === null || e.minutes === null) return []
    return [spanOf(date, { start: e.start_time, minutes: e.minutes }, 'length', zone, null)]
  })
  return [...regular, ...extra]
}

/** Removes overlaps: an earlier tour continues, and one that begins during it is moved to its end. */
function apart(spans: readonly Span[]): Span[] {
  const made: Span[] = []
  let until = -Infinity
  for (const span of spans.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const from = Math.max(span.from, until)
    if (from < span.to) made.push({ ...span, from })
    until = Math.max(until, span.to)
  }
  return made
}

/** The parts of a tour that are not on leave. */
function besideLeave(span: Span, leaves: readonly { from: number; to: number }[]): Span[] {
  let left = [span]
  for (const leave of leaves) {
    left = left.flatMap((one) => {
      if (leave.to <= one.from || one.to <= leave.from) return [one]
      const pieces = [
        { ...one, to: leave.from },
        { ...one, from: leave.to },
      ]
      return pieces.filter((piece) => piece.from < piece.to)
    })
  }
  return left
}

/**
 * The tours that touch the range, whole, in order and without overlaps, minus leave. Computed day by day from the given facts:
 * nothing is stored ahead. A tour keeps its start time on the clock across clock changes.
 */
export function toursIn(facts: TourFacts, range: Range, zone: string): Tour[] {
  const [from, to] = [ms(range.starts_at), ms(range.ends_at)]
  if (to <= from) return []
  const imported = Map.groupBy(facts.imported, (one) => wallOf(one.starts_at, zone).date)
  const spans: Span[] = []
  const last = wallOf(isoInstant(to), zone).date
  // A tour that began three days earlier cannot reach the range, nor a tour that does.
  for (let day = wallOf(isoInstant(from - 3 * DAY), zone).date; day <= last; day = plusDays(day, 1)) {
    const rows = (imported.get(day) ?? []).map((r) => ({ from: ms(r.starts_at), to: ms(r.ends_at), title: null }))
    spans.push(...tourSpansOn(facts, rows, day, zone))
  }
  const leaves = facts.leaves.map((l) => ({
    from: ms(l.starts_at),
    to: l.ends_at === null ? Number.POSITIVE_INFINITY : ms(l.ends_at),
  }))
  return apart(spans)
    .flatMap((span) => besideLeave(span, leaves))
    .filter((span) => span.from < to && from < span.to)
    .map(({ from: start, to: end, title }) => ({
      kind: 'tour',
      starts_at: isoInstant(start),
      ends_at: isoInstant(end),
      ...(title === null ? {} : { title }),
    }))
}
