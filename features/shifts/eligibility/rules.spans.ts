import { DAY, type Instant, isoInstant, MINUTE, ms, plusDays, type WallDate, weekdayOf } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { wallAt } from '#platform/shared/zone.ts'

/** Whole minutes since 1970, half-open: hours are counted in minutes, and seconds are dropped. */
export type Span = readonly [from: number, to: number]

export const minuteOf = (at: Instant): number => Math.floor(ms(at) / MINUTE)
export const instantOf = (minute: number): Instant => isoInstant(minute * MINUTE)

/** Worked minutes, each counted once even if listed several times. */
export type Busy = {
  /** Ascending, without overlapping or touching. */
  blocks: readonly Span[]
  /** Worked minutes in the span. */
  within: (from: number, to: number) => number
}

export const mergeSpans = (spans: readonly Span[], gap = 0): Span[] => {
  const merged: [number, number][] = []
  for (const [from, to] of spans.filter(([a, b]) => a < b).toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last !== undefined && from - last[1] <= gap) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

export const busyOf = (spans: readonly Span[]): Busy => {
  const blocks = mergeSpans(spans)
  const sums = [0]
  for (const [from, to] of blocks) sums.push((sums.at(-1) ?? 0) + to - from)
  const until = (minute: number): number => {
    // How many blocks begin before the minute.
    let [low, high] = [0, blocks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((blocks[middle]?.[0] ?? 0) < minute) low = middle + 1
      else high = middle
    }
    const last = blocks[low - 1]
    return last === undefined ? 0 : (sums[low - 1] ?? 0) + Math.min(minute, last[1]) - last[0]
  }
  return { blocks, within: (from, to) => (from < to ? until(to) - until(from) : 0) }
}

/** Minutes of the job inside the window that are not already worked. */
export const added = (busy: Busy, job: Span, window: Span): number => {
  const [from, to] = [Math.max(job[0], window[0]), Math.min(job[1], window[1])]
  return from < to ? to - from - busy.within(from, to) : 0
}

/**
 * The first start after `at` from which a job of `length` adds at most `most` minutes to the window, or leaves it. The added time
 * changes by at most one per minute, and changes direction only where an edge of the job meets an edge of work or window.
 */
export const firstStartAdding = (busy: Busy, window: Span, length: number, most: number, at: number): number => {
  if (most < 0) return window[1]
  const edges = new Set([window[0], window[1] - length, window[1]])
  for (const [from, to] of busy.blocks) {
    if (to <= window[0] - length || from >= window[1]) continue
    for (const edge of [from, to, from - length, to - length]) edges.add(edge)
  }
  for (const edge of [...edges].filter((one) => one > at && one < window[1]).sort((a, b) => a - b)) {
    const adds = added(busy, [edge, edge + length], window)
    if (adds <= most) return edge - (most - adds)
  }
  // After the last edge, all that is left in the window is free, so it shrinks by one minute each minute.
  return window[1] - most
}

/** The days of a zone by number, with their first minutes; the numbers of two zones are unrelated. */
export type Calendar = {
  dayOf: (minute: number) => number
  startOf: (day: number) => number
  /** The calendar week (from Sunday) or month that contains the minute. */
  periodOf: (minute: number, per: 'week' | 'month') => Span
}

const dateOf = (day: number): WallDate => new Date(day * DAY).toISOString().slice(0, 10)
const numberOf = (date: WallDate): number => Date.parse(`${date}T00:00:00Z`) / DAY

const firstOfPeriod = (date: WallDate, per: 'week' | 'month'): WallDate =>
  per === 'week' ? plusDays(date, -weekdayOf(date)) : `${date.slice(0, 8)}01`
const afterPeriod = (first: WallDate, per: 'week' | 'month'): WallDate =>
  per === 'week' ? plusDays(first, 7) : firstOfPeriod(plusDays(first, 31), 'month')

const makeCalendar = (zone: string): Calendar => {
  const starts = new Map<number, number>()
  const startOf = (day: number): number => {
    const known = starts.get(day)
    if (known !== undefined) return known
    // A day begins within a minute only in zones whose offset was not in whole minutes.
    const start = Math.ceil(ms(startOfDayIn(zone, dateOf(day))) / MINUTE)
    starts.set(day, start)
    return start
  }
  const offset = wallAt(Date.UTC(2026, 0, 1), zone).offset_minutes
  const dayOf = (minute: number): number => {
    let day = Math.floor((minute + offset) / 1440)
    while (minute < startOf(day)) day--
    while (minute >= startOf(day + 1)) day++
    return day
  }
  const periodOf = (minute: number, per: 'week' | 'month'): Span => {
    const first = firstOfPeriod(dateOf(dayOf(minute)), per)
    return [startOf(numberOf(first)), startOf(numberOf(afterPeriod(first, per)))]
  }
  return { dayOf, startOf, periodOf }
}

const calendars = new Map<string, Calendar>()
/** Computed once per zone and day: looking up a zone's midnight costs more than everything else here. */
export const calendarOf = (zone: string): Calendar => {
  const known = calendars.get(zone)
  if (known !== undefined) return known
  if (calendars.size > 100) calendars.clear()
  const made = makeCalendar(zone)
  calendars.set(zone, made)
  return made
}
