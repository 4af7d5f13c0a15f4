import type { refusals as exports } from '#features/department/exports/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  all_have_read: { title: 'Everyone has read it', text: 'No one is left to remind.' },
  reminder_too_soon: {
    title: 'Too soon for a reminder',
    text: 'Reminders are at least an hour apart. Try again later.',
  },
} as const satisfies RefusalWords<typeof contract, keyof typeof exports>
