import { type Instant, ms, UNDO_SECONDS } from '#platform/shared/time.ts'
import { may, type SignupStatus } from './rules.ts'

/** How long a shift's page shows Undo, in milliseconds. The next action then takes its place. */
export const UNDO_SHOWN_MS = 6000

/**
 * Whether something done at `at` can no longer be undone at `now`: a minute has passed, the shift has started, or the officer has checked
 * in.
 */
export const isUndoOver = (at: Instant, of: { starts_at: Instant; checked_in: boolean }, now: Instant): boolean =>
  ms(now) - ms(at) >= UNDO_SECONDS * 1000 || ms(now) >= ms(of.starts_at) || of.checked_in

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
  may('withdraw', s) || (s.status === 'confirmed' && s.self_made && !isUndoOver(s.applied_at, s, now))
