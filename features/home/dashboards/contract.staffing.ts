import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant } from '#platform/shared/shapes.ts'

/** A shift, and what happens to it when. */
const Next = z.object({ assignment_id: Id, title: z.string(), at: Instant })
const Live = z.object({ count: z.int(), next: Next.nullable() })

export const staffingFigures = endpoint({
  name: 'dashboards.staffing',
  summary: 'A number and the next event for each part of staffing.',
  method: 'GET',
  path: '/api/dashboards/staffing',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    /** Upcoming awards, by when sign-up closes. */
    rules: Live,
    /** Officers on leave now, and the next leave that begins. */
    tours: z.object({ count: z.int(), next: z.object({ name: z.string(), at: Instant }).nullable() }),
    /** Leave requests that wait for an admin, and the first to begin. */
    leave: z.object({ count: z.int(), next: z.object({ name: z.string(), at: Instant }).nullable() }),
    /** Calls for volunteers that are open, by when they end in orders. */
    force_list: Live,
    /** Orders that the officer has not acknowledged. */
    unseen_orders: z.int(),
    /** Open spots of the next 7 days, and the first shift with one. */
    plan: Live,
    /** Understaffed shifts that an escalation follows, by start. */
    escalation: Live.extend({ missing: z.int() }),
    /** Open cases of skipped officers; the oldest. */
    cases: Live,
    /** Limits that are set. */
    work_rules: z.int(),
    /** Offers that wait for an answer, by when they end. */
    opportunities: Live,
    /** Swaps that wait for an admin, by the start of the shift. */
    swaps: Live,
  }),
  errors: {},
  topics: ['assignments', 'signups', 'awards', 'order_ins', 'escalations', 'tours', 'work_rules'],
})
