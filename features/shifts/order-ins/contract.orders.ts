import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, page } from '#platform/shared/shapes.ts'
import { OrderIn, Passed } from './contract.calls.ts'

const ListedOrder = OrderIn.extend({
  /** Officers ahead on the list who were skipped: the first `SKIPPED`, and how many in all. */
  skipped: z.object({ first: z.array(Passed), count: z.int() }),
})
export type ListedOrder = z.infer<typeof ListedOrder>

export const listOrders = endpoint({
  name: 'order_ins.orders',
  summary: "The department's orders, latest first, with the first officers skipped.",
  method: 'GET',
  path: '/api/order-ins',
  who: 'admin',
  input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50), after }),
  output: page(ListedOrder),
  errors: {},
  topics: ['order_ins'],
})
