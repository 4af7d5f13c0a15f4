import type { EventName } from './rules.ts'

/**
 * Orders and offers that wait for the officer's answer: first in the list, and never pushed off it, read or not, until the answer
 * or the start of the shift.
 */
export const pinnedTypes = [
  'ordered_in',
  'volunteers_asked',
  'place_offered',
  'place_offered_now',
  'swap_asked',
  'swap_answered',
] as const satisfies readonly EventName[]

/** Unread notifications of one of these types are shown as one line, with their number. */
export const bundledTypes = ['assignment_posted', 'officers_needed'] as const satisfies readonly EventName[]
/** The count stops here. */
export const BUNDLE_COUNTED = 100
