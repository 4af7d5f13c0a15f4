import { exporting, type Route, read } from '#platform/server/route.ts'
import { exportAudit, listActs, listAudit, readEntry } from './contract.ts'
import * as store from './store.ts'
import { exportColumns } from './words.columns.ts'
import { vocabulary } from './words.ts'

export const routes: readonly Route[] = [
  read(listAudit, store.listAudit),
  read(listActs, store.listActs),
  read(readEntry, (input) => store.findEntry(input.entry)),
  exporting(exportAudit, (input) => ({
    title: 'Audit log',
    format: input.format,
    found: store.findSpan(input),
    sheets: [{ name: 'Audit log', columns: exportColumns, statement: store.listForExport(input, vocabulary) }],
  })),
]
