import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractReview from './contract.review.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  assignment_closed: {
    title: 'The shift is closed',
    text: 'Reopen the shift, then change its records.',
  },
  attendance_locked: { title: 'Already exported', text: 'This record was exported and can no longer be changed.' },
  not_over: {
    title: 'Not over yet',
    text: 'Wait until the shift ends. The officer is on duty or can still check in.',
  },
  own_attendance: {
    title: 'Your own hours',
    text: "You can't approve or deny your own hours. Ask another admin, or make a second officer an admin.",
  },
  paid_already: {
    title: 'Already paid',
    text: 'These times include {what}, which is already approved. Leave those minutes out.',
  },
  end_not_after_start: { title: 'Check the times', text: 'Check-out must be after check-in.' },
  in_the_future: { title: 'Check the times', text: "Check-out can't be in the future." },
  no_confirmed_place: { title: 'Not on this shift', text: "You're not confirmed for this shift." },
  place_taken: {
    title: 'Spot filled',
    text: 'Another officer has this spot. Add a spot first.',
  },
  worked_elsewhere: {
    title: 'Worked another shift',
    text: 'The officer is confirmed for another shift at that time. Remove them from it first.',
  },
  too_far_from_shift: { title: 'Check the times', text: 'Times must be within one day of the shift.' },
  already_checked_in: { title: 'Already checked in', text: "You're already checked in to this shift." },
  already_checked_out: { title: 'Already checked out', text: "You've already checked out of this shift." },
  attendance_decided: {
    title: 'Already decided',
    text: "An admin already decided this record. It can't be changed here.",
  },
  note_changed: {
    title: 'The note has changed',
    text: 'It now says "{note}". To replace it, save your note again.',
  },
  press_too_old: {
    title: 'Sent too late',
    text: 'This was saved on your phone more than 24 hours ago. Ask an admin to enter your times.',
  },
  checkin_too_early: { title: 'Too early', text: "Check-in for this shift isn't open yet." },
  checkin_removed: {
    title: 'Check-in removed',
    text: "You removed your check-in on another device. Check in again if you're there.",
  },
  checkin_too_late: {
    title: 'The shift is over',
    text: 'Check-in closed when the shift ended. Ask an admin to record your times.',
  },
  checkout_early: {
    title: "The shift isn't over",
    text: "Your shift hasn't ended yet. Press Check out again and confirm that you're leaving early.",
  },
  checkout_too_soon: { title: 'Just checked in', text: 'Check-out opens one minute after check-in.' },
  not_checked_out: { title: 'Not checked out', text: "You're still on duty. There's nothing to undo." },
  undo_too_late: {
    title: 'Too late to undo',
    text: 'A check-out can be undone for one minute. Until the shift ends, you can check in again.',
  },
  checkout_too_late: {
    title: 'Too late to check out',
    text: 'Check-out closes 24 hours after the shift. An admin will set your times.',
  },
  not_checked_in: { title: 'Not checked in', text: 'Check in first, then check out.' },
  other_attendance_open: {
    title: 'Still checked in elsewhere',
    text: "You're still checked in to another shift. Check out of it first.",
  },
} as const satisfies RefusalWords<typeof contractReview | typeof contract, keyof typeof officers>
