import { z } from 'zod'
import { seenNotes } from '#features/shifts/assignments/contract.shapes.ts'
import { assignmentKinds, assignmentStatuses, signupModes } from '#features/shifts/assignments/rules.ts'
import { awardMethods } from '#features/shifts/award-rules/rules.methods.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { patchPosted } from './rules.posted.ts'
import { patchOpenJobs } from './rules.spots.ts'
import { signupStatuses } from './rules.ts'

const Status = z.enum(signupStatuses)
const Reason = line(3, 500)
const Requirements = z.object({
  units: z.array(z.string()).optional(),
  ranks: z.array(z.string()).optional(),
  certifications: z.array(z.string()).optional(),
  service_months: z.int().optional(),
})

export const JobPost = z.object({
  id: Id,
  name: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  required_count: z.int(),
  confirmed_count: z.int(),
  /** Spots taken at the fullest minute: confirmed, offered, or reserved for the waitlist. For a post that can be split, see `holds`. */
  held_count: z.int(),
  waiting_count: z.int(),
  requirements: Requirements,
  /** The smallest part of its time that can be taken; null: only the whole. */
  split_minutes: z.int().nullable(),
  /** For a post that can be split: what each taken spot covers. */
  holds: z.array(z.object({ starts_at: Instant, ends_at: Instant })),
})

/** A posted assignment as an officer sees it, with all that `reasonsNotToSignUp` needs. */
export const OpenJob = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  kind: z.enum(assignmentKinds),
  ...seenNotes,
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  status: z.enum(assignmentStatuses),
  publish_at: Instant.nullable(),
  signup_mode: z.enum(signupModes),
  /** For an awarded shift: remaining spots are first come, first served from this moment. */
  awarded_at: Instant.nullable(),
  /** How applicants will be ranked; null if no award is to come. */
  award_method: z.enum(awardMethods).nullable(),
  /** For a shift already awarded: whether later officers can join the waitlist. */
  keeps_waitlist: z.boolean(),
  signup_opens_at: Instant.nullable(),
  signup_closes_at: Instant.nullable(),
  /** Priority groups that see it first, in turn; null if everybody sees it at once. */
  group_steps: z
    .array(z.object({ name: z.string(), units: z.array(z.string()), ranks: z.array(z.string()), opens_at: Instant }))
    .nullable(),
  min_pay_minutes: z.int(),
  posts: z.array(JobPost),
})
export type OpenJob = z.infer<typeof OpenJob>

/** One sign-up of the caller. */
export const OwnSignup = z.object({
  id: Id,
  assignment_id: Id,
  post_id: Id,
  title: z.string(),
  status: Status,
  starts_at: Instant,
  ends_at: Instant,
  applied_at: Instant,
  offer_expires_at: Instant.nullable(),
  reason: z.string().nullable(),
  /** Time, location or post changed after the officer applied, so a confirmed spot can be called off until the start. */
  free_calloff: z.boolean(),
  /** Ordered in: the officer can only request a call-off. */
  ordered: z.boolean(),
  /** An offer made to several at once: the first to accept gets it. */
  offer_shared: z.boolean(),
  /** The spot comes from another officer who wants to be called off and keeps it until somebody takes it. */
  replaces: z.boolean(),
  /** Checked in, or in and out again; null before. */
  attendance: z.enum(['on_duty', 'checked_out']).nullable(),
  /** Position on the waitlist, and its length. The position is null if the award rule decides when a spot opens up. */
  queue: z.object({ place: z.int().nullable(), of: z.int() }).nullable(),
})
export type OwnSignup = z.infer<typeof OwnSignup>

export const listOpenJobs = endpoint({
  name: 'signups.open_jobs',
  summary: "Published upcoming assignments with their spots, and the caller's own sign-ups.",
  method: 'GET',
  path: '/api/open-jobs',
  who: 'officer',
  input: z.object({
    days: z.coerce.number().int().min(1).max(366).default(30),
    kind: z.enum(assignmentKinds).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    after,
  }),
  output: page(OpenJob).extend({
    /** Orders responses and pokes by what they have seen: figures of a smaller one never replace those of a larger one. */
    as_of: z.int(),
    /** The same for `mine`, which is read a moment earlier. */
    mine_as_of: z.int(),
    mine: z.array(OwnSignup),
    me: z.object({
      id: Id,
      unit: z.string().nullable(),
      rank: z.string().nullable(),
      /** Call-off limits: free until the first, only by phone to the desk from the second on, with a replacement in between. */
      notice_minutes: z.int(),
      desk_minutes: z.int(),
      desk_phone: z.string().nullable(),
    }),
  }),
  stored: 'open shifts',
  errors: {},
  topics: ['assignments', 'spots', 'signups', 'attendance', 'organization', 'officers'],
  // In this order: figures of spots may be newer than the shift that they belong to.
  patches: { assignments: patchPosted, spots: patchOpenJobs },
})

/** Why an officer cannot get a spot; the same codes as in the rules. `details` says from when, or with what. */
export const notToSignUp = {
  not_approved: 409,
  suspended: 409,
  not_published: 409,
  cancelled: 409,
  started: 409,
  already_signed_up: 409,
  turned_down: 409,
  full: 409,
  not_open_yet: 409,
  window_closed: 409,
  overlaps: 409,
  unit_required: 409,
  rank_required: 409,
  certification_required: 409,
  certification_expires: 409,
  service_required: 409,
  on_leave: 409,
  rest: 409,
  rolling_window: 409,
  consecutive_hours: 409,
  consecutive_days: 409,
  cap: 409,
  group_first: 409,
} as const

export const signUp = endpoint({
  name: 'signups.sign_up',
  summary: 'Signs up for a first-come spot or requests one, whole or in parts.',
  method: 'POST',
  path: '/api/assignments/:assignment_id/signups',
  who: 'officer',
  input: z.object({
    assignment_id: Id,
    post_id: Id,
    /** A part of the post's time, in whole increments, if the post can be split; if absent, all of it. */
    starts_at: Instant.optional(),
    ends_at: Instant.optional(),
  }),
  output: OwnSignup,
  errors: { ...notToSignUp, not_a_part: 409 },
})

export const withdraw = endpoint({
  name: 'signups.withdraw',
  summary: "Withdraws a sign-up that isn't confirmed yet.",
  method: 'POST',
  path: '/api/signups/:id/withdraw',
  who: 'officer',
  input: z.object({ id: Id }),
  queued: 'Withdrawal',
  output: OwnSignup,
  errors: { wrong_state: 409 },
})

export const undoSignUp = endpoint({
  name: 'signups.undo',
  summary: 'Undoes a sign-up within a minute. No call-off is counted, and no one is notified.',
  method: 'POST',
  path: '/api/signups/:id/undo',
  who: 'officer',
  input: z.object({ id: Id }),
  output: OwnSignup,
  errors: { undo_over: 409 },
})

export const callOff = endpoint({
  name: 'signups.call_off',
  summary:
    'Calls off a confirmed spot. After the deadline, this needs a reason, and the officer stays responsible until replaced or approved.',
  method: 'POST',
  path: '/api/signups/:id/call-off',
  who: 'officer',
  input: z.object({ id: Id, reason: Reason.optional() }),
  output: OwnSignup,
  errors: { wrong_state: 409, notice_passed: 409, call_desk: 409, started: 409, checked_in: 409 },
})

export const keepPlace = endpoint({
  name: 'signups.keep',
  summary: 'Withdraws a call-off request.',
  method: 'POST',
  path: '/api/signups/:id/keep',
  who: 'officer',
  input: z.object({ id: Id }),
  output: OwnSignup,
  errors: { wrong_state: 409 },
})
