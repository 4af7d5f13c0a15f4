/** Codes of offers, waitlists and call-offs, in words. */
export const offerMessages = {
  call_desk: {
    title: 'Call the desk',
    text: 'The shift starts too soon to be called off here. Call your department.',
  },
  no_waitlist_kept: {
    title: 'No waitlist',
    text: 'The rule of this award keeps none. A place that comes free is open to whoever signs up first.',
  },
  no_waitlist: {
    title: 'No list to join',
    text: 'This job is still to be awarded. Whoever applies and does not get it waits by itself.',
  },
  already_offered: { title: 'Offered already', text: 'Take the earlier offer back first.' },
  giver_not_eligible: {
    title: 'The exchange cannot be',
    text: 'The other officer may not work the shift that is given in exchange.',
  },
  no_such_colleague: { title: 'No such colleague', text: 'No other active officer has this badge number.' },
  own_swap: { title: 'Your own swap', text: 'Nobody decides on a swap of their own. Another admin has to.' },
  shift_needed: {
    title: 'Choose a shift',
    text: 'A swap needs a shift of yours in exchange; a shift given away needs none.',
  },
  swap_over: { title: 'It is over', text: 'It was taken, taken back, or a shift of it has begun or changed hands.' },
  offer_over: {
    title: 'The offer is over',
    text: 'The time to answer has run out, or the place is not free any more.',
  },
  place_free: { title: 'A place is free', text: 'Sign up: there is no need to wait.' },
} as const
