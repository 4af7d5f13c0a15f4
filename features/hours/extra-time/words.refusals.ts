import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { refusals as orderIns } from '#features/shifts/order-ins/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  extra_time_expired: {
    title: 'Expired',
    text: 'No decision was made in time. The officer can resubmit the claim.',
  },
  far_from_asked: {
    title: 'Check the times',
    text: 'The corrected start must be within one day of the claimed start.',
  },
  far_from_shift: { title: 'Check the times', text: 'The time must be within one day of the shift.' },
  not_past: {
    title: 'Not over yet',
    text: 'You can claim extra time only after working it. The end must be in the past.',
  },
  overlaps_paid_time: {
    title: 'Already paid',
    text: 'This overlaps {what}. Claim only the time before or after it.',
  },
  own_extra_time: {
    title: 'Your own claim',
    text: "You can't approve or deny your own extra time. Ask another admin, or make a second officer an admin.",
  },
  past_edit_limit: {
    title: 'Too long ago',
    text: 'Your department accepts claims for the last {days} days. Ask an admin about older ones.',
  },
  shift_not_worked: {
    title: 'Not worked',
    text: 'You can claim time only for shifts you checked in to and out of.',
  },
} as const satisfies RefusalWords<typeof contract, keyof typeof officers | keyof typeof orderIns>
