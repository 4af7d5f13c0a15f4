import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractSettings from './contract.settings.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls: on the screen, and as the message in the response. */
export const refusals = {
  not_read_yet: {
    title: "Can't be cleared yet",
    text: 'Only read notifications can be cleared, and requests only after you answer them.',
  },
  not_optional: { title: 'Always on', text: "This notification can't be turned off because it affects your duties." },
} as const satisfies RefusalWords<typeof contractSettings | typeof contract>
