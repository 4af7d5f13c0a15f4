import { z } from 'zod'
import { assignmentBounds } from '#features/assignment-editor/rules.bounds.ts'
import { Id, Instant, isReckonable, line, text } from '#platform/shared/shapes.ts'
import { isZone } from '#platform/shared/zone.ts'
import { assignmentActions, assignmentKinds, assignmentStatuses, cancelParties, phases, signupModes } from './rules.ts'

const { title, description, postName, posts, required, split_minutes: splitBounds } = assignmentBounds

export const DateText = z.iso.date('Choose a date.').refine(isReckonable, 'A date between 1900 and 2199.')
export const TimeText = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time in 24 hours, such as 18:30.')
const Which = z.enum(['earlier', 'later']).nullish()
/** A local time in the assignment's zone; `which` says which of two where the clock goes back over it. */
export const Wall = z.object({ date: DateText, time: TimeText, which: Which })
/** The same; without a date it is the next such time after what it follows. */
export const WallAfter = z.object({ date: z.union([DateText, z.literal('')]).nullish(), time: TimeText, which: Which })

export const Requirements = z.object({
  units: z.array(line(1, 120)).max(50).optional(),
  ranks: z.array(line(1, 120)).max(50).optional(),
  certifications: z.array(line(1, 80)).max(20).optional(),
  service_months: z.int().min(0).max(480, 'At most 40 years.').optional(),
})

export const PostInput = z.object({
  /** Of a post that is there already; none for a new one. */
  id: Id.nullish(),
  name: line(1, postName),
  required_count: z.int().min(1, 'At least one place.').max(required, `At most ${required} places.`),
  starts: WallAfter.nullish(),
  ends: WallAfter.nullish(),
  requirements: Requirements.optional(),
  /** The smallest piece that an officer may take of its time; none: it is taken whole. */
  split_minutes: z.int().min(splitBounds[0]).max(splitBounds[1]).nullish(),
})

/** What an admin types of an assignment. Local times; the server finds the instants. */
export const assignmentInput = {
  title: line(1, title),
  description: text(0, description).optional(),
  kind: z.enum(assignmentKinds),
  client: line(0, 160).nullish(),
  location_name: line(0, 160).nullish(),
  location_address: line(0, 300).nullish(),
  location_lat: z.number().nullish(),
  location_lng: z.number().nullish(),
  location_radius_m: z.int().max(2_147_483_647).nullish(),
  /** The organization's unless told. */
  time_zone: z.string().max(64).refine(isZone, 'This time zone is not known.').nullish(),
  starts: Wall,
  ends: WallAfter,
  posts: z.array(PostInput).min(1, 'At least one post.').max(posts, `At most ${posts} posts.`),
  /** Fewer than this at the start is unfilled; all places unless told. */
  min_required: z
    .int()
    .min(0)
    .max(posts * required)
    .nullish(),
  signup_mode: z.enum(signupModes),
  /** Of an award: its own rule, or none for that of its kind. */
  award_rule_id: Id.nullish(),
  signup_opens: Wall.nullish(),
  signup_closes: Wall.nullish(),
  pay_code: line(0, 40).nullish(),
  min_pay_minutes: z.int().min(0).max(1440).nullish(),
}

/** How a new one is published: not yet, at once, or at a time of its own. */
export const publishInput = {
  publish: z.enum(['draft', 'now', 'later']),
  publish_at: Wall.nullish(),
  /** Needed where the start has passed. */
  backdate_reason: line(0, 500).nullish(),
}

export const Post = z.object({
  id: Id,
  name: z.string(),
  required_count: z.int(),
  confirmed_count: z.int(),
  starts_at: Instant,
  ends_at: Instant,
  split_minutes: z.int().nullable(),
})

const shown = {
  id: Id,
  title: z.string(),
  kind: z.enum(assignmentKinds),
  client: z.string().nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  /** Real time. */
  minutes: z.int(),
  /** What the clock jumps in between: 60 in spring, -60 in autumn. */
  clock_change_minutes: z.int(),
  status: z.enum(assignmentStatuses),
  phase: z.enum(phases),
  unfilled: z.boolean(),
  signup_mode: z.enum(signupModes),
  signup_opens_at: Instant.nullable(),
  signup_closes_at: Instant.nullable(),
  publish_at: Instant.nullable(),
  required_count: z.int(),
  min_required: z.int(),
  confirmed_count: z.int(),
  pending_count: z.int(),
  calloff_count: z.int(),
  waiting_count: z.int(),
  series_id: Id.nullable(),
  clock_note: z.enum(['moved', 'earlier']).nullable(),
  version: z.int(),
}

const taken = {
  /** Places spoken for at the fullest minute, open offers included. */
  held_count: z.int(),
  /** Somebody has, or asks for, a part of its time. */
  has_parts: z.boolean(),
}

export const AssignmentItem = z.object({ ...shown, posts: z.array(Post) })
export type AssignmentItem = z.infer<typeof AssignmentItem>

export const AssignmentSeen = z.object({
  ...shown,
  posts: z.array(
    Post.extend({ requirements: Requirements, pending_count: z.int(), has_signups: z.boolean(), ...taken }),
  ),
  description: z.string(),
  award_rule_id: Id.nullable(),
  /** SHA-256 of the seed of its draw. */
  draw_commitment: z.string().nullable(),
  awarded_at: Instant.nullable(),
  location_lat: z.number().nullable(),
  location_lng: z.number().nullable(),
  location_radius_m: z.int().nullable(),
  pay_code: z.string().nullable(),
  min_pay_minutes: z.int(),
  published_at: Instant.nullable(),
  announced_at: Instant.nullable(),
  backdate_reason: z.string().nullable(),
  terms_changed_at: Instant.nullable(),
  created_by_name: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  cancelled_at: Instant.nullable(),
  cancelled_by_name: z.string().nullable(),
  cancelled_party: z.enum(cancelParties).nullable(),
  cancel_reason: z.string().nullable(),
  closed_at: Instant.nullable(),
  reopened_reason: z.string().nullable(),
  /** Shifts of its series, and those from this one on that are not cancelled. */
  series: z.object({ count: z.int(), following_count: z.int() }).nullable(),
  unsettled_count: z.int(),
  signup_count: z.int(),
  live_count: z.int(),
})
export type AssignmentSeen = z.infer<typeof AssignmentSeen>

/** What the work is and where, whenever it is: kept by a copy and by a template. */
export const Work = AssignmentSeen.pick({
  title: true,
  description: true,
  kind: true,
  client: true,
  location_name: true,
  location_address: true,
  location_lat: true,
  location_lng: true,
  location_radius_m: true,
})

export const Assignment = AssignmentSeen.extend({
  /** What can be done now; a reason may still be asked. */
  may: z.array(z.enum(assignmentActions)),
})
export type Assignment = z.infer<typeof Assignment>
