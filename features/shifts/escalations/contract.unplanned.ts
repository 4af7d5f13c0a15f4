import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant } from '#platform/shared/shapes.ts'

const Exhausted = z.object({
  assignment_id: Id,
  title: z.string(),
  location_name: z.string().nullable(),
  starts_at: Instant,
  ends_at: Instant,
  missing: z.int(),
})
export type Exhausted = z.infer<typeof Exhausted>

export const listUnplanned = endpoint({
  name: 'escalations.unplanned',
  summary: 'Understaffed shifts with no officers left to order in, and how many others follow no plan.',
  method: 'GET',
  path: '/api/escalations/unplanned',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    /** The first 30, by start. */
    exhausted: z.array(Exhausted),
    /** Not counting these. */
    without_plan: z.int(),
  }),
  errors: {},
  topics: ['escalations', 'order_ins', 'signups', 'assignments'],
})
