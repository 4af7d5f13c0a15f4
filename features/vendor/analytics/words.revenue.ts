import { monthWords, tickWords } from '#features/hours/reports/words.figures.ts'
import type { Bucket } from '#features/vendor/invoices/rules.ts'
import { type Group, RENEWALS_AHEAD, RENEWALS_NEAR, type Window } from './rules.revenue.ts'
import { tierWords } from './words.ts'

export const revenueHint =
  'Annual value of active contracts and what changed it: new, expanded, reduced and lost customers.'
export const receivablesHint = 'Issued and unpaid, as of today, by days past due.'
export const paymentsHint = 'Payments by date received, less reversals and refunds in that month.'
export const renewalsHint = `Contracts that end in the next ${RENEWALS_AHEAD} days and have no next term.`

export const bucketWords: Readonly<Record<Bucket, string>> = {
  current: 'Not yet due',
  days_1_30: '1–30 days',
  days_31_60: '31–60 days',
  days_61_90: '61–90 days',
  days_over_90: 'Over 90 days',
}
const windowWords: Readonly<Record<Window, string>> = {
  near: `Next ${RENEWALS_NEAR} days`,
  later: `${RENEWALS_NEAR + 1}–${RENEWALS_AHEAD} days`,
}
const buckets: Readonly<Record<string, string>> = bucketWords
const spans: Readonly<Record<string, string>> = windowWords

export const bucketName = (key: string): string => buckets[key] ?? key
export const windowName = (key: string): string => spans[key] ?? key
export const groupWords: Readonly<Record<Group, string>> = { month: 'Month', tier: 'Tier' }

export const keyName = (group: Group, key: string): string =>
  group === 'month' ? monthWords(`${key}-01`) : (tierWords[key] ?? key)
export const keyTick = (group: Group, key: string): string =>
  group === 'month' ? tickWords('month', `${key}-01`) : keyName(group, key)

/** `Revenue by month` */
export const revenueTitle = (by: Group = 'month'): string => `Revenue by ${groupWords[by].toLowerCase()}`
