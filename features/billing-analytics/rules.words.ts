import { tierWords } from '#features/analytics/rules.words.ts'
import type { Bucket } from '#features/invoices/rules.ts'
import { monthWords, tickWords } from '#features/reports/rules.figures.ts'
import { type Group, RENEWALS_AHEAD, RENEWALS_NEAR, type Window } from './rules.ts'

export const revenueHint =
  'What contracts in force come to a year, and what moved it: customers who came, who pay more or less than before, and who left.'
export const receivablesHint = 'What is issued and not paid or credited, as of today, by the days since it was due.'
export const paymentsHint =
  'Money that came in by the day it came, less what was taken back by the bank or given back to customers in that month.'
export const renewalsHint = `Contracts whose term ends in the next ${RENEWALS_AHEAD} days and whose next term is not made yet.`

export const bucketWords: Readonly<Record<Bucket, string>> = {
  current: 'Not due yet',
  days_1_30: '1–30 days',
  days_31_60: '31–60 days',
  days_61_90: '61–90 days',
  days_over_90: 'Over 90 days',
}
export const windowWords: Readonly<Record<Window, string>> = {
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
