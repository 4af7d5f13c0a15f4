import { type AwardRule, usesHours, usesTurns } from '#features/shifts/award-rules/rules.ts'
import { ordinal } from '#platform/shared/text.ts'
import { durationWords } from '#platform/shared/time.ts'
import type { RankedPlace } from './contract.ts'
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
