import type { OutsideSweep } from '#platform/server/jobs.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { type CloseAudit, eraseOrganization } from './jobs.erasures-erasing.ts'
import { listDue } from './store.erasures-erasing.ts'

/** Erases confirmed organizations; woken by the confirmation, and every minute to pick up after a process that died. */
export const sweepsOf = (closeAudit: CloseAudit): readonly OutsideSweep[] => [
  {
    name: 'erase_organizations',
    everySeconds: 60,
    wakes: 'erasures',
    outside: async (database, organizationId, stopping) => {
      if (organizationId !== VENDOR_ID) return
      for (const due of await listDue(database)) {
        if (stopping()) return
        await eraseOrganization(database, due, closeAudit, stopping)
      }
    },
  },
]
