import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, on screen and in the response. */
export const refusals = {
  too_many_filters: { title: 'Too many filters', text: 'You can save at most {most}. Delete one first.' },
} as const satisfies RefusalWords<typeof contract>
