import type { Metric } from './rules.ts'

export const groups = ['month', 'tier'] as const
export type Group = (typeof groups)[number]

/** Days ahead covered by renewals: in the first part, and in total. */
export const RENEWALS_NEAR = 90
export const RENEWALS_AHEAD = 180

const movements = [
  { name: 'new', head: 'New', as: 'cents' },
  { name: 'expansion', head: 'Expansion', as: 'cents' },
  { name: 'contraction', head: 'Contraction', as: 'cents' },
  { name: 'churn', head: 'Churn', as: 'cents' },
] as const satisfies readonly Metric[]
const closing = [
  { name: 'arr', head: 'ARR', as: 'cents', hint: 'at the end of the period' },
  { name: 'mrr', head: 'MRR', as: 'cents', hint: 'one-twelfth of ARR' },
] as const satisfies readonly Metric[]
const opening = { name: 'opening', head: 'ARR at the start', as: 'cents' } as const satisfies Metric
const customers = { name: 'customers', head: 'Customers', as: 'whole' } as const satisfies Metric

/** ARR at the start plus the four movements and tier changes equals ARR at the end. */
export const revenueMetrics: Readonly<Record<Group, readonly Metric[]>> = {
  month: [...closing, opening, ...movements, customers],
  tier: [...closing, opening, ...movements, { name: 'moved', head: 'Changed tier', as: 'cents' }, customers],
}
export const receivableMetrics = [
  { name: 'open', head: 'Open', as: 'cents' },
  { name: 'invoices', head: 'Invoices', as: 'whole' },
] as const satisfies readonly Metric[]
/** Money moved in a month: received minus reversed and refunded equals net. */
export const paymentMetrics = [
  { name: 'received', head: 'Received', as: 'cents' },
  { name: 'reversed', head: 'Reversed', as: 'cents' },
  { name: 'refunded', head: 'Refunded', as: 'cents' },
  { name: 'net', head: 'Net', as: 'cents' },
  { name: 'payments', head: 'Payments', as: 'whole' },
  { name: 'refunds', head: 'Refunds', as: 'whole' },
] as const satisfies readonly Metric[]
export const renewalMetrics = [
  { name: 'arr', head: 'ARR', as: 'cents' },
  { name: 'contracts', head: 'Contracts', as: 'whole' },
  { name: 'leaving_arr', head: 'ARR not renewing', as: 'cents' },
  { name: 'leaving', head: 'Not renewing', as: 'whole' },
] as const satisfies readonly Metric[]

export const windows = ['near', 'later'] as const
export type Window = (typeof windows)[number]
