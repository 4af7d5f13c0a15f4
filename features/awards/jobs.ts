import { type Database, enterSystem } from '#platform/server/db.ts'
import type { OutsideSweep } from '#platform/server/jobs.ts'
import { awardAssignment, findNextDue, listDue } from './store.awarding.ts'

/** How long a process trusts what it knows of the next award: what changes it pokes, this is for a poke that was lost. */
const TRUSTED_MS = 30_000

/** Makes every award that is due, each in a transaction of its own; answers when to look again. */
const awardDue = async (database: Database, organizationId: string, stopping: () => boolean): Promise<number> => {
  const inside = <T>(work: Parameters<typeof database.transaction<T>>[1]) =>
    database.transaction([enterSystem(organizationId, 'job.award')], work)
  for (const id of await inside(listDue)) {
    if (stopping()) break
    await inside((db) => awardAssignment(db, id))
  }
  const next = await inside(findNextDue)
  return Math.min(next?.getTime() ?? Infinity, Date.now() + TRUSTED_MS)
}

/**
 * Two of one work: a clock that wakes at the time and otherwise asks nothing of the database, and what a poke runs at once (published,
 * edited, an admin's early award). Both may run in every process.
 */
const sweepsWith = (due: Map<string, number>): readonly OutsideSweep[] => {
  const run = async (database: Database, organizationId: string, stopping: () => boolean) => {
    due.set(organizationId, Date.now() + TRUSTED_MS)
    due.set(organizationId, await awardDue(database, organizationId, stopping))
  }
  return [
    {
      name: 'award_on_time',
      everySeconds: 1,
      outside: async (database, organizationId, stopping) => {
        if ((due.get(organizationId) ?? 0) <= Date.now()) await run(database, organizationId, stopping)
      },
    },
    { name: 'award_when_told', everySeconds: 60, wakes: 'award', outside: run },
  ]
}

export const sweepsOf = (): readonly OutsideSweep[] => sweepsWith(new Map())
