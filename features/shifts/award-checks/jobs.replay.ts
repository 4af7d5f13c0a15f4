import type { Sql } from '#platform/server/sql.ts'
import { differencesOf } from './rules.replay.ts'
import { listStored, makeAgain, ROUNDS_AT_ONCE, type StoredRound } from './store.replay.ts'

export type Reader = <R extends Record<string, unknown>>(organizationId: string, statement: Sql) => Promise<R[]>
export type Replayed = { rounds: number; different: { organization: string; round: string; what: string[] }[] }

/** Recomputes every stored round of the organizations, `times` each, and compares. Read-only. */
export const replayRounds = async (
  read: Reader,
  organizations: readonly { id: string; subdomain: string }[],
  times = 1,
): Promise<Replayed> => {
  const found: Replayed = { rounds: 0, different: [] }
  for (const { id, subdomain } of organizations) {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const rounds = await read<StoredRound>(id, listStored(after))
      for (const round of rounds) {
        found.rounds += 1
        for (let i = 0; i < times; i++) {
          const what = differencesOf(round, makeAgain(round))
          if (what.length === 0) continue
          found.different.push({ organization: subdomain, round: round.id, what })
          break
        }
      }
      if (rounds.length < ROUNDS_AT_ONCE) break
      after = rounds.at(-1)?.id ?? after
    }
  }
  return found
}
