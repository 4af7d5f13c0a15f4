import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import type { refusals as signups } from '#features/shifts/signups/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  no_waitlist_kept: {
    title: 'No waitlist',
    text: 'This award rule has no waitlist. Open spots are first come, first served.',
  },
  no_waitlist: {
    title: 'Waitlist not open yet',
    text: "This shift hasn't been awarded yet. Applicants who don't get a spot join the waitlist automatically.",
  },
  offer_over: {
    title: 'Offer ended',
    text: 'The time to answer is up, or the spot has been filled.',
  },
  offer_changed: {
    title: 'The offer has changed',
    text: 'This is a new offer, or its times changed after you answered. Review it and answer again.',
  },
  place_free: { title: 'A spot is open', text: "Sign up now. You don't need to join the waitlist." },
} as const satisfies RefusalWords<
  typeof contract,
  keyof typeof officers | keyof typeof assignments | keyof typeof signups
>
