import { z } from 'zod'
import { Times, timesErrors, Verdict } from '#features/attendance/contract.ts'
import { attendanceActions, attendanceFlags, attendanceStatuses } from '#features/attendance/rules.ts'
import { signupStatuses } from '#features/signups/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'

const Spot = z.object({
  verdict: Verdict.nullable(),
  distance_m: z.number().nullable(),
  accuracy_m: z.number().nullable(),
})

/** One officer's work on one assignment, as an admin reviews it; `state` is `none` where nothing was recorded. */
export const ReviewRow = z.object({
  signup_id: Id,
  assignment_id: Id,
  title: z.string(),
  post: z.string(),
  officer: z.object({ id: Id, name: z.string(), badge_number: z.string().nullable(), rank: z.string().nullable() }),
  status: z.enum(signupStatuses),
  starts_at: Instant,
  ends_at: Instant,
  attendance_id: Id.nullable(),
  state: z.enum(['none', ...attendanceStatuses]),
  version: z.int(),
  checked_in_at: Instant.nullable(),
  checked_out_at: Instant.nullable(),
  original_in_at: Instant.nullable(),
  original_out_at: Instant.nullable(),
  device_in_at: Instant.nullable(),
  device_out_at: Instant.nullable(),
  in_spot: Spot,
  out_spot: Spot,
  worked_minutes: z.int().nullable(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  flags: z.array(z.enum(attendanceFlags)),
  /** What the caller may do with it now. */
  may: z.array(z.enum(attendanceActions)),
  own: z.boolean(),
})
export type ReviewRow = z.output<typeof ReviewRow>

export const reviewList = endpoint({
  name: 'attendance.review_list',
  summary: 'Records that wait for a decision, oldest first; or those that were returned.',
  method: 'GET',
  path: '/api/attendance/review',
  who: 'admin',
  input: z.object({
    show: z.enum(['submitted', 'returned']).optional(),
    officer_id: Id.optional(),
    assignment_id: Id.optional(),
    after: z
      .string()
      .regex(/^\d{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Not a place in this list.')
      .optional(),
    limit: z.coerce.number<number>().int().min(1).max(200).optional(),
  }),
  output: page(ReviewRow),
  errors: {},
  topics: ['attendance', 'signups', 'assignments'],
})

export const attendanceOfAssignment = endpoint({
  name: 'attendance.of_assignment',
  summary: 'Everybody who holds or held a place on the assignment, with what was recorded.',
  method: 'GET',
  path: '/api/assignments/:assignment_id/attendance',
  who: 'admin',
  input: z.object({ assignment_id: Id }),
  output: z.object({ items: z.array(ReviewRow) }),
  errors: {},
  topics: ['attendance', 'signups', 'assignments'],
})

const reviewErrors = {
  own_attendance: 403,
  attendance_locked: 409,
  assignment_closed: 409,
  wrong_state: 409,
  not_over: 409,
} as const
const Seen = { id: Id, version: Version }
const reason = line(1, 500)

export const approveAttendance = endpoint({
  name: 'attendance.approve',
  summary: 'Takes the recorded times as worked.',
  method: 'POST',
  path: '/api/attendance/:id/approve',
  who: 'admin',
  input: z.object(Seen),
  output: Done,
  errors: reviewErrors,
})

export const approveManyAttendances = endpoint({
  name: 'attendance.approve_many',
  summary: 'Approves several records; each one gets its own verdict.',
  method: 'POST',
  path: '/api/attendance/approve',
  who: 'admin',
  feature: 'bulk_operations',
  input: z.object({ items: z.array(z.object(Seen)).min(1).max(200) }),
  output: z.object({
    approved: z.int(),
    items: z.array(
      z.object({
        id: Id,
        verdict: z.enum([
          'approved',
          'not_found',
          'changed_meanwhile',
          'own_attendance',
          'attendance_locked',
          'assignment_closed',
          'wrong_state',
          'not_over',
        ]),
      }),
    ),
  }),
  errors: {},
})

export const correctAttendance = endpoint({
  name: 'attendance.correct',
  summary: 'Approves with other times; what was recorded stays beside them.',
  method: 'POST',
  path: '/api/attendance/:id/correct',
  who: 'admin',
  input: z.object({ ...Seen, times: Times, reason }),
  output: Done,
  errors: { ...reviewErrors, ...timesErrors },
})

export const recordAttendance = endpoint({
  name: 'attendance.record',
  summary: 'Records by hand, after the end, the times of an officer who never checked in.',
  method: 'POST',
  path: '/api/attendance/record',
  who: 'admin',
  input: z.object({ signup_id: Id, times: Times, reason }),
  output: Done,
  /** A no-show had lost the place, and may have worked another shift. */
  errors: { ...reviewErrors, ...timesErrors, place_taken: 409, worked_elsewhere: 409 },
})

export const returnAttendance = endpoint({
  name: 'attendance.return',
  summary: 'Gives the record back to the officer, with what is wrong.',
  method: 'POST',
  path: '/api/attendance/:id/return',
  who: 'admin',
  input: z.object({ ...Seen, reason }),
  output: Done,
  errors: reviewErrors,
})

export const markNoShow = endpoint({
  name: 'attendance.no_show',
  summary: 'After the end: the officer who held the place never came.',
  method: 'POST',
  path: '/api/attendance/no-show',
  who: 'admin',
  input: z.object({ signup_id: Id, reason }),
  output: Done,
  errors: reviewErrors,
})

/** `2026-11`. */
const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'A month is written 2026-11.')

export const hours = endpoint({
  name: 'attendance.hours',
  summary: 'Approved and scheduled hours by officer and month, in the department’s zone, by name.',
  method: 'GET',
  path: '/api/attendance/hours',
  who: 'admin',
  input: z.object({
    /** The last month; this one unless told. */
    to: Month.optional(),
    /** How many, the last included; 12 unless told. */
    months: z.coerce.number<number>().int().min(1).max(24).optional(),
    after: z
      .string()
      .max(200)
      .regex(/_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Not a place in this list.')
      .optional(),
    limit: z.coerce.number<number>().int().min(1).max(500).optional(),
  }),
  output: page(
    z.object({
      officer_id: Id,
      name: z.string(),
      badge_number: z.string().nullable(),
      worked_minutes: z.int(),
      scheduled_minutes: z.int(),
      months: z.array(z.object({ month: z.string(), worked_minutes: z.int(), scheduled_minutes: z.int() })),
    }),
  ),
  errors: {},
  topics: ['attendance', 'signups'],
})
