import { z } from 'zod'
import { signupStatuses } from '#features/signups/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, page, text } from '#platform/shared/shapes.ts'
import { attendanceStatuses } from './rules.ts'

export const Verdict = z.enum(['inside', 'outside', 'cannot_verify'])

/** What the browser says of where it is; only taken where the department verifies places and the job has one. */
export const Position = z.object({
  lat: z.number().min(-90, 'A latitude is from -90 to 90.').max(90, 'A latitude is from -90 to 90.'),
  lng: z.number().min(-180, 'A longitude is from -180 to 180.').max(180, 'A longitude is from -180 to 180.'),
  /** Radius in metres; 0 and what is too coarse are kept and say "cannot verify". */
  accuracy_m: z.number().min(0, 'Metres, 0 or more.').max(40_000_000, 'Metres, at most once round the earth.'),
})

/** What the device's clock shows: kept beside the server's, decides nothing. Years that no clock shows are refused. */
const DeviceTime = Instant.refine((at) => {
  const value = Date.parse(at)
  return value > 0 && value < Date.UTC(2200, 0)
}, 'Not a time that a clock shows.')

const Press = z.object({ signup_id: Id, device_at: DeviceTime, position: Position.nullable().optional() })

export const checkIn = endpoint({
  name: 'attendance.check_in',
  summary: "Begins the work of one's own confirmed signup, by the server's clock.",
  method: 'POST',
  path: '/api/attendance/check-in',
  who: 'officer',
  input: Press,
  output: z.object({
    attendance_id: Id,
    checked_in_at: Instant,
    position: Verdict.nullable(),
    distance_m: z.number().nullable(),
  }),
  errors: {
    checkin_too_early: 409,
    checkin_too_late: 409,
    already_checked_in: 409,
    no_confirmed_place: 409,
    other_attendance_open: 409,
  },
})

export const checkOut = endpoint({
  name: 'attendance.check_out',
  summary: 'Ends the work, until 24 hours after the shift, and hands it in for review.',
  method: 'POST',
  path: '/api/attendance/check-out',
  who: 'officer',
  input: Press,
  output: z.object({
    attendance_id: Id,
    checked_in_at: Instant,
    checked_out_at: Instant,
    worked_minutes: z.int(),
    position: Verdict.nullable(),
    distance_m: z.number().nullable(),
  }),
  errors: { not_checked_in: 409, already_checked_out: 409, checkout_too_late: 409 },
  afterTrial: true,
})

export const openAttendance = endpoint({
  name: 'attendance.open',
  summary: "One's own shift that is checked in to and not out of; also after the trial has ended.",
  method: 'GET',
  path: '/api/attendance/open',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    open: z
      .object({
        signup_id: Id,
        title: z.string(),
        starts_at: Instant,
        ends_at: Instant,
        checked_in_at: Instant,
        asks_position: z.boolean(),
      })
      .nullable(),
  }),
  errors: {},
  topics: ['attendance'],
  afterTrial: true,
})

export const noteAttendance = endpoint({
  name: 'attendance.note',
  summary: "Says something to one's own record while it is not decided.",
  method: 'POST',
  path: '/api/attendance/:id/note',
  who: 'officer',
  input: z.object({ id: Id, note: text(0, 1000) }),
  output: Done,
  errors: { attendance_decided: 409 },
})

export const Times = z.object({ checked_in_at: Instant, checked_out_at: Instant })
/** Of times that a person typed. */
export const timesErrors = { end_not_after_start: 409, in_the_future: 409, too_far_from_shift: 409 } as const

export const resubmitAttendance = endpoint({
  name: 'attendance.resubmit',
  summary: 'Hands a returned record in again, with other times where they were wrong, and says why.',
  method: 'POST',
  path: '/api/attendance/:id/resubmit',
  who: 'officer',
  input: z.object({ id: Id, note: text(1, 1000), times: Times.nullable() }),
  output: Done,
  errors: { wrong_state: 409, ...timesErrors },
})

export const HistoryItem = z.object({
  signup_id: Id,
  assignment_id: Id,
  title: z.string(),
  location_name: z.string().nullable(),
  post: z.string().nullable(),
  /** `2026-11`, in the department's zone. */
  month: z.string(),
  status: z.enum(signupStatuses),
  starts_at: Instant,
  ends_at: Instant,
  scheduled_minutes: z.int(),
  attendance: z
    .object({
      id: Id,
      state: z.enum(attendanceStatuses),
      checked_in_at: Instant.nullable(),
      checked_out_at: Instant.nullable(),
      original_in_at: Instant.nullable(),
      original_out_at: Instant.nullable(),
      closed_by_system: z.boolean(),
      worked_minutes: z.int().nullable(),
      note: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
})
export type HistoryItem = z.output<typeof HistoryItem>

const Totals = {
  shifts: z.int(),
  no_shows: z.int(),
  scheduled_minutes: z.int(),
  /** Approved by an admin. */
  worked_minutes: z.int(),
  /** Handed in or returned: not decided. */
  waiting_minutes: z.int(),
}

export const history = endpoint({
  name: 'attendance.history',
  summary: "One's own past and present shifts of a year, latest first, with the hours by month and in all.",
  method: 'GET',
  path: '/api/attendance/history',
  who: 'officer',
  input: z.object({
    /** Of the shift's start in the department's zone; this year unless told. */
    year: z.coerce.number<number>().int().min(2000).max(2100).optional(),
    after: z
      .string()
      .regex(/^\d{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Not a place in this list.')
      .optional(),
    limit: z.coerce.number<number>().int().min(1).max(100).optional(),
  }),
  output: page(HistoryItem).extend({
    year: z.int(),
    /** Years with anything to show, latest first. */
    years: z.array(z.int()),
    totals: z.object(Totals),
    months: z.array(z.object({ month: z.string(), ...Totals })),
  }),
  errors: {},
  topics: ['attendance', 'signups', 'assignments'],
})
