import type { refusals as leaves } from '#features/roster/leaves/words.refusals.ts'
import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  leave_already_requested: {
    title: 'Already requested',
    text: 'You already have a pending request for some of this time. Withdraw it first, or choose other days.',
  },
  leave_request_decided: {
    title: 'No longer pending',
    text: 'This request was {what} by {by}. Nothing changed.',
  },
} as const satisfies RefusalWords<typeof contract, keyof typeof officers | keyof typeof leaves>
