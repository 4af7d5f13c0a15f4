import type { Database } from '#platform/server/db.ts'
import { asJob, type OutsideSweep } from '#platform/server/jobs.ts'
import { inThread } from '#platform/server/thread.ts'
import { MINUTE } from '#platform/shared/time.ts'
import type { Answer, Asked } from './jobs.plan.ts'
import { readFacts } from './store.facts.ts'
import { failPlan, insertSolved, takeWaiting } from './store.ts'

/** For the search alone; with reading, checking and writing, the total stays under half a minute (bench/fill-plans.ts). */
const budgetMs = 22_000
const script = new URL('./jobs.worker.ts', import.meta.url)
const limits = { ms: MINUTE, megabytes: 512 }

/** Computes a plan in its own thread, with limits on memory and time. Throws if the thread ends without an answer. */
export const planInThread = (asked: Asked): Promise<Answer> => inThread<Answer>(script, asked, limits)

/** Solves the pending plan, if there is one: read in one transaction, solved outside of any, written in another. */
export const workOutPlan = async (database: Database, organizationId: string): Promise<void> => {
  // The search itself runs outside any transaction.
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
