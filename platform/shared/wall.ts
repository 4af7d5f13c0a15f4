import {
  DAY,
  type Instant,
  isDate,
  isoInstant,
  isTime,
  MINUTE,
  ms,
  plusDays,
  type Range,
  type WallDate,
  type WallTime,
  weekdayOf,
} from './time.ts'
import { offsetAt, wallAt } from './zone.ts'

// From wall-clock time to instants. Kept apart from `zone.ts`, which every page loads.

/** The instants (zero to two, ascending) at which `zone` shows the local time (ms as if UTC). */
function instantsOf(local: number, zone: string): number[] {
  const offsets = new Set([offsetAt(local - DAY, zone), offsetAt(local + DAY, zone)])
  return [...offsets]
    .filter((offset) => offsetAt(local - offset, zone) === offset)
    .map((offset) => local - offset)
    .sort((a, b) => a - b)
}

/** The first ms with the later offset, within a day of a local time that does not exist. */
function changeAround(local: number, zone: string): number {
  let [before, after] = [local - DAY, local + DAY]
  const old = offsetAt(before, zone)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, zone) === old) before = middle
    else after = middle
  }
  return after
}

export type WallQuestion = { date: WallDate; time: WallTime; zone: string; which?: 'earlier' | 'later' | undefined }

export type WallAnswer =
  | { kind: 'ok'; instant: Instant }
  | { kind: 'gap'; moved_to: { instant: Instant; date: WallDate; time: WallTime } }
  | { kind: 'twice'; earlier: Instant; later: Instant }

/**
 * The instant of a local time. `gap`: the clock skips it; `moved_to` is later by the length of the skip (02:30 becomes 03:30).
 * `twice`: the clock repeats it and `which` did not choose. Throws RangeError for an invalid date, time or zone, which the
 * contract must reject.
 */
export function resolveWall({ date, time, zone, which }: WallQuestion): WallAnswer {
  if (!isDate(date) || !isTime(time)) throw new RangeError(`not a local time: ${date} ${time}`.slice(0, 60))
  const local = Date.parse(`${date}T${time}:00Z`)
  const [first, second] = instantsOf(local, zone)
  if (first === undefined) {
    const moved = local - offsetAt(local - DAY, zone)
    const wall = wallAt(moved, zone)
    return { kind: 'gap', moved_to: { instant: isoInstant(moved), date: wall.date, time: wall.time } }
  }
  if (second === undefined) return { kind: 'ok', instant: isoInstant(first) }
  if (which === undefined) return { kind: 'twice', earlier: isoInstant(first), later: isoInstant(second) }
  return { kind: 'ok', instant: isoInstant(which === 'earlier' ? first : second) }
}

export type WallRange = {
  date: WallDate
  start_time: WallTime
  /** If at or before `start_time`, it is on the next day, unless `end_date` says otherwise. */
  end_time: WallTime
  end_date?: WallDate | undefined
  zone: string
  start_which?: 'earlier' | 'later' | undefined
  end_which?: 'earlier' | 'later' | undefined
}

export type RangeAnswer =
  | { kind: 'ok'; starts_at: Instant; ends_at: Instant; minutes: number }
  | (Exclude<WallAnswer, { kind: 'ok' }> & { field: 'start_time' | 'end_time' })

/** The end date of a range given by two times: the next day if the end is at or before the start. */
export const endDateOf = (r: Pick<WallRange, 'date' | 'start_time' | 'end_time' | 'end_date'>): WallDate =>
  r.end_date ?? (r.end_time <= r.start_time ? plusDays(r.date, 1) : r.date)

/**
 * A half-open range from local times. `minutes` is elapsed time: 22:00-06:00 in Chicago is 540 on October 31, 2026, and 420 on 13
 * March 2027. If the end occurs twice and only the later one is after the start, that one is used. An `end_date` may make the
 * range empty or negative; validation refuses it.
 */
export function rangeFromWall(r: WallRange): RangeAnswer {
  const start = resolveWall({ date: r.date, time: r.start_time, zone: r.zone, which: r.start_which })
  if (start.kind !== 'ok') return { ...start, field: 'start_time' }
  const end = resolveWall({ date: endDateOf(r), time: r.end_time, zone: r.zone, which: r.end_which })
  if (end.kind === 'gap') return { ...end, field: 'end_time' }
  if (end.kind === 'twice' && ms(end.earlier) > ms(start.instant)) return { ...end, field: 'end_time' }
  const ends_at = end.kind === 'twice' ? end.later : end.instant
  const minutes = Math.floor((ms(ends_at) - ms(start.instant)) / MINUTE)
  return { kind: 'ok', starts_at: start.instant, ends_at, minutes }
}

/** Minutes the clock shifts during the range: 60 in spring, -60 in fall, else 0. Elapsed length = wall length - this. */
export function clockChangeOf(range: Range, zone: string): number {
  return (offsetAt(ms(range.ends_at), zone) - offsetAt(ms(range.starts_at), zone)) / MINUTE
}

/** The first instant of the date in the zone; a date the zone skipped starts when the next one does. */
export function startOfDayIn(zone: string, date: WallDate): Instant {
  const local = Date.parse(`${plusDays(date, 0)}T00:00:00Z`)
  return isoInstant(instantsOf(local, zone)[0] ?? changeAround(local, zone))
}

/**
 * The instant of 23:59:59.999 on the date in the zone: the later one if it occurs twice, or the last millisecond before the clock
 * skips it. The end of a trial (specification section 4).
 */
export function endOfDayIn(zone: string, date: WallDate): Instant {
  const local = Date.parse(`${plusDays(date, 0)}T23:59:59Z`)
  const last = instantsOf(local, zone).at(-1)
  return isoInstant(last === undefined ? changeAround(local, zone) - 1 : last + 999)
}

/** The week containing the date: its first day (`weekStart` 0 is Sunday), that day's first instant, and the next week's (half-open). */
export function startOfWeek(
  zone: string,
  date: WallDate,
  weekStart = 0,
): { date: WallDate; starts_at: Instant; ends_at: Instant } {
  const first = plusDays(date, -((weekdayOf(date) - weekStart + 7) % 7))
  return { date: first, starts_at: startOfDayIn(zone, first), ends_at: startOfDayIn(zone, plusDays(first, 7)) }
}
