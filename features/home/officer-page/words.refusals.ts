import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls: on the screen, and as the message in the response. */
export const refusals = {
  own_file: { title: 'Your own file', text: 'Only other admins can see notes about you.' },
} as const satisfies RefusalWords<typeof contract>
