import { durationWords, type WallDate } from '#platform/shared/time.ts'
import { dateWords } from '#platform/shared/when.ts'
import type { Measure, ReportGroup, Spread } from './rules.ts'
import { NO_UNIT, reportKindWords } from './words.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeMoney = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const wholes = new Intl.NumberFormat('en-US')

/** A formatted figure; a dash if there is no data. */
export const figureWords = (value: number | null | undefined, as: Measure): string => {
  if (value === null || value === undefined) return '—'
  if (as === 'minutes') return durationWords(value)
  if (as === 'cents') return money.format(value / 100)
  return as === 'percent' ? `${value}%` : wholes.format(value)
}

export const hours = (minutes: number): string => (minutes === 0 ? '0 h' : durationWords(minutes))

/** How even the hours are, in two or three sentences. The middle half has no gap even where many officers share a value. */
export const spreadWords = ({ officers, least, low, median, high, most, none }: Spread): string => {
  const all = `${wholes.format(officers)} officers`
  if (most === 0) return `None of the ${all} have assigned hours.`
  if (least === most) return `All ${all} have ${hours(most)}.`
  const middle = low === high ? `${hours(low)} each` : `between ${hours(low)} and ${hours(high)}`
  const nothing = none === 0 ? '' : ` ${wholes.format(none)} ${none === 1 ? 'officer has' : 'officers have'} none.`
  return `The middle half of the ${all} have ${middle}. The median is ${hours(median)}, the highest ${hours(most)} and the lowest ${hours(least)}.${nothing}`
}

/** `25 h to 30 h`: a step of the spread, from its lower bound to below the next. */
export const stepWords = ({ width }: Pick<Spread, 'width'>, step: number): string =>
  `${hours(step * width)} to ${hours((step + 1) * width)}`

/** `Middle half: 25 h 30 min to 45 h 30 min`, `Mean: 34 h 38 min` */
export const bandWords = ({ low, high }: Spread): string =>
  `Middle half: ${low === high ? hours(low) : `${hours(low)} to ${hours(high)}`}`
export const meanWords = ({ mean }: Spread): string => `Mean: ${hours(mean)}`

/** `$1,235`: for the axis of a chart. */
export const wholeMoneyWords = (cents: number): string => wholeMoney.format(cents / 100)

const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const shortMonths = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const at = (date: WallDate): number => Date.parse(`${date}T00:00:00Z`)

/** `November 2026`, for any day in that month. */
export const monthWords = (date: WallDate): string => months.format(at(date))

const words: Readonly<Record<string, string>> = reportKindWords

/** Display name of a row: the officer, the unit, the kind's label, or the period's dates. */
export const labelWords = (group: ReportGroup, label: string): string => {
  if (group === 'unit') return label === '' ? NO_UNIT : label
  if (group === 'kind') return words[label] ?? label
  if (group === 'day') return dateWords(label)
  if (group === 'week') return `Week of ${dateWords(label)}`
  return group === 'month' ? monthWords(label) : label
}

/** The short form, for the axis of a chart. */
export const tickWords = (group: ReportGroup, label: string): string => {
  if (group === 'day' || group === 'week') return short.format(at(label))
  return group === 'month' ? shortMonths.format(at(label)) : labelWords(group, label)
}

/**
 * Tick marks of a time axis, in minutes: up to five steps of 1, 2 or 5 hours (or a power of ten times that), reaching past the
 * longest bar.
 */
export const hourTicks = (longest: number): number[] => {
  const hours = Math.max(1, Math.ceil(longest / 60))
  let step = 1
  for (let tens = 1; step * 5 < hours; tens *= 10)
    step = [1, 2, 5].map((one) => one * tens).find((one) => one * 5 >= hours) ?? 10 * tens
  return Array.from({ length: Math.ceil(hours / step) + 1 }, (_, n) => n * step * 60)
}
