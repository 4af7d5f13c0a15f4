import { z } from 'zod'
import { signupStatuses } from '#features/shifts/signups/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, page, text } from '#platform/shared/shapes.ts'
import { DAY } from '#platform/shared/time.ts'
import { attendanceStatuses } from './rules.ts'

export const Verdict = z.enum(['inside', 'outside', 'cannot_verify'])

/** The position reported by the browser; only accepted if the department verifies positions and the job has a location. */
export const Position = z.object({
  lat: z.number().min(-90, 'Latitude must be between -90 and 90.').max(90, 'Latitude must be between -90 and 90.'),
  lng: z
    .number()
    .min(-180, 'Longitude must be between -180 and 180.')
    .max(180, 'Longitude must be between -180 and 180.'),
  /** Radius in meters; 0 and values too coarse are stored and result in "cannot verify". */
  accuracy_m: z
    .number()
    .min(0, 'Enter meters, 0 or more.')
    .max(40_000_000, "That's farther than once around the Earth."),
  /** Seconds between the position fix and the press. */
  age_s: z.int().min(0, 'Enter seconds, 0 or more.').max(31_536_000, 'Enter at most one year.').optional(),
})

/** A century; a device's clock may be anywhere. */
const MOST_MS = 100 * 366 * DAY

/** The time on the device's clock: stored next to the server's; without `clock` it decides nothing. Implausible years are refused. */
const DeviceTime = Instant.refine((at) => {
  const value = Date.parse(at)
  return value > 0 && value < Date.UTC(2200, 0)
}, "That isn't a valid time.")

/** See `PressClock` in rules.press.ts. With it, a press that was saved on the device counts from the time it was made. */
const Clock = z.object({
  // Not stored, so no integer column has to hold it.
  ahead_ms: z.number().min(-MOST_MS, "That isn't a valid difference.").max(MOST_MS, "That isn't a valid difference."),
  heard_at: DeviceTime,
  since_ms: z.number().min(0, 'Enter milliseconds, 0 or more.').max(MOST_MS, "That isn't a valid time.").nullable(),
})

const Press = z.object({
  signup_id: Id,
  device_at: DeviceTime,
  clock: Clock.nullable().optional(),
  position: Position.nullable().optional(),
})

export const checkIn = endpoint({
  name: 'attendance.check_in',
  summary: "Checks in to the caller's confirmed shift, or continues after an early check-out.",
  method: 'POST',
  path: '/api/attendance/check-in',
  who: 'officer',
  input: Press,
  queued: 'Check-in',
  output: z.object({
    attendance_id: Id,
    /** The time of this press; when a shift is checked in to again, the record keeps its first check-in. */
    checked_in_at: Instant,
    checkout_from: Instant,
    position: Verdict.nullable(),
    distance_m: z.number().nullable(),
  }),
  errors: {
    checkin_too_early: 409,
    attendance_decided: 409,
    checkin_removed: 409,
    checkin_too_late: 409,
    already_checked_in: 409,
    no_confirmed_place: 409,
    other_attendance_open: 409,
    press_too_old: 409,
  },
})

export const checkOut = endpoint({
  name: 'attendance.check_out',
  summary:
    'Checks out, up to 24 hours after the shift, and submits the hours; before the shift, removes the check-in if asked to.',
  method: 'POST',
  path: '/api/attendance/check-out',
  who: 'officer',
  input: Press.extend({
    /** The officer was asked and confirmed: required to check out before the scheduled end. */
    early: z.boolean().optional(),
    /** The officer confirmed that the check-in is removed. Has an effect before the start only; without it, nothing is removed. */
    remove: z.boolean().optional(),
  }),
  queued: 'Check-out',
  output: z.object({
    attendance_id: Id,
    checked_in_at: Instant,
    checked_out_at: Instant,
    worked_minutes: z.int(),
    /** True if before the start: the check-in was undone, nothing is submitted, and the officer can check in again. */
    taken_back: z.boolean(),
    undo_until: Instant.nullable(),
    position: Verdict.nullable(),
    distance_m: z.number().nullable(),
  }),
  errors: {
    not_checked_in: 409,
    already_checked_out: 409,
    checkout_too_late: 409,
    checkout_too_soon: 409,
    checkout_early: 409,
    press_too_old: 409,
  },
  afterTrial: true,
})

export const undoCheckOut = endpoint({
  name: 'attendance.undo_check_out',
  summary: 'Undoes a check-out within one minute.',
  method: 'POST',
  path: '/api/attendance/undo-check-out',
  who: 'officer',
  input: z.object({
    signup_id: Id,
    /** The check-out that the screen shows: one that came meanwhile stays. */
    checked_out_at: Instant.optional(),
  }),
  queued: 'Undo',
  noted: true,
  output: z.object({ attendance_id: Id, checked_in_at: Instant }),
  errors: { not_checked_out: 409, undo_too_late: 409, attendance_decided: 409, other_attendance_open: 409 },
  afterTrial: true,
})

export const openAttendance = endpoint({
  name: 'attendance.open',
  summary: 'The shift the caller is checked in to, if any.',
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
        checkout_from: Instant,
        now_at: Instant,
        asks_position: z.boolean(),
      })
      .nullable(),
  }),
  stored: 'own shifts',
  errors: {},
  topics: ['attendance'],
  afterTrial: true,
})

export const noteAttendance = endpoint({
  name: 'attendance.note',
  summary: "Saves a note on the caller's own undecided record.",
  method: 'POST',
  path: '/api/attendance/:id/note',
  who: 'officer',
  input: z.object({
    id: Id,
    note: text(0, 1000),
    /** The note that the officer's text replaces, empty for none: one that was saved on a device replaces no newer one. */
    was: text(0, 1000).optional(),
  }),
  queued: 'Note',
  output: Done,
  errors: { attendance_decided: 409, note_changed: 409 },
})

export const Times = z.object({ checked_in_at: Instant, checked_out_at: Instant })
/** For times that a person typed. */
export const timesErrors = { end_not_after_start: 409, in_the_future: 409, too_far_from_shift: 409 } as const

export const resubmitAttendance = endpoint({
  name: 'attendance.resubmit',
  summary: 'Resubmits a returned record, with corrected times if needed and an explanation.',
  method: 'POST',
  path: '/api/attendance/:id/resubmit',
  who: 'officer',
  input: z.object({ id: Id, note: text(1, 1000), times: Times.nullable() }),
  output: Done,
  errors: { wrong_state: 409, ...timesErrors },
})

export const askCorrection = endpoint({
  name: 'attendance.ask_correction',
  summary: "Requests a correction to the caller's own pending record, with a reason; an admin decides.",
  method: 'POST',
  path: '/api/attendance/:id/ask-correction',
  who: 'officer',
  input: z.object({ id: Id, note: text(1, 1000), times: Times }),
  output: Done,
  errors: { attendance_decided: 409, ...timesErrors },
})

/** Off duty between two intervals of one record; `counted` if an admin decided that it was worked. */
export const Gap = z.object({ left_at: Instant, back_at: Instant, counted: z.boolean() })

export const HistoryItem = z.object({
  signup_id: Id,
  assignment_id: Id,
  title: z.string(),
  location_name: z.string().nullable(),
  post: z.string().nullable(),
  /** `2026-11`, in the department's time zone. */
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
      /** What the officer requested instead of the recorded times. */
      asked_in_at: Instant.nullable(),
      asked_out_at: Instant.nullable(),
      /** The officer's check-out that arrived after the approval; an admin decides. */
      late_out_at: Instant.nullable(),
      gaps: z.array(Gap),
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
  /** Submitted or returned: not decided. */
  waiting_minutes: z.int(),
}

export const history = endpoint({
  name: 'attendance.history',
  summary: "The caller's past and current shifts for a year, latest first, with hours by month and in total.",
  method: 'GET',
  path: '/api/attendance/history',
  who: 'officer',
  input: z.object({
    /** The year the shift starts in, in the department's time zone; the current year by default. */
    year: z.coerce.number<number>().int().min(2000).max(2100).optional(),
    after: z
      .string()
      .regex(/^\d{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Invalid position in this list.')
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
