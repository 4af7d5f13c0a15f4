/**
 * An instant in calls and rules: ISO 8601 with an offset, `2026-11-01T03:00:00.000Z` in normal form. PostgreSQL's JSON format
 * (`+00:00`, microseconds) is accepted too; `isoInstant` normalizes it.
 */
export type Instant = string

/** An instant in milliseconds since 1970. Throws RangeError for invalid text, which the contract must reject first. */
export function ms(instant: Instant): number {
  const value = Date.parse(instant)
  if (!Number.isFinite(value)) throw new RangeError(`not an instant: ${instant.slice(0, 40)}`)
  return value
}

/** Normal form: UTC, milliseconds, `Z`. Throws RangeError if out of range for a date. */
export function isoInstant(at: Instant | number | Date): Instant {
  return new Date(typeof at === 'string' ? ms(at) : at).toISOString()
}

/** Whole minutes of elapsed time from `start` to `end`, rounded down; negative when `end` is earlier. */
export function minutesBetween(start: Instant, end: Instant): number {
  return Math.floor((ms(end) - ms(start)) / MINUTE)
}

/** `instant` shifted by whole minutes of elapsed time, in normal form. */
export function plusMinutes(instant: Instant, minutes: number): Instant {
  return isoInstant(ms(instant) + minutes * MINUTE)
}

export type Range = { starts_at: Instant; ends_at: Instant }

/** Ranges are half-open `[)`: 06:00-14:00 and 14:00-22:00 do not overlap. An empty range overlaps nothing. */
export function overlaps(a: Range, b: Range): boolean {
  const [aStart, aEnd, bStart, bEnd] = [ms(a.starts_at), ms(a.ends_at), ms(b.starts_at), ms(b.ends_at)]
  return aStart < aEnd && bStart < bEnd && aStart < bEnd && bStart < aEnd
}

/** `7 h 30 min`, `45 min`, `8 h`; whole minutes, the rest of one dropped, with a minus sign if negative. */
export function durationWords(minutes: number): string {
  const whole = Math.trunc(Math.abs(minutes))
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  const words = [
    hours > 0 ? `${hours.toLocaleString('en-US')} h` : '',
    rest > 0 || hours === 0 ? `${rest} min` : '',
  ].filter((w) => w !== '')
  return (minutes < 0 && whole > 0 ? '−' : '') + words.join(' ')
}

/** A calendar date without a zone, `2027-03-14`. */
export type WallDate = string
/** A time of day without a zone, `02:30`; 00:00 to 23:59. */
export type WallTime = string

/** How an organization writes the time of day. */
export const timeFormats = ['24h', '12h'] as const
export type TimeFormat = (typeof timeFormats)[number]

/** `18:30` in the organization's format: `18:30`, or `6:30 PM`. Returns invalid text unchanged. */
export function clockWords(time: WallTime, format: TimeFormat): string {
  if (format === '24h' || !isTime(time)) return time
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

const TYPED = /^(\d{1,2})(?:[:.h]?([0-5]\d))?\s*([ap])?\.?\s*(?:m\.?)?$/i

/** Parses a typed time of day: `18:30`, `1830`, `18.30`, `6:30 pm`, `6 PM`; null if invalid. */
export function readClock(typed: string): WallTime | null {
  const [, hourText = '', minutes, half] = TYPED.exec(typed.trim()) ?? []
  if (hourText === '' || (minutes === undefined && half === undefined)) return null
  const hour = Number(hourText)
  if (half === undefined) return hour > 23 ? null : `${hourText.padStart(2, '0')}:${minutes}`
  if (hour < 1 || hour > 12) return null
  const of24 = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(of24).padStart(2, '0')}:${minutes ?? '00'}`
}

/** In milliseconds. */
export const MINUTE = 60_000
/** In milliseconds. */
export const HOUR = 60 * MINUTE
/** Of 24 hours, in milliseconds. */
export const DAY = 24 * HOUR
/** Six weeks: the most that a sheet of the schedule shows, and that is read for one at once. */
export const SHEET_DAYS = 42
/** How long a press or a decision can be undone. */
export const UNDO_SECONDS = 60
/** How long screens offer the undo, in milliseconds: less, to allow for slow connections. */
export const UNDO_OFFERED_MS = (UNDO_SECONDS - 10) * 1000

/** Whether the text is a date that exists, years 0001 to 9999. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const value = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(value) && new Date(value).toISOString().startsWith(text)
}

/** Whether the text is a time of day, 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

function dayNumber(date: WallDate): number {
  if (!isDate(date)) throw new RangeError(`not a date: ${date.slice(0, 40)}`)
  return Date.parse(`${date}T00:00:00Z`) / DAY
}

/** The date `days` later (earlier when negative). */
export const plusDays = (date: WallDate, days: number): WallDate =>
  new Date((dayNumber(date) + days) * DAY).toISOString().slice(0, 10)

/** Calendar days from `a` to `b`. */
export const daysBetween = (a: WallDate, b: WallDate): number => dayNumber(b) - dayNumber(a)

/** 0 is Sunday, 6 Saturday; of a local time as if it were UTC, in ms. */
export const weekdayAt = (local: number): number => (((Math.floor(local / DAY) + 4) % 7) + 7) % 7

/** 0 is Sunday, 6 Saturday. */
export const weekdayOf = (date: WallDate): number => weekdayAt(dayNumber(date) * DAY)

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Jul 1, 2016`: a date without a time or a zone, such as a hire date. What is not a date comes back as it is. */
export const plainDateWords = (date: WallDate): string => {
  const [year, month, day] = date.split('-').map(Number)
  return year && month && day ? `${monthNames[month - 1]} ${day}, ${year}` : date
}

/** The same day a number of months later; the month's last day if it has no such day. */
export const plusMonths = (date: WallDate, months: number): WallDate => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const at = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(at / 12), (at % 12) + 1]
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate()
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`
}
