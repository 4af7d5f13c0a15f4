import { type Instant, ms, UNDO_SECONDS } from '#platform/shared/time.ts'
import { may, type SignupStatus } from './rules.ts'

/** How long the button is shown. */
export const UNDO_SHOWN_MS = 6000

export type Undoable = {
  status: SignupStatus
  applied_at: Instant
  starts_at: Instant
  checked_in: boolean
  /** The officer signed up without an admin, award, order or swap. */
  self_made: boolean
}

/** Whether the officer can still undo a recent sign-up. A pending sign-up can be withdrawn at any time. */
export const mayUndoSignUp = (s: Undoable, now: Instant): boolean =>
  may('withdraw', s) ||
  (s.status === 'confirmed' &&
    s.self_made &&
    !s.checked_in &&
    ms(now) - ms(s.applied_at) < UNDO_SECONDS * 1000 &&
    ms(now) < ms(s.starts_at))
