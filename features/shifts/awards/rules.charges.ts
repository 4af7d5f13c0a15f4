import { type AwardRule, usesHours, usesTurns } from '#features/shifts/award-rules/rules.ts'

/** What an answer to an offer counts: a share of its hours in hundredths, whether as much as working it, and whether it is a turn. */
export type Charge = { share: number; as_worked: boolean; turn: boolean }
export type Charges = { declined: Charge; no_answer: Charge }

const chargeOf = (rule: AwardRule, kind: 'refused' | 'no_answer'): Charge => {
  const { counts, turn } = rule
  const share = usesHours(rule) ? counts[kind] : 0
  return {
    share,
    as_worked: share === counts.accepted + counts.worked,
    turn: usesTurns(rule) && turn.includes(kind),
  }
}

const isNothing = ({ share, turn }: Charge): boolean => share === 0 && !turn

/**
 * What declining an offer, and not answering it, counts against the officer. Every award reads the same record: if the first rule counts
 * nothing, another that is in force may.
 */
export const chargesOf = (rules: readonly AwardRule[]): Charges => {
  const first = (kind: 'refused' | 'no_answer'): Charge => {
    const all = rules.map((rule) => chargeOf(rule, kind))
    return all.find((one) => !isNothing(one)) ?? { share: 0, as_worked: false, turn: false }
  }
  return { declined: first('refused'), no_answer: first('no_answer') }
}
