import { vocabulary } from '#features/department/audit/words.ts'
import { exporting, type Route, read } from '#platform/server/route.ts'
import { exportVendorAudit, listVendorAudit, readVendorEntry } from './contract.ts'
import * as store from './store.ts'
import { exportColumns, readWords } from './words.ts'

const words = { ...vocabulary, actions: { ...readWords, ...vocabulary.actions } }

export const routes: readonly Route[] = [
  read(listVendorAudit, store.listEntries),
  read(readVendorEntry, ({ entry }) => store.findEntry(entry)),
  exporting(exportVendorAudit, ({ format, ...filters }) => ({
    title: 'Vendor audit',
    format,
    sheets: [{ name: 'Vendor audit', columns: exportColumns, statement: store.listForExport(filters, words) }],
  })),
]
