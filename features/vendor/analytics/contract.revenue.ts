import { z } from 'zod'
import { isPlace } from '#platform/shared/cursor.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { currencies } from '#platform/shared/money.ts'
import { afterPlace, DateText, Id, Instant, page } from '#platform/shared/shapes.ts'
import { Month } from './contract.ts'
import { groups, RENEWALS_AHEAD, RENEWALS_NEAR } from './rules.revenue.ts'
import { MONTHS_MOST, monthsBetween } from './rules.ts'

const where = '/api/vendor/billing-analytics'
const across = 'to see what all customers pay'
/** By default the currency with the most revenue; amounts in different currencies are never added. */
const currency = z.enum(currencies).optional()

const revenueFilters = {
  by: z.enum(groups).optional(),
  /** UTC months, inclusive; by default the last twelve. */
  from: Month.optional(),
  to: Month.optional(),
  currency,
}
type Months = { from?: string | undefined; to?: string | undefined }
const check = ({ from, to }: Months, context: z.RefinementCtx) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
  if (from && to && from > to) refuse("The end month can't be before the start month.")
  if (from && to && monthsBetween(from, to) > MONTHS_MOST) refuse(`At most ${MONTHS_MOST} months.`)
}

/** Cents and counts by metric name. */
const Values = z.record(z.string(), z.int())
const Row = z.object({ key: z.string(), values: Values })
const ofCurrency = {
  currency: z.enum(currencies),
  /** Every currency with any data. */
  currencies: z.array(z.enum(currencies)),
  rows: z.array(Row),
  totals: Values,
}

export const readRevenue = endpoint({
  name: 'billing_analytics.revenue',
  summary: 'Recurring revenue and what moved it, of one currency, by month or tier.',
  method: 'GET',
  path: `${where}/revenue`,
  who: 'super_admin',
  across,
  input: z.object(revenueFilters).superRefine(check),
  output: z.object({ ...ofCurrency, from: z.string(), to: z.string(), kept_at: Instant.nullable() }),
  errors: {},
})

export const exportRevenue = endpoint({
  name: 'billing_analytics.export_revenue',
  summary: 'The table of recurring revenue as a file.',
  method: 'POST',
  path: `${where}/revenue/export`,
  who: 'super_admin',
  across,
  input: z.object({ ...revenueFilters, ...exportInput }).superRefine(check),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})

const paymentFilters = { from: revenueFilters.from, to: revenueFilters.to, currency }

export const readPayments = endpoint({
  name: 'billing_analytics.payments',
  summary: 'Money received, reversed and refunded, of one currency, by month.',
  method: 'GET',
  path: `${where}/payments`,
  who: 'super_admin',
  across,
  input: z.object(paymentFilters).superRefine(check),
  output: z.object({ ...ofCurrency, from: z.string(), to: z.string() }),
  errors: {},
  topics: ['billing'],
})

export const exportPayments = endpoint({
  name: 'billing_analytics.export_payments',
  summary: 'Money received, reversed and refunded as a file.',
  method: 'POST',
  path: `${where}/payments/export`,
  who: 'super_admin',
  across,
  input: z.object({ ...paymentFilters, ...exportInput }).superRefine(check),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})

export const readReceivables = endpoint({
  name: 'billing_analytics.receivables',
  summary: 'What is issued and open as of today, of one currency, by the days since it was due.',
  method: 'GET',
  path: `${where}/receivables`,
  who: 'super_admin',
  across,
  input: z.object({ currency }),
  output: z.object({ ...ofCurrency, today: DateText }),
  errors: {},
  topics: ['billing'],
})

export const exportReceivables = endpoint({
  name: 'billing_analytics.export_receivables',
  summary: 'Receivables by their age as a file.',
  method: 'POST',
  path: `${where}/receivables/export`,
  who: 'super_admin',
  across,
  input: z.object({ currency, ...exportInput }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})

const Renewal = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  tier: z.string(),
  ends_on: DateText,
  days: z.int(),
  price_cents: z.int(),
  renews: z.boolean(),
  /** The last day on which either side can give notice of non-renewal. */
  notice_until: DateText,
})
export type Renewal = z.output<typeof Renewal>

export const readRenewals = endpoint({
  name: 'billing_analytics.renewals',
  summary: `Contracts of one currency that end in the next ${RENEWALS_NEAR} and ${RENEWALS_AHEAD} days, the next to end first.`,
  method: 'GET',
  path: `${where}/renewals`,
  who: 'super_admin',
  across,
  input: z.object({
    currency,
    after: afterPlace(isPlace('{day}_{id}')),
    limit: z.coerce.number<number>().int().min(1).max(200).optional(),
  }),
  output: page(Renewal).extend({ ...ofCurrency, today: DateText }),
  errors: {},
  topics: ['billing'],
})

export const exportRenewals = endpoint({
  name: 'billing_analytics.export_renewals',
  summary: 'Contracts that end soon as a file.',
  method: 'POST',
  path: `${where}/renewals/export`,
  who: 'super_admin',
  across,
  input: z.object({ currency, ...exportInput }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})
