/** Codes of offers, waitlists and call-offs, in words. */
export const offerMessages = {
  call_desk: {
    title: 'Call the desk',
    text: 'The shift starts too soon to be called off here. Call your department.',
  },
  no_waitlist: {
    title: 'No list to join',
    text: 'This job is awarded. Whoever applies and does not get it waits by itself.',
  },
  offer_over: {
    title: 'The offer is over',
    text: 'The time to answer has run out, or the place is not free any more.',
  },
  place_free: { title: 'A place is free', text: 'Sign up: there is no need to wait.' },
} as const
