import { exporting, type Route, read } from '#platform/server/route.ts'
import { exportReport, readReport } from './contract.ts'
import { findReport, reportSheet, reportSpan } from './store.ts'
import { reportTitle, reportWords } from './words.ts'

export const routes: readonly Route[] = [
  read(readReport, findReport, undefined, { many: true }),
  exporting(exportReport, (input) => ({
    title: reportTitle(input),
    format: input.format,
    sheets: [{ ...reportSheet(input), name: reportWords[input.report].title }],
    found: reportSpan(input),
    many: true,
  })),
]
