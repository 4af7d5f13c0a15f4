import type { Sweep } from '#platform/server/jobs.ts'
import { deleteOld } from './store.ts'

/** Specification section 9: read ones are kept 7 days. */
export const sweeps: readonly Sweep[] = [
  {
    name: 'clear_old_notifications',
    everySeconds: 3600,
    run: async (db) => {
      await deleteOld(db)
    },
  },
]
