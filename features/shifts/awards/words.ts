import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import type { Ranked, Step } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { methodWords, tieWords } from '#features/shifts/award-rules/words.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import type { Reason } from '#features/shifts/eligibility/rules.ts'
import { shortReasons } from '#features/shifts/eligibility/words.ts'
import { joined, ordinal } from '#platform/shared/text.ts'
import { durationWords } from '#platform/shared/time.ts'
import type { RankedPlace } from './contract.ts'
import { type Charge, type Charges, mainCharge } from './rules.charges.ts'
import type { Outcome } from './rules.rounds.ts'

/** Why one officer ranks ahead of another, by method. */
const ahead: Readonly<Record<AwardMethod, string>> = {
  least_hours: 'fewer hours charged',
  rotation: 'a longer time since the last turn',
  seniority: 'an earlier hire date',
  reverse_seniority: 'a later hire date',
  weighted: 'more points',
  lottery: 'the draw',
  pick_list: 'fewer or earlier turns',
  first_come: 'an earlier request',
  approval: 'an earlier request',
}

const stepWords = (rule: Pick<AwardRule, 'method'>, step: Step): string => {
  if (step === 'value') return ahead[rule.method]
  if (step === 'owed') return 'an opportunity owed from an earlier award'
  if (step === 'group') return 'a group with priority'
  return step === 'id' ? 'a fixed order after a tie' : tieWords[step]
}

type Row = Pick<Ranked, 'rank' | 'decided_by'> & { outcome: Outcome; reasons: readonly Reason[] }

/**
 * The step that ranked `first` above `second`. The list is sorted by its steps in turn, so between two officers the earliest of the steps
 * between their neighbors decided.
 */
export const stepBetween = (
  rule: Pick<AwardRule, 'ties'>,
  rows: readonly Pick<Row, 'rank' | 'decided_by'>[],
  [first, second]: readonly [number, number],
): Step | null => {
  const found = new Set(rows.filter(({ rank }) => rank > first && rank <= second).map((one) => one.decided_by))
  const steps: readonly Step[] = ['owed', 'group', 'value', ...rule.ties, 'id']
  return steps.find((step) => found.has(step)) ?? null
}

const gotOne: readonly Outcome[] = ['awarded', 'offered']
const missedOne: readonly Outcome[] = ['waitlisted', 'passed', 'undecided']

/** `2 spots, by fewest hours.` */
const spotsWords = (rule: Pick<AwardRule, 'method'>, places: number): string =>
  `${places} ${places === 1 ? 'spot' : 'spots'}, by ${methodWords[rule.method].toLowerCase()}.`

/**
 * What an officer's notice of an award says after the shift: how many spots, by what rule, the own number, and what decided. The receipt
 * has the figures.
 */
export const decidedWords = (
  rule: Pick<AwardRule, 'method' | 'ties'>,
  places: number,
  rows: readonly Row[],
  own: Row,
): string => {
  const spots = spotsWords(rule, places)
  const [reason] = besidesFull(own.reasons)
  if (reason) return `${spots} You weren't eligible: ${shortReasons[reason.code].toLowerCase()}.`
  const number = `${spots} You were number ${own.rank} of ${rows.length}.`
  if (places === 0) return `${number} No spot was left.`
  if (gotOne.includes(own.outcome)) {
    const next = rows.find((one) => one.rank > own.rank && missedOne.includes(one.outcome))
    const step = next ? stepBetween(rule, rows, [own.rank, next.rank]) : null
    return step
      ? `${number} You ranked higher: ${stepWords(rule, step)}.`
      : `${number} Every eligible applicant got a spot.`
  }
  const last = rows.findLast((one) => one.rank < own.rank && gotOne.includes(one.outcome))
  const step = last ? stepBetween(rule, rows, [last.rank, own.rank]) : null
  return step ? `${number} Others ranked higher: ${stepWords(rule, step)}.` : number
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** The same of a spot that an admin gave outside the order: why, and where the rule ranked the officer. */
export const byHandWords = (
  rule: Pick<AwardRule, 'method'>,
  own: Pick<Ranked, 'rank' | 'of'> | undefined,
  reason: string,
): string => {
  const order = own ? ` By ${methodWords[rule.method].toLowerCase()}, you were number ${own.rank} of ${own.of}.` : ''
  return `An admin assigned you this spot: ${sentence(reason)}${order}`
}

/** The same of an offer down the waitlist of an awarded shift. */
export const offeredWords = (rule: Pick<AwardRule, 'method'>, own: Pick<Ranked, 'rank' | 'of'>): string =>
  `By ${methodWords[rule.method].toLowerCase()}, you're number ${own.rank} of ${own.of} on the waitlist.`

const orders: Readonly<Record<RankedPlace['method'], string>> = {
  least_hours: 'fewest hours',
  rotation: 'rotation',
  pick_list: 'pick list',
  seniority: 'seniority',
  reverse_seniority: 'reverse seniority',
}

/** `You're 4th of 18` and `For overtime shifts, by fewest hours`: the officer's place by a rule, and what it is a place in. */
export const placeWords = (
  one: Omit<RankedPlace, 'name' | 'version'>,
): { place: string; about: string; ties: string | null } => {
  const { kinds, group, tied } = one
  const what =
    kinds.length === assignmentKinds.length
      ? 'all'
      : joined(assignmentKinds.filter((kind) => kinds.includes(kind)).map((kind) => kindWords[kind].toLowerCase()))
  const whom = group === null ? '' : group === '' ? ', outside the priority groups' : `, within ${group}`
  return {
    place: `You're ${ordinal(one.place)} of ${one.of.toLocaleString('en-US')}`,
    about: `For ${what} shifts, by ${orders[one.method]}${whom}`,
    ties: tied === 0 ? null : `Tied with ${tied.toLocaleString('en-US')} ${tied === 1 ? 'other' : 'others'}`,
  }
}

type Offer = { minutes: number; until: string }
const counts = ({ share, turn }: Charge, minutes: number): string =>
  share > 0 ? `counts ${durationWords(Math.round((minutes * share) / 100))} against you` : turn ? 'uses your turn' : ''

/** What declining an offer counts. */
export const declinedWords = (charges: readonly Pick<Charges, 'declined'>[], minutes: number): string => {
  const declined = mainCharge(charges.map((one) => one.declined))
  const what = counts(declined, minutes)
  if (what === '') return "Declining doesn't count against you."
  return `Declining ${what}${declined.share > 0 && declined.as_worked ? ', the same as working it' : ''}.`
}

/** The same of no answer; null if that counts nothing. */
export const unansweredWords = (
  charges: readonly Pick<Charges, 'declined' | 'no_answer'>[],
  { minutes, until }: Offer,
): string | null => {
  const declined = mainCharge(charges.map((one) => one.declined))
  const no_answer = mainCharge(charges.map((one) => one.no_answer))
  const what = counts(no_answer, minutes)
  if (what === '') return null
  const also = counts(declined, minutes) === '' ? '' : 'also '
  return `No answer by ${until} ${also}${also ? what.replace(' against you', '') : what}.`
}

const MOST_NAMED = 3

/** What assigning an officer outside the award order means for those ranked higher. */
export const skipWords = (skipped: readonly string[]): string => {
  if (skipped.length === 0) return 'No officer who ranks higher is still waiting.'
  const named = skipped.slice(0, MOST_NAMED)
  const more = skipped.length - named.length
  const all = more > 0 ? [...named, `${more} more`] : named
  return `This skips ${joined(all)}, who ${skipped.length === 1 ? 'ranks' : 'rank'} higher. Another admin will review it.`
}

/** Why an admin comes after the officers where people are assigned by hand. */
export const adminWords = 'Admin, no shifts yet'

/** In place of the buttons that assign officers from the waitlist. */
export const fullWords =
  'All spots are filled or held for the waitlist. You can assign officers manually when one opens.'
