import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, on screen and in the response. */
export const refusals = {
  schedule_not_shared: {
    title: 'Schedule not shared',
    text: "Your department doesn't share its schedule with officers.",
  },
} as const satisfies RefusalWords<typeof contract>
