import { z } from 'zod'
import { Id, Instant, isReckonable, line, text } from '#platform/shared/shapes.ts'
import { isZone } from '#platform/shared/zone.ts'
import { assignmentBounds } from './rules.bounds.ts'
import { assignmentActions, assignmentKinds, assignmentStatuses, cancelParties, phases, signupModes } from './rules.ts'

const { title, description, postName, posts, required, split_minutes: splitBounds } = assignmentBounds

export const DateText = z.iso.date('Choose a date.').refine(isReckonable, 'Enter a date between 1900 and 2199.')
export const TimeText = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a 24-hour time, such as 18:30.')
const Which = z.enum(['earlier', 'later']).nullish()
/** A local time in the assignment's zone; `which` selects an instant if the time repeats when clocks go back. */
export const Wall = z.object({ date: DateText, time: TimeText, which: Which })
/** The same; without a date it is the next occurrence after the time it follows. */
export const WallAfter = z.object({ date: z.union([DateText, z.literal('')]).nullish(), time: TimeText, which: Which })

export const Requirements = z.object({
  units: z.array(line(1, 120)).max(50).optional(),
  ranks: z.array(line(1, 120)).max(50).optional(),
  certifications: z.array(line(1, 80)).max(20).optional(),
  service_months: z.int().min(0).max(480, 'At most 40 years.').optional(),
})

export const PostInput = z.object({
  /** The id of an existing post; omitted for a new one. */
  id: Id.nullish(),
  name: line(1, postName),
  required_count: z.int().min(1, 'At least 1 spot.').max(required, `At most ${required} spots.`),
  starts: WallAfter.nullish(),
  ends: WallAfter.nullish(),
  requirements: Requirements.optional(),
  /** The smallest part of its time that an officer may take; null: only as a whole. */
  split_minutes: z.int().min(splitBounds[0]).max(splitBounds[1]).nullish(),
})

/**
 * An admin's notes on the work: optional lines, each with its maximum length in characters. Edited in the editor; carried over by
 * copies, templates and series; shown to admins and officers; exported. A new note needs a line here, a label in `words.ts` and a
 * table column.
 */
export const notes = {
  client: 160,
  location_name: 160,
  location_address: 300,
  pay_code: 40,
  radio_channel: 40,
}
export type NoteName = keyof typeof notes
export const noteNames = Object.keys(notes) as readonly NoteName[]

/** Notes without a dedicated position on screens; they are listed with their labels. */
export const listedNotes = noteNames.filter((name) => !['client', 'location_name', 'location_address'].includes(name))
/** Maximum length of a note. */
export const noteLimit = (name: NoteName): number => notes[name]

/** An object with the result of `make` for each note. */
export const eachNote = <T>(make: (name: NoteName) => T) =>
  Object.fromEntries(noteNames.map((name) => [name, make(name)])) as Record<NoteName, T>
const typedNotes = eachNote((name) => line(0, notes[name]).nullish())
/** Stored form: null if empty. */
export const seenNotes = eachNote(() => z.string().nullable())
/** Form values: empty string if there is no note. */
export const formNotes = eachNote(() => z.string())

/** An admin's input for an assignment. Local times; the server computes the instants. */
export const assignmentInput = {
  title: line(1, title),
  description: text(0, description).optional(),
  kind: z.enum(assignmentKinds),
  ...typedNotes,
  location_lat: z.number().nullish(),
  location_lng: z.number().nullish(),
  location_radius_m: z.int().max(2_147_483_647).nullish(),
  /** Defaults to the organization's. */
  time_zone: z.string().max(64).refine(isZone, 'Unknown time zone.').nullish(),
  starts: Wall,
  ends: WallAfter,
  posts: z.array(PostInput).min(1, 'At least one post.').max(posts, `At most ${posts} posts.`),
  /** Below this at the start, the shift is unfilled; defaults to all spots. */
  min_required: z
    .int()
    .min(0)
    .max(posts * required)
    .nullish(),
  signup_mode: z.enum(signupModes),
  /** For an award: a specific rule, or null for its kind's rule. */
  award_rule_id: Id.nullish(),
  signup_opens: Wall.nullish(),
  signup_closes: Wall.nullish(),
  min_pay_minutes: z.int('Enter a number of hours.').min(0, 'At least 0 h.').max(1440, 'At most 24 h.').nullish(),
}

/** When a new assignment is published: not yet, now, or at a given time. */
export const publishInput = {
  publish: z.enum(['draft', 'now', 'later']),
  publish_at: Wall.nullish(),
  /** Required if the start has passed. */
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
  organization_id: Id,
  title: z.string(),
  kind: z.enum(assignmentKinds),
  ...seenNotes,
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  /** Real time. */
  minutes: z.int(),
  /** Clock change during the shift in minutes: 60 in spring, -60 in fall. */
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
  /** Maximum number of spots taken at any minute, including open offers. */
  held_count: z.int(),
  /** An officer has, or has requested, part of its time. */
  has_parts: z.boolean(),
  /** An officer took it over while it was under way. */
  has_takeovers: z.boolean(),
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
  /** SHA-256 of the draw's seed. */
  draw_commitment: z.string().nullable(),
  awarded_at: Instant.nullable(),
  location_lat: z.number().nullable(),
  location_lng: z.number().nullable(),
  location_radius_m: z.int().nullable(),
  min_pay_minutes: z.int(),
  published_at: Instant.nullable(),
  announced_at: Instant.nullable(),
  backdate_reason: z.string().nullable(),
  terms_changed_at: Instant.nullable(),
  created_by: Id.nullable(),
  created_by_name: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  cancelled_at: Instant.nullable(),
  cancelled_by: Id.nullable(),
  cancelled_by_name: z.string().nullable(),
  cancelled_party: z.enum(cancelParties).nullable(),
  cancel_reason: z.string().nullable(),
  closed_at: Instant.nullable(),
  reopened_reason: z.string().nullable(),
  /** Number of shifts in the series, and of those from this one on that are not canceled. */
  series: z.object({ count: z.int(), following_count: z.int() }).nullable(),
  unsettled_count: z.int(),
  signup_count: z.int(),
  live_count: z.int(),
})
export type AssignmentSeen = z.infer<typeof AssignmentSeen>

/** The work and its location, regardless of time: what copies and templates keep. */
export const Work = AssignmentSeen.pick({
  title: true,
  description: true,
  kind: true,
  location_lat: true,
  location_lng: true,
  location_radius_m: true,
  min_pay_minutes: true,
}).extend(seenNotes)
export type Work = z.infer<typeof Work>

type TypedWork = Partial<Readonly<Record<NoteName, string | null | undefined>>> & {
  title: string
  kind: Work['kind']
  description?: string | undefined
  location_lat?: number | null | undefined
  location_lng?: number | null | undefined
  location_radius_m?: number | null | undefined
  min_pay_minutes?: number | null | undefined
}
/** Typed input in stored form: null for empty values. */
export const workOf = (typed: TypedWork): Work => ({
  title: typed.title,
  description: typed.description ?? '',
  kind: typed.kind,
  location_lat: typed.location_lat ?? null,
  location_lng: typed.location_lng ?? null,
  location_radius_m: typed.location_radius_m ?? null,
  min_pay_minutes: typed.min_pay_minutes ?? 0,
  ...eachNote((name) => typed[name] || null),
})

export const Assignment = AssignmentSeen.extend({
  /** The actions possible now; some still require a reason. */
  may: z.array(z.enum(assignmentActions)),
})
export type Assignment = z.infer<typeof Assignment>
