import { z } from 'zod'
import { signupStatuses } from '#features/shifts/signups/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { Gap, Times, timesErrors, Verdict } from './contract.ts'
import { attendanceActions, attendanceFlags, attendanceStatuses } from './rules.ts'

const Spot = z.object({
  verdict: Verdict.nullable(),
  distance_m: z.number().nullable(),
  accuracy_m: z.number().nullable(),
  /** Seconds between the position fix and the press. */
  age_s: z.int().nullable(),
  /** The minimum speed since the last press that would explain this position, in km/h. */
  kmh: z.number().nullable(),
})

/** One officer's work on one assignment, as an admin reviews it; `state` is `none` if nothing was recorded. */
export const ReviewRow = z.object({
  signup_id: Id,
  assignment_id: Id,
  title: z.string(),
  post: z.string(),
  officer: z.object({ id: Id, name: z.string(), badge_number: z.string().nullable(), rank: z.string().nullable() }),
  status: z.enum(signupStatuses),
  starts_at: Instant,
  ends_at: Instant,
  /** Assigned while the shift was under way: it begins at that minute. */
  took_over: z.boolean(),
  attendance_id: Id.nullable(),
  state: z.enum(['none', ...attendanceStatuses]),
  version: z.int(),
  checked_in_at: Instant.nullable(),
  checked_out_at: Instant.nullable(),
  original_in_at: Instant.nullable(),
  original_out_at: Instant.nullable(),
  device_in_at: Instant.nullable(),
  device_out_at: Instant.nullable(),
  /** When a press arrived that had been saved on the device; null if it arrived at once. */
  in_arrived_at: Instant.nullable(),
  out_arrived_at: Instant.nullable(),
  in_spot: Spot,
  out_spot: Spot,
  /** Off duty between check-in and check-out, with both presses. */
  gaps: z.array(
    Gap.extend({
      left_arrived_at: Instant.nullable(),
      back_arrived_at: Instant.nullable(),
      left_spot: Spot,
      back_spot: Spot,
      /** The officer's earlier check-ins with exactly the same position fix. */
      same_fixes: z.int().nullable(),
    }),
  ),
  same_fixes: z.int().nullable(),
  /** The times the officer requests; `note` says why. */
  asked_in_at: Instant.nullable(),
  asked_out_at: Instant.nullable(),
  /** The officer's check-out that arrived after an admin had approved other times. */
  late_out_at: Instant.nullable(),
  worked_minutes: z.int().nullable(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  /** Approved extra time or hours that contain some of the recorded or requested minutes: those can't be approved too. */
  paid_already: z.string().nullable(),
  flags: z.array(z.enum(attendanceFlags)),
  /** What the caller may do with it now. */
  may: z.array(z.enum(attendanceActions)),
  own: z.boolean(),
})
export type ReviewRow = z.output<typeof ReviewRow>

export const reviewList = endpoint({
  name: 'attendance.review_list',
  summary: 'Attendance to review, oldest first, or returned or approved records.',
  method: 'GET',
  path: '/api/attendance/review',
  who: 'admin',
  input: z.object({
    show: z.enum(['submitted', 'returned', 'approved']).optional(),
    officer_id: Id.optional(),
    assignment_id: Id.optional(),
    /** Searches the officer's name, badge number and unit, and the shift's title. */
    search: line(0, 100).optional(),
    /** The day on which the shift starts, in the department's zone, both ends inclusive. */
    from: DateText.optional(),
    to: DateText.optional(),
    after: z
      .string()
      .regex(/^\d{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Invalid position in this list.')
      .optional(),
    limit: z.coerce.number<number>().int().min(1).max(200).optional(),
  }),
  output: page(ReviewRow),
  errors: {},
  topics: ['attendance', 'signups', 'assignments'],
})

export const attendanceOfAssignment = endpoint({
  name: 'attendance.of_assignment',
  summary: 'Attendance of everyone who has or had a spot on the assignment.',
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
  summary: 'Approves the recorded times, or keeps the times approved before a late check-out.',
  method: 'POST',
  path: '/api/attendance/:id/approve',
  who: 'admin',
  input: z.object(Seen),
  output: Done,
  errors: { ...reviewErrors, paid_already: 409 },
})

export const undoApproval = endpoint({
  name: 'attendance.undo_approval',
  summary: "Undoes the caller's own approval within a minute; the record is pending review again.",
  method: 'POST',
  path: '/api/attendance/:id/undo-approval',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Done,
  errors: { own_attendance: 403, assignment_closed: 409, undo_over: 409 },
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
          'paid_already',
        ]),
      }),
    ),
  }),
  errors: {},
})

export const correctAttendance = endpoint({
  name: 'attendance.correct',
  summary: 'Approves corrected times; the recorded times are kept.',
  method: 'POST',
  path: '/api/attendance/:id/correct',
  who: 'admin',
  input: z.object({
    ...Seen,
    times: Times,
    /** Whether off-duty time between two intervals counts as worked; unchanged if omitted. */
    count_gaps: z.boolean().optional(),
    reason,
  }),
  output: Done,
  errors: { ...reviewErrors, ...timesErrors, paid_already: 409 },
})

export const recordAttendance = endpoint({
  name: 'attendance.record',
  summary: 'After the shift, records the times of an officer who never checked in.',
  method: 'POST',
  path: '/api/attendance/record',
  who: 'admin',
  input: z.object({ signup_id: Id, times: Times, reason }),
  output: Done,
  /** A no-show had lost the spot, and may have worked another shift. */
  errors: { ...reviewErrors, ...timesErrors, paid_already: 409, place_taken: 409, worked_elsewhere: 409 },
})

export const returnAttendance = endpoint({
  name: 'attendance.return',
  summary: 'Returns the record to the officer, with the reason.',
  method: 'POST',
  path: '/api/attendance/:id/return',
  who: 'admin',
  input: z.object({ ...Seen, reason }),
  output: Done,
  errors: reviewErrors,
})

export const markNoShow = endpoint({
  name: 'attendance.no_show',
  summary: 'After the shift, marks a confirmed officer as a no-show.',
  method: 'POST',
  path: '/api/attendance/no-show',
  who: 'admin',
  input: z.object({ signup_id: Id, reason }),
  output: Done,
  errors: reviewErrors,
})

/** `2026-11`. */
const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter the month as YYYY-MM, such as 2026-11.')

export const hours = endpoint({
  name: 'attendance.hours',
  summary: "Approved and scheduled hours by officer and month, in the department's zone, by name.",
  method: 'GET',
  path: '/api/attendance/hours',
  who: 'admin',
  input: z.object({
    /** The last month; the current one by default. */
    to: Month.optional(),
    /** How many months, including the last; 12 by default. */
    months: z.coerce.number<number>().int().min(1).max(24).optional(),
    after: z
      .string()
      .max(200)
      .regex(/_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Invalid position in this list.')
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
