import { notify } from '#features/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { inThread, turns } from '#platform/server/thread.ts'
import type { BackTested } from './contract.ts'
import type { PastText } from './jobs.back-test.ts'
import { checkInputs } from './jobs.inputs.ts'
import { skippedOn } from './rules.skipped.ts'
import { insertCases, isNight, listAwardedPosts } from './store.cases.ts'

const script = new URL('./jobs.worker.ts', import.meta.url)
/** One comparison at a time in one process; so many more wait their turn, and of one department two beside the one that runs. */
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

export const sweeps: readonly Sweep[] = [
  {
    name: 'find_skipped',
    everySeconds: 3600,
    run: async (db) => {
      if (!(await isNight(db))) return
      await openCases(db)
      await checkInputs(db)
    },
  },
]
