import { type AwardRule, usesHours, usesTurns } from '#features/shifts/award-rules/rules.ts'
import { joined, ordinal } from '#platform/shared/text.ts'
import { durationWords, MINUTE, ms } from '#platform/shared/time.ts'
import type { RankedPlace } from './contract.ts'
import type { RuleCharges } from './rules.charges.ts'
import { chargedHours } from './rules.entries.ts'

type Own = Pick<RankedPlace, 'place' | 'of' | 'tied' | 'group'>
/** The reader's place in the order of a rule: `You're 4th of 18 officers now, tied with 2.` */
export const ownPlaceWords = ({ place, of, tied, group }: Own): string => {
  const among = group === null ? '' : group === '' ? ' outside the priority groups' : ` in ${group}`
  const ties = tied > 0 ? `, tied with ${tied.toLocaleString('en-US')}` : ''
  return `You're ${ordinal(place)} of ${of.toLocaleString('en-US')} officers${among} now${ties}.`
}

/** What the rule of a shift to be awarded means for the reader now: the place among all officers, what is charged, and what getting it adds. */
export const ownTermsWords = (
  rule: AwardRule,
  { place, charged, minutes }: { place: Own | null; charged: number | null; minutes: number | null },
): string[] => {
  const share = usesHours(rule) ? rule.counts.accepted + rule.counts.worked : 0
  const turn = usesTurns(rule) && (rule.turn.includes('accepted') || rule.turn.includes('worked'))
  return [
    ...(place ? [ownPlaceWords(place)] : []),
    ...(charged === null ? [] : [`You have ${charged === 0 ? 'no hours' : chargedHours(charged)} charged.`]),
    ...(share > 0 && minutes !== null
      ? [`Getting this shift adds ${durationWords(Math.round((minutes * share) / 100))}.`]
      : []),
    ...(turn ? ['Getting this shift uses your turn.'] : []),
  ]
}

const hoursOf = (share: number, minutes: number) => durationWords(Math.round((minutes * share) / 100))

type CalledOff = Pick<RuleCharges, 'rule_name' | 'taken' | 'called_off'>

/** Each sentence once, with the rules that say it: `Uses your turn (Extra duty rotation).` Null if no rule says anything. */
const byRules = <C extends { rule_name: string }>(
  charges: readonly C[],
  say: (one: C) => readonly string[],
): string | null => {
  const said = new Map<string, string[]>()
  for (const one of charges) for (const words of say(one)) said.set(words, [...(said.get(words) ?? []), one.rule_name])
  const sentences = [...said].map(([words, names]) => `${words} (${joined(names)}).`)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/**
 * Before the press that asks for a shift; `sure`: the press gets it, `kept`: the minutes of it that count since the officer called it off.
 * Null if it counts nothing.
 */
export const takenWords = (
  charges: readonly CalledOff[],
  { minutes, sure, kept }: { minutes: number; sure: boolean; kept: number },
): string | null => {
  const after = sure ? '' : ' if you get it'
  return byRules(charges, ({ taken: { share, turn }, called_off }) => {
    const before = called_off.kept.share * kept
    const more = share * minutes - before
    return [
      ...(more > 0 ? [`Adds ${hoursOf(more, 1)} to your charged hours${after}`] : []),
      ...(before > 0 ? [`The ${hoursOf(before, 1)} charged before you called off count for this shift`] : []),
      ...(turn ? [`Uses your turn${after}`] : []),
    ]
  })
}

type Spot = { post_id: string; starts_at: string; ends_at: string }
/** The minutes of called-off spots that count for this one if the officer gets it; the database counts alike (docs/decisions/0338). */
export const keptFor = (all: readonly (Spot & { minutes: number })[], spot: Spot): number => {
  const [from, to] = [ms(spot.starts_at), ms(spot.ends_at)]
  return all
    .filter((one) => one.post_id === spot.post_id && ms(one.starts_at) < to && ms(one.ends_at) > from)
    .filter(({ minutes }) => minutes * MINUTE <= to - from)
    .reduce((sum, { minutes }) => sum + minutes, 0)
}

/** Before a shift is called off: what stays counted. Null if the shift counts nothing either way. */
export const callOffWords = (
  charges: readonly CalledOff[],
  { minutes, ordered }: { minutes: number; ordered: boolean },
): string | null =>
  byRules(charges, ({ taken, called_off: { kept, kept_ordered, turn } }) => {
    const stays = ordered ? kept_ordered : kept
    const words = [
      ...(stays.share > 0
        ? [`Calling off doesn't refund the ${hoursOf(stays.share, minutes)} charged for this shift`]
        : []),
      ...(stays.turn ? ["You won't get your turn back"] : turn ? ['Calling off uses your turn'] : []),
    ]
    return words.length === 0 && taken.share > 0 && !ordered ? ["You won't be charged for this shift"] : words
  })
