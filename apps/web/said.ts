import { commonMessages } from '#platform/shared/refusals.ts'
import type { Words } from '#platform/web/words.ts'

/** Specification section 8: the frame's own toasts and screens. */
export const said = {
  broken: { title: 'Something went wrong', text: 'An unexpected error occurred. Please try refreshing the page.' },
  loggedOut: { title: 'Logged Out', text: 'You have been logged out successfully.' },
  ended: {
    idle: { title: 'Session Expired', text: 'You have been logged out due to inactivity.' },
    lasted: { title: 'Session Expired', text: 'Sessions last at most 12 hours. Sign in again to continue.' },
    elsewhere: commonMessages.not_signed_in,
  },
  trialExpired: commonMessages.trial_expired,
  trialScreen: 'Access to all features has been suspended until your subscription is upgraded',
} satisfies Record<string, Words | string | Record<string, Words>>
