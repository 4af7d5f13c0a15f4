import {
  cancelExport,
  currentExport,
  exportEverything,
  exportOrganization,
} from '#features/department/exports/contract.ts'
import { cancelRunning, findDepartment, findRunning } from '#features/department/exports/store.ts'
import { notify } from '#features/department/notifications/store.ts'
import { isProved } from '#features/people/factors/store.ts'
import { exporting, type Route, read, refuse, write } from '#platform/server/route.ts'
import { everySheet } from './store.everything.ts'

export const routes: readonly Route[] = [
  read(currentExport, findRunning),
  write(cancelExport, async ({ db, input }) => {
    const cancelled = await cancelRunning(db, input.id)
    if (cancelled === null) return refuse('not_found')
    return cancelled ? { done: true } : refuse('export_over')
  }),
  exporting(exportEverything, () => ({ title: 'All records', format: 'zip', sheets: everySheet() })),
  exporting(exportOrganization, ({ organization_id, reason }) => ({
    title: 'All records',
    format: 'zip',
    sheets: everySheet(),
    inside: organization_id,
    found: findDepartment(),
    allowed: async (db) => ((await isProved(db)) ? null : refuse('not_fresh')),
    // Not every plan includes the audit.
    begun: (db) =>
      notify(db, [
        {
          type: 'support_access',
          officer_id: null,
          assignment_id: null,
          title: 'The vendor exported all records',
          message: `All of your department's records were exported. Reason: ${reason}`,
        },
      ]),
  })),
]
