import { joined } from '#platform/shared/text.ts'
import type { NewcomerPlace } from './rules.ts'

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
