import { type AwardRule, usesHours, usesTurns } from '#features/shifts/award-rules/rules.ts'
import { ordinal } from '#platform/shared/text.ts'
import { durationWords } from '#platform/shared/time.ts'
import type { RankedPlace } from './contract.ts'
import type { Charges } from './rules.charges.ts'
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

/** Before the press that asks for a shift; `sure`: the press gets it. Null if it counts nothing. */
export const takenWords = (
  { taken: { share, turn } }: Pick<Charges, 'taken'>,
  { minutes, sure }: { minutes: number; sure: boolean },
): string | null => {
  if (share > 0) return `Adds ${hoursOf(share, minutes)} to your charged hours${sure ? '' : ' if you get it'}.`
  return turn ? `Uses your turn${sure ? '' : ' if you get it'}.` : null
}

/** Before a shift is called off: what stays counted. Null if the shift counts nothing either way. */
export const callOffWords = (
  { taken, called_off: { kept, kept_ordered, turn } }: Pick<Charges, 'taken' | 'called_off'>,
  { minutes, ordered }: { minutes: number; ordered: boolean },
): string | null => {
  const stays = ordered ? kept_ordered : kept
  if (stays.share > 0) return `Calling off doesn't refund the ${hoursOf(stays.share, minutes)} charged for this shift.`
  if (stays.turn) return "You won't get your turn back."
  if (turn) return 'Calling off uses your turn.'
  return taken.share > 0 && !ordered ? "You won't be charged for this shift." : null
}
