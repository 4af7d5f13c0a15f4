import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  certification_verified: {
    title: 'Already verified',
    text: 'An admin verified this certification. Only another admin can change it now.',
  },
  own_certification: {
    title: 'Your own certification',
    text: "You can't verify your own certification. Ask another admin, or make a second officer an admin.",
  },
} as const satisfies RefusalWords<typeof contract>
