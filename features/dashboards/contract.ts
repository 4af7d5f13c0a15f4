import { z } from 'zod'
import { phases, signupModes } from '#features/assignments/rules.ts'
import { Onboarding } from '#features/onboarding/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant } from '#platform/shared/shapes.ts'

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
  /** The department verifies places and this job has one: the browser is asked at the press. */
  asks_position: z.boolean(),
})
const Hours = z.object({ approved_minutes: z.int(), waiting_minutes: z.int() })

export const officerDashboard = endpoint({
  name: 'dashboards.officer',
  summary: "An officer's next shift, what is open, what can be taken, and the hours of this week and month.",
  method: 'GET',
  path: '/api/dashboards/officer',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    now_at: Instant,
    /** The first confirmed shift that is not over and not checked in to. */
    next: Shift.extend({ calloff_requested: z.boolean(), checkin_opens_at: Instant }).nullable(),
    /** Checked in, not out. */
    open: Shift.extend({ attendance_id: Id, checked_in_at: Instant, checkout_closes_at: Instant }).nullable(),
    /** Confirmed shifts to come after the next one. */
    later: z.int(),
    /** Records that an admin gave back. */
    returned: z.int(),
    pending_signups: z.int(),
    /** Open jobs of the coming 30 days that no rule keeps from this officer; `jobs` are the first of them. */
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
    /** Sunday to Saturday, in the department's zone. */
    week: Hours,
    month: Hours,
  }),
  errors: {},
  topics: ['assignments', 'signups', 'attendance', 'organization', 'officers'],
})

const ByPhase = z.array(z.object({ phase: z.enum(phases), count: z.int() }))

export const adminDashboard = endpoint({
  name: 'dashboards.admin',
  summary: 'What waits for a decision, what will go unfilled, who has not come, and the shifts of today and this week.',
  method: 'GET',
  path: '/api/dashboards/admin',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    now_at: Instant,
    /** In the department's zone: today, and the Sunday and Saturday around it. */
    today: z.iso.date(),
    week_from: z.iso.date(),
    week_to: z.iso.date(),
    waiting: z.object({
      signups: z.int(),
      calloffs: z.int(),
      attendance: z.int(),
      /** Zero where the organization has not the feature. */
      extra_time: z.int(),
      officers: z.int(),
    }),
    /** What a new department has done of its first steps; null once they were put away. */
    onboarding: Onboarding.nullable(),
    /** Published shifts of the coming 7 days with places left, soonest first. */
    unfilled: z.object({
      count: z.int(),
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
    /** Confirmed on a shift that has begun, and not checked in. */
    missing: z.object({
      count: z.int(),
      items: z.array(
        z.object({ signup_id: Id, assignment_id: Id, title: z.string(), officer_name: z.string(), starts_at: Instant }),
      ),
    }),
    on_duty: z.int(),
    shifts_today: ByPhase,
    shifts_week: ByPhase,
  }),
  errors: {},
  topics: ['assignments', 'signups', 'attendance', 'officers', 'extra_time', 'organization'],
})

export const adminFigures = endpoint({
  name: 'dashboards.figures',
  summary: 'Fill rate and median time to fill of the last 30 days, and the hours of the last eight weeks.',
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
    /** Sunday to Saturday in the department's zone, oldest first, the running one last. */
    weeks: z.array(z.object({ from: z.iso.date(), worked_minutes: z.int(), scheduled_minutes: z.int() })),
  }),
  errors: {},
})
