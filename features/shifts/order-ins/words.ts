import { counted, joined, ordinal } from '#platform/shared/text.ts'
import type { CallPreview } from './contract.calls.ts'
import { type NewcomerPlace, VOLUNTEER_MINUTES } from './rules.ts'

/** `July 1`, of `07-01`. */
export const yearStartWords = (start: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`2028-${start}T12:00:00Z`),
  )

export const newcomerWords: Readonly<Record<NewcomerPlace, { label: string; hint: string }>> = {
  top: { label: 'At the top', hint: 'They start with no orders and are ordered in first.' },
  average: { label: 'In the middle', hint: 'They start with the average number of orders on that day.' },
  bottom: { label: 'At the bottom', hint: 'They start with the highest number of orders on that day.' },
}

/** `no earlier orders`, `1 earlier order` */
export const earlierOrders = (count: number): string =>
  count === 1 ? '1 earlier order' : `${count === 0 ? 'no' : count} earlier orders`

/** Of a stored order from before lists were recorded too: `the force list`, `the Traffic force list`, `the K-9 and Traffic force list` */
export const listWords = (units: readonly string[] = []): string =>
  units.length === 0 ? 'the force list' : `the ${joined(units)} force list`

/** How many a call for volunteers still asks for; the spots may fill before it closes. */
export const neededWords = (missing: number): string =>
  `${missing || 'No'} ${missing === 1 ? 'officer is' : 'officers are'} needed.`

/** Who of several volunteers gets a spot; `by`: the award rule, null for the first to answer. */
export const volunteerOrder = (by: string | null): string =>
  by === null ? 'The first to answer gets it.' : `Decided by ${by}.`

/** To volunteers: the call gave no one a spot, because an admin stopped it or the shift is gone. */
export const callEnded = 'Call for volunteers ended'

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
