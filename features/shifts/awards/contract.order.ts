import { z } from 'zod'
import { AwardRule } from '#features/shifts/award-rules/contract.ts'
import { tieBreaks } from '#features/shifts/award-rules/rules.ts'
import { isPlace } from '#platform/shared/cursor.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { afterPlace, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { Reason, Values } from './contract.ts'

export const OrderRow = z.object({
  officer_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  unit: z.string().nullable(),
  /** Equal for officers whom only a shift can tell apart. */
  place: z.int(),
  shared: z.boolean(),
  /** What put the place after the one before; null for the first. */
  decided_by: z.enum(['owed', 'group', 'value', ...tieBreaks, 'id']).nullable(),
  values: Values,
  /** What keeps the officer from every shift now; empty if nothing does. */
  reasons: z.array(Reason),
})
export type OrderRow = z.infer<typeof OrderRow>

export const readOrder = endpoint({
  name: 'awards.order',
  summary: 'The order in which an award rule would rank all officers on the roster now.',
  method: 'GET',
  path: '/api/award-rules/:id/order',
  who: 'admin',
  input: z.object({
    id: Id,
    show: z.enum(['all', 'left_out']).default('all'),
    /** Part of a name, badge number or unit. */
    search: line(0, 100).default(''),
    limit: z.coerce.number().int().min(1).max(200).default(100),
    after: afterPlace(isPlace('\\d{1,6}')),
  }),
  output: page(OrderRow).extend({
    rule: AwardRule,
    name: z.string(),
    version: z.int(),
    effective_from: Instant,
    now_at: Instant,
    /** Rows that match. */
    found: z.int(),
    total: z.int(),
    left_out: z.int(),
    /** What decides between officers who share a place. */
    open_step: z.enum(['applied', 'draw']).nullable(),
    /** All officers share one place. */
    undecided: z.boolean(),
  }),
  errors: {},
  topics: ['awards', 'signups', 'attendance', 'order_ins', 'officers'],
})
export type AwardOrder = z.infer<typeof readOrder.output>
