import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The message for each error of these calls, on screen and in the response. */
export const refusals = {
  testimonials_full: {
    title: 'The list is full',
    text: 'The landing page shows at most 12 testimonials. Remove one first.',
  },
} as const satisfies RefusalWords<typeof contract>
