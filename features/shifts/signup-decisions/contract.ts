import { z } from 'zod'
import { shiftFilters } from '#features/shifts/assignments/contract.ts'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { candidateFields, OrderedBy, out_of_order } from '#features/shifts/awards/contract.shapes.ts'
import { Free } from '#features/shifts/eligibility/contract.ts'
import { JobPost, notToSignUp, OpenJob } from '#features/shifts/signups/contract.ts'
import { signupStatuses } from '#features/shifts/signups/rules.ts'
import { isPlace } from '#platform/shared/cursor.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, afterPlace, Id, Instant, line, page } from '#platform/shared/shapes.ts'

const Status = z.enum(signupStatuses)
const Reason = line(3, 500)
const Clash = z.object({ assignment_id: Id, title: z.string(), starts_at: Instant, ends_at: Instant })

export const decisions = ['approve', 'reject', 'release', 'decide_calloff'] as const
const May = z.array(z.enum(decisions))

export const RosterSignup = z.object({
  id: Id,
  post_id: Id,
  officer_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
  /** Seniority: earlier is more senior; null if the department has not entered it. */
  hired_on: z.string().nullable(),
  status: Status,
  starts_at: Instant,
  ends_at: Instant,
  /** Assigned while the shift was under way: it begins at that minute. */
  took_over: z.boolean(),
  applied_at: Instant,
  assigned_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  reason: z.string().nullable(),
  override_reason: z.string().nullable(),
  /** Why the officer was assigned although the rule ranks others higher. */
  order_reason: z.string().nullable(),
  calloff_reason: z.string().nullable(),
  calloff_requested_at: Instant.nullable(),
  /** The officer's confirmed shifts that touch this one; included while a decision is pending. */
  overlaps: z.array(Clash),
  checked_in: z.boolean(),
  /** Holds a spot, is on leave during some of it, and has not checked in. */
  on_leave: z.boolean(),
  /** Ordered in, and so not signed up. */
  ordered: z.boolean(),
  own: z.boolean(),
  may: May,
})
export type RosterSignup = z.infer<typeof RosterSignup>

export const getRoster = endpoint({
  name: 'signups.roster',
  summary: 'Posts and sign-ups, with the decisions that can be made.',
  method: 'GET',
  path: '/api/assignments/:assignment_id/roster',
  who: 'admin',
  input: z.object({ assignment_id: Id }),
  output: z.object({
    assignment: OpenJob.omit({
      awarded_at: true,
      keeps_waitlist: true,
      award_method: true,
      group_steps: true,
      description: true,
      posts: true,
    }),
    posts: z.array(JobPost),
    signups: z.array(RosterSignup),
    /** There are more than the 1,000 listed. */
    more: z.boolean(),
    may_assign: z.boolean(),
  }),
  errors: {},
  topics: ['signups', 'assignments', 'officers', 'tours'],
})
export type Roster = z.infer<typeof getRoster.output>

/** A part of the post's time, in whole increments, if the post can be split; if absent, all of it. */
const part = { starts_at: Instant.optional(), ends_at: Instant.optional() }
const override_reason = Reason.optional()
const decisionErrors = { own_signup: 403, wrong_state: 409 } as const

export const approveSignup = endpoint({
  name: 'signups.approve',
  summary: 'Approves a request, after checking it again.',
  method: 'POST',
  path: '/api/signups/:id/approve',
  who: 'admin',
  input: z.object({ id: Id, override_reason }),
  output: RosterSignup,
  errors: { ...notToSignUp, ...decisionErrors },
})

export const rejectSignup = endpoint({
  name: 'signups.reject',
  summary: 'Denies a request, with a reason the officer can read.',
  method: 'POST',
  path: '/api/signups/:id/reject',
  who: 'admin',
  input: z.object({ id: Id, reason: Reason }),
  output: RosterSignup,
  errors: decisionErrors,
})

export const undoDecision = endpoint({
  name: 'signups.undo_decision',
  summary:
    "Undoes the caller's own decision on a sign-up, or own assignment by hand, within a minute. Notifies the officer.",
  method: 'POST',
  path: '/api/signups/:id/undo-decision',
  who: 'admin',
  input: z.object({ id: Id }),
  output: RosterSignup,
  errors: { ...decisionErrors, undo_over: 409 },
})

export const releaseSignup = endpoint({
  name: 'signups.release',
  summary: 'Removes a confirmed officer, with a reason the officer can read.',
  method: 'POST',
  path: '/api/signups/:id/release',
  who: 'admin',
  input: z.object({ id: Id, reason: Reason }),
  output: RosterSignup,
  errors: { ...decisionErrors, checked_in: 409 },
})

export const decideCallOff = endpoint({
  name: 'signups.decide_calloff',
  summary: 'Approves a call-off request, or denies it with a reason.',
  method: 'POST',
  path: '/api/signups/:id/decide-calloff',
  who: 'admin',
  input: z.object({ id: Id, accept: z.boolean(), reason: Reason.optional() }),
  output: RosterSignup,
  errors: { ...decisionErrors, checked_in: 409 },
})

export const assignOfficer = endpoint({
  name: 'signups.assign',
  summary:
    'Assigns an officer to a post or part of it. A reason overrides some checks; before an award, one is required.',
  method: 'POST',
  path: '/api/assignments/:assignment_id/assign',
  who: 'admin',
  input: z.object({ assignment_id: Id, post_id: Id, officer_id: Id, ...part, override_reason, out_of_order }),
  output: RosterSignup,
  errors: { ...notToSignUp, ...decisionErrors, not_a_part: 409 },
})

export const listCandidates = endpoint({
  name: 'signups.candidates',
  summary:
    'Candidates for a post, eligible first, in the order of the award rule or by fewest hours, with reasons against.',
  method: 'GET',
  path: '/api/assignments/:assignment_id/candidates',
  who: 'admin',
  input: z.object({
    assignment_id: Id,
    post_id: Id,
    ...part,
    /** Found in name, badge number, unit and rank. */
    q: line(0, 80).default(''),
    /** Leaves out officers with any reason against them. */
    eligible: z.enum(['yes']).optional(),
    after: afterPlace(isPlace('[0-3].-?[0-9]+~{id}')),
  }),
  output: page(
    z.object({
      ...candidateFields,
      /** Extra work of the last 90 days and ahead. */
      minutes: z.int(),
      free: Free.nullable(),
    }),
  ).extend({
    rule: OrderedBy,
    /** The shift hasn't been awarded yet. Assigning an officer bypasses the award, so `out_of_order` must give a reason. */
    award_to_come: z.boolean(),
    eligible_count: z.int(),
    /** The others by the reason that is named first. */
    others: z.array(z.object({ code: z.string(), count: z.int() })),
  }),
  errors: {},
  topics: ['signups', 'assignments', 'officers'],
})

export type Candidate = z.infer<typeof listCandidates.output>['items'][number]

export const PendingSignup = RosterSignup.pick({
  id: true,
  officer_id: true,
  name: true,
  badge_number: true,
  rank: true,
  unit: true,
  hired_on: true,
  status: true,
  starts_at: true,
  ends_at: true,
  applied_at: true,
  calloff_reason: true,
  calloff_requested_at: true,
  overlaps: true,
  own: true,
  may: true,
}).extend({
  assignment_id: Id,
  title: z.string(),
  kind: z.enum(assignmentKinds),
  time_zone: z.string(),
  post_name: z.string(),
  places_left: z.int(),
  /** For a call-off request: who stays on the post's spots during these hours if it is approved. */
  after_calloff: z.object({ confirmed: z.int(), required: z.int() }).nullable(),
})
export type PendingSignup = z.infer<typeof PendingSignup>

export const listPending = endpoint({
  name: 'signups.pending',
  summary: 'Pending sign-ups and call-off requests, earliest shift first.',
  method: 'GET',
  path: '/api/signups/pending',
  who: 'admin',
  input: z.object({ ...shiftFilters, limit: z.coerce.number().int().min(1).max(100).default(50), after }),
  output: page(PendingSignup),
  errors: {},
  topics: ['signups', 'assignments', 'officers'],
})

export const approveMany = endpoint({
  name: 'signups.approve_many',
  summary: 'Approves several requests; each has its own result.',
  method: 'POST',
  path: '/api/signups/approve-many',
  who: 'admin',
  feature: 'bulk_operations',
  input: z.object({ ids: z.array(Id).min(1).max(100) }),
  output: z.object({
    results: z.array(
      z.object({ id: Id, done: z.boolean(), code: z.string().nullable(), details: z.record(z.string(), z.unknown()) }),
    ),
  }),
  errors: {},
})
