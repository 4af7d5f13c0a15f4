import { z } from 'zod'
import { Onboarding } from '#features/home/onboarding/contract.ts'
import { Gap, Verdict } from '#features/hours/attendance/contract.ts'
import { phases, signupModes } from '#features/shifts/assignments/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Id, Instant } from '#platform/shared/shapes.ts'

const Shift = z.object({
  signup_id: Id,
  assignment_id: Id,
  title: z.string(),
  post: z.string(),
  client: z.string().nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  starts_at: Instant,
  ends_at: Instant,
  /** The department verifies positions and this job has a location: the browser's position is requested on press. */
  asks_position: z.boolean(),
  /** Within this many meters of the location counts as there; null if no position is requested. */
  radius_m: z.number().nullable(),
})
/** The position at a press; no verdict if none was requested. */
const Spot = z.object({ verdict: Verdict.nullable(), distance_m: z.number().nullable() })
export const NextShift = Shift.extend({ calloff_requested: z.boolean(), checkin_opens_at: Instant })
export const OpenShift = Shift.extend({
  attendance_id: Id,
  checked_in_at: Instant,
  since: Instant,
  gaps: z.array(Gap),
  checkout_from: Instant,
  checkout_closes_at: Instant,
  /** A check-out before the start counts: an admin has moved the start since, or the officer has been off duty. */
  counts: z.boolean(),
  spot: Spot,
})
export const LeftShift = Shift.extend({
  attendance_id: Id,
  checked_out_at: Instant,
  worked_minutes: z.int(),
  undo_until: Instant,
  /** An admin has decided on the hours although the shift goes on: the officer can't check in again. */
  decided: z.boolean(),
  spot: Spot,
})
const Hours = z.object({ approved_minutes: z.int(), waiting_minutes: z.int() })

export const officerDashboard = endpoint({
  name: 'dashboards.officer',
  summary: "An officer's next shift, check-in, open jobs, and hours of this week and month.",
  method: 'GET',
  path: '/api/dashboards/officer',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    now_at: Instant,
    /** The first confirmed shift that is neither over nor checked in to. */
    next: NextShift.nullable(),
    /** The ones after it that start within two days, at most 4: a device without a connection can go on to them. */
    following: z.array(NextShift),
    /** Checked in, not out. `since` and `spot` describe the last check-in. */
    open: OpenShift.nullable(),
    /** The last check-out, while it can be undone or the shift can still be worked. */
    left: LeftShift.nullable(),
    /** Upcoming confirmed shifts other than the next one and any checked in to. */
    later: z.int(),
    /** Records returned by an admin. */
    returned: z.int(),
    /** Extra time claims returned by an admin; zero if the organization lacks the feature. */
    returned_claims: z.int(),
    /** Own certificates that have expired or expire within 60 days and weren't renewed, soonest to expire first, at most 10. */
    certificates: z.array(z.object({ type: z.string(), expires_on: DateText, days_left: z.int() })),
    pending_signups: z.int(),
    /** Swaps and giveaways: those that await the officer's answer, and the officer's own and accepted ones that aren't over. */
    swaps: z.object({ asked: z.int(), pending: z.int() }),
    /** Posts of the next 30 days that Available Jobs lists as open to this officer; `jobs` are the first of them. */
    open_jobs: z.int(),
    jobs: z.array(
      z.object({
        assignment_id: Id,
        title: z.string(),
        location_name: z.string().nullable(),
        starts_at: Instant,
        ends_at: Instant,
        places_left: z.int(),
        signup_mode: z.enum(signupModes),
        min_pay_minutes: z.int(),
      }),
    ),
    /** Sunday to Saturday, in the department's time zone. */
    week: Hours,
    month: Hours,
  }),
  stored: 'own shifts',
  errors: {},
  topics: [
    ...(['assignments', 'spots', 'signups', 'attendance', 'organization', 'officers'] as const),
    ...(['extra_time', 'certifications'] as const),
  ],
})

const ByPhase = z.array(z.object({ phase: z.enum(phases), count: z.int() }))

export const adminDashboard = endpoint({
  name: 'dashboards.admin',
  summary: 'Pending decisions, unfilled shifts, late officers, and shifts of today and this week.',
  method: 'GET',
  path: '/api/dashboards/admin',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    now_at: Instant,
    /** In the department's time zone: today, and the Sunday and Saturday around it. */
    today: z.iso.date(),
    week_from: z.iso.date(),
    week_to: z.iso.date(),
    waiting: z.object({
      signups: z.int(),
      calloffs: z.int(),
      attendance: z.int(),
      /** Zero if the organization lacks the feature. */
      extra_time: z.int(),
      officers: z.int(),
      leave: z.int(),
    }),
    /** A new department's setup progress; null once the checklist is hidden. */
    onboarding: Onboarding.nullable(),
    /** Published shifts in the next 7 days with spots left, soonest first. */
    unfilled: z.object({
      count: z.int(),
      /** Of these, the ones that start within 24 hours. */
      soon: z.int(),
      items: z.array(
        z.object({
          assignment_id: Id,
          title: z.string(),
          location_name: z.string().nullable(),
          starts_at: Instant,
          ends_at: Instant,
          phase: z.enum(phases),
          required_count: z.int(),
          confirmed_count: z.int(),
          pending_count: z.int(),
        }),
      ),
    }),
    /** Confirmed on a shift that has started, and not checked in. */
    missing: z.object({
      count: z.int(),
      items: z.array(
        z.object({
          ...{ signup_id: Id, assignment_id: Id, title: z.string(), starts_at: Instant, ends_at: Instant },
          ...{ officer_id: Id, officer_name: z.string(), officer_phone: z.string().nullable() },
          /** When the officer was assigned, if the shift had started by then. */
          assigned_at: Instant.nullable(),
        }),
      ),
    }),
    on_duty: z.int(),
    shifts_today: ByPhase,
    shifts_week: ByPhase,
  }),
  errors: {},
  topics: ['assignments', 'signups', 'attendance', 'officers', 'extra_time', 'tours', 'organization', 'work_rules'],
})

export const adminFigures = endpoint({
  name: 'dashboards.figures',
  summary: 'Fill rate and time to fill over 30 days, and hours over eight weeks.',
  method: 'GET',
  path: '/api/dashboards/admin/figures',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    /** Defined in docs/definitions.md. */
    fill: z.object({
      shifts: z.int(),
      required: z.int(),
      held: z.int(),
      filled: z.int(),
      median_minutes: z.int().nullable(),
    }),
    /** Sunday to Saturday in the department's time zone, oldest first, the current week last. */
    weeks: z.array(z.object({ from: z.iso.date(), worked_minutes: z.int(), scheduled_minutes: z.int() })),
  }),
  errors: {},
})
