import { phase, signupWindow, type Timed } from '#features/shifts/assignments/rules.ts'
import {
  aheadStatuses,
  approvableStatuses,
  confirmedStatuses,
  liveStatuses,
  undecidedStatuses,
} from '#platform/shared/statuses.ts'
import { type Instant, isoInstant, MINUTE, ms, overlaps, type Range } from '#platform/shared/time.ts'

/** All statuses of `officer_assignments`. */
export const signupStatuses = [
  'interested',
  'pending_approval',
  'waitlisted',
  'offered',
  'confirmed',
  'calloff_requested',
  'withdrawn',
  'called_off',
  'released',
  'replaced',
  'passed',
  'rejected',
  'offer_declined',
  'offer_expired',
  'cancelled_by_dept',
  'cancelled_by_client',
  'no_show',
  'worked',
] as const
export type SignupStatus = (typeof signupStatuses)[number]

type Held = { status: SignupStatus; offer_expires_at?: Instant | null }

const among = (statuses: readonly SignupStatus[], s: Held): boolean => statuses.includes(s.status)

/** An offer ends by the clock, whatever is stored (no rule reads `offer_expired` instead of the clock). */
const isOfferOpen = (s: Held, now: Instant): boolean =>
  s.status === 'offered' && s.offer_expires_at != null && ms(now) < ms(s.offer_expires_at)

/** Whether the sign-up is still live at `now`. */
export function isLive(s: Held, now: Instant): boolean {
  if (s.status === 'offered') return isOfferOpen(s, now)
  return among(liveStatuses, s)
}

/** Whether the sign-up holds a spot at `now`: confirmed ones, and an offer until it expires. */
export function holdsPlace(s: Held, now: Instant): boolean {
  return among(confirmedStatuses, s) || isOfferOpen(s, now)
}

export const signupActions = [
  'withdraw',
  'call_off',
  'request_calloff',
  'take_back_calloff',
  'approve',
  'reject',
  'release',
  'decide_calloff',
  'check_in',
] as const
export type SignupAction = (typeof signupActions)[number]

/** The statuses from which an action is possible. */
export const signupTable: Readonly<Record<SignupAction, readonly SignupStatus[]>> = {
  withdraw: undecidedStatuses,
  call_off: ['confirmed'],
  request_calloff: ['confirmed'],
  take_back_calloff: ['calloff_requested'],
  // Applicants for an award get the spot by its rule, or by hand with a reason (features/shifts/awards).
  approve: approvableStatuses,
  reject: approvableStatuses,
  release: ['offered', ...aheadStatuses],
  decide_calloff: ['calloff_requested'],
  check_in: aheadStatuses,
}

/** Whether the status allows the action; `refuseSignupAction` checks time and person. */
export const may = (action: SignupAction, s: { status: SignupStatus }): boolean =>
  signupTable[action].includes(s.status)

/** Actions that decide on somebody else's sign-up; all others are the officer's own. */
const deciding: readonly SignupAction[] = ['approve', 'reject', 'release', 'decide_calloff']

/** Whether the action is an admin's decision: refused on one's own sign-up by both handler and database. */
const isDecision = (action: SignupAction): boolean => deciding.includes(action)

/**
 * How a confirmed spot can be given up at `now`: `free` until `noticeMinutes` before the start (that minute included), then as a
 * `request` until somebody takes over, only by phone to the `desk` from `deskMinutes` before the start, and `too_late` from the
 * start on. A change after publishing makes it free until the start. An ordered-in officer can only request.
 */
export function callOffMode(
  s: { starts_at: Instant; free_calloff?: boolean; ordered?: boolean },
  noticeMinutes: number,
  now: Instant,
  deskMinutes = 0,
): 'free' | 'request' | 'desk' | 'too_late' {
  const left = ms(s.starts_at) - ms(now)
  if (left <= 0) return 'too_late'
  if (s.ordered !== true && (s.free_calloff === true || left >= noticeMinutes * MINUTE)) return 'free'
  return left < deskMinutes * MINUTE ? 'desk' : 'request'
}

export type SignupActionRefusal =
  | 'wrong_state'
  | 'own_signup'
  | 'not_own_signup'
  | 'started'
  | 'notice_passed'
  | 'call_desk'

export type ActedOn = {
  status: SignupStatus
  officer_id: string
  starts_at: Instant
  offer_expires_at?: Instant | null
  free_calloff?: boolean
  /** Ordered in, and the order is in effect. */
  ordered?: boolean
}

/** Why `action` by officer `by` is refused, or null. Spots, eligibility and overlap are checked in features/shifts/eligibility. */
export function refuseSignupAction(
  action: SignupAction,
  s: ActedOn,
  by: { officer_id: string; notice_minutes: number; desk_minutes?: number },
  now: Instant,
): SignupActionRefusal | null {
  const own = s.officer_id === by.officer_id
  if (isDecision(action) && own) return 'own_signup'
  if (!isDecision(action) && !own) return 'not_own_signup'
  if (!may(action, s) || (s.status === 'offered' && !isOfferOpen(s, now))) return 'wrong_state'
  const mode = callOffMode(s, by.notice_minutes, now, by.desk_minutes)
  if (action === 'call_off' && mode === 'request') return 'notice_passed'
  const givesUp = action === 'call_off' || action === 'request_calloff'
  if (givesUp && mode === 'desk') return 'call_desk'
  return givesUp && mode === 'too_late' ? 'started' : null
}

/** An officer's other commitment, as far as a decision needs it. */
export type Engagement = Range & {
  /** Of the signup. */
  id?: string
  assignment_id: string
  title?: string
  status: SignupStatus
  offer_expires_at?: Instant | null
}

/** The officer who signs up, with the commitments that can touch the shift. */
export type Candidate = {
  approved: boolean
  suspended_at: Instant | null
  rejected_at?: Instant | null
  left_on?: string | null
  unit?: string | null
  rank?: string | null
  signups: readonly Engagement[]
}

/** What a post requires of an officer; an empty or missing list requires nothing. */
export type Requirements = {
  units?: readonly string[] | undefined
  ranks?: readonly string[] | undefined
  /** Types of certification, each of them valid to the end of the shift. */
  certifications?: readonly string[] | undefined
  /** Whole months since the hire date, on the day of the start. */
  service_months?: number | undefined
}

/** A priority group that sees a shift from `opens_at` on; without units and ranks it includes everybody. */
export type GroupStep = { name: string; units: readonly string[]; ranks: readonly string[]; opens_at: Instant }

/** A shift, or one post of it: then `required_count`, `held_count` and the range are the post's. */
export type Job = Timed & {
  id: string
  held_count?: number
  requirements?: Requirements
  group_steps?: readonly GroupStep[] | null
}

export type NotToSignUpCode =
  | 'not_approved'
  | 'suspended'
  | 'not_published'
  | 'cancelled'
  | 'started'
  | 'already_signed_up'
  | 'turned_down'
  | 'full'
  | 'not_open_yet'
  | 'window_closed'
  | 'overlaps'
  | 'unit_required'
  | 'rank_required'
  | 'certification_required'
  | 'certification_expires'
  | 'service_required'
  | 'on_leave'
  | 'rest'
  | 'rolling_window'
  | 'consecutive_hours'
  | 'consecutive_days'
  | 'cap'
  | 'group_first'

/** The details that each code carries, such as the shift or the amount. Codes not listed here carry none. */
export type ReasonDetails = {
  overlaps: { assignment_id?: string; title?: string; starts_at: Instant; ends_at: Instant }
  unit_required: { accepted: readonly string[] }
  rank_required: { accepted: readonly string[] }
  /** `unverified`: held, but no admin has verified it. */
  certification_required: { accepted: readonly string[]; unverified?: boolean }
  /** The last day on which the best one is valid. */
  certification_expires: { accepted: readonly string[]; expires_on: string }
  /** The hire date is null if the department has not entered it. */
  service_required: { months: number; hired_on: string | null }
  /** Open-ended without `ends_at`. */
  on_leave: { starts_at: Instant; ends_at?: Instant }
  /** The minutes of rest there are, the minutes needed, and the work beside the gap. */
  rest: {
    minutes: number
    limit_minutes: number
    assignment_id?: string
    title?: string
    starts_at?: Instant
    ends_at?: Instant
  }
  /** The total in a window of `hours` with this shift, and the maximum allowed. */
  rolling_window: { hours: number; minutes: number; limit_minutes: number }
  consecutive_hours: { minutes: number; limit_minutes: number }
  consecutive_days: { days: number; limit_days: number }
  /** The kinds of work that count. */
  cap: { per: 'week' | 'month'; kinds: readonly string[] | 'all'; minutes: number; limit_minutes: number }
  /** Whose turn it is. */
  group_first: { accepted: readonly string[] }
}

type Reasoned<C extends NotToSignUpCode> = {
  code: C
  /** `not_open_yet`: when it opens; `group_first`: when the officer's own group may sign up. */
  from?: Instant
  /** Absent if the reason concerns somebody else: only its code may be shown. */
  details?: C extends keyof ReasonDetails ? ReasonDetails[C] : never
}
/** One shape for each code. */
export type NotToSignUp = { [C in NotToSignUpCode]: Reasoned<C> }[NotToSignUpCode]

/** Spots nobody holds, never negative. `held_count` includes open offers. */
const placesLeft = (job: Job): number => Math.max(0, job.required_count - (job.held_count ?? job.confirmed_count))

const isFull = (job: Job): boolean => placesLeft(job) === 0

/**
 * Every reason why this officer cannot sign up for a spot at `now`, most telling first; empty if there is none (issue point 7).
 * The handler checks again with the row locked and adds hours and personal requirements (features/shifts/eligibility).
 */
export function reasonsNotToSignUp(job: Job, me: Candidate, now: Instant): NotToSignUp[] {
  return [
    ...reasonsOfOfficer(me),
    ...ofJob(job, now),
    ...ofOwnSignups(job, me, now),
    ...ofWindow(job, now),
    ...ofGroups(job, me, now),
    ...ofMatch(job, me, now),
  ]
}

/** Reasons that rule the officer out of every shift. */
export function reasonsOfOfficer(me: Omit<Candidate, 'signups'>): NotToSignUp[] {
  const found: NotToSignUp[] = []
  if (!me.approved || me.rejected_at != null || me.left_on != null) found.push({ code: 'not_approved' })
  if (me.suspended_at !== null) found.push({ code: 'suspended' })
  return found
}

function ofJob(job: Job, now: Instant): NotToSignUp[] {
  const found: NotToSignUp[] = []
  if (job.status === 'cancelled') found.push({ code: 'cancelled' })
  else if (job.status === 'draft' || phase(job, now) === 'scheduled') found.push({ code: 'not_published' })
  if (job.status === 'closed' || ms(now) >= ms(job.starts_at)) found.push({ code: 'started' })
  return found
}

function ofOwnSignups(job: Job, me: Candidate, now: Instant): NotToSignUp[] {
  const own = me.signups.filter((s) => s.assignment_id === job.id)
  if (own.some((s) => isLive(s, now) || s.status === 'worked')) return [{ code: 'already_signed_up' }]
  const found: NotToSignUp[] = []
  if (own.some((s) => s.status === 'rejected' || s.status === 'released')) found.push({ code: 'turned_down' })
  return isFull(job) ? [...found, { code: 'full' }] : found
}

function ofWindow(job: Job, now: Instant): NotToSignUp[] {
  const window = signupWindow(job, now)
  if (window === 'announced' && job.signup_opens_at !== null)
    return [{ code: 'not_open_yet', from: isoInstant(job.signup_opens_at) }]
  return window === 'window_closed' ? [{ code: 'window_closed' }] : []
}

/** Before the turn of the officer's group: whose turn it is, and when the officer's begins. */
function ofGroups(job: Job, me: Candidate, now: Instant): NotToSignUp[] {
  const steps = job.group_steps ?? []
  // Once sign-up is over, no group gets a turn.
  if (signupWindow(job, now) === 'window_closed') return []
  const isIn = (step: GroupStep) =>
    (step.units.length === 0 || step.units.includes(me.unit ?? '')) &&
    (step.ranks.length === 0 || step.ranks.includes(me.rank ?? ''))
  const own = steps.filter(isIn).sort((a, b) => ms(a.opens_at) - ms(b.opens_at))[0]
  if (steps.length === 0 || (own !== undefined && ms(own.opens_at) <= ms(now))) return []
  const accepted = steps.filter((step) => ms(step.opens_at) <= ms(now)).map(({ name }) => name)
  return [{ code: 'group_first', details: { accepted }, ...(own ? { from: isoInstant(own.opens_at) } : {}) }]
}

function ofMatch(job: Job, me: Candidate, now: Instant): NotToSignUp[] {
  const found: NotToSignUp[] = []
  for (const other of overlapping(job, me, now)) {
    const { assignment_id, title, starts_at, ends_at } = other
    const named = title === undefined ? {} : { title }
    found.push({ code: 'overlaps', details: { assignment_id, ...named, starts_at, ends_at } })
  }
  const { units = [], ranks = [] } = job.requirements ?? {}
  if (units.length > 0 && !units.includes(me.unit ?? ''))
    found.push({ code: 'unit_required', details: { accepted: units } })
  if (ranks.length > 0 && !ranks.includes(me.rank ?? ''))
    found.push({ code: 'rank_required', details: { accepted: ranks } })
  return found
}

/** The spots the officer holds on other assignments that overlap the shift. */
export function overlapping(job: Range & { id: string }, me: Candidate, now: Instant): Engagement[] {
  return me.signups.filter((s) => s.assignment_id !== job.id && holdsPlace(s, now) && overlaps(s, job))
}

/**
 * The reasons that an admin's override can set aside. Never capacity, overlap or the officer's standing, which the database
 * enforces too.
 */
export const overridable: readonly NotToSignUpCode[] = [
  'started',
  'turned_down',
  'not_open_yet',
  'window_closed',
  'unit_required',
  'rank_required',
  'certification_required',
  'certification_expires',
  'service_required',
  'on_leave',
  'rest',
  'rolling_window',
  'consecutive_hours',
  'consecutive_days',
  'cap',
  'group_first',
]

export type NotToAssign = NotToSignUp & { overridable: boolean }

/** Every reason against assigning the officer directly, each with whether an override with a reason can set it aside. */
export function reasonsNotToAssign(job: Job, officer: Candidate, now: Instant): NotToAssign[] {
  return reasonsNotToSignUp(job, officer, now).map((r) => ({ ...r, overridable: overridable.includes(r.code) }))
}
