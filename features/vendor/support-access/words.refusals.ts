import type { refusals as exports } from '#features/department/exports/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The message for each error of these calls, on screen and in the response. */
export const refusals = {
  support_open: {
    title: 'Support access already active',
    text: 'You have support access open in another browser. End it there first.',
  },
} as const satisfies RefusalWords<typeof contract, keyof typeof exports>
