import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  officer_not_active: {
    title: 'Not an active officer',
    text: "This officer isn't approved or has left. Only active officers have tours and leave.",
  },
  own_leave: { title: 'Your own leave', text: 'Ask another admin to add or change it.' },
  leave_overlaps: {
    title: 'Already on leave',
    text: 'This officer already has leave on these days. Change it, or choose other days.',
  },
} as const satisfies RefusalWords<typeof contract>
