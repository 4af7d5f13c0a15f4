import { notify } from '#features/notifications/store.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { asJob, type OutsideSweep, throwAll } from '#platform/server/jobs.ts'
import { inThread, turns } from '#platform/server/thread.ts'
import type { BackTested } from './contract.ts'
import type { PastText } from './jobs.back-test.ts'
import { checkInputs } from './jobs.inputs.ts'
import { skippedOn } from './rules.skipped.ts'
import { insertCases, isNight, listAwardedPosts } from './store.cases.ts'

const script = new URL('./jobs.worker.ts', import.meta.url)
/** One comparison at a time in one process; so many more wait their turn; of one department three, running or waiting. */
const inTurn = turns({ atOnce: 1, mayWait: 8, each: 3 })

/** Gives the past again in a thread of its own; `null` where too many wait for theirs. Throws where it does not end in time. */
export const backTestInThread = (past: PastText): Promise<BackTested | null> =>
  inTurn(() => inThread<BackTested>(script, past, { ms: 30_000, megabytes: 512 }), past.organization_id)

/** Looks through the raw rows for whoever was skipped, and opens a case for each that has none; answers how many. */
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
        message: 'A place went to somebody further down the list. Another admin than the one who gave it decides.',
        officer_id: null,
        assignment_id: null,
      })),
    )
  }
  return opened
}

/** One department by night: who was skipped, then each round of late against its books; what fails keeps nothing else. */
const lookThrough = async (database: Database, organizationId: string, stopping: () => boolean): Promise<void> => {
  const inside = asJob(database, organizationId, 'find_skipped')
  if (!(await inside(isNight))) return
  const failures: Error[] = []
  const fails = (error: unknown) => void failures.push(error instanceof Error ? error : new Error(String(error)))
  await inside(openCases).catch(fails)
  await checkInputs(inside, { fails, stopping })
  throwAll(failures)
}

// Several times in its hour: whoever starts a process at any minute of it misses nothing, and what was looked at is not looked at again.
export const sweeps: readonly OutsideSweep[] = [{ name: 'find_skipped', everySeconds: 900, outside: lookThrough }]
