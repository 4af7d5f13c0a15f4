import { z } from 'zod'
import { attendanceStatuses } from '#features/hours/attendance/rules.ts'
import { assignmentKinds, phases } from '#features/shifts/assignments/rules.ts'
import { signupStatuses } from '#features/shifts/signups/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Id, Instant, line } from '#platform/shared/shapes.ts'
import { SHEET_DAYS } from '#platform/shared/time.ts'

const Days = z.coerce.number().int().min(1).max(SHEET_DAYS)
const span = { from: DateText, days: Days }
/** In the department's time zone: the day it starts, and how many further days it extends into. */
const Placed = { day: DateText, tail: z.int(), starts_at: Instant, ends_at: Instant }

/** What one of an officer's confirmed shifts overlaps, or has too little rest from: another one, a tour on duty, or leave. */
export const ScheduleConflict = z.object({
  kind: z.enum(['shift', 'tour', 'leave']),
  ...Placed,
  title: z.string(),
  /** Set if it ends too soon before, or begins too soon after: minutes of rest between them, and the minimum. */
  rest: z.array(z.int()).optional(),
})
export type ScheduleConflict = z.infer<typeof ScheduleConflict>
/** Absent if there are none. */
const conflicts = z.array(ScheduleConflict).optional()

export const ScheduledShift = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(assignmentKinds),
  phase: z.enum(phases),
  location_name: z.string().nullable(),
  ...Placed,
  required: z.int(),
  confirmed: z.int(),
  pending: z.int(),
  /** Units the post is restricted to; empty: open to all. */
  units: z.array(z.string()),
  people: z.array(
    z.object({
      signup_id: Id,
      officer_id: Id,
      name: z.string(),
      unit: z.string().nullable(),
      status: z.enum(signupStatuses),
      ordered: z.boolean(),
      /** For up to two days: checked in, checked out, or late (started, not checked in); null before the start. */
      checked: z.enum(['in', 'out', 'late']).nullish(),
      conflicts,
    }),
  ),
})
export type ScheduledShift = z.infer<typeof ScheduledShift>

/** Officers of one platoon whose regular tours have the same hours; of one unit if requested, else `unit` is null. */
export const Crew = z.object({
  platoon: z.string().nullable(),
  platoon_id: Id.nullable(),
  unit: z.string().nullable(),
  ...Placed,
  count: z.int(),
  /** By name: everyone for up to two days and where all are asked for, otherwise at most the first 6. */
  people: z.array(z.object({ id: Id, name: z.string() })),
  away: z.array(z.string()),
})
export type Crew = z.infer<typeof Crew>

/** Leave of officers without a tour that day; leave during a tour is in its crew. */
export const Away = z.object({
  officer_id: Id,
  name: z.string(),
  unit: z.string().nullable(),
  day: DateText,
  /** Requested, not decided; on tour or not. */
  pending: z.boolean(),
})
export type Away = z.infer<typeof Away>

const topics = ['assignments', 'signups', 'tours', 'officers', 'organization'] as const

export const readSchedule = endpoint({
  name: 'schedule.read',
  summary: 'Up to 42 days: shifts with names and open spots, tours, leave.',
  method: 'GET',
  path: '/api/schedule',
  who: 'admin',
  input: z.object({
    ...span,
    /** Separate crews per unit: many more crews, so only when a unit is selected. */
    by_unit: z.enum(['yes']).optional(),
    /** Every name of a crew, however many days: for paper. */
    all_names: z.enum(['yes']).optional(),
  }),
  output: z.object({
    now_at: Instant,
    today: DateText,
    from: DateText,
    days: z.int(),
    time_zone: z.string(),
    shifts: z.array(ScheduledShift),
    crews: z.array(Crew),
    leaves: z.array(Away),
    /** All units of active officers. */
    units: z.array(z.string()),
    /** There are more shifts than one response holds. */
    more: z.boolean(),
  }),
  errors: {},
  topics,
})

const OfficerEntry = z.object({
  /** `leave_request`: leave that waits for a decision. */
  kind: z.enum(['shift', 'tour', 'leave', 'leave_request']),
  ...Placed,
  title: z.string(),
  assignment_id: Id.nullable(),
  signup_id: Id.nullable(),
  shift_kind: z.enum(assignmentKinds).nullable(),
  status: z.enum(signupStatuses).nullable(),
  ordered: z.boolean(),
  /** For the officer. */
  location_name: z.string().nullable().optional(),
  /** For the officer. */
  expires_at: Instant.nullable().optional(),
  /** For the officer: the state of the shift's record; null before check-in. */
  attendance: z.enum(attendanceStatuses).nullable().optional(),
  /** For admins. */
  conflicts,
})
export type OfficerEntry = z.infer<typeof OfficerEntry>

export const ScheduledOfficer = z.object({
  officer_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  unit: z.string().nullable(),
  entries: z.array(OfficerEntry),
})
export type ScheduledOfficer = z.infer<typeof ScheduledOfficer>

export const readOfficersSchedule = endpoint({
  name: 'schedule.officers',
  summary: 'The same days by officer, 100 at a time by name.',
  method: 'GET',
  path: '/api/schedule/officers',
  who: 'admin',
  input: z.object({
    ...span,
    unit: line(0, 120).optional(),
    search: line(0, 100).optional(),
    after: Id.optional(),
  }),
  output: z.object({ total: z.int(), items: z.array(ScheduledOfficer), next: Id.nullable() }),
  errors: {},
  topics,
})

const MonthDay = z.object({
  day: DateText,
  shifts: z.int(),
  needed: z.int(),
  filled: z.int(),
  /** For shifts that have not started. */
  open: z.int(),
  /** Requests and requested call-offs. */
  pending: z.int(),
  /** The first shifts by start, at most `MONTH_NAMED`. */
  named: z.array(
    ScheduledShift.pick({
      id: true,
      title: true,
      kind: true,
      phase: true,
      starts_at: true,
      required: true,
      confirmed: true,
    }),
  ),
  /** How many could be named: all, or those to fill if only they are asked for. */
  listed: z.int(),
})
export type MonthDay = z.infer<typeof MonthDay>

export const readScheduleMonth = endpoint({
  name: 'schedule.month',
  summary: 'Up to 42 days: their first shifts, and in numbers spots needed and filled, and pending sign-ups.',
  method: 'GET',
  path: '/api/schedule/month',
  who: 'admin',
  input: z.object({
    ...span,
    kind: z.enum(assignmentKinds).optional(),
    /** Names only shifts that have open spots and are not over. */
    unfilled: z.enum(['yes']).optional(),
  }),
  output: z.object({ today: DateText, items: z.array(MonthDay) }),
  errors: {},
  topics: ['assignments', 'signups', 'organization'],
})

export const readOwnSchedule = endpoint({
  name: 'schedule.own',
  summary: "An officer's shifts, offers, requests, tours and leave.",
  method: 'GET',
  path: '/api/schedule/own',
  who: 'officer',
  input: z.object(span),
  output: z.object({
    now_at: Instant,
    today: DateText,
    time_zone: z.string(),
    /** The department lets officers see who works. */
    shared: z.boolean(),
    entries: z.array(OfficerEntry),
  }),
  stored: 'own shifts',
  errors: {},
  topics: ['assignments', 'signups', 'tours', 'order_ins', 'attendance', 'organization'],
})

export const readSharedSchedule = endpoint({
  name: 'schedule.shared',
  summary: 'Shifts and tours with names, if the department shares them.',
  method: 'GET',
  path: '/api/schedule/shared',
  who: 'officer',
  input: z.object(span),
  output: z.object({
    today: DateText,
    time_zone: z.string(),
    tours: z.array(
      z.object({
        platoon: z.string().nullable(),
        ...Placed,
        /** Officers on tour. */
        count: z.int(),
        /** Every name for up to two days, otherwise at most the first 12. */
        names: z.array(z.string()),
        /** Officers on leave: that they are off, and nothing about why. */
        off: z.array(z.string()),
      }),
    ),
    items: z.array(
      z.object({
        assignment_id: Id,
        title: z.string(),
        location_name: z.string().nullable(),
        ...Placed,
        /** Names only; nothing else about a colleague is shared. */
        names: z.array(z.string()),
        open: z.int(),
      }),
    ),
  }),
  errors: { schedule_not_shared: 403 },
  topics: ['assignments', 'spots', 'signups', 'tours', 'organization'],
})

const OwnShift = z.object({
  signup_id: Id,
  assignment_id: Id,
  title: z.string(),
  location_name: z.string().nullable(),
  starts_at: Instant,
  ends_at: Instant,
  status: z.enum(signupStatuses),
  ordered: z.boolean(),
})

export const readOwnList = endpoint({
  name: 'schedule.own_list',
  summary: "The shifts behind a number on the officer's dashboard: `later` or `waiting`.",
  method: 'GET',
  path: '/api/schedule/own/list',
  who: 'officer',
  input: z.object({ list: z.enum(['later', 'waiting']) }),
  output: z.object({ items: z.array(OwnShift) }),
  stored: 'own shifts',
  errors: {},
  topics: ['assignments', 'signups', 'order_ins', 'attendance', 'organization'],
})
