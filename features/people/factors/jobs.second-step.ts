import type { Sweep } from '#platform/server/jobs.ts'
import { deleteOldSteps } from './store.second-step.ts'

export const sweeps: readonly Sweep[] = [
  { name: 'forget_half_sign_ins', everySeconds: 3600, run: (db) => deleteOldSteps(db) },
]
