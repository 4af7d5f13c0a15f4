import { joined } from '#platform/shared/text.ts'
import { durationWords } from '#platform/shared/time.ts'
import type { AwardMethod } from './rules.methods.ts'
import { kindWords } from './rules.opportunities.ts'
import {
  type AwardFactor,
  type AwardRule,
  chargedKinds,
  isAwarded,
  type NewcomerPlace,
  type Remedy,
  type TieBreak,
  usesHours,
  usesTurns,
} from './rules.ts'

export const methodWords: Readonly<Record<AwardMethod, string>> = {
  least_hours: 'Fewest hours',
  rotation: 'Rotation',
  seniority: 'Seniority',
  reverse_seniority: 'Reverse seniority',
  weighted: 'Weighted combination',
  lottery: 'Lottery',
  pick_list: 'Pick list',
  first_come: 'First come',
  approval: 'Admin approval',
}

export const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
] as const

/** Turns words from a sentence into a standalone label. */
export const labelOf = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** One sentence per method: who comes first. */
export const methodSentences: Readonly<Record<AwardMethod, string>> = {
  least_hours: 'Officers with the fewest charged hours come first.',
  rotation:
    'Officers whose last turn was longest ago come first. A turn moves an officer to the bottom; unreachable officers keep their position.',
  seniority: 'The longest-serving officers come first.',
  reverse_seniority: 'The most recently hired officers come first.',
  weighted: 'Points from several factors are added up. The most points come first.',
  lottery:
    "A draw decides. The seed's hash is published when sign-up opens, and the seed with the award, so anyone can repeat the draw.",
  pick_list:
    'Officers with the fewest turns come first, then those whose last turn was longest ago. The list never resets.',
  first_come: 'The first to sign up is confirmed.',
  approval: 'An admin approves or denies each request. Requests are listed in sign-up order.',
}

export const factorWords: Readonly<Record<AwardFactor, string>> = {
  hours: 'fewer hours charged',
  seniority: 'seniority',
  turns: 'fewer turns taken',
  unit_match: 'belongs to a unit the post requires',
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
  next_opportunity: 'the next opportunity, before everyone else',
  pay: 'pay for the hours that were missed',
  none: 'no remedy',
}

const newcomerWords: Readonly<Record<NewcomerPlace, string>> = {
  top: 'start at the top',
  average: 'are charged the average of all officers for the time before they joined',
  bottom: 'are charged the highest total of all officers for the time before they joined',
}

const listWords: Readonly<Record<NewcomerPlace, string>> = {
  top: 'start at the top of the list',
  average: 'start in the middle',
  bottom: 'start at the bottom, as if they had taken a turn on their first day',
}
const listed = (rule: AwardRule) => rule.method === 'rotation' || rule.method === 'pick_list'

const percent = (share: number): string => (share === 100 ? '(in full)' : `(at ${share}%)`)

/** How far back the hours of a rule are charged: `over the last 365 days`. */
export const periodWords = ({ counts: { window_days }, fiscal_month }: AwardRule): string =>
  window_days === 'ever'
    ? 'since records began'
    : window_days === 'fiscal_year'
      ? `since the fiscal year started (${monthNames[fiscal_month - 1]} 1)`
      : `over the last ${window_days} days`

/** What the hours of a rule are charged for. A rule reads the whole record, whatever shift types it applies to. */
export const countsWords = (rule: AwardRule): string => {
  const parts = chargedKinds.flatMap((kind) =>
    rule.counts[kind] === 0 ? [] : [`${kindWords[kind].toLowerCase()} ${percent(rule.counts[kind])}`],
  )
  return `Hours are charged for all shift types ${periodWords(rule)}: ${joined(parts)}.`
}

export const windowWords = ({ window }: AwardRule): string => {
  const opens =
    window.opens_minutes_after_publish === 0
      ? 'Sign-up opens when the shift is posted'
      : `Sign-up opens ${durationWords(window.opens_minutes_after_publish)} after the shift is posted`
  const closes = [
    ...(window.open_minutes === null ? [] : [`${durationWords(window.open_minutes)} later`]),
    ...(window.closes_minutes_before_start === null
      ? []
      : [`${durationWords(window.closes_minutes_before_start)} before the start`]),
  ]
  return `${opens} and closes ${joined(closes, 'or')}${closes.length > 1 ? ', whichever is sooner' : ''}. Spots are awarded when it closes.`
}

/** The members of a group: ` (K9, Marine; Sergeant)`. */
const whoWords = ({ units, ranks }: AwardRule['groups'][number]): string => {
  const parts = [units, ranks].filter((names) => names.length > 0).map((names) => names.join(', '))
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

const receiptWords = ({ names_shown, figures_shown }: AwardRule): string => {
  if (!names_shown) return 'Each applicant gets a receipt with their own rank and what decided it.'
  return `Receipts list all applicants by name and rank${figures_shown ? ", with what was compared and, in general terms, why someone wasn't eligible" : ''}.`
}

/** The whole rule as sentences for a reader who has never seen it. */
export const ruleSentences = (rule: AwardRule): string[] => [
  methodSentences[rule.method],
  ...(rule.method === 'weighted'
    ? [
        `Each factor gives 0 to 1,000 points: ${joined(rule.weights.map((one) => `${factorWords[one.factor]} times ${one.weight}`))}.`,
      ]
    : []),
  ...(usesHours(rule) ? [countsWords(rule)] : []),
  ...(usesTurns(rule)
    ? [`Counts as a turn, for all shift types: ${joined(rule.turn.map((kind) => kindWords[kind].toLowerCase()))}.`]
    : []),
  ...(usesHours(rule) || usesTurns(rule)
    ? [`New officers ${listed(rule) ? listWords[rule.newcomers] : newcomerWords[rule.newcomers]}.`]
    : []),
  ...(isAwarded(rule.method)
    ? [
        `Ties are broken by ${joined(
          rule.ties.map((tie) => tieWords[tie]),
          'then',
        )}.`,
      ]
    : []),
  ...rule.groups.map(
    (group) =>
      `${group.name}${whoWords(group)} see a shift ${durationWords(group.minutes)} before later groups and rank above them.`,
  ),
  ...(isAwarded(rule.method) ? [windowWords(rule)] : []),
  ...(rule.short_notice
    ? [
        `If a shift is posted less than ${durationWords(rule.short_notice.under_minutes)} before the start, the first officer to sign up is confirmed.`,
      ]
    : []),
  rule.keeps_waitlist
    ? `Other applicants join the waitlist. An open spot is held for ${durationWords(rule.offer_minutes)} for the next officer.`
    : 'There is no waitlist.',
  ...(rule.keeps_waitlist && rule.last_minute
    ? [
        `Less than ${durationWords(rule.last_minute.under_minutes)} before the start, an open spot is offered to everyone on the waitlist. The first to accept is confirmed.`,
      ]
    : []),
  `A wrongly skipped officer is owed ${remedyWords[rule.remedy]}.`,
  ...(isAwarded(rule.method) ? [receiptWords(rule)] : []),
]
