import { kindWords } from '#features/awards/rules.opportunities.ts'
import { durationWords } from '#platform/shared/time.ts'
import {
  type AwardFactor,
  type AwardMethod,
  type AwardRule,
  chargedKinds,
  isAwarded,
  type NewcomerPlace,
  type Remedy,
  type TieBreak,
} from './rules.ts'

export const methodWords: Readonly<Record<AwardMethod, string>> = {
  least_hours: 'Least hours',
  rotation: 'Rotation',
  seniority: 'Seniority',
  reverse_seniority: 'Reverse seniority',
  weighted: 'Weighted combination',
  lottery: 'Lottery',
  pick_list: 'Pick list',
  first_come: 'First come',
  approval: 'Approval by an admin',
}

export const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
] as const

/** Words that stand in a sentence, as a label by themselves. */
export const labelOf = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** One sentence each: who comes first. */
export const methodSentences: Readonly<Record<AwardMethod, string>> = {
  least_hours: 'Who was charged the fewest hours comes first.',
  rotation:
    'Who took a turn longest ago comes first. A turn moves its officer to the bottom; who was not reached keeps the place.',
  seniority: 'Who was hired earliest comes first.',
  reverse_seniority: 'Who was hired latest comes first.',
  weighted: 'Points are added up over several factors; the most points come first.',
  lottery:
    'A draw decides. Its sealed number is published when sign-up opens, and the seed at the award, so that anybody can draw again.',
  pick_list: 'Who had the fewest turns ever comes first, then whose last turn is longest ago. The list is never reset.',
  first_come: 'Whoever signs up first has the place.',
  approval: 'An admin decides on each signup; the list stands in the order of applying.',
}

export const factorWords: Readonly<Record<AwardFactor, string>> = {
  hours: 'few hours charged',
  seniority: 'seniority',
  turns: 'few turns taken',
  unit_match: 'belongs to a unit the post asks for',
  rank: 'rank',
}

export const tieWords: Readonly<Record<TieBreak, string>> = {
  hours: 'fewer hours charged',
  seniority: 'earlier hire date',
  badge: 'lower badge number',
  applied: 'applied earlier',
  draw: 'a draw',
}

export const remedyWords: Readonly<Record<Remedy, string>> = {
  next_opportunity: 'the next opportunity, before everybody else',
  pay: 'pay for the hours that were missed',
  none: 'no remedy',
}

const newcomerWords: Readonly<Record<NewcomerPlace, string>> = {
  top: 'stand at the top',
  average: 'are charged the average of all officers for the time before they came',
  bottom: 'are charged the most of all officers for the time before they came',
}

const listWords: Readonly<Record<NewcomerPlace, string>> = {
  top: 'stand at the top of the list',
  average: 'stand in the middle',
  bottom: 'stand at the bottom, as if they had taken a turn on the day they came',
}
const listed = (rule: AwardRule) => rule.method === 'rotation' || rule.method === 'pick_list'

const joined = (parts: readonly string[], last = 'and'): string =>
  parts.length <= 1
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join(', ')}${last === 'then' ? ',' : ''} ${last} ${parts.at(-1)}`

const percent = (share: number): string => (share === 100 ? '(in full)' : `(at ${share} %)`)

const countsWords = (rule: AwardRule): string => {
  const parts = chargedKinds.flatMap((kind) =>
    rule.counts[kind] === 0 ? [] : [`${kindWords[kind].toLowerCase()} ${percent(rule.counts[kind])}`],
  )
  const { window_days } = rule.counts
  const over =
    window_days === 'ever'
      ? 'since records began'
      : window_days === 'fiscal_year'
        ? `since the fiscal year began (${monthNames[rule.fiscal_month - 1]} 1)`
        : `over the last ${window_days} days`
  return `Hours charged are those of shifts ${over}: ${joined(parts)}.`
}

const usesHours = (rule: AwardRule) =>
  rule.method === 'least_hours' ||
  rule.ties.includes('hours') ||
  (rule.method === 'weighted' && rule.weights.some((one) => one.factor === 'hours'))

const usesTurns = (rule: AwardRule) =>
  rule.method === 'rotation' ||
  rule.method === 'pick_list' ||
  (rule.method === 'weighted' && rule.weights.some((one) => one.factor === 'turns'))

export const windowWords = ({ window }: AwardRule): string => {
  const opens =
    window.opens_minutes_after_publish === 0
      ? 'Sign-up opens when the job is posted'
      : `Sign-up opens ${durationWords(window.opens_minutes_after_publish)} after the job is posted`
  const closes = [
    ...(window.open_minutes === null ? [] : [`${durationWords(window.open_minutes)} later`]),
    ...(window.closes_minutes_before_start === null
      ? []
      : [`${durationWords(window.closes_minutes_before_start)} before the start`]),
  ]
  return `${opens} and closes ${joined(closes, 'or')}${closes.length > 1 ? ', whichever is sooner' : ''}. The places are given out when it closes.`
}

/** Who belongs to a group: ` (K9, Marine; Sergeant)`. */
const whoWords = ({ units, ranks }: AwardRule['groups'][number]): string => {
  const parts = [units, ranks].filter((names) => names.length > 0).map((names) => names.join(', '))
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

/** The whole rule as sentences that somebody reads who never saw it. */
export const ruleSentences = (rule: AwardRule): string[] => [
  methodSentences[rule.method],
  ...(rule.method === 'weighted'
    ? [
        `Each factor gives 0 to 1,000 points: ${joined(rule.weights.map((one) => `${factorWords[one.factor]} times ${one.weight}`))}.`,
      ]
    : []),
  ...(usesHours(rule) ? [countsWords(rule)] : []),
  ...(usesTurns(rule)
    ? [`A turn is taken by: ${joined(rule.turn.map((kind) => kindWords[kind].toLowerCase()))}.`]
    : []),
  ...(usesHours(rule) || usesTurns(rule)
    ? [`Newcomers ${listed(rule) ? listWords[rule.newcomers] : newcomerWords[rule.newcomers]}.`]
    : []),
  ...(isAwarded(rule.method)
    ? [
        `Ties go by ${joined(
          rule.ties.map((tie) => tieWords[tie]),
          'then',
        )}.`,
      ]
    : []),
  ...rule.groups.map(
    (group) =>
      `${group.name}${whoWords(group)} see a job ${durationWords(group.minutes)} before those behind them, and come before them in the order.`,
  ),
  ...(isAwarded(rule.method) ? [windowWords(rule)] : []),
  ...(rule.short_notice
    ? [
        `Posted less than ${durationWords(rule.short_notice.under_minutes)} before its start: the first to answer has the place.`,
      ]
    : []),
  rule.keeps_waitlist
    ? `Whoever gets no place is on the waitlist; a place that gets free is held for ${durationWords(rule.offer_minutes)} for the next in order.`
    : 'No waitlist is kept.',
  ...(rule.keeps_waitlist && rule.last_minute
    ? [
        `Less than ${durationWords(rule.last_minute.under_minutes)} before the start it is offered to everybody on the waitlist together: the first to accept has it.`,
      ]
    : []),
  `Whoever was wrongly passed over is due ${remedyWords[rule.remedy]}.`,
]
