import type { CommonError } from '#platform/shared/endpoint.ts'
import type { Words } from '#platform/web/words.ts'

/** No answer came; made in the browser. */
export type NoAnswer = 'offline' | 'unreachable'

/** What any call may be answered with, in words: part of the shell. The others come with the first refusal that needs them. */
export const commonMessages = {
  offline: { title: 'You are offline', text: 'Nothing was sent. Try again when you have a connection.' },
  unreachable: { title: 'No answer', text: 'The server could not be reached. Try again in a moment.' },

  invalid_input: { title: 'Check what you entered', text: 'Something in it cannot be right.' },
  not_signed_in: { title: 'You are signed out', text: 'Your session has ended. Sign in again to go on.' },
  second_factor_needed: {
    title: 'Second factor needed',
    text: 'Admin pages open once you have given, or set up, a second factor.',
  },
  not_allowed: { title: 'Access Denied', text: 'Your role does not allow this.' },
  waiting_for_approval: {
    title: 'Waiting for approval',
    text: 'An admin of your department has to approve your registration first.',
  },
  notice_not_accepted: {
    title: 'Accept the notice first',
    text: 'Your department asks everybody to accept its notice before anything else opens.',
  },
  trial_expired: {
    title: 'Trial Expired',
    text: 'Your trial period has ended. Please contact your administrator to upgrade your subscription.',
  },
  feature_not_available: {
    title: 'Feature Not Available',
    text: 'Your department has the {current} plan. This needs {required}.',
  },
  cross_site: {
    title: 'Not sent',
    text: 'The request came from another site and was refused. Reload the page and try again.',
  },
  not_found: { title: 'Not found', text: 'It is not there, or not yours to see.' },
  changed_meanwhile: {
    title: 'Changed meanwhile',
    text: 'Somebody else changed this before you saved. Look at the new state and decide again.',
  },
  key_reused: {
    title: 'Not sent',
    text: 'This was already sent with something else in it. Reload the page and try again.',
  },
  too_large: { title: 'Too large', text: 'The file or text is larger than what is taken here.' },
  wrong_type: { title: 'Wrong kind of file', text: 'Choose a file of a kind that is named beside the field.' },
  too_many: { title: 'Too many tries', text: 'Wait a few minutes, then try again.' },
  busy: { title: 'Busy', text: 'The server is busy right now. Try again in a moment.' },
  support_not_here: {
    title: 'Not from support access',
    text: "This is for the department's own people: places, hours, claims, sign-in and who has access are theirs.",
  },
  support_read_only: {
    title: 'Reading only',
    text: 'This support access was started for reading. End it and start one that may change things, with its reason.',
  },
  internal: { title: 'Something went wrong', text: 'An unexpected error occurred. Please try again.' },
} satisfies Record<CommonError | NoAnswer, Words>
