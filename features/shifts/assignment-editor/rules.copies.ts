import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { type Instant, ms, UNDO_SECONDS } from '#platform/shared/time.ts'

/** Shifts that one press copies at most. */
export const MOST_COPIES = 1000

/** Why a shift is not copied. */
export const skipReasons = [
  'canceled',
  'already_there',
  'in_past',
  'no_award_rule',
  'no_location_plan',
  'times',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** What makes two shifts the same to a reader of the schedule. */
export type Twin = { title: string; kind: AssignmentKind; starts_at: Instant; ends_at: Instant }

const keyOf = (one: Twin): string => JSON.stringify([one.kind, one.title, ms(one.starts_at), ms(one.ends_at)])

/**
 * Tells, one after the other, which shifts have a twin in the target already. Counted: where the source has two of the same name and
 * hours and the target has one, the second is missing.
 */
export function twinsIn(there: readonly Twin[]): (one: Twin) => boolean {
  const left = new Map<string, number>()
  for (const one of there) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return (one) => {
    const count = left.get(keyOf(one)) ?? 0
    if (count === 0) return false
    left.set(keyOf(one), count - 1)
    return true
  }
}

export type Copied = {
  made_by: string | null
  made_at: Instant
  undone_at: Instant | null
  /** Sign-ups of any status on what was made. */
  signups: number
}

/** Why the admin `by` cannot undo the copy at `now`, or null. Only its author may, within a minute, until someone signs up. */
export const refuseUndoCopy = (
  copy: Copied,
  by: string | null,
  now: Instant,
): 'wrong_state' | 'undo_over' | 'has_signups' | null => {
  if (copy.undone_at !== null || copy.made_by !== by) return 'wrong_state'
  if (ms(now) - ms(copy.made_at) >= UNDO_SECONDS * 1000) return 'undo_over'
  return copy.signups > 0 ? 'has_signups' : null
}
