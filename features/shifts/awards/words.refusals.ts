import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import type { refusals as signups } from '#features/shifts/signups/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  not_to_award: {
    title: 'Nothing to award',
    text: "This shift has already been awarded, has ended, or doesn't use an award rule.",
  },
  own_signup: { title: 'Your own sign-up', text: 'Another admin must decide this.' },
  draw_first: {
    title: 'Award first',
    text: "Officers aren't ranked until the award. Award the shift early if needed, then assign the officer.",
  },
} as const satisfies RefusalWords<
  typeof contract,
  keyof typeof officers | keyof typeof assignments | keyof typeof signups
>
