import { may, type SignupStatus } from '#features/signups/rules.ts'
import { type Instant, isoInstant, minutesBetween, ms, plusMinutes, type Range } from '#platform/shared/time.ts'
import type { Verdict } from './rules.position.ts'

/** Stored (domain.md, "attendance"); `locked` is exported. Flags are computed, never stored. */
export const attendanceStatuses = ['open', 'submitted', 'approved', 'returned', 'locked'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** Minutes before the start at which check-in opens when the organization has not set it. */
export const CHECKIN_OPENS_MINUTES = 60
/** Minutes after the end until which a check-out is taken; then the system closes the record. */
export const CHECKOUT_CLOSES_MINUTES = 24 * 60
/** Exactly this many minutes off is still on time. */
export const TOLERANCE_MINUTES = { late_in: 5, early_in: 30, early_out: 5, late_out: 15 } as const
/** A device clock may differ from the server's by this much without a flag. */
export const CLOCK_SKEW_MINUTES = 5

export const attendanceFlags = [
  'late_in',
  'early_in',
  'early_out',
  'late_out',
  'missed_in',
  'missed_out',
  'off_site',
  'low_accuracy',
  'clock_skew',
  'overlaps_other_work',
] as const
export type AttendanceFlag = (typeof attendanceFlags)[number]

/** When check-in is possible: from `opensMinutes` before the start to the end, half-open. */
export function checkInWindow(shift: Range, opensMinutes: number = CHECKIN_OPENS_MINUTES): Range {
  return { starts_at: plusMinutes(shift.starts_at, -opensMinutes), ends_at: isoInstant(shift.ends_at) }
}

export type CheckInRefusal = { code: 'too_early'; from: Instant } | { code: 'too_late' | 'already_in' | 'no_place' }

/** Why the officer cannot check in at `now`, or null. `holds` is whether the signup is confirmed or awaits a call-off's decision. */
export function refuseCheckIn(
  shift: Range,
  state: { holds: boolean; checked_in_at: Instant | null; opens_minutes?: number },
  now: Instant,
): CheckInRefusal | null {
  if (state.checked_in_at !== null) return { code: 'already_in' }
  if (!state.holds) return { code: 'no_place' }
  const window = checkInWindow(shift, state.opens_minutes)
  if (ms(now) < ms(window.starts_at)) return { code: 'too_early', from: window.starts_at }
  return ms(now) < ms(window.ends_at) ? null : { code: 'too_late' }
}

export type CheckOutRefusal = 'not_in' | 'already_out' | 'too_late'

/** Why the officer cannot check out at `now`, or null: to the end + 24 h, that instant included. */
export function refuseCheckOut(
  shift: Range,
  state: { checked_in_at: Instant | null; checked_out_at: Instant | null },
  now: Instant,
): CheckOutRefusal | null {
  if (state.checked_in_at === null) return 'not_in'
  if (state.checked_out_at !== null) return 'already_out'
  return ms(now) <= ms(plusMinutes(shift.ends_at, CHECKOUT_CLOSES_MINUTES)) ? null : 'too_late'
}

/**
 * A forgotten check-out: from end + 24 h on, the system closes the record at the scheduled end (no later than that is
 * anyone known to have worked) and flags it. Null while it stays open. Never before the check-in.
 */
export function forgottenCheckOut(
  shift: Range,
  state: { checked_in_at: Instant | null; checked_out_at: Instant | null },
  now: Instant,
): Instant | null {
  if (state.checked_in_at === null || state.checked_out_at !== null) return null
  if (refuseCheckOut(shift, state, now) !== 'too_late') return null
  return isoInstant(Math.max(ms(shift.ends_at), ms(state.checked_in_at)))
}

/** One attendance as flags need it. Device times are what the phone claimed; server time is the record. */
export type Attended = {
  checked_in_at: Instant | null
  checked_out_at: Instant | null
  /** The system closed it because no check-out came. */
  auto_closed?: boolean
  device_in_at?: Instant | null
  device_out_at?: Instant | null
  /** What was recorded at the press, where the times were corrected since: the device is compared with that. */
  original_in_at?: Instant | null
  original_out_at?: Instant | null
  /** The verdicts of the two presses, as they stood then; null where no position was asked. */
  in_position?: Verdict['verdict'] | null
  out_position?: Verdict['verdict'] | null
}

export type FlagQuestion = {
  shift: Range
  /** Worked ranges of the same officer on other assignments. */
  other_work?: readonly Range[]
  now: Instant
}

/** Every flag that holds, in the order of `attendanceFlags`; a pure function of the record (domain.md, "attendance"). */
export function flagsOf(a: Attended, q: FlagQuestion): AttendanceFlag[] {
  const holds: Record<AttendanceFlag, boolean> = {
    ...timeFlags(a, q),
    ...placeFlags(a),
    clock_skew:
      isSkewed(a.original_in_at ?? a.checked_in_at, a.device_in_at) ||
      isSkewed(a.original_out_at ?? a.checked_out_at, a.device_out_at),
    overlaps_other_work: overlapsOther(a, q),
  }
  return attendanceFlags.filter((flag) => holds[flag])
}

function timeFlags(a: Attended, { shift, now }: FlagQuestion) {
  const late = (at: Instant | null, than: Instant, minutes: number) =>
    at !== null && ms(at) > ms(than) + minutes * 60_000
  const early = (at: Instant | null, than: Instant, minutes: number) =>
    at !== null && ms(at) < ms(than) - minutes * 60_000
  const t = TOLERANCE_MINUTES
  const out = a.auto_closed ? null : a.checked_out_at
  const stillIn = a.checked_in_at !== null && a.checked_out_at === null
  return {
    late_in: late(a.checked_in_at, shift.starts_at, t.late_in),
    early_in: early(a.checked_in_at, shift.starts_at, t.early_in),
    early_out: early(out, shift.ends_at, t.early_out),
    late_out: late(out, shift.ends_at, t.late_out),
    missed_in: a.checked_in_at === null && ms(now) >= ms(shift.ends_at),
    missed_out: a.auto_closed === true || (stillIn && late(now, shift.ends_at, CHECKOUT_CLOSES_MINUTES)),
  }
}

function placeFlags(a: Attended) {
  const verdicts = [a.in_position, a.out_position]
  return { off_site: verdicts.includes('outside'), low_accuracy: verdicts.includes('cannot_verify') }
}

/** Whether the device's clock differed from the server's by more than is let pass. */
export function isSkewed(server: Instant | null, device: Instant | null | undefined): boolean {
  if (server === null || device == null) return false
  return Math.abs(ms(server) - ms(device)) > CLOCK_SKEW_MINUTES * 60_000
}

function overlapsOther(a: Attended, { other_work = [], now }: FlagQuestion): boolean {
  if (a.checked_in_at === null) return false
  const [start, end] = [ms(a.checked_in_at), ms(a.checked_out_at ?? now)]
  return other_work.some((w) => ms(w.starts_at) < end && start < ms(w.ends_at))
}

/** Whole minutes from check-in to check-out, the floor of the difference; 0 until both are there, never negative. */
export function workedMinutes(a: { checked_in_at: Instant | null; checked_out_at: Instant | null }): number {
  if (a.checked_in_at === null || a.checked_out_at === null) return 0
  return Math.max(0, minutesBetween(a.checked_in_at, a.checked_out_at))
}

export const attendanceActions = ['approve', 'correct', 'return', 'no_show', 'resubmit'] as const
export type AttendanceAction = (typeof attendanceActions)[number]

/** From which states an action starts; `none` is a confirmed signup without a record. */
export const attendanceTable: Readonly<Record<AttendanceAction, readonly (AttendanceStatus | 'none')[]>> = {
  approve: ['submitted'],
  correct: ['none', 'open', 'submitted', 'returned', 'approved'],
  return: ['submitted', 'approved'],
  no_show: ['none'],
  resubmit: ['returned'],
}

export type TimesRefusal = 'end_not_after_start' | 'in_the_future' | 'too_far_from_shift'
export type ReviewRefusal =
  | 'own_attendance'
  | 'not_own_attendance'
  | 'locked'
  | 'assignment_closed'
  | 'wrong_state'
  | 'not_over'
  | 'reason_required'
  | TimesRefusal

export type Reviewed = {
  status: AttendanceStatus | 'none'
  signup: SignupStatus
  officer_id: string
  shift: Range
  /** The assignment is closed: reopened first, then changed. */
  closed?: boolean
}

export type ReviewAsk = {
  by_officer_id: string
  reason?: string | null
  /** `correct` and `resubmit` with other times: the original stays kept beside them. */
  times?: { checked_in_at: Instant; checked_out_at: Instant } | null
  now: Instant
}

/** Why a review action is refused, or null. Reviewing is never on one's own record; only the officer resubmits. */
export function refuseReview(action: AttendanceAction, a: Reviewed, ask: ReviewAsk): ReviewRefusal | null {
  const own = a.officer_id === ask.by_officer_id
  if (action === 'resubmit' && !own) return 'not_own_attendance'
  if (action !== 'resubmit' && own) return 'own_attendance'
  if (a.status === 'locked') return 'locked'
  if (a.closed) return 'assignment_closed'
  if (!attendanceTable[action].includes(a.status)) return 'wrong_state'
  if (a.status === 'none' && !mayBeRecorded(action, a.signup)) return 'wrong_state'
  if (a.status === 'none' && ms(ask.now) < ms(a.shift.ends_at)) return 'not_over'
  if (action !== 'approve' && (ask.reason ?? '').trim() === '') return 'reason_required'
  return ask.times == null ? null : refuseTimes(ask.times, a.shift, ask.now)
}

/** Without a record: only who holds a place can have worked or stayed away; a no-show by mistake can still be recorded. */
const mayBeRecorded = (action: AttendanceAction, signup: SignupStatus): boolean =>
  may('check_in', { status: signup }) || (action === 'correct' && signup === 'no_show')

/** What the person may do with the record now: the buttons of a row. */
export const mayReview = (a: Reviewed, ask: Pick<ReviewAsk, 'by_officer_id' | 'now'>): AttendanceAction[] =>
  attendanceActions.filter((action) => refuseReview(action, a, { ...ask, reason: 'asked' }) === null)

/** Corrected times lie in the past, in order, and within a day of the shift. */
export function refuseTimes(
  t: { checked_in_at: Instant; checked_out_at: Instant },
  shift: Range,
  now: Instant,
): TimesRefusal | null {
  if (ms(t.checked_out_at) <= ms(t.checked_in_at)) return 'end_not_after_start'
  if (ms(t.checked_out_at) > ms(now)) return 'in_the_future'
  const day = 24 * 60
  const early = ms(t.checked_in_at) < ms(plusMinutes(shift.starts_at, -day))
  const late = ms(t.checked_out_at) > ms(plusMinutes(shift.ends_at, day))
  return early || late ? 'too_far_from_shift' : null
}
