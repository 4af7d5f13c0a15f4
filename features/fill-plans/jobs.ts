import type { Database } from '#platform/server/db.ts'
import { asJob, type OutsideSweep } from '#platform/server/jobs.ts'
import { inThread } from '#platform/server/thread.ts'
import type { Answer, Asked } from './jobs.plan.ts'
import { readFacts } from './store.facts.ts'
import { failPlan, insertSolved, takeWaiting } from './store.ts'

/** Of the search; reading, weighing and writing come to it, and all of it stays under half a minute (bench/fill-plans.ts). */
const budgetMs = 22_000
const script = new URL('./jobs.worker.ts', import.meta.url)
const limits = { ms: 60_000, megabytes: 512 }

/** Works a plan out in a thread of its own, with limits on memory and time. Throws where it ends without an answer. */
export const planInThread = (asked: Asked): Promise<Answer> => inThread<Answer>(script, asked, limits)

/** The plan that waits, if there is one: read in one transaction, worked out outside of any, written in another. */
export const workOutPlan = async (database: Database, organizationId: string): Promise<void> => {
  // The search itself stands in no transaction.
  const within = asJob(database, organizationId, 'solve_fill_plans')
  const plan = await within(takeWaiting)
  if (plan === null) return
  try {
    const facts = await within((db) => readFacts(db, plan.days))
    const { lines, outcome } = await planInThread({ facts, budgetMs })
    await within((db) => insertSolved(db, plan.id, lines, outcome))
  } catch (error) {
    await within((db) => failPlan(db, plan.id))
    throw error
  }
}

export const sweeps: readonly OutsideSweep[] = [
  { name: 'solve_fill_plans', everySeconds: 60, wakes: 'fill_plans', outside: workOutPlan },
]
