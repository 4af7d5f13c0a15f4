import { type OutsideSweep, throwAll } from '#platform/server/jobs.ts'
import { awardDue } from './store.awarding.ts'

/** How long a process trusts what it knows of the next award: what changes it pokes, this is for a poke that was lost. */
const TRUSTED_MS = 30_000

/**
 * Two of one work: a clock that wakes at the time and otherwise asks nothing of the database, and what a poke runs at once (published,
 * edited, an admin's early award). Both may run in every process.
 */
const sweepsWith = (due: Map<string, number>): readonly OutsideSweep[] => {
  const run: OutsideSweep['outside'] = async (database, organizationId, stopping) => {
    due.set(organizationId, Date.now() + TRUSTED_MS)
    const { next, failures } = await awardDue(database, organizationId, stopping)
    due.set(organizationId, Math.min(next ?? Infinity, Date.now() + TRUSTED_MS))
    // Told in the log once everything else is done; tried again when what is known is read anew.
    throwAll(failures)
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
