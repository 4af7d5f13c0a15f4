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
  /** The admin who assigned the officer by hand; null for other sign-ups. */
  made_by: string | null
  applied_at: Instant
  starts_at: Instant
  checked_in: boolean
}

/** An admin assigned the officer, who had not asked for the shift, and nobody has decided on it since. */
export const isMadeByHand = (s: Pick<Decided, 'status' | 'made_by' | 'decided_at'>): boolean =>
  s.status === 'confirmed' && s.made_by !== null && s.decided_at === null

/** Why the admin `by` cannot undo the decision or assignment at `now`, or null. Only the admin who made it can, within a minute. */
export const refuseUndo = (s: Decided, by: string, now: Instant): 'own_signup' | 'wrong_state' | 'undo_over' | null => {
  if (s.officer_id === by) return 'own_signup'
  if (isMadeByHand(s)) return s.made_by !== by ? 'wrong_state' : isUndoOver(s.applied_at, s, now) ? 'undo_over' : null
  const decided = s.status === 'confirmed' || s.status === 'rejected'
  if (!decided || s.decided_from === null || s.decided_at === null || s.decided_by !== by) return 'wrong_state'
  return isUndoOver(s.decided_at, s, now) ? 'undo_over' : null
}
