import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls: on the screen, and as the message in the response. */
export const refusals = {
  export_running: {
    title: 'An export is running',
    text: '{by} is exporting "{title}". Only one export can run at a time. Wait for it to finish, or cancel it.',
  },
  export_over: { title: 'Already finished', text: 'The export finished before it could be canceled.' },
  not_fresh: {
    title: "Confirm it's you",
    text: 'Confirm your second factor again. You last confirmed it more than 10 minutes ago.',
  },
} as const satisfies RefusalWords<typeof contract>
