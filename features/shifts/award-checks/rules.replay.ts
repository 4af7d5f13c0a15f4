import type { Ranked, Values } from '#features/shifts/award-rules/rules.rank.ts'
import { canonical, type Outcome, type Told } from '#features/shifts/awards/rules.rounds.ts'
import type { Reason } from '#features/shifts/eligibility/rules.ts'

export type Result = {
  officer_id: string
  rank: number
  of: number
  values: Values
  decided_by: Ranked['decided_by']
  outcome: Outcome
  reasons: readonly Reason[]
}
export type Receipt = Result & {
  won: unknown
  others: Told[] | null
  signup_id: string | null
}

type Hashed = {
  rule: unknown
  inputs_hash: string
  result_hash: string
  /** For a round with a draw; its hash was published when sign-up opened. */
  seed: string | null
  commitment: string | null
}
/** A round as stored, with its receipts in rank order. */
export type Stored = Hashed & { receipts: Receipt[] }
/** The same round recomputed from its inputs; `commitment` is of the stored seed. */
export type MadeAgain = Hashed & { results: Result[]; won: unknown; others: Receipt['others'] }

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** Differences between a stored round and the recomputed one, as text. Empty if none. */
export const differencesOf = ({ receipts, ...stored }: Stored, again: MadeAgain): string[] => {
  const found: string[] = []
  if (again.inputs_hash !== stored.inputs_hash) found.push("the inputs don't match their hash")
  if (!same(again.rule, stored.rule)) found.push("the rule doesn't match the inputs")
  if (stored.seed !== again.seed) found.push("the seed doesn't match the inputs")
  if (stored.seed !== null && again.commitment !== stored.commitment)
    found.push("the seed doesn't match the published hash")
  if (again.result_hash !== stored.result_hash) found.push("the result doesn't match its hash")
  const seen = receipts.map(({ won: _, others: __, signup_id: ___, ...one }) => one)
  for (const [i, one] of again.results.entries()) {
    if (!same(one, seen[i])) found.push(`number ${i + 1} doesn't match the receipt`)
  }
  if (seen.length !== again.results.length)
    found.push(`${seen.length} receipts, but ${again.results.length} officers were ranked`)
  if (receipts.some((one) => !same(one.won, again.won))) found.push("the winning values don't match a receipt")
  if (receipts.some((one) => !same(one.others, receipts[0]?.others ?? null)))
    found.push('the other applicants differ between receipts')
  if (!same(receipts[0]?.others ?? null, again.others))
    found.push("the other applicants on a receipt don't match those compared")
  return found
}
