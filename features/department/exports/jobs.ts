import type { Sweep } from '#platform/server/jobs.ts'
import { deleteOld } from './store.ts'

export const sweeps: readonly Sweep[] = [
  {
    name: 'clear_old_exports',
    everySeconds: 3600,
    run: async (db) => {
      await deleteOld(db)
    },
  },
]
