import { notify } from '#features/department/notifications/store.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { asJob, type OutsideSweep, throwAll } from '#platform/server/jobs.ts'
import { inThread, turns } from '#platform/server/thread.ts'
import type { BackTested } from './contract.ts'
import type { PastText } from './jobs.back-test.ts'
import { checkInputs } from './jobs.inputs.ts'
import { skippedOn } from './rules.skipped.ts'
import { insertCases, isNight, listAwardedPosts } from './store.cases.ts'

const script = new URL('./jobs.worker.ts', import.meta.url)
/** Runs one comparison at a time per process, with a bounded queue. Each department may have three, running or waiting. */
const inTurn = turns({ atOnce: 1, mayWait: 8, each: 3 })

/** Runs the back-test in its own thread; `null` if too many are waiting. Throws if it does not finish in time. */
export const backTestInThread = (past: PastText): Promise<BackTested | null> =>
  inTurn(() => inThread<BackTested>(script, past, { ms: 30_000, megabytes: 512 }), past.organization_id)

/** Searches the raw rows for skipped officers and opens a case for each without one; returns how many. */
export const openCases = async (db: Db): Promise<number> => {
  let opened = 0
  for (const post of await listAwardedPosts(db)) {
    const found = skippedOn(post.held, post.rankings ?? [], new Set(post.waiting))
    if (found.length === 0) continue
    const made = await insertCases(db, post, found)
    opened += made.length
    await notify(
      db,
      made.map(() => ({
        type: 'award_case_opened' as const,
        title: 'An officer was skipped in an award',
        message:
          "A spot went to an officer further down the list. An admin who wasn't involved must decide what happens next.",
        officer_id: null,
        assignment_id: null,
      })),
    )
  }
  return opened
}

/** Nightly check of one department: skipped officers, then each recent round against its books. One failure does not stop the rest. */
const lookThrough = async (database: Database, organizationId: string, stopping: () => boolean): Promise<void> => {
  const inside = asJob(database, organizationId, 'find_skipped')
  if (!(await inside(isNight))) return
  const failures: Error[] = []
  const fails = (error: unknown) => void failures.push(error instanceof Error ? error : new Error(String(error)))
  await inside(openCases).catch(fails)
  await checkInputs(inside, { fails, stopping })
  throwAll(failures)
}

// Runs several times within the hour, so that a restart at any minute misses nothing; what was checked is not checked again.
export const sweeps: readonly OutsideSweep[] = [{ name: 'find_skipped', everySeconds: 900, outside: lookThrough }]
