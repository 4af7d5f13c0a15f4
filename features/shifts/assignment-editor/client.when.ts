import { minutesBetween, type Range } from '#platform/shared/time.ts'
import { dateWords } from '#platform/shared/when.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { clockOf } from '#platform/web/time.ts'

/** `Sun, Nov 29 · 22:00–06:00`, with the date of the end where it is neither the same day nor the night after. */
export const spanWords = (range: Range, zone: string): string => {
  const [start, end] = [wallOf(range.starts_at, zone), wallOf(range.ends_at, zone)]
  const long = minutesBetween(range.starts_at, range.ends_at) > 1440
  const until = long ? ` to ${dateWords(end.date)} ${clockOf(end.time)}` : `–${clockOf(end.time)}`
  return `${dateWords(start.date)} · ${clockOf(start.time)}${until}`
}
