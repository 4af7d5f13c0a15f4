import { z } from 'zod'
import { signupModes } from '#features/shifts/assignments/rules.ts'
import { Reason as Ineligible, reasonTopics } from '#features/shifts/eligibility/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, line } from '#platform/shared/shapes.ts'
import { volunteerMinutes } from './contract.ts'

const Reason = line(3, 500)

/** An eligibility reason as of the time of the order. */
export const Against = z.object({
  code: z.string(),
  from: Instant.nullish(),
  possible_from: Instant.nullish(),
  details: z.record(z.string(), z.unknown()).nullish(),
})

export const Passed = z.object({
  /** Null with the name. */
  officer_id: Id.nullable(),
  name: z.string().nullable(),
  position: z.int(),
  count: z.int(),
  exempt: z.string().nullable(),
  reasons: z.array(Against),
})
export type Passed = z.infer<typeof Passed>

export const callOutcomes = ['decided', 'filled', 'overtaken', 'stopped'] as const

const Call = z.object({
  id: Id,
  post_id: Id,
  post_name: z.string(),
  opened_at: Instant,
  opened_by: z.string().nullable(),
  closes_at: Instant,
  closed_at: Instant.nullable(),
  outcome: z.enum(callOutcomes).nullable(),
  asked_count: z.int(),
  volunteered_count: z.int().nullable(),
  ordered_count: z.int().nullable(),
  missing_count: z.int().nullable(),
  stop_reason: z.string().nullable(),
  declined_count: z.int(),
  /** Volunteers, in order of response. */
  volunteers: z.array(
    z.object({
      officer_id: Id,
      name: z.string(),
      at: Instant,
      outcome: z.enum(['given', 'not_needed', 'not_eligible']).nullable(),
    }),
  ),
  passed: z.array(Passed),
})
export type Call = z.infer<typeof Call>

const OrderState = z.enum(['to_come', 'served', 'fallen', 'cancelled'])

export const OrderIn = z.object({
  id: Id,
  call_id: Id,
  assignment_id: Id,
  officer_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  title: z.string(),
  post_name: z.string(),
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  ordered_at: Instant,
  position: z.int(),
  count_before: z.int(),
  /** The units whose list it was; empty: the whole department's, or not recorded. */
  list_units: z.array(z.string()),
  seen_at: Instant.nullable(),
  state: OrderState,
  cancel_reason: z.string().nullable(),
  cancelled_by: z.string().nullable(),
  may: z.array(z.enum(['cancel'])),
})
export type OrderIn = z.infer<typeof OrderIn>

export const readOrderIn = endpoint({
  name: 'order_ins.of_assignment',
  summary: "An assignment's volunteer calls and orders, with who was skipped and why.",
  method: 'GET',
  path: '/api/assignments/:assignment_id/order-ins',
  who: 'admin',
  input: z.object({ assignment_id: Id }),
  output: z.object({
    volunteer_minutes: z.int(),
    posts: z.array(
      z.object({
        id: Id,
        name: z.string(),
        missing: z.int(),
        starts_at: Instant,
        /** Why volunteers cannot be asked now; null if they can. */
        why_not: z.enum(['not_published', 'before_award', 'started', 'filled', 'already_asked']).nullable(),
      }),
    ),
    /** The latest 20. */
    calls: z.array(Call),
    orders: z.array(OrderIn),
  }),
  errors: {},
  topics: ['order_ins', 'signups', 'assignments'],
})
export type AssignmentOrders = z.infer<typeof readOrderIn.output>

export const previewCall = endpoint({
  name: 'order_ins.preview',
  summary: 'Who would be asked to volunteer for a post now, and who would be ordered in if no one volunteers.',
  method: 'GET',
  path: '/api/assignments/:assignment_id/order-ins/preview',
  who: 'admin',
  input: z.object({ assignment_id: Id, post_id: Id }),
  output: z.object({
    asked: z.int(),
    /** Open spots, and the first eligible officers of today's force list for them; fewer if the list has no more. */
    missing: z.int(),
    next: z.array(z.object({ officer_id: Id, name: z.string(), position: z.int() })),
    /** The units whose list it is; empty: the whole department's. */
    list_units: z.array(z.string()),
    /** Officers whose request for the post an admin hasn't decided, in order of request. */
    requested: z.array(z.object({ officer_id: Id, name: z.string() })),
  }),
  errors: {},
  topics: ['order_ins', 'signups', 'assignments', 'officers'],
})
export type CallPreview = z.infer<typeof previewCall.output>

export const openCall = endpoint({
  name: 'order_ins.open',
  summary: 'Asks all eligible officers to volunteer for a post, then orders in officers for the spots left.',
  method: 'POST',
  path: '/api/assignments/:assignment_id/order-ins',
  who: 'admin',
  input: z.object({ assignment_id: Id, post_id: Id, minutes: volunteerMinutes }),
  output: z.object({ id: Id, closes_at: Instant, asked: z.int() }),
  errors: {
    not_published: 409,
    before_award: 409,
    started: 409,
    filled: 409,
    too_late_to_ask: 409,
    already_asked: 409,
  },
})

export const stopCall = endpoint({
  name: 'order_ins.stop',
  summary: 'Stops a call for volunteers without ordering anyone in, with a reason.',
  method: 'POST',
  path: '/api/order-calls/:id/stop',
  who: 'admin',
  input: z.object({ id: Id, reason: Reason }),
  output: Done,
  errors: { already_decided: 409 },
})

export const cancelOrder = endpoint({
  name: 'order_ins.cancel',
  summary: 'Cancels an order before its shift, with a reason the officer can read. The order no longer counts.',
  method: 'POST',
  path: '/api/order-ins/:id/cancel',
  who: 'admin',
  input: z.object({ id: Id, reason: Reason }),
  output: Done,
  errors: { own_order: 403, already_cancelled: 409, started: 409, checked_in: 409 },
})

export const readMyOrders = endpoint({
  name: 'order_ins.mine',
  summary: "Calls for volunteers, and the caller's latest 20 orders.",
  method: 'GET',
  path: '/api/my-order-ins',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    asked: z.array(
      z.object({
        id: Id,
        assignment_id: Id,
        title: z.string(),
        post_name: z.string(),
        time_zone: z.string(),
        starts_at: Instant,
        ends_at: Instant,
        closes_at: Instant,
        missing: z.int(),
        answer: z.enum(['yes', 'no']).nullable(),
        /** The rule that decides between volunteers, in words; null: the first to answer. */
        by: z.string().nullable(),
        /** Why the officer can't get the spot now, by a yes or otherwise; a yes counts only if there is none when the call ends. */
        reasons: z.array(Ineligible),
        /** The officer can sign up for or request a spot now. */
        takes_signups: z.boolean(),
        signup_mode: z.enum(signupModes),
        awarded_at: Instant.nullable(),
      }),
    ),
    orders: z.array(
      OrderIn.omit({ may: true, cancelled_by: true }).extend({
        /** Null where a device shows what it stored. */
        passed: z.array(Passed).nullable(),
      }),
    ),
  }),
  stored: 'own shifts',
  storedAs: (mine: { orders: object[] }) => ({
    ...mine,
    orders: mine.orders.map((order) => ({ ...order, passed: null })),
  }),
  errors: {},
  topics: ['order_ins', ...reasonTopics],
})
export type MyOrders = z.infer<typeof readMyOrders.output>

export const answerCall = endpoint({
  name: 'order_ins.answer',
  summary: 'Answers a call for volunteers. The answer can be changed until the decision.',
  method: 'POST',
  path: '/api/order-calls/:id/answer',
  who: 'officer',
  input: z.object({ id: Id, answer: z.enum(['yes', 'no']) }),
  output: Done,
  errors: { already_decided: 409, not_eligible: 409 },
})

export const seeOrder = endpoint({
  name: 'order_ins.see',
  summary: 'Acknowledges an order.',
  method: 'POST',
  path: '/api/order-ins/:id/see',
  who: 'officer',
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})
