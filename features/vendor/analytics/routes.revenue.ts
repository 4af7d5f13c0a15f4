import { exporting, type Route, read } from '#platform/server/route.ts'
import * as calls from './contract.revenue.ts'
import * as store from './store.revenue.ts'
import { revenueTitle } from './words.revenue.ts'

export const routes: readonly Route[] = [
  read(calls.readRevenue, store.findRevenue),
  read(calls.readPayments, store.findPayments),
  read(calls.readReceivables, store.findReceivables),
  read(calls.readRenewals, store.findRenewals),
  exporting(calls.exportRevenue, (input) => ({
    title: revenueTitle(input.by),
    format: input.format,
    sheets: [store.revenueSheet(input)],
    found: store.monthSpan(input),
  })),
  exporting(calls.exportPayments, (input) => ({
    title: 'Payments by month',
    format: input.format,
    sheets: [store.paymentsSheet(input)],
    found: store.monthSpan(input),
  })),
  exporting(calls.exportReceivables, ({ currency, format }) => ({
    title: 'Receivables by age',
    format,
    sheets: [store.receivablesSheet(currency)],
    found: store.asOfToday(),
  })),
  exporting(calls.exportRenewals, ({ currency, format }) => ({
    title: 'Upcoming renewals',
    format,
    sheets: [store.renewalsSheet(currency)],
    found: store.asOfToday(),
  })),
]
