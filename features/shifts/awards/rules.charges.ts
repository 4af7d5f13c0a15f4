import { type AwardRule, usesHours, usesTurns } from '#features/shifts/award-rules/rules.ts'

/** What an answer to an offer counts: a share of its hours in hundredths, whether as much as working it, and whether it is a turn. */
export type Charge = { share: number; as_worked: boolean; turn: boolean }
export type Charges = {
  declined: Charge
  no_answer: Charge
  /** Getting the shift and working it. */
  taken: Charge
  /** What stays counted of a shift that is called off, and of one the officer was ordered into; whether calling off is a turn. */
  called_off: { kept: Charge; kept_ordered: Charge; turn: boolean }
}
type Kind = 'refused' | 'no_answer' | 'accepted' | 'worked' | 'ordered'

/** What the rule counts of these together. */
const chargeOf = (rule: AwardRule, ...kinds: readonly Kind[]): Charge => {
  const { counts, turn } = rule
  const share = usesHours(rule) ? kinds.reduce((sum, kind) => sum + counts[kind], 0) : 0
  return {
    share,
    as_worked: share === counts.accepted + counts.worked,
    turn: usesTurns(rule) && kinds.some((kind) => turn.includes(kind)),
  }
}

const isNothing = ({ share, turn }: Charge): boolean => share === 0 && !turn

const nothing: Charge = { share: 0, as_worked: false, turn: false }

/** By one rule, so that what stays and what is added go together. The spot stays in the record (docs/decisions/0157). */
const calledOff = (rule: AwardRule): Charges['called_off'] => ({
  kept: chargeOf(rule, 'accepted'),
  kept_ordered: chargeOf(rule, 'ordered'),
  turn: usesTurns(rule) && rule.turn.includes('called_off'),
})

/**
 * What getting a shift, calling it off, declining an offer, and not answering it count against the officer. Every award reads the same
 * record: if the first rule counts nothing, another that is in force may.
 */
export const chargesOf = (rules: readonly AwardRule[]): Charges => {
  const first = (...kinds: readonly Kind[]): Charge =>
    rules.map((rule) => chargeOf(rule, ...kinds)).find((one) => !isNothing(one)) ?? nothing
  return {
    declined: first('refused'),
    no_answer: first('no_answer'),
    taken: first('accepted', 'worked'),
    called_off: rules
      .map(calledOff)
      .find(({ kept, kept_ordered, turn }) => turn || !(isNothing(kept) && isNothing(kept_ordered))) ?? {
      kept: nothing,
      kept_ordered: nothing,
      turn: false,
    },
  }
}
