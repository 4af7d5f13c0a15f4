import { z } from 'zod'
import { assignmentKinds, assignmentStatuses, signupModes } from '#features/assignments/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, line, page } from '#platform/shared/shapes.ts'
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
  /** Spoken for, at the fullest: confirmed, offered, or kept for those who wait. Of a post taken in parts `holds` tell it. */
  held_count: z.int(),
  waiting_count: z.int(),
  requirements: Requirements,
  /** The smallest piece that may be taken of its time; null: it is taken whole. */
  split_minutes: z.int().nullable(),
  /** Of a post taken in parts: what each place that is spoken for covers. */
  holds: z.array(z.object({ starts_at: Instant, ends_at: Instant })),
})

/** A posted assignment as an officer sees it, with all that `reasonsNotToSignUp` asks of it. */
export const OpenJob = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  kind: z.enum(assignmentKinds),
  client: z.string().nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  status: z.enum(assignmentStatuses),
  publish_at: Instant.nullable(),
  signup_mode: z.enum(signupModes),
  /** Of one that is awarded: from then on whoever signs up first has what is left. */
  awarded_at: Instant.nullable(),
  /** Of one that was awarded: whether whoever comes later may wait. */
  keeps_waitlist: z.boolean(),
  signup_opens_at: Instant.nullable(),
  signup_closes_at: Instant.nullable(),
  /** Groups that see it first, in turn; null where it is everybody's at once. */
  group_steps: z
    .array(z.object({ name: z.string(), units: z.array(z.string()), ranks: z.array(z.string()), opens_at: Instant }))
    .nullable(),
  pay_code: z.string().nullable(),
  min_pay_minutes: z.int(),
  posts: z.array(JobPost),
})
export type OpenJob = z.infer<typeof OpenJob>

/** One signup of the caller. */
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
  /** Time, place or post changed after the officer applied: a confirmed place may be called off until the start. */
  free_calloff: z.boolean(),
  /** Ordered in: the place is given up by asking only. */
  ordered: z.boolean(),
  /** An offer made to several at once: the first answer has it. */
  offer_shared: z.boolean(),
  /** The place is offered by another officer's wish to be called off, who keeps it until somebody takes it. */
  replaces: z.boolean(),
  /** Who waits for a place: which in the line, of how many. No place where the rule of the award decides when one comes free. */
  queue: z.object({ place: z.int().nullable(), of: z.int() }).nullable(),
})
export type OwnSignup = z.infer<typeof OwnSignup>

export const listOpenJobs = endpoint({
  name: 'signups.open_jobs',
  summary:
    'Published assignments not over that start in the coming days, with places, and the own signups that touch them.',
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
    mine: z.array(OwnSignup),
    me: z.object({
      id: Id,
      unit: z.string().nullable(),
      rank: z.string().nullable(),
      /** Call-off: freely until the first, by telephone to the desk from the second on, with a replacement in between. */
      notice_minutes: z.int(),
      desk_minutes: z.int(),
      desk_phone: z.string().nullable(),
    }),
  }),
  errors: {},
  topics: ['assignments', 'signups', 'organization', 'officers'],
})

/** Why an officer cannot have a place; the same codes as the rules'. `details` names from when, or with what. */
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
  summary: 'Takes a place (first come) or asks for one (approval); of a post taken in parts, all of it or some pieces.',
  method: 'POST',
  path: '/api/assignments/:assignment_id/signups',
  who: 'officer',
  input: z.object({
    assignment_id: Id,
    post_id: Id,
    /** A part of the post's time, in whole pieces, where the post is taken in parts; none: all of it. */
    starts_at: Instant.optional(),
    ends_at: Instant.optional(),
  }),
  output: OwnSignup,
  errors: { ...notToSignUp, not_a_part: 409 },
})

export const withdraw = endpoint({
  name: 'signups.withdraw',
  summary: 'Takes back a signup that is not confirmed yet.',
  method: 'POST',
  path: '/api/signups/:id/withdraw',
  who: 'officer',
  input: z.object({ id: Id }),
  output: OwnSignup,
  errors: { wrong_state: 409 },
})

export const callOff = endpoint({
  name: 'signups.call_off',
  summary:
    'Gives up a confirmed place; inside the notice, with a reason, the officer stays responsible until replaced or let go.',
  method: 'POST',
  path: '/api/signups/:id/call-off',
  who: 'officer',
  input: z.object({ id: Id, reason: Reason.optional() }),
  output: OwnSignup,
  errors: { wrong_state: 409, notice_passed: 409, call_desk: 409, started: 409, checked_in: 409 },
})

export const keepPlace = endpoint({
  name: 'signups.keep',
  summary: 'Takes back the request to be called off.',
  method: 'POST',
  path: '/api/signups/:id/keep',
  who: 'officer',
  input: z.object({ id: Id }),
  output: OwnSignup,
  errors: { wrong_state: 409 },
})

export const countPending = endpoint({
  name: 'counts.pending',
  summary: 'What waits for an admin: officers, extra time, signups.',
  method: 'GET',
  path: '/api/counts/pending',
  who: 'admin',
  input: z.object({}),
  output: z.object({ officers: z.int(), extra_time: z.int(), assignments: z.int() }),
  errors: {},
  topics: ['officers', 'extra_time', 'signups'],
})
