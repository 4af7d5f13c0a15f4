import { comparedOf, tiesUsed } from '#features/shifts/award-rules/rules.rank.ts'
import { ruledOutOf, settle, wonOf } from '#features/shifts/awards/rules.rounds.ts'
import { commitmentOf, hashOf } from '#features/shifts/awards/store.hash.ts'
import { hashOfResult, type Inputs, rankInputs, resultOf } from '#features/shifts/awards/store.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { MadeAgain, Stored } from './rules.replay.ts'

export type StoredRound = Stored & { id: string; purpose: string; places: number; inputs: Inputs }

/** Number of rounds read at once. */
export const ROUNDS_AT_ONCE = 200

/** Stored rounds after an id, with their receipts in rank order. */
export const listStored = (after: string): Sql => sql`
  select y.id, y.purpose, y.places, y.rule, y.inputs, y.inputs_hash, y.result_hash, y.seed, y.commitment,
    (select coalesce(json_agg(json_build_object('officer_id', r.officer_id, 'rank', r.rank, 'of', r.of, 'values', r."values",
        'decided_by', r.decided_by, 'outcome', r.outcome, 'reasons', r.reasons, 'won', r.won, 'others', r.others, 'signup_id', r.signup_id) order by r.rank), '[]')
      from award_receipts r where r.organization_id = y.organization_id and r.round_id = y.id) as receipts
  from award_rounds y where ${ours('y')} and y.id > ${after}::uuid
  order by y.id limit ${ROUNDS_AT_ONCE}::int`

/**
 * Recomputes a stored round from its inputs. For an award it also decides the outcome again; for other rounds the outcome is as
 * stored.
 */
export const makeAgain = ({ inputs, receipts, ...round }: StoredRound): MadeAgain => {
  const ranked = rankInputs(inputs)
  const decided = round.purpose === 'award' ? settle(inputs.rule, ranked, round.places) : receipts
  const outcome = new Map(decided.map((one) => [one.officer_id, one.outcome]))
  const results = resultOf(ranked, outcome)
  const won = wonOf(ranked, outcome)
  const signups = new Map(receipts.map((one) => [one.officer_id, one.signup_id]))
  const ties = tiesUsed(inputs.rule, results)
  // Names are not among the inputs; what was compared, and why somebody was ruled out, is.
  const others =
    receipts[0]?.others?.map((one) => {
      const found = results[one.rank - 1]
      if (!found) return one
      return {
        ...one,
        ...(one.compared && { compared: comparedOf(inputs.rule, ties, found.values) }),
        ...(one.ruled_out && { ruled_out: ruledOutOf(found.reasons) }),
      }
    }) ?? null
  return {
    rule: inputs.rule,
    inputs_hash: hashOf(inputs),
    result_hash: hashOfResult(results, { signups, won, others }),
    seed: inputs.seed,
    commitment: round.seed === null ? null : commitmentOf(round.seed),
    results,
    won,
    others,
  }
}
