import type { Ranked, Values } from '#features/award-rules/rules.rank.ts'
import { canonical, type Outcome, settle, wonOf } from '#features/awards/rules.rounds.ts'
import { commitmentOf, hashOf } from '#features/awards/store.hash.ts'
import { hashOfResult, type Inputs, rankInputs, resultOf } from '#features/awards/store.ts'
import type { Reason } from '#features/eligibility/rules.ts'
import { type Sql, sql } from '#platform/server/sql.ts'

export type StoredRound = {
  id: string
  purpose: string
  places: number
  rule: unknown
  inputs: Inputs
  inputs_hash: string
  result_hash: string
  seed: string | null
  commitment: string | null
  receipts: {
    officer_id: string
    rank: number
    of: number
    values: Values
    decided_by: Ranked['decided_by']
    outcome: Outcome
    reasons: Reason[]
    won: unknown
    others: { rank: number; name: string; outcome: Outcome }[] | null
    signup_id: string | null
  }[]
}

/** So many rounds are read at once. */
export const ROUNDS_AT_ONCE = 200

/** Stored rounds behind an id, with their receipts in the order of their ranks. */
export const listStored = (after: string): Sql => sql`
  select y.id, y.purpose, y.places, y.rule, y.inputs, y.inputs_hash, y.result_hash, y.seed, y.commitment,
    (select coalesce(json_agg(json_build_object('officer_id', r.officer_id, 'rank', r.rank, 'of', r.of, 'values', r."values",
        'decided_by', r.decided_by, 'outcome', r.outcome, 'reasons', r.reasons, 'won', r.won, 'others', r.others, 'signup_id', r.signup_id) order by r.rank), '[]')
      from award_receipts r where r.organization_id = y.organization_id and r.round_id = y.id) as receipts
  from award_rounds y where y.organization_id = (select app.organization_id()) and y.id > ${after}::uuid
  order by y.id limit ${ROUNDS_AT_ONCE}::int`

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** Makes a stored round again from its inputs; what differs from what is stored, in words. Empty: it is the same. */
export const differencesOf = (round: StoredRound): string[] => {
  const found: string[] = []
  const { inputs, receipts } = round
  if (hashOf(inputs) !== round.inputs_hash) found.push('the inputs are not those of their hash')
  if (!same(inputs.rule, round.rule)) found.push('the rule is not that of the inputs')
  if (round.seed !== inputs.seed) found.push('the seed is not that of the inputs')
  if (round.seed !== null && commitmentOf(round.seed) !== round.commitment)
    found.push('the seed is not that of the published hash')
  const ranked = rankInputs(inputs)
  const stored = new Map(receipts.map((one) => [one.officer_id, one.outcome]))
  const settled = settle(inputs.rule, ranked, round.places)
  const outcome = round.purpose === 'award' ? new Map(settled.map((one) => [one.officer_id, one.outcome])) : stored
  const again = resultOf(ranked, outcome)
  const won = wonOf(ranked, outcome)
  const signups = new Map(receipts.map((one) => [one.officer_id, one.signup_id]))
  const others = receipts[0]?.others ?? null
  if (hashOfResult(again, { signups, won, others }) !== round.result_hash)
    found.push('the result is not that of its hash')
  const seen = receipts.map(({ won: _, others: __, signup_id: ___, ...one }) => one)
  for (const [i, one] of again.entries()) {
    if (!same(one, seen[i])) found.push(`number ${i + 1} is not what the receipt says`)
  }
  if (seen.length !== again.length) found.push(`${seen.length} receipts, and ${again.length} were ranked`)
  if (receipts.some((one) => !same(one.won, won))) found.push('what won is not what a receipt says')
  if (receipts.some((one) => !same(one.others, others))) found.push('the others are not the same in every receipt')
  return found
}
