import { z } from 'zod'
import { Reason } from '#features/shifts/eligibility/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/shapes.ts'

const Against = z.array(Reason)
export type Against = z.output<typeof Against>

const ids = z
  .string()
  .max(3700)
  .transform((text) => text.split(',').filter((one) => one !== ''))
  .pipe(z.array(Id).min(1).max(100))
const topics = ['signups', 'assignments', 'officers', 'work_rules', 'certifications', 'tours'] as const

export const listSwapChecks = endpoint({
  name: 'swaps.checks',
  summary: 'Every reason against each pending swap, for both officers.',
  method: 'GET',
  path: '/api/swaps/checks',
  who: 'admin',
  input: z.object({ ids }),
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
  topics,
})

export const listOwnSwapChecks = endpoint({
  name: 'swaps.own_checks',
  summary: "Every reason the caller can't take the shift a swap or giveaway would bring.",
  method: 'GET',
  path: '/api/my-swaps/checks',
  who: 'officer',
  /** `counter_signup_id`: the caller's shift that would be given for it. */
  input: z.object({ ids, counter_signup_id: Id.optional() }),
  /** While no shift is named in exchange, reasons that come from the caller's other shifts are left out. */
  output: z.object({ items: z.array(z.object({ swap_id: Id, reasons: Against })) }),
  errors: {},
  topics,
})
