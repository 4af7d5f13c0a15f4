import { counted, joined, ordinal } from '#platform/shared/text.ts'
import type { CallPreview } from './contract.calls.ts'
import { VOLUNTEER_MINUTES } from './rules.ts'
import { listWords } from './words.ts'

const NAMED = 3
/** On top of what a call for volunteers would do; null without undecided requests. */
export const requestedWords = (requested: CallPreview['requested']): string | null => {
  if (requested.length === 0) return null
  const them = requested.length === 1 ? 'Decide that first.' : 'Decide those first.'
  const named = requested.slice(0, NAMED).map(({ name }) => name)
  const rest = requested.length - named.length
  const have = requested.length === 1 ? 'has' : 'have'
  return `${counted(requested.length, 'officer')} ${have} already requested this shift: ${joined([...named, ...(rest > 0 ? [`${rest} more`] : [])])}. ${them}`
}

/** Why a time for volunteers can't be chosen, as the server refuses it; null if it can. `most`: of `mostMinutes`. */
export const tooLongWords = (minutes: number, most: number, starts: string): string | null => {
  if (most < VOLUNTEER_MINUTES.least)
    return `The shift starts ${starts}. Volunteers need at least ${VOLUNTEER_MINUTES.least} minutes.`
  return minutes <= most
    ? null
    : `The shift starts ${starts}, before that time is up. Choose at most ${counted(most, 'minute')}.`
}

/** Before a press on "Ask now": who is asked, when the order-in is, and who is next. `at`: that time in words, or null for an invalid one. */
export const previewWords = (
  { asked, missing, next, list_units }: CallPreview,
  at: string | null,
): { asked: string; next: string } => {
  const named = next.map(({ name, position }) => `${name} (${ordinal(position)})`)
  const list = listWords(list_units)
  const when = at === null ? 'when time is up' : at
  const orders = `${joined(named)} ${named.length === 1 ? 'is' : 'are'} ordered in from ${list}`
  return {
    asked: `${counted(asked, 'eligible officer')} will be asked.`,
    next:
      named.length === 0
        ? `Order-in: ${when}. No eligible officers on ${list}. Spots without volunteers stay open.`
        : `Order-in: ${when}. If no one volunteers, ${orders}${named.length < missing ? `. ${counted(missing - named.length, 'spot')} ${missing - named.length === 1 ? 'stays' : 'stay'} open` : ''}.`,
  }
}
