import { type Route, read, write } from '#platform/server/route.ts'
import { putAway, readOnboarding, skipStep } from './contract.ts'
import { findOnboarding, updatePutAway, updateSkipped } from './store.ts'

export const routes: readonly Route[] = [
  read(readOnboarding, findOnboarding),
  write(skipStep, async ({ db, input }) => {
    await updateSkipped(db, input.step, input.skipped)
    return { done: true }
  }),
  write(putAway, async ({ db, input }) => {
    await updatePutAway(db, input.put_away)
    return { done: true }
  }),
]
