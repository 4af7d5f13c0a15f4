import { z } from 'zod'
import { Reason } from '#features/shifts/eligibility/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/shapes.ts'

const Against = z.array(Reason)
export type Against = z.output<typeof Against>

export const listSwapChecks = endpoint({
  name: 'swaps.checks',
  summary: 'Every reason against each pending swap, for both officers.',
  method: 'GET',
  path: '/api/swaps/checks',
  who: 'admin',
  input: z.object({
    ids: z
      .string()
      .max(3700)
      .transform((text) => text.split(',').filter((one) => one !== ''))
      .pipe(z.array(Id).min(1).max(100)),
  }),
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
  topics: ['signups', 'assignments', 'officers', 'work_rules', 'certifications', 'tours'],
})
