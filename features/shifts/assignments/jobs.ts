import type { Sweep } from '#platform/server/jobs.ts'
import { announceDue } from './store.tell.ts'

export const sweeps: readonly Sweep[] = [
  {
    name: 'announce_assignments',
    everySeconds: 15,
    run: async (db) => {
      await announceDue(db)
    },
  },
]
