import {
  daysBetween,
  type Instant,
  isDate,
  isTime,
  ms,
  plusDays,
  plusMinutes,
  type WallDate,
  type WallTime,
  weekdayOf,
} from '#platform/shared/time.ts'
import { endDateOf, resolveWall } from '#platform/shared/wall.ts'
import { isZone, wallOf } from '#platform/shared/zone.ts'

/** Maximum number of occurrences in a series. */
export const MAX_OCCURRENCES = 366
/** Maximum days from a series' first date: ten years. */
const MAX_SPAN = 3653

export type Series = {
  /** First date; an occurrence only if the rule matches it. */
  start_date: WallDate
  /** Local times, preserved across clock changes; an end at or before the start is on the next day. */
  start_time: WallTime
  end_time: WallTime
  zone: string
  /** Every `every` days, or every `every` weeks (counted from the week of `start_date`, starting Sunday) on `weekdays`, 0 is Sunday. */
  repeat: { unit: 'days'; every: number } | { unit: 'weeks'; every: number; weekdays: readonly number[] }
  /** The last date, inclusive, or the number of occurrences; with both, whichever comes first. */
  until?: WallDate | null | undefined
  count?: number | null | undefined
}

/**
 * `moved`: the local time does not exist on that day and was shifted by the clock change; `earlier`: it occurs twice and the
 * first was chosen.
 */
export type Mark = 'moved' | 'earlier'

export type Occurrence = {
  date: WallDate
  starts_at: Instant
  ends_at: Instant
  /** Local start and end as displayed. */
  start_time: WallTime
  end_time: WallTime
  start_mark: Mark | null
  end_mark: Mark | null
}

export type SeriesProblem = {
  field: keyof Series
  message: 'invalid' | 'required' | 'out_of_range' | 'too_many' | 'none'
}

/** Every invalid field of a series; if empty, `occurrences` may be called. */
export function problemsOfSeries(s: Series): SeriesProblem[] {
  const found: SeriesProblem[] = []
  const bad = (field: keyof Series, message: SeriesProblem['message']) => found.push({ field, message })
  if (!isDate(s.start_date) || s.start_date < '2000' || s.start_date >= '2101') bad('start_date', 'invalid')
  if (!isTime(s.start_time)) bad('start_time', 'invalid')
  if (!isTime(s.end_time)) bad('end_time', 'invalid')
  if (!isZone(s.zone)) bad('zone', 'invalid')
  const days = s.repeat.unit === 'weeks' ? s.repeat.weekdays : [0]
  const isDayOk = (day: number) => Number.isInteger(day) && day >= 0 && day <= 6
  if (!isWhole(s.repeat.every, 52) || days.length === 0 || !days.every(isDayOk)) bad('repeat', 'invalid')
  if (s.until == null && s.count == null) bad('until', 'required')
  if (s.count != null && !isWhole(s.count, MAX_OCCURRENCES)) bad('count', 'out_of_range')
  if (s.until != null && !(isDate(s.until) && s.until >= s.start_date)) bad('until', 'invalid')
  if (found.length > 0) return found
  const dates = datesOf(s)
  if (dates.length === 0) bad('until', 'none')
  if (dates.length > MAX_OCCURRENCES) bad('until', 'too_many')
  if (s.until != null && daysBetween(s.start_date, s.until) > MAX_SPAN) bad('until', 'out_of_range')
  if (s.until == null && s.count != null && dates.length < s.count) bad('count', 'out_of_range')
  return found
}

const isWhole = (value: number, max: number): boolean => Number.isInteger(value) && value >= 1 && value <= max

/** The dates matched by the rule, ascending; at most one more than allowed, so that an excess is detected. */
export function datesOf(s: Pick<Series, 'start_date' | 'repeat' | 'until' | 'count'>): WallDate[] {
  const dates: WallDate[] = []
  const most = Math.min(s.count ?? Number.POSITIVE_INFINITY, MAX_OCCURRENCES + 1)
  const last = Math.min(s.until == null ? MAX_SPAN : daysBetween(s.start_date, s.until), MAX_SPAN)
  const firstWeekday = weekdayOf(s.start_date)
  for (let day = 0; day <= last && dates.length < most; day++) {
    if (isHit(s.repeat, day, firstWeekday)) dates.push(plusDays(s.start_date, day))
  }
  return dates
}

function isHit(repeat: Series['repeat'], day: number, firstWeekday: number): boolean {
  if (repeat.unit === 'days') return day % repeat.every === 0
  const fromSunday = firstWeekday + day
  return Math.floor(fromSunday / 7) % repeat.every === 0 && repeat.weekdays.includes(fromSunday % 7)
}

/** Every occurrence with its instants (issue point 6). Throws RangeError for a series that `problemsOfSeries` refuses. */
export function occurrences(s: Series): Occurrence[] {
  const [problem] = problemsOfSeries(s)
  if (problem !== undefined) throw new RangeError(`not a series: ${problem.field} ${problem.message}`)
  return datesOf(s).map((date) => occurrenceOn(s, date))
}

function occurrenceOn(s: Series, date: WallDate): Occurrence {
  const { start_time, end_time, zone } = s
  const endDate = endDateOf({ date, start_time, end_time })
  const start = placed(date, start_time, zone)
  const found = placed(endDate, end_time, zone)
  // If a repeated end time falls before the start, use its second occurrence. If a shifted start passes the end, shift the end
  // too.
  const isBefore = ms(found.instant) <= ms(start.instant)
  const later = isBefore && found.later !== undefined ? { ...found, instant: found.later, mark: null } : found
  const end = ms(later.instant) > ms(start.instant) ? later : movedBehind(start, s, daysBetween(date, endDate))
  return {
    date,
    starts_at: start.instant,
    ends_at: end.instant,
    start_time: start.time,
    end_time: end.time,
    start_mark: start.mark,
    end_mark: end.mark,
  }
}

const minuteOf = (time: WallTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function movedBehind(start: Placed, s: Series, days: number): Placed {
  const instant = plusMinutes(start.instant, days * 1440 + minuteOf(s.end_time) - minuteOf(s.start_time))
  return { instant, time: wallOf(instant, s.zone).time, mark: 'moved' }
}

type Placed = { instant: Instant; time: WallTime; mark: Mark | null; later?: Instant }

function placed(date: WallDate, time: WallTime, zone: string): Placed {
  const answer = resolveWall({ date, time, zone })
  if (answer.kind === 'ok') return { instant: answer.instant, time, mark: null }
  if (answer.kind === 'gap') return { instant: answer.moved_to.instant, time: answer.moved_to.time, mark: 'moved' }
  return { instant: answer.earlier, time, mark: 'earlier', later: answer.later }
}
