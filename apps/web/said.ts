import type { Words } from '#platform/web/words.ts'
import { commonMessages } from './messages.every-call.ts'

/** Specification section 8: toasts and screens of the frame itself. */
export const said = {
  broken: { title: 'Something went wrong', text: 'An unexpected error occurred. Please try refreshing the page.' },
  loggedOut: { title: 'Logged Out', text: 'You have been logged out successfully.' },
  ended: {
    idle: { title: 'Session Expired', text: 'You have been logged out due to inactivity.' },
    lasted: { title: 'Session Expired', text: 'A session lasts 12 hours at most. Sign in again to go on.' },
    elsewhere: commonMessages.not_signed_in,
  },
  trialExpired: commonMessages.trial_expired,
  trialScreen: 'Access to all features has been suspended until your subscription is upgraded',
} satisfies Record<string, Words | string | Record<string, Words>>
