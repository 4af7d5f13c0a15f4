import { isDate, type WallDate } from '#platform/shared/time.ts'

/** The order of day and month in a column with numeric dates. */
export const dateOrders = ['month_first', 'day_first'] as const
export type DateOrder = (typeof dateOrders)[number] | 'unknown'

const NUMERIC = /^(\d{1,2})([/\-.])(\d{1,2})\2(\d{4})$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The order that a column's values prove, by a part above 12. Contradictory values prove nothing. */
export function dateOrderOf(values: readonly string[]): DateOrder {
  let [monthFirst, dayFirst] = [false, false]
  for (const value of values) {
    const [, first, mark, second] = NUMERIC.exec(value.trim()) ?? []
    if (first === undefined || mark === '.') continue
    if (Number(first) > 12) dayFirst = true
    if (Number(second) > 12) monthFirst = true
  }
  if (monthFirst === dayFirst) return 'unknown'
  return monthFirst ? 'month_first' : 'day_first'
}

/** A date whose reading depends on the order, when no value in the column proves it; null if there is none. */
export const ambiguousIn = (values: readonly string[]): string | null => {
  if (dateOrderOf(values) !== 'unknown') return null
  const isAmbiguous = (value: string) => {
    const answer = parseDate(value, 'unknown')
    return 'problem' in answer && answer.problem === 'ambiguous_date'
  }
  return values.find(isAmbiguous)?.trim() ?? null
}

export type DateAnswer = { date: WallDate } | { problem: 'invalid_date' | 'ambiguous_date' }

/**
 * A date in one of the usual formats, years 1930 to 2100: 2019-03-14, 2019/3/14, 3/14/2019, 14.3.2019 (a dot means day first), 14
 * Mar 2019, March 14, 2019. `3/4/2019` is ambiguous unless the column settles the order. Refuses two-digit years.
 */
export function parseDate(text: string, order: DateOrder): DateAnswer {
  const value = text.trim().replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '')
  const [, year, , month, day] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(value) ?? []
  if (year !== undefined) return checked(year, month, day)
  const numeric = NUMERIC.exec(value)
  if (numeric !== null) return ofNumbers(numeric, order)
  const [, d1, m1, y1] = /^(\d{1,2})[\s-]([A-Za-z]{3,9})\.?[\s,-]+(\d{4})$/.exec(value) ?? []
  if (m1 !== undefined) return checked(y1, monthOf(m1), d1)
  const [, m2, d2, y2] = /^([A-Za-z]{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})$/.exec(value) ?? []
  return m2 === undefined ? { problem: 'invalid_date' } : checked(y2, monthOf(m2), d2)
}

function ofNumbers([, first, mark, second, year]: RegExpExecArray, order: DateOrder): DateAnswer {
  const [a, b] = [Number(first), Number(second)]
  if (mark === '.' || a > 12) return checked(year, second, first)
  if (b > 12 || a === b) return checked(year, first, second)
  if (order === 'unknown') return { problem: 'ambiguous_date' }
  return order === 'day_first' ? checked(year, second, first) : checked(year, first, second)
}

const FULL = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october']

function monthOf(name: string): string {
  const lower = name.toLowerCase()
  const at = MONTHS.indexOf(lower.slice(0, 3))
  const full = [...FULL, 'november', 'december'][at] ?? ''
  return full.startsWith(lower) || lower === 'sept' ? String(at + 1) : '0'
}

function checked(year = '', month = '', day = ''): DateAnswer {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) && year >= '1930' && year <= '2100' ? { date } : { problem: 'invalid_date' }
}
