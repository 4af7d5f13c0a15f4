import { willBeNotified } from '#features/roster/officers/words.contact.ts'
import { counted, joined, ordinal } from '#platform/shared/text.ts'
import { type LookFirst, lookFirst, SOON_HOURS } from './rules.selected.ts'
import type { PassedWhy } from './rules.why.ts'

/** Why an officer who asked or has fewer hours was not proposed, as the end of a sentence that begins with the name. */
export const passedWords = (why: PassedWhy, instead: string | null): string => {
  const named = instead === null ? 'another shift in this plan' : `${instead} in this plan`
  if (why === 'not_asked') return "didn't request it or volunteer"
  if (why === 'busy') return `has ${named}, too close to this one`
  if (why === 'limits') return `would exceed an hour limit with ${named}`
  if (why === 'rules') return `can't work this and ${named} under the work rules`
  return instead === null
    ? 'is saved for shifts that fewer officers can work'
    : `gets ${named}, which spreads hours more evenly`
}

/** Where an officer ranks among those eligible, fewest hours first, as the beginning of a line. */
export const orderWords = (order: number, able: number): string => {
  if (able === 1) return 'The only eligible officer'
  return order === 1 ? `Fewest hours of ${able} eligible` : `${ordinal(order)}-fewest hours of ${able} eligible`
}

type Named = { officers: number; names: readonly string[] }

const namesOf = ({ officers, names }: Named): string => {
  const more = officers - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** `2 waiting, not in the plan: Ana Reyes, Ben Cole` */
export const waitingWords = (one: Named): string => `${one.officers} waiting, not in the plan: ${namesOf(one)}`

/** `Skipped: Ana Reyes, Ben Cole`: officers who requested the shift, before others are assigned to it. */
export const passedOverWords = (one: Named): string => `Skipped: ${namesOf(one)}`

/** What the confirmation says of all who are skipped. */
export const passedOverSum = (officers: number): string =>
  officers === 0
    ? 'No requests or volunteers are skipped.'
    : `${counted(officers, 'request or volunteer', 'requests or volunteers')} ${officers === 1 ? 'is' : 'are'} skipped. Open "Why" on a line to see the reason.`

/** `Fill 7 spots? 4 of 5 officers will be notified.` */
export const confirmTitle = (lines: readonly { officer_id: string; has_account: boolean }[]): string => {
  const officers = new Map(lines.map(({ officer_id, has_account }) => [officer_id, has_account]))
  const without = [...officers.values()].filter((has_account) => !has_account).length
  return `Fill ${counted(lines.length, 'spot')}? ${willBeNotified(officers.size, without, ['officer', 'officers'])}.`
}

/** What an undo did, and what it couldn't undo. */
export const undoneWords = (done: number, left: number): { title: string; text: string } => ({
  title: done === 0 ? "This can't be undone" : `${counted(done, 'spot')} reopened`,
  text:
    left === 0
      ? ''
      : done === 0
        ? "More than a minute has passed, or the shift changed. Remove officers on the shift's page instead."
        : `${left} couldn't be undone: more than a minute has passed, or the shift changed. Remove officers on the shift's page.`,
})

/** How the officer of a line asked for the shift; a request counts before a yes to a call. Null: not at all. */
export const askedHow = (line: { applied: boolean; volunteered: boolean }): string | null =>
  line.applied ? 'Requested' : line.volunteered ? 'Volunteered' : null

/** How many lines of a plan go to officers who asked: `2 of 9 lines are for officers who requested the shift or volunteered.` */
export const askedWords = (asked: number, lines: number): string => {
  if (lines === 1)
    return asked === 1
      ? 'The officer requested or volunteered for this shift.'
      : "The officer didn't request or volunteer for this shift."
  if (asked === 0) return 'None of these officers requested or volunteered for their shift.'
  if (asked === lines) return 'All of these officers requested or volunteered for their shift.'
  return `${asked} of ${lines} lines ${asked === 1 ? 'is for an officer' : 'are for officers'} who requested the shift or volunteered.`
}

const unselected: Readonly<Record<LookFirst, string>> = {
  soon: `start within ${SOON_HOURS} hours`,
  asked: 'have an open call for volunteers',
  paused: 'have a paused escalation',
}

/** Which lines start out unselected, as far as the plan has such; null if all are selected. */
export const unselectedWords = (found: readonly (LookFirst | null)[]): string | null => {
  const kinds = lookFirst.filter((one) => found.includes(one))
  return kinds.length === 0
    ? null
    : `Not selected: shifts that ${joined(
        kinds.map((one) => unselected[one]),
        'or',
      )}.`
}
