import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  call_desk: { title: 'Call the desk', text: 'The shift starts too soon to call off here. Call your department.' },
  already_signed_up: { title: 'Already signed up', text: 'The officer has already signed up for this shift.' },
  checked_in: {
    title: 'Already checked in',
    text: "After check-in, an officer can't give up the shift or be removed.",
  },
  full: { title: 'Shift full', text: 'The last spot was just filled.' },
  not_approved: { title: 'Not an active officer', text: 'Only active officers can work shifts.' },
  not_open_yet: { title: 'Not open yet', text: "Sign-up for this shift hasn't opened." },
  notice_passed: {
    title: 'The deadline has passed',
    text: 'The deadline to call off without approval has passed. Give a reason, and an admin will decide.',
  },
  overlaps: { title: 'Overlaps another shift', text: 'Another confirmed shift overlaps this one.' },
  certification_required: {
    title: 'A certification is required',
    text: "This post requires a certification the officer doesn't have.",
  },
  certification_expires: {
    title: 'A certification expires too soon',
    text: 'The certification must be valid until the end of the shift.',
  },
  service_required: {
    title: 'More time in service required',
    text: "The officer hasn't served long enough for this post.",
  },
  on_leave: { title: 'On leave', text: 'The officer is on leave during this shift.' },
  rest: { title: 'Too little rest', text: 'The department requires more rest before or after this shift.' },
  rolling_window: {
    title: 'Too many hours',
    text: "This shift exceeds the department's rolling hour limit.",
  },
  consecutive_hours: {
    title: 'Too many hours in a row',
    text: "This shift exceeds the department's limit for hours without a break.",
  },
  consecutive_days: {
    title: 'Too many days in a row',
    text: "This shift exceeds the department's limit for days in a row.",
  },
  cap: {
    title: 'Over the hour limit',
    text: "This shift exceeds the department's weekly or monthly hour limit.",
  },
  group_first: {
    title: 'Another group has priority',
    text: 'Another group can sign up for this shift first. It opens to others later.',
  },
  not_a_part: { title: 'Choose whole blocks', text: "Choose whole blocks of the post's time." },
  rank_required: { title: 'A different rank is required', text: 'This post is for certain ranks only.' },
  started: { title: 'Already started', text: 'This shift has started.' },
  suspended: { title: 'Suspended', text: "Suspended officers can't work shifts." },
  turned_down: {
    title: 'Previously denied',
    text: 'An admin denied this request or removed the officer from the shift.',
  },
  unit_required: { title: 'A different unit is required', text: 'This post is for certain units only.' },
  window_closed: { title: 'Sign-up has closed', text: 'Sign-up for this shift is closed.' },
} as const satisfies RefusalWords<typeof contract, keyof typeof officers | keyof typeof assignments>
