import { z } from 'zod'
import { contactFields } from '#features/roster/officers/contract.contact.ts'
import { notToSignUp } from '#features/shifts/signups/contract.ts'
import type { NotToSignUpCode } from '#features/shifts/signups/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, page } from '#platform/shared/shapes.ts'
import { passedWhys } from './rules.why.ts'

const reasonCodes = Object.keys(notToSignUp) as [NotToSignUpCode, ...NotToSignUpCode[]]

export const PLAN_DAYS = [1, 28] as const
export const MOST_LINES = 500

const Spread = z.object({
  /** Highest minus lowest among the officers considered. */
  range_minutes: z.int(),
  /** Gini coefficient in ten-thousandths; 0 means all equal. */
  gini: z.int(),
})

const Outcome = z.object({
  officers: z.int(),
  shifts: z.int(),
  places: z.int(),
  filled: z.int(),
  /** No plan within the rules fills more. */
  places_bound: z.int(),
  /**
   * How far the unevenness is, at most, from the minimum of any plan that fills as many spots: in hundredths of a percent; null
   * if there was no time for the bound.
   */
  gap: z.int().nullable(),
  before: Spread,
  after: Spread,
  milliseconds: z.int(),
  gaps: z.array(
    z.object({
      assignment_id: Id,
      post_id: Id,
      title: z.string(),
      post_name: z.string(),
      starts_at: Instant,
      ends_at: Instant,
      left: z.int(),
      able: z.int(),
      reasons: z.array(z.object({ code: z.enum(reasonCodes), officers: z.int() })),
    }),
  ),
})
export type Outcome = z.infer<typeof Outcome>

const PlanHead = z.object({
  id: Id,
  asked_at: Instant,
  asked_by: z.string(),
  days: z.int(),
  status: z.enum(['waiting', 'ready', 'failed']),
  solved_at: Instant.nullable(),
  lines: z.int(),
  taken: z.int(),
  places: z.int().nullable(),
})
export type PlanHead = z.infer<typeof PlanHead>

/** How an officer asked for a shift; a request counts before a yes to a call. */
export const askedHows = ['requested', 'volunteered'] as const
export type AskedHow = (typeof askedHows)[number]

/** Officers who requested a spot of the post, are on its waitlist or volunteered for it, and whom the plan does not propose for it. */
const WaitingAt = z.object({
  post_id: Id,
  officers: z.int(),
  /** The first of them: requests before the waitlist, then volunteers; each in order. */
  names: z.array(z.string()),
})
export type WaitingAt = z.infer<typeof WaitingAt>

export const PlanLine = z.object({
  id: Id,
  assignment_id: Id,
  post_id: Id,
  title: z.string(),
  post_name: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  officer_id: Id,
  officer_name: z.string(),
  badge_number: z.string().nullable(),
  ...contactFields,
  /** The officer requested the spot. */
  applied: z.boolean(),
  /** The officer volunteered for the spot in a call that is still open. */
  volunteered: z.boolean(),
  /** Until when officers are asked to volunteer for the spot in a call that is still open. */
  asked_until: Instant.nullable(),
  /** Why an admin paused the escalation of the shift. */
  pause_reason: z.string().nullable(),
  able: z.int(),
  order: z.int(),
  minutes_before: z.int(),
  minutes_after: z.int(),
  passed: z.array(
    z.object({
      officer_id: Id,
      name: z.string(),
      minutes: z.int(),
      why: z.enum(passedWhys),
      instead: z.string().nullable(),
      /** How this officer asked for the shift; null if not at all. */
      asked: z.enum(askedHows).nullable(),
    }),
  ),
  taken_at: Instant.nullable(),
  taken_by: z.string().nullable(),
  /** The caller assigned it recently enough to undo. */
  undoable: z.boolean(),
  /** The shift has not started, is still open, and the line has not been applied. */
  open: z.boolean(),
})
export type PlanLine = z.infer<typeof PlanLine>

export const askPlan = endpoint({
  name: 'fill_plans.ask',
  summary: 'Requests a plan for open spots in the coming days. It takes up to half a minute.',
  method: 'POST',
  path: '/api/fill-plans',
  who: 'admin',
  input: z.object({ days: z.int().min(PLAN_DAYS[0]).max(PLAN_DAYS[1]) }),
  output: z.object({ id: Id }),
  errors: { plan_waiting: 409 },
})

export const listPlans = endpoint({
  name: 'fill_plans.list',
  summary: 'The plans of the last 30 days, latest first.',
  method: 'GET',
  path: '/api/fill-plans',
  who: 'admin',
  input: z.object({ after }),
  output: page(PlanHead),
  errors: {},
  topics: ['fill_plans', 'signups'],
})

export const readPlan = endpoint({
  name: 'fill_plans.read',
  summary: 'One plan with its figures, its lines and the spots that stay open, each explained.',
  method: 'GET',
  path: '/api/fill-plans/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  output: PlanHead.extend({ outcome: Outcome.nullable(), items: z.array(PlanLine), waiting: z.array(WaitingAt) }),
  errors: {},
  topics: ['fill_plans', 'signups', 'assignments', 'order_ins', 'escalations'],
})

export const takeLine = endpoint({
  name: 'fill_plans.take_line',
  summary: 'Assigns the officer of one line, if every rule still allows it.',
  method: 'POST',
  path: '/api/fill-plan-lines/:id/take',
  who: 'admin',
  input: z.object({ id: Id }),
  output: z.object({ id: Id, signup_id: Id }),
  errors: { ...notToSignUp, line_taken: 409, own_signup: 403 },
})

export const takeLines = endpoint({
  name: 'fill_plans.take_lines',
  summary: 'Assigns the officers of several lines, with a result for each.',
  method: 'POST',
  path: '/api/fill-plans/:id/take',
  who: 'admin',
  feature: 'bulk_operations',
  input: z.object({ id: Id, line_ids: z.array(Id).min(1).max(MOST_LINES) }),
  output: z.object({
    results: z.array(z.object({ id: Id, done: z.boolean(), code: z.string().nullable() })),
  }),
  errors: { full: 409, overlaps: 409, already_signed_up: 409 },
})

export const undoLines = endpoint({
  name: 'fill_plans.undo_lines',
  summary: 'Undoes assignments that the caller made from a plan within the last minute, with a result for each.',
  method: 'POST',
  path: '/api/fill-plans/:id/undo',
  who: 'admin',
  input: z.object({ id: Id, line_ids: z.array(Id).min(1).max(MOST_LINES) }),
  output: z.object({
    results: z.array(z.object({ id: Id, done: z.boolean(), code: z.string().nullable() })),
  }),
  errors: {},
})
