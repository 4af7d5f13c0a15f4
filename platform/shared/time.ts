/**
 * An instant on the wire and in rules: ISO 8601 with an offset, `2026-11-01T03:00:00.000Z` in normal form.
 * PostgreSQL's JSON spelling (`+00:00`, microseconds) is taken too; `isoInstant` makes it normal.
 */
export type Instant = string

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/

/** Milliseconds since 1970 of an instant. Throws RangeError for text that names none: such text must be stopped by the contract. */
export function ms(instant: Instant): number {
  const value = Date.parse(instant)
  if (!Number.isFinite(value)) throw new RangeError(`not an instant: ${instant.slice(0, 40)}`)
  return value
}

/** Whether the text is an instant with an offset (a local time without one is not). */
export function isInstant(text: string): boolean {
  return INSTANT.test(text) && Number.isFinite(Date.parse(text))
}

/** Normal form: UTC, milliseconds, `Z`. Throws RangeError beyond what a date can hold. */
export function isoInstant(at: Instant | number | Date): Instant {
  return new Date(typeof at === 'string' ? ms(at) : at).toISOString()
}

/** Whole minutes of real time from `start` to `end`, rounded down; negative when `end` is earlier. */
export function minutesBetween(start: Instant, end: Instant): number {
  return Math.floor((ms(end) - ms(start)) / 60_000)
}

/** `instant` moved by whole minutes of real time, in normal form. */
export function plusMinutes(instant: Instant, minutes: number): Instant {
  return isoInstant(ms(instant) + minutes * 60_000)
}

export type Range = { starts_at: Instant; ends_at: Instant }

/** Ranges are half-open `[)`: 06:00-14:00 and 14:00-22:00 do not overlap. An empty range overlaps nothing. */
export function overlaps(a: Range, b: Range): boolean {
  const [aStart, aEnd, bStart, bEnd] = [ms(a.starts_at), ms(a.ends_at), ms(b.starts_at), ms(b.ends_at)]
  return aStart < aEnd && bStart < bEnd && aStart < bEnd && bStart < aEnd
}
