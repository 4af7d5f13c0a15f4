import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import { isUndoOver } from '#features/shifts/signups/rules.undo.ts'
import type { approvableStatuses } from '#platform/shared/statuses.ts'
import type { Instant } from '#platform/shared/time.ts'

export type UndoTarget = (typeof approvableStatuses)[number]

export type Decided = {
  status: SignupStatus
  officer_id: string
  decided_by: string | null
  decided_at: Instant | null
  decided_from: UndoTarget | null
  starts_at: Instant
  checked_in: boolean
}

/** Why the admin `by` cannot undo the decision at `now`, or null. Only the admin who decided can, within a minute. */
export const refuseUndo = (s: Decided, by: string, now: Instant): 'own_signup' | 'wrong_state' | 'undo_over' | null => {
  if (s.officer_id === by) return 'own_signup'
  const decided = s.status === 'confirmed' || s.status === 'rejected'
  if (!decided || s.decided_from === null || s.decided_at === null || s.decided_by !== by) return 'wrong_state'
  return isUndoOver(s.decided_at, s, now) ? 'undo_over' : null
}
