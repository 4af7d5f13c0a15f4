import { phase, type SignupMode, signupWindow, type Timed } from '#features/assignments/rules.ts'
import { type Instant, isoInstant, ms, overlaps, type Range } from '#platform/shared/time.ts'

/** All statuses of `officer_assignments` (domain.md, "signup"). */
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

/** Live: something is still to come of it. At most one per officer and assignment. */
export const liveStatuses = [
  'interested',
  'pending_approval',
  'waitlisted',
  'offered',
  'confirmed',
  'calloff_requested',
] as const satisfies readonly SignupStatus[]

/** Counted as confirmed: they fill the assignment and may not overlap. `calloff_requested` is responsible until replaced. */
export const confirmedStatuses = ['confirmed', 'calloff_requested', 'worked'] as const satisfies readonly SignupStatus[]

/** Had the place when the shift began: the no-show too. */
export const atStartStatuses = [...confirmedStatuses, 'no_show'] as const satisfies readonly SignupStatus[]

type Held = { status: SignupStatus; offer_expires_at?: Instant | null }

/** An offer ends by the clock, whatever is written (domain.md: no rule reads `offer_expired` instead of the clock). */
const isOfferOpen = (s: Held, now: Instant): boolean =>
  s.status === 'offered' && s.offer_expires_at != null && ms(now) < ms(s.offer_expires_at)

/** Whether something is still to come of the signup at `now`. */
export function isLive(s: Held, now: Instant): boolean {
  if (s.status === 'offered') return isOfferOpen(s, now)
  return liveStatuses.some((status) => status === s.status)
}

/** Whether the signup takes a place at `now`: confirmed ones, and an offer until it expires. */
export function holdsPlace(s: Held, now: Instant): boolean {
  return confirmedStatuses.some((status) => status === s.status) || isOfferOpen(s, now)
}

/** What signing up makes, by mode. */
export const firstStatus = {
  first_come: 'confirmed',
  approval: 'pending_approval',
  award: 'interested',
} as const satisfies Record<SignupMode, SignupStatus>

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

/** From which statuses an action starts. */
export const signupTable: Readonly<Record<SignupAction, readonly SignupStatus[]>> = {
  withdraw: ['interested', 'pending_approval', 'waitlisted'],
  call_off: ['confirmed'],
  request_calloff: ['confirmed'],
  take_back_calloff: ['calloff_requested'],
  // Who applied to an award has the place by its rule, or by hand with a reason (features/awards).
  approve: ['pending_approval', 'waitlisted'],
  reject: ['pending_approval', 'waitlisted'],
  release: ['offered', 'confirmed', 'calloff_requested'],
  decide_calloff: ['calloff_requested'],
  check_in: ['confirmed', 'calloff_requested'],
}

/** Whether the status allows the action; time and person are asked by `refuseSignupAction`. */
export const may = (action: SignupAction, s: { status: SignupStatus }): boolean =>
  signupTable[action].includes(s.status)

/** Actions that belong to the officer, and those that decide on somebody else's signup. */
const deciding: readonly SignupAction[] = ['approve', 'reject', 'release', 'decide_calloff']

/** Whether the action is an admin's decision: refused on one's own signup, by handler and database alike. */
export const isDecision = (action: SignupAction): boolean => deciding.includes(action)

/**
 * How a confirmed place can be given up at `now`: `free` until `noticeMinutes` before the start (that minute included),
 * then as a `request` until somebody takes over, from `deskMinutes` before the start on by telephone to the `desk` alone, and
 * from the start on `too_late`. A change after publishing makes it free until the start. Who was ordered in only asks.
 */
export function callOffMode(
  s: { starts_at: Instant; free_calloff?: boolean; ordered?: boolean },
  noticeMinutes: number,
  now: Instant,
  deskMinutes = 0,
): 'free' | 'request' | 'desk' | 'too_late' {
  const left = ms(s.starts_at) - ms(now)
  if (left <= 0) return 'too_late'
  if (s.ordered !== true && (s.free_calloff === true || left >= noticeMinutes * 60_000)) return 'free'
  return left < deskMinutes * 60_000 ? 'desk' : 'request'
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
  /** Ordered in, and the order stands. */
  ordered?: boolean
}

/** Why `action` by officer `by` is refused, or null. Places, eligibility and overlap are features/eligibility's. */
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

/** An officer's other engagement, as far as a decision needs it. */
export type Engagement = Range & {
  /** Of the signup. */
  id?: string
  assignment_id: string
  title?: string
  status: SignupStatus
  offer_expires_at?: Instant | null
}

/** The officer who asks, with the engagements that can touch the job. */
export type Candidate = {
  approved: boolean
  suspended_at: Instant | null
  rejected_at?: Instant | null
  left_on?: string | null
  unit?: string | null
  rank?: string | null
  signups: readonly Engagement[]
}

/** What a post asks of a person; an empty or missing list asks nothing. */
export type Requirements = {
  units?: readonly string[] | undefined
  ranks?: readonly string[] | undefined
  /** Types of certification, each of them valid to the end of the shift. */
  certifications?: readonly string[] | undefined
  /** Whole months since the hire date, on the day of the start. */
  service_months?: number | undefined
}

/** A priority group that sees a job from `opens_at` on; without units and ranks it is everybody. */
export type GroupStep = { name: string; units: readonly string[]; ranks: readonly string[]; opens_at: Instant }

/** A job, or one post of it: `required_count` and `held_count` are then the post's, the range its own. */
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

export type NotToSignUp = {
  code: NotToSignUpCode
  /** `not_open_yet`: when it opens; `group_first`: when one's own group may. */
  from?: Instant
  details?: ReasonDetails
}

/** With what, and by how much; which of them a code carries is told beside them. */
export type ReasonDetails = {
  /** `overlaps` and `on_leave`: with which. */
  assignment_id?: string
  title?: string
  starts_at?: Instant
  ends_at?: Instant
  /** `unit_required`, `rank_required`, `certification_*`: what is asked for; `group_first`: whose turn it is. */
  accepted?: readonly string[]
  /** `certification_required`: held, but no admin has verified it. */
  unverified?: boolean
  /** `certification_expires`: the last day on which the best one is valid. */
  expires_on?: string
  /** `service_required`: the months asked for, and the hire date; null where the department has not told. */
  months?: number
  hired_on?: string | null
  /** `rest`: the minutes that there are of the `limit_minutes` needed; the others: what it would come to, and the most allowed. */
  minutes?: number
  limit_minutes?: number
  /** `rolling_window`: the length of the window. */
  hours?: number
  /** `consecutive_days`: what it would come to, and the most allowed. */
  days?: number
  limit_days?: number
  /** `cap`: of a week or a month, counting which kinds of work. */
  per?: 'week' | 'month'
  kinds?: readonly string[] | 'all'
}

/** Places nobody holds, never negative. `held_count` counts open offers too. */
export const placesLeft = (job: Job): number =>
  Math.max(0, job.required_count - (job.held_count ?? job.confirmed_count))

export const isFull = (job: Job): boolean => placesLeft(job) === 0

/**
 * Every reason why this officer cannot take a place by themself at `now`, the most telling first; empty when nothing stands against
 * it (issue point 7). What the handler asks again with the row locked adds hours and person to these (features/eligibility).
 */
export function reasonsNotToSignUp(job: Job, me: Candidate, now: Instant): NotToSignUp[] {
  return [
    ...ofPerson(me),
    ...ofJob(job, now),
    ...ofOwnSignups(job, me, now),
    ...ofWindow(job, now),
    ...ofGroups(job, me, now),
    ...ofMatch(job, me, now),
  ]
}

function ofPerson(me: Candidate): NotToSignUp[] {
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

/** Before the turn of one's own group: whose it is, and from when it is one's own. */
function ofGroups(job: Job, me: Candidate, now: Instant): NotToSignUp[] {
  const steps = job.group_steps ?? []
  // Where sign-up is over no group's turn comes any more.
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

/** The held places of the officer on other assignments whose time touches the job's. */
export function overlapping(job: Range & { id: string }, me: Candidate, now: Instant): Engagement[] {
  return me.signups.filter((s) => s.assignment_id !== job.id && holdsPlace(s, now) && overlaps(s, job))
}

/** What an admin's override with a reason may pass. Capacity, overlap and standing never: the database holds them too. */
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

/** Every reason against assigning the officer directly, each with whether an override with a reason may pass it. */
export function reasonsNotToAssign(job: Job, officer: Candidate, now: Instant): NotToAssign[] {
  return reasonsNotToSignUp(job, officer, now).map((r) => ({ ...r, overridable: overridable.includes(r.code) }))
}
