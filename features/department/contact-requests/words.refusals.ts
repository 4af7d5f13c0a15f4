import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls: on the screen, and as the message in the response. */
export const refusals = {
  asked_already: {
    title: 'Already requested',
    text: 'Your department already sent a request in the last 24 hours. The vendor will answer by email.',
  },
} as const satisfies RefusalWords<typeof contract>
