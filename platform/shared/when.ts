import {
  clockWords,
  durationWords,
  type Instant,
  minutesBetween,
  type Range,
  type TimeFormat,
  type WallDate,
} from './time.ts'
import { clockChangeOf } from './wall.ts'
import { wallOf } from './zone.ts'

const shortDate = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Sun, Mar 14, 2027` */
export const dateWords = (date: WallDate): string => shortDate.format(new Date(`${date}T00:00:00Z`))

const nearDate = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `Sun, Mar 14` in the zone: for a title, where the year would crowd out the rest. */
export const shortDayWords = (at: Instant, zone: string): string =>
  nearDate.format(new Date(`${wallOf(at, zone).date}T00:00:00Z`))

/** `Sat, Mar 14, 2027, 22:00–06:00 (7 h, clocks go forward)` in the shift's own zone and the organization's time format. */
export function whenWords(range: Range, zone: string, format: TimeFormat): string {
  const [from, to] = [wallOf(range.starts_at, zone), wallOf(range.ends_at, zone)]
  const change = clockChangeOf(range, zone)
  const clocks = change === 0 ? '' : `, clocks go ${change > 0 ? 'forward' : 'back'}`
  return `${dateWords(from.date)}, ${clockWords(from.time, format)}–${clockWords(to.time, format)} (${durationWords(minutesBetween(range.starts_at, range.ends_at))}${clocks})`
}

/** Today in the department's zone, for filters and new dates. */
export const todayIn = (zone: string, now: number): string => wallOf(new Date(now).toISOString(), zone).date
