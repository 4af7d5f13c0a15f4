import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls: on the screen, and as the message in the response. */
export const refusals = {
  zone_choice_needed: { title: 'Shifts are already posted', text: 'Choose how to handle them, then save again.' },
  zone_change_blocked: {
    title: "Some shifts can't move",
    text: 'Change {titles} first, or keep the exact start times.',
  },
  notice_changed: {
    title: 'Notice updated',
    text: 'The notice changed while you were reading. Read the new text, then accept it.',
  },
} as const satisfies RefusalWords<typeof contract>
