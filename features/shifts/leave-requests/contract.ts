import { z } from 'zod'
import { inOrder, leaveFields, ShiftInLeave } from '#features/roster/leaves/contract.ts'
import { leaveKinds } from '#features/roster/leaves/rules.ts'
import { signupStatuses } from '#features/shifts/signups/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { denyReasons, shownRequestStates } from './rules.ts'

const request = {
  id: Id,
  kind: z.enum(leaveKinds),
  starts_at: Instant,
  ends_at: Instant,
  whole_days: z.boolean(),
  note: z.string().nullable(),
  state: z.enum(shownRequestStates),
  deny_reason: z.enum(denyReasons).nullable(),
  /** What the admin wrote with a denial. */
  answer: z.string().nullable(),
  decided_at: Instant.nullable(),
  decided_by: z.string().nullable(),
  asked_at: Instant,
  version: z.int(),
  /** Confirmed shifts in that time: leave does not take the officer off them. */
  shifts: z.array(ShiftInLeave),
}

export const OwnLeaveRequest = z.object(request)
export type OwnLeaveRequest = z.output<typeof OwnLeaveRequest>

export const LeaveRequest = z.object({
  ...request,
  officer: z.object({
    id: Id,
    name: z.string(),
    badge_number: z.string().nullable(),
    rank: z.string().nullable(),
    unit: z.string().nullable(),
  }),
  own: z.boolean(),
  /** Other officers on leave at some time during it. */
  others_away: z.int(),
})
export type LeaveRequest = z.output<typeof LeaveRequest>

const topics = ['tours', 'signups', 'assignments', 'officers', 'organization'] as const

export const listMyLeaveRequests = endpoint({
  name: 'leave_requests.mine',
  summary:
    "The caller's own leave requests, latest first, each with its outcome and the confirmed shifts in that time.",
  method: 'GET',
  path: '/api/leave-requests/mine',
  who: 'officer',
  input: z.object({ after: Id.optional() }),
  output: page(OwnLeaveRequest),
  errors: {},
  topics,
})

export const askLeave = endpoint({
  name: 'leave_requests.ask',
  summary: 'Requests leave by days or times. Returns confirmed shifts during it.',
  method: 'POST',
  path: '/api/leave-requests',
  who: 'officer',
  input: z.strictObject({ ...leaveFields, last_day: DateText }).superRefine(inOrder),
  output: z.object({ id: Id, shifts: z.array(ShiftInLeave) }),
  errors: { leave_already_requested: 409 },
})

export const withdrawLeaveRequest = endpoint({
  name: 'leave_requests.withdraw',
  summary: "Withdraws the caller's own pending request.",
  method: 'POST',
  path: '/api/leave-requests/:id/withdraw',
  who: 'officer',
  input: z.object({ id: Id }),
  output: Done,
  errors: { leave_request_decided: 409 },
})

export const listLeaveRequests = endpoint({
  name: 'leave_requests.list',
  summary: 'Leave requests: pending ones by first day, or all of them, latest first.',
  method: 'GET',
  path: '/api/leave-requests',
  who: 'admin',
  input: z.object({ filter: z.enum(['waiting', 'all']).default('waiting'), after: Id.optional() }),
  output: page(LeaveRequest),
  errors: {},
  topics,
})

const OwnShift = z.object({
  signup_id: Id,
  assignment_id: Id,
  title: z.string(),
  post: z.string(),
  status: z.enum(signupStatuses),
  starts_at: Instant,
  ends_at: Instant,
  /** Null: not checked in. */
  checked_in_at: Instant.nullable(),
  checked_out_at: Instant.nullable(),
})
export type OwnShift = z.output<typeof OwnShift>

export const leaveCoverage = endpoint({
  name: 'leave_requests.coverage',
  summary: "What a leave request means: the officer's own shifts, who else is away, and minimums left short.",
  method: 'GET',
  path: '/api/leave-requests/:id/coverage',
  who: 'admin',
  input: z.object({ id: Id }),
  output: z.object({
    /** The officer's own shifts then that are confirmed, pending or worked; the first 50, by start. */
    shifts: z.array(OwnShift),
    /** The officer's tours then, minus leave; the first 50. */
    tours: z.array(z.object({ title: z.string().nullable(), starts_at: Instant, ends_at: Instant })),
    /** The first 50, by start. */
    away: z.array(
      z.object({
        officer_id: Id,
        name: z.string(),
        unit: z.string().nullable(),
        starts_at: Instant,
        ends_at: Instant.nullable(),
        whole_days: z.boolean(),
        /** Requested, not decided. */
        pending: z.boolean(),
      }),
    ),
    short: z.array(
      z.object({
        minimum_id: Id,
        name: z.string(),
        group: z.string(),
        on_day: DateText,
        starts_at: Instant,
        ends_at: Instant,
        needed: z.int(),
        present: z.int(),
        missing: z.int(),
        missing_before: z.int(),
      }),
    ),
    /** The last day checked against the minimums, and whether the leave goes on after it. */
    through: DateText,
    partly: z.boolean(),
  }),
  errors: {},
  topics: [...topics, 'minimums'],
})

export const leaveBelow = endpoint({
  name: 'leave_requests.below',
  summary: 'Pending leave requests of the next eight weeks that would leave a minimum short, with the days.',
  method: 'GET',
  path: '/api/leave-requests/below',
  who: 'admin',
  input: z.object({}),
  output: z.object({ items: z.array(z.object({ id: Id, days: z.array(DateText) })) }),
  errors: {},
  topics: [...topics, 'minimums'],
})

const Seen = { id: Id, version: Version }
const decideErrors = { own_leave: 403, leave_request_decided: 409 } as const

export const approveLeaveRequest = endpoint({
  name: 'leave_requests.approve',
  summary: 'Approves a request, which becomes leave. Returns the confirmed shifts during it, which stay.',
  method: 'POST',
  path: '/api/leave-requests/:id/approve',
  who: 'admin',
  input: z.strictObject(Seen),
  output: z.object({ leave_id: Id, shifts: z.array(ShiftInLeave) }),
  errors: { ...decideErrors, leave_overlaps: 409, officer_not_active: 409 },
})

export const denyLeaveRequest = endpoint({
  name: 'leave_requests.deny',
  summary: 'Denies a request with a listed reason, which the officer sees. `other` needs an explanation.',
  method: 'POST',
  path: '/api/leave-requests/:id/deny',
  who: 'admin',
  input: z
    .strictObject({ ...Seen, reason: z.enum(denyReasons), answer: line(0, 500) })
    .refine((input) => input.reason !== 'other' || input.answer !== '', {
      path: ['answer'],
      message: 'Explain why.',
    }),
  output: Done,
  errors: decideErrors,
})

export const undoLeaveDecision = endpoint({
  name: 'leave_requests.undo',
  summary: "Undoes the caller's own decision within a minute and deletes the leave it created.",
  method: 'POST',
  path: '/api/leave-requests/:id/undo',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Done,
  errors: { own_leave: 403, undo_over: 409 },
})
