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

type NamedRule = { name: string; rule: AwardRule }
export type RuleCharges = Charges & { rule_name: string }

/**
 * What getting a shift, calling it off, declining an offer, and not answering it count against the officer, by each rule. Every award reads
 * the same record, so a shift counts in every rule that is in force, whichever one gives it out. A rule named again is left out, and so is
 * one that counts nothing.
 */
export const chargesOf = (rules: readonly NamedRule[]): RuleCharges[] =>
  rules
    .filter(({ name }, at) => rules.findIndex((one) => one.name === name) === at)
    .map(({ name, rule }) => ({
      rule_name: name,
      declined: chargeOf(rule, 'refused'),
      no_answer: chargeOf(rule, 'no_answer'),
      taken: chargeOf(rule, 'accepted', 'worked'),
      called_off: calledOff(rule),
    }))
    .filter(({ declined, no_answer, taken, called_off: { kept, kept_ordered, turn } }) =>
      [declined, no_answer, taken, kept, kept_ordered].some((one) => turn || !isNothing(one)),
    )

/** Of what each rule counts, the hours, or else the turn; nothing if none counts it. */
export const mainCharge = (all: readonly Charge[]): Charge =>
  all.find(({ share }) => share > 0) ?? all.find((one) => !isNothing(one)) ?? nothing
