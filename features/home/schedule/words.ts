import type { SkipReason } from '#features/shifts/assignment-editor/rules.copies.ts'
import type { WallDate } from '#platform/shared/time.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const noon = (date: WallDate) => new Date(`${date}T12:00:00Z`)
const formats = {
  weekday: format({ weekday: 'short' }),
  month: format({ month: 'long', year: 'numeric' }),
  monthDay: format({ month: 'short', day: 'numeric' }),
  short: format({ weekday: 'short', month: 'short', day: 'numeric' }),
  long: format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
  year: format({ year: 'numeric' }),
}

/** `Sun` */
export const weekdayWord = (date: WallDate) => formats.weekday.format(noon(date))
/** `22` */
export const dayNumber = (date: WallDate) => String(Number(date.slice(8)))
/** `Mon, Nov 23` */
export const dayWord = (date: WallDate) => formats.short.format(noon(date))
/** `Monday, November 23, 2026` */
export const longDay = (date: WallDate) => formats.long.format(noon(date))
/** `November 2026` */
export const monthWord = (date: WallDate) => formats.month.format(noon(date))
/** `Dec 1` */
export const monthDay = (date: WallDate) => formats.monthDay.format(noon(date))

/** `Nov 22 – 28, 2026`, `Nov 29 – Dec 5, 2026` */
export const spanWords = (from: WallDate, to: WallDate): string => {
  const [a, b] = [formats.monthDay.format(noon(from)), formats.monthDay.format(noon(to))]
  const years = [formats.year.format(noon(from)), formats.year.format(noon(to))]
  const end = from.slice(0, 7) === to.slice(0, 7) ? dayNumber(to) : b
  return years[0] === years[1] ? `${a} – ${end}, ${years[1]}` : `${a}, ${years[0]} – ${b}, ${years[1]}`
}

/** Why a shift is not copied. */
export const skipWords: Readonly<Record<SkipReason, string>> = {
  canceled: 'canceled',
  already_there: 'already there',
  in_past: 'starts in the past',
  no_award_rule: 'no award rule',
  no_location_plan: 'location checks not in your plan',
  times: "times don't fit on that day",
}

/** A line that names two numbers has no room for minutes. */
const inHours = (minutes: number): string => (minutes / 60).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** `52 h` */
export const totalWords = (minutes: number): string => `${inHours(minutes)} h`

/** An officer's week: `40 h tours + 12 h extra`; what is nothing is left out. */
export const hoursWords = (tours: number, extra: number): string =>
  [tours > 0 && `${inHours(tours)} h tours`, extra > 0 && `${inHours(extra)} h extra`].filter(Boolean).join(' + ') ||
  '0 h'

/** The same beside an officer's unit: `40 + 12 h`. */
export const shortHours = (tours: number, extra: number): string =>
  tours > 0 && extra > 0 ? `${inHours(tours)} + ${inHours(extra)} h` : hoursWords(tours, extra)
