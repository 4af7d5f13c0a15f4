import { kindWords } from '#features/shifts/assignments/words.ts'
import type { NotToSignUpCode } from '#features/shifts/signups/rules.ts'
import { joined } from '#platform/shared/text.ts'
import type { WorkKind } from './rules.shapes.ts'

/** The kinds of counted work, in words. */
export const workKindWords: Readonly<Record<WorkKind, string>> = {
  ...kindWords,
  tour: 'Regular tours',
  extra_time: 'Extra time',
}

const named = new Map<string, string>(Object.entries(workKindWords))

/** `of all work`, or `of court and overtime`. */
export const kindNames = (kinds: readonly string[] | 'all'): string =>
  kinds === 'all' ? 'of all work' : `of ${joined(kinds.map((kind) => (named.get(kind) ?? kind).toLowerCase()))}`

/** The same after a count of officers: `13 with an overlapping shift`. */
export const countedReasons: Readonly<Record<NotToSignUpCode, string>> = {
  not_approved: 'not active',
  suspended: 'suspended',
  not_published: 'until the shift is published',
  cancelled: 'because the shift is canceled',
  started: 'because the shift has started',
  already_signed_up: 'already signed up',
  turned_down: 'previously denied',
  full: 'because the shift is full',
  not_open_yet: 'until sign-up opens',
  window_closed: 'because sign-up has closed',
  overlaps: 'with an overlapping shift',
  unit_required: 'in other units',
  rank_required: 'of other ranks',
  certification_required: 'missing a requirement',
  certification_expires: 'with a certification that expires too soon',
  service_required: 'missing a requirement',
  on_leave: 'on leave',
  rest: 'with too little rest',
  rolling_window: 'over a work-hour limit',
  consecutive_hours: 'over a work-hour limit',
  consecutive_days: 'with too many days in a row',
  cap: 'over a work-hour limit',
  group_first: 'behind a group with priority',
}

/** Why not, when only the category of the reason is known. */
export const shortReasons: Readonly<Record<NotToSignUpCode, string>> = {
  not_approved: 'Not an active officer',
  suspended: 'Suspended',
  not_published: 'Not published yet',
  cancelled: 'Canceled',
  started: 'Already started',
  already_signed_up: 'Already signed up',
  turned_down: 'Previously denied',
  full: 'Shift full',
  not_open_yet: "Sign-up isn't open yet",
  window_closed: 'Sign-up has closed',
  overlaps: 'Overlaps another shift',
  unit_required: 'For other units only',
  rank_required: 'For other ranks only',
  certification_required: 'Missing a requirement for this shift',
  certification_expires: 'A certification expires before the shift ends',
  service_required: 'Missing a requirement for this shift',
  on_leave: 'On leave',
  rest: 'Too little rest',
  rolling_window: 'Over a work-hour limit',
  consecutive_hours: 'Over a work-hour limit',
  consecutive_days: 'Too many days in a row',
  cap: 'Over a work-hour limit',
  group_first: 'Another group has priority',
}

/** `Gate is full`, for a shift that may have other posts; null for another reason, or without the post's name. */
export const postFull = ({ code }: { code: string }, post: string | null): string | null =>
  code === 'full' && post !== null ? `${post} is full` : null
