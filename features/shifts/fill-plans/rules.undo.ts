import { isUndoOver } from '#features/shifts/signups/rules.undo.ts'
import type { Instant } from '#platform/shared/time.ts'

export type Taken = {
  taken_at: Instant | null
  taken_by: string | null
  starts_at: Instant
  /** Of the sign-up that the line made or confirmed. */
  status: string
  /** The status that the admin confirmed; null: the line made the sign-up. */
  decided_from: string | null
  decided_by: string | null
  checked_in: boolean
}

/** Why the admin `by` cannot undo the assignment of a line at `now`, or null. Only the admin who assigned can, within a minute. */
export const refuseUndoLine = (line: Taken, by: string, now: Instant): 'wrong_state' | 'undo_over' | null => {
  if (line.taken_at === null || line.taken_by !== by || line.status !== 'confirmed') return 'wrong_state'
  // A sign-up that was confirmed and isn't a decision of this admin anymore has been decided again.
  if (line.decided_by !== (line.decided_from === null ? null : by)) return 'wrong_state'
  return isUndoOver(line.taken_at, line, now) ? 'undo_over' : null
}
