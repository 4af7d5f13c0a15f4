import { type Instant, ms, type Range } from '#platform/shared/time.ts'

/** Stored statuses; everything that depends on the clock is a phase. */
export const assignmentStatuses = ['draft', 'published', 'cancelled', 'closed'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

export const assignmentKinds = [
  'overtime',
  'extra_duty',
  'court',
  'special_event',
  'training',
  'callback',
  'holdover',
] as const
export type AssignmentKind = (typeof assignmentKinds)[number]

export const signupModes = ['first_come', 'approval', 'award'] as const
export type SignupMode = (typeof signupModes)[number]

/** How to get a spot now: spots left over by an award are first come, first served. */
export const modeNow = (job: { signup_mode: SignupMode; awarded_at: Instant | null }): SignupMode =>
  job.awarded_at === null ? job.signup_mode : 'first_come'

export const phases = [
  'cancelled',
  'closed',
  'draft',
  'completed',
  'in_progress',
  'scheduled',
  'filled',
  'announced',
  'open',
  'window_closed',
] as const
export type Phase = (typeof phases)[number]

/** Who canceled it; decides between `cancelled_by_dept` and `cancelled_by_client` (weather counts as the department). */
export const cancelParties = ['department', 'client', 'weather'] as const
export type CancelParty = (typeof cancelParties)[number]

/** The sign-up status after a cancellation by `party`. */
export const cancelledStatusOf = (party: CancelParty): 'cancelled_by_client' | 'cancelled_by_dept' =>
  party === 'client' ? 'cancelled_by_client' : 'cancelled_by_dept'

/** The facts that determine an assignment's phase. `confirmed_count` counts confirmed, calloff_requested and worked sign-ups. */
export type Timed = Range & {
  status: AssignmentStatus
  publish_at: Instant | null
  signup_opens_at: Instant | null
  signup_closes_at: Instant | null
  required_count: number
  confirmed_count: number
}

/** The phase at `now`, by the clock and the spots held; a status other than published is its own phase. Never stored. */
export function phase(a: Timed, now: Instant): Phase {
  const at = ms(now)
  if (a.status !== 'published') return a.status
  if (at >= ms(a.ends_at)) return 'completed'
  if (at >= ms(a.starts_at)) return 'in_progress'
  if (a.publish_at !== null && at < ms(a.publish_at)) return 'scheduled'
  if (a.confirmed_count >= a.required_count) return 'filled'
  return signupWindow(a, now)
}

/**
 * The sign-up window alone, half-open: `announced` before it, `open` inside, `window_closed` after. Without an opening it is open
 * from publishing; without a closing, until the start.
 */
export function signupWindow(
  a: Pick<Timed, 'starts_at' | 'signup_opens_at' | 'signup_closes_at'>,
  now: Instant,
): 'announced' | 'open' | 'window_closed' {
  const at = ms(now)
  if (a.signup_opens_at !== null && at < ms(a.signup_opens_at)) return 'announced'
  return at < ms(a.signup_closes_at ?? a.starts_at) ? 'open' : 'window_closed'
}

/**
 * Additional flag for in_progress and completed: fewer than `min_required` held a spot at the start. Uses `confirmed_at_start`
 * (including no-shows) if given, otherwise the current count.
 */
export function isUnfilled(a: Timed & { min_required: number; confirmed_at_start?: number }, now: Instant): boolean {
  const is = phase(a, now)
  if (is !== 'in_progress' && is !== 'completed') return false
  return (a.confirmed_at_start ?? a.confirmed_count) < a.min_required
}

export const assignmentActions = [
  'publish',
  'unpublish',
  'edit',
  'cancel',
  'close',
  'reopen',
  'copy',
  'delete_draft',
] as const
export type AssignmentAction = (typeof assignmentActions)[number]

export type AssignmentRefusal =
  | 'not_draft'
  | 'not_published'
  | 'not_closed'
  | 'not_completed'
  | 'cancelled'
  | 'closed'
  | 'already_over'
  | 'starts_in_past'
  | 'reason_required'
  | 'officers_confirmed'
  | 'attendance_open'
  | 'has_signups'

/** The inputs of a transition; counts are read under the lock. */
export type AssignmentAsk = {
  now: Instant
  /** Trimmed reason; required for backdating, canceling and reopening. */
  reason?: string | null
  /** Confirmed sign-ups whose attendance is neither approved (or locked) nor a no-show. */
  unsettled_count?: number
  /** Signups of any status. */
  signup_count?: number
}

const said = (reason: string | null | undefined): boolean => (reason ?? '').trim() !== ''

const refusals: Record<AssignmentAction, (a: Timed, ask: AssignmentAsk) => AssignmentRefusal | null> = {
  publish: (a, ask) => {
    if (a.status !== 'draft') return 'not_draft'
    return ms(a.starts_at) > ms(ask.now) || said(ask.reason) ? null : 'starts_in_past'
  },
  unpublish: (a) => {
    if (a.status !== 'published') return 'not_published'
    return a.confirmed_count > 0 ? 'officers_confirmed' : null
  },
  edit: (a) => (a.status === 'cancelled' || a.status === 'closed' ? a.status : null),
  cancel: (a, ask) => {
    if (a.status !== 'published') return a.status === 'draft' ? 'not_published' : a.status
    if (phase(a, ask.now) === 'completed') return 'already_over'
    return said(ask.reason) ? null : 'reason_required'
  },
  close: (a, ask) => {
    if (a.status === 'closed' || a.status === 'cancelled') return a.status
    if (phase(a, ask.now) !== 'completed') return 'not_completed'
    return (ask.unsettled_count ?? a.confirmed_count) > 0 ? 'attendance_open' : null
  },
  reopen: (a, ask) => {
    if (a.status !== 'closed') return 'not_closed'
    return said(ask.reason) ? null : 'reason_required'
  },
  copy: () => null,
  delete_draft: (a, ask) => {
    if (a.status !== 'draft') return 'not_draft'
    return (ask.signup_count ?? 0) > 0 ? 'has_signups' : null
  },
}

/**
 * Why `action` is not possible now, or null. Checked for the button, and again by the handler under the
 * lock.
 */
export function refuseAssignmentAction(
  action: AssignmentAction,
  a: Timed,
  ask: AssignmentAsk,
): AssignmentRefusal | null {
  return refusals[action](a, ask)
}

/** The actions that need at most a reason from a dialog; used to decide which buttons to show. */
export function mayAssignment(a: Timed, ask: AssignmentAsk): AssignmentAction[] {
  return assignmentActions.filter((action) => refusals[action](a, { ...ask, reason: 'asked' }) === null)
}
