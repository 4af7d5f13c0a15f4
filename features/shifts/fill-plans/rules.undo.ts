import { type Instant, ms, UNDO_SECONDS } from '#platform/shared/time.ts'

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
  if (line.decided_from === null ? line.decided_by !== null : line.decided_by !== by) return 'wrong_state'
  const over = ms(now) - ms(line.taken_at) >= UNDO_SECONDS * 1000
  return over || ms(now) >= ms(line.starts_at) || line.checked_in ? 'undo_over' : null
}
