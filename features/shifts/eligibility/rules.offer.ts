import type { AssignmentKind, AssignmentStatus, SignupMode } from '#features/shifts/assignments/rules.ts'
import { heldAtMost } from '#features/shifts/signups/rules.places.ts'
import {
  type GroupStep,
  isLive,
  type Requirements,
  reasonsNotToAssign,
  type SignupStatus,
} from '#features/shifts/signups/rules.ts'
import { type Instant, plusMinutes, type Range } from '#platform/shared/time.ts'
import { type Facts, LOOK_AHEAD_MINUTES, type OfficerFacts, type Reason, reasonsAgainst } from './rules.ts'

/** What a posted shift tells an officer, as far as the eligibility check needs it. */
export type Offer = Range & {
  id: string
  kind: AssignmentKind
  status: AssignmentStatus
  signup_mode: SignupMode
  publish_at: Instant | null
  signup_opens_at: Instant | null
  signup_closes_at: Instant | null
  group_steps: readonly GroupStep[] | null
}
export type OfferedPost = Range & {
  id: string
  required_count: number
  confirmed_count: number
  held_count: number
  requirements: Requirements
  split_minutes: number | null
  holds: readonly Range[]
}
export type Mine = Range & {
  assignment_id: string
  status: SignupStatus
  title: string
  applied_at: Instant
  offer_expires_at: Instant | null
}
export type Asking = { unit: string | null; rank: string | null }
/** The other inputs of the check: work against the rules on hours, certifications, hire date and leave. */
export type Limits = Pick<Facts, 'book' | 'zone'> & OfficerFacts

/** The post as a job for the rule; for a shift split into parts, the part. */
const jobOf = (offer: Offer, post: OfferedPost, part: Range = post) => ({
  ...offer,
  ...post,
  id: offer.id,
  starts_at: part.starts_at,
  ends_at: part.ends_at,
  held_count: post.split_minutes === null ? post.held_count : heldAtMost(part, post.holds),
})

/** All reasons against the officer on the post, or a part of it: the same rule that the server checks again. */
export const reasonsForPost = (
  offer: Offer,
  post: OfferedPost,
  asking: Asking & { mine: readonly Mine[]; limits: Limits | null },
  now: Instant,
  part: Range = post,
): Reason[] => {
  const { unit, rank, mine, limits } = asking
  const officer = { approved: true, suspended_at: null, unit, rank, signups: mine }
  const job = jobOf(offer, post, part)
  if (limits === null) return reasonsNotToAssign(job, officer, now)
  const { book, zone, ...person } = limits
  // As far ahead as the server looks; beyond that, not all work is known.
  const until = plusMinutes(job.starts_at, LOOK_AHEAD_MINUTES)
  return reasonsAgainst(job, { officer: { ...officer, ...person }, book, zone, until }, 'sign_up', now)
}

/** The officer's own sign-up shown on a shift's card: the live or worked one, otherwise the last. */
export const ownOf = <M extends Mine>(assignmentId: string, mine: readonly M[], now: Instant): M | null => {
  const own = mine.filter((s) => s.assignment_id === assignmentId)
  const last = own.toSorted((a, b) => Date.parse(a.applied_at) - Date.parse(b.applied_at)).at(-1)
  return own.find((s) => isLive(s, now) || s.status === 'worked' || s.status === 'no_show') ?? last ?? null
}
