import { exporting, type Route, read } from '#platform/server/route.ts'
import { exportAnalytics, readAnalytics, readClaims } from './contract.ts'
import { analyticsSheet, analyticsSpan, findAnalytics, findClaims } from './store.ts'
import { viewTitle } from './words.ts'

export const routes: readonly Route[] = [
  read(readAnalytics, findAnalytics),
  read(readClaims, findClaims),
  exporting(exportAnalytics, (input) => ({
    title: viewTitle(input),
    format: input.format,
    sheets: [analyticsSheet(input)],
    found: analyticsSpan(input),
  })),
]
