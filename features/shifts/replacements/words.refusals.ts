import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import type { refusals as awards } from '#features/shifts/awards/words.refusals.ts'
import type { refusals as signups } from '#features/shifts/signups/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  no_account: {
    title: 'No account yet',
    text: "Officers can't accept an offer without an account. Call the officer, then assign them.",
  },
} as const satisfies RefusalWords<
  typeof contract,
  keyof typeof officers | keyof typeof assignments | keyof typeof awards | keyof typeof signups
>
