import { type AwardRule, usesHours, usesTurns } from '#features/shifts/award-rules/rules.ts'
import { joined, ordinal } from '#platform/shared/text.ts'
import { durationWords } from '#platform/shared/time.ts'
import type { RankedPlace } from './contract.ts'
import type { RuleCharges } from './rules.charges.ts'
import { chargedHours } from './rules.entries.ts'

type Own = Pick<RankedPlace, 'place' | 'of' | 'tied'>
/** What the rule of a shift to be awarded means for the reader now: the place among all officers, what is charged, and what getting it adds. */
export const ownTermsWords = (
  rule: AwardRule,
  { place, charged, minutes }: { place: Own | null; charged: number | null; minutes: number | null },
): string[] => {
  const share = usesHours(rule) ? rule.counts.accepted + rule.counts.worked : 0
  const turn = usesTurns(rule) && (rule.turn.includes('accepted') || rule.turn.includes('worked'))
  const tied = place && place.tied > 0 ? `, tied with ${place.tied.toLocaleString('en-US')}` : ''
  return [
    ...(place ? [`You're ${ordinal(place.place)} of ${place.of.toLocaleString('en-US')} officers now${tied}.`] : []),
    ...(charged === null ? [] : [`You have ${charged === 0 ? 'no hours' : chargedHours(charged)} charged.`]),
    ...(share > 0 && minutes !== null
      ? [`Getting this shift adds ${durationWords(Math.round((minutes * share) / 100))}.`]
      : []),
    ...(turn ? ['Getting this shift uses your turn.'] : []),
  ]
}

const hoursOf = (share: number, minutes: number) => durationWords(Math.round((minutes * share) / 100))

type Taken = Pick<RuleCharges, 'rule_name' | 'taken'>
type CalledOff = Pick<RuleCharges, 'rule_name' | 'taken' | 'called_off'>

/** Each sentence once, with the rules that say it: `Uses your turn (Extra duty rotation).` Null if no rule says anything. */
const underRules = <C extends { rule_name: string }>(
  charges: readonly C[],
  say: (one: C) => readonly string[],
  after = '',
): string | null => {
  const said = new Map<string, string[]>()
  for (const one of charges) for (const words of say(one)) said.set(words, [...(said.get(words) ?? []), one.rule_name])
  const sentences = [...said].map(([words, names]) => `${words}${after} (${joined(names)}).`)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Before the press that asks for a shift; `sure`: the press gets it. Null if it counts nothing. */
export const takenWords = (
  charges: readonly Taken[],
  { minutes, sure }: { minutes: number; sure: boolean },
): string | null =>
  underRules(
    charges,
    ({ taken: { share, turn } }) => [
      ...(share > 0 ? [`Adds ${hoursOf(share, minutes)} to your charged hours`] : []),
      ...(turn ? ['Uses your turn'] : []),
    ],
    sure ? '' : ' if you get it',
  )

/** Before a shift is called off: what stays counted. Null if the shift counts nothing either way. */
export const callOffWords = (
  charges: readonly CalledOff[],
  { minutes, ordered }: { minutes: number; ordered: boolean },
): string | null =>
  underRules(charges, ({ taken, called_off: { kept, kept_ordered, turn } }) => {
    const stays = ordered ? kept_ordered : kept
    const words = [
      ...(stays.share > 0
        ? [`Calling off doesn't refund the ${hoursOf(stays.share, minutes)} charged for this shift`]
        : []),
      ...(stays.turn ? ["You won't get your turn back"] : turn ? ['Calling off uses your turn'] : []),
    ]
    return words.length === 0 && taken.share > 0 && !ordered ? ["You won't be charged for this shift"] : words
  })
