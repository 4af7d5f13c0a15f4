import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  too_many_minimums: {
    title: 'Too many minimums',
    text: 'A department can have at most {most} active minimums. Retire or change an existing one.',
  },
  not_taken_back: {
    title: 'Shift still open',
    text: "The shift wasn't withdrawn, or another one already covers the gap.",
  },
} as const satisfies RefusalWords<typeof contract>
