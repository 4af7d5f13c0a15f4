import { type OutsideSweep, throwAll } from '#platform/server/jobs.ts'
import { awardDue } from './store.awarding.ts'

/** How long a process trusts its known time of the next award. Changes arrive as pokes; this limit covers a lost poke. */
const TRUSTED_MS = 30_000

/**
 * Two sweeps for the same work: a timer that wakes at the due time and otherwise sends no queries, and one that runs on a poke
 * (published, edited, awarded early by an admin). Both may run in every process.
 */
const sweepsWith = (due: Map<string, number>): readonly OutsideSweep[] => {
  const run: OutsideSweep['outside'] = async (database, organizationId, stopping) => {
    due.set(organizationId, Date.now() + TRUSTED_MS)
    const { next, failures } = await awardDue(database, organizationId, stopping)
    due.set(organizationId, Math.min(next ?? Infinity, Date.now() + TRUSTED_MS))
    // Failures are logged after everything else is done, and retried when the next award time is read again.
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
