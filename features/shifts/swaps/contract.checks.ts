import { z } from 'zod'
import { Reason, reasonTopics } from '#features/shifts/eligibility/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, IdList } from '#platform/shared/shapes.ts'

const Against = z.array(Reason)
export type Against = z.output<typeof Against>

export const listSwapChecks = endpoint({
  name: 'swaps.checks',
  summary: 'Every reason against each pending swap, for both officers.',
  method: 'GET',
  path: '/api/swaps/checks',
  who: 'admin',
  input: z.object({ ids: IdList }),
  output: z.object({
    items: z.array(
      z.object({
        swap_id: Id,
        /** Against the officer who gets the shift. */
        taker: Against,
        /** Against the giver on the shift in exchange; empty without one. */
        giver: Against,
      }),
    ),
  }),
  errors: {},
  topics: reasonTopics,
})

export const listOwnSwapChecks = endpoint({
  name: 'swaps.own_checks',
  summary: "Every reason the caller can't take the shift a swap or giveaway would bring.",
  method: 'GET',
  path: '/api/my-swaps/checks',
  who: 'officer',
  /** `counter_signup_id`: the caller's shift that would be given for it. */
  input: z.object({ ids: IdList, counter_signup_id: Id.optional() }),
  /** While no shift is named in exchange, reasons that come from the caller's other shifts are left out. */
  output: z.object({ items: z.array(z.object({ swap_id: Id, reasons: Against })) }),
  errors: {},
  topics: reasonTopics,
})
