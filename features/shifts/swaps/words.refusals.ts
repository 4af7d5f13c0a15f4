import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import type { refusals as signups } from '#features/shifts/signups/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  already_offered: { title: 'Already offered', text: "Withdraw the earlier offer first. It's on the shift's page." },
  colleague_not_available: {
    title: 'Colleague not available',
    text: "This colleague can't take the shift now. Choose another colleague.",
  },
  exchange_not_possible: {
    title: 'Swap not possible',
    text: "You can't take the shift you asked for. Choose another one.",
  },
  giver_not_eligible: {
    title: 'Swap not possible',
    text: "The other officer isn't eligible for the shift offered in exchange.",
  },
  no_such_colleague: { title: 'Colleague not found', text: "This officer isn't active in your department anymore." },
  own_swap: { title: 'Your own swap', text: "You can't approve or deny your own swap. Ask another admin." },
  shift_needed: {
    title: 'Choose a shift',
    text: 'To swap, choose one of your shifts. To give a shift away, choose none.',
  },
  swap_over: {
    title: 'No longer available',
    text: 'The swap was accepted or withdrawn, or a shift has started or changed hands.',
  },
} as const satisfies RefusalWords<
  typeof contract,
  keyof typeof officers | keyof typeof assignments | keyof typeof signups
>
