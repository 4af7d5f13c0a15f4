import type { Round } from '#features/shifts/awards/contract.ts'
import { atStartStatuses, seekingStatuses } from '#platform/shared/statuses.ts'
import type { Roster, RosterSignup } from './contract.ts'

/** A row of the roster; `place`: on the post's waitlist, or the rank in its latest award. Null if there is none. */
export type RosterRow = RosterSignup & { place: number | null }
type Ranked = Pick<Round, 'post_id' | 'purpose'> & { receipts: readonly { officer_id: string; rank: number }[] }

const holding: readonly string[] = atStartStatuses
const seeking: readonly string[] = seekingStatuses
const groupOf = ({ status }: RosterSignup): number => {
  if (holding.includes(status)) return 0
  if (status === 'offered') return 1
  if (status === 'waitlisted') return 3
  return seeking.includes(status) ? 2 : 4
}

/**
 * Spots, then offers, requests, each post's waitlist by place, and the rest. `rounds` are those of an awarded shift, newest first;
 * null for others, whose waitlist is in order of application, as the roster is read. Officers who joined the waitlist after the award
 * have no place and come last.
 */
export const inRosterOrder = (
  { signups, posts }: Pick<Roster, 'signups' | 'posts'>,
  rounds: readonly Ranked[] | null,
): RosterRow[] => {
  const lines = Map.groupBy(
    signups.filter(({ status }) => status === 'waitlisted'),
    ({ post_id }) => post_id,
  )
  const placeOf = (one: RosterSignup): number | null => {
    if (one.status !== 'waitlisted') return null
    if (rounds === null) return (lines.get(one.post_id)?.indexOf(one) ?? 0) + 1
    const latest = rounds.find(({ post_id, purpose }) => post_id === one.post_id && purpose !== 'order')
    return latest?.receipts.find(({ officer_id }) => officer_id === one.officer_id)?.rank ?? null
  }
  const postOf = ({ status, post_id }: RosterRow) =>
    status === 'waitlisted' ? posts.findIndex(({ id }) => id === post_id) : 0
  return signups
    .map((one): RosterRow => ({ ...one, place: placeOf(one) }))
    .toSorted(
      (a, b) =>
        groupOf(a) - groupOf(b) ||
        postOf(a) - postOf(b) ||
        (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER),
    )
}
