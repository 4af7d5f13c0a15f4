import type { refusals as signIns } from '#features/people/sign-ins/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractBulk from './contract.bulk.ts'
import type * as contractMerges from './contract.merges.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  bulk_undo_over: {
    title: 'Too late to undo',
    text: 'Bulk edits can be undone for one minute. Edit the officers again instead.',
  },
  wrong_state: { title: 'No longer possible', text: 'This was already decided. Check its current status.' },
  roster_row_taken: {
    title: 'Already claimed',
    text: 'Another account is already linked to this roster row. Choose a different row, or deny this registration.',
  },
  roster_row_inactive: {
    title: 'Officer not active',
    text: 'This officer is suspended or has left. Restore the officer first, or choose a different row.',
  },
  undo_over: { title: 'Too late to undo', text: 'This can no longer be undone. Nothing was changed.' },
  merge_award_receipts: {
    title: 'Award receipts prevent this',
    text: "One of the two rows has award receipts. Receipts are sealed and can't be moved.",
  },
  merge_same_shift: {
    title: 'Both rows have a shift at the same time',
    text: 'Both are on "{shift}" or a shift that overlaps it. Remove one of them, then merge.',
  },
  merge_paid_twice: {
    title: 'Both rows have approved hours at the same time',
    text: 'Some of the time on "{shift}" is also approved for the other row, as hours or extra time. Correct these hours, then merge.',
  },
  merge_extra_time_overlaps: {
    title: 'Extra time overlaps',
    text: 'Both rows claim extra time for the same hours. Deny one of the claims, then merge.',
  },
  merge_leaves_overlap: {
    title: 'Leave overlaps',
    text: 'Both rows have leave on the same days. Delete one of the entries, then merge.',
  },
  merge_platoons_overlap: {
    title: 'Both rows are in a platoon',
    text: 'Both rows are platoon members on the same days. End one of the memberships, then merge.',
  },
  merge_tours_overlap: {
    title: 'Both rows have the same tour',
    text: 'Both rows have a tour or a day off on the same day. Delete one of the entries, then merge.',
  },
  merge_both_on_duty: {
    title: 'Both rows are on duty',
    text: 'Both rows are checked in now. Check one of them out, then merge.',
  },
  merge_decided_each_other: {
    title: 'One made decisions about the other',
    text: "One of the two officers entered or decided something for the other. Officers can't decide on their own records, so the rows can't be merged.",
  },
  badge_taken: {
    title: 'Badge number already used',
    text: 'Another officer in your department has this badge number.',
  },
  email_taken: { title: 'Email already used', text: 'Another officer in your department has this email.' },
  officers_full: {
    title: 'The roster is full',
    text: "Your plan's officer limit has been reached. Mark former officers as left, or contact the vendor for a larger plan.",
  },
  last_admin: {
    title: 'Last admin',
    text: 'A department needs at least one admin. Make another officer an admin first.',
  },
  already_admin: { title: 'Already an admin', text: 'Someone else just made this officer an admin.' },
  not_admin: { title: 'No longer an admin', text: 'Someone else just removed this officer as admin.' },
  has_account: { title: 'Has an account', text: 'This officer already has an account.' },
} as const satisfies RefusalWords<typeof contractBulk | typeof contractMerges | typeof contract, keyof typeof signIns>
