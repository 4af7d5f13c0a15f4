import { may, type SignupStatus } from '#features/shifts/signups/rules.ts'
import { type Instant, isoInstant, MINUTE, ms, plusMinutes, type Range, UNDO_SECONDS } from '#platform/shared/time.ts'
import { type Gap, intervalsOf } from './rules.intervals.ts'
import { IMPOSSIBLE_KMH, SAME_FIX_BEFORE, type Verdict } from './rules.position.ts'
import { isLate } from './rules.press.ts'
import { refuseTimes, type TimesRefusal } from './rules.times.ts'

/** Stored states; `locked` means exported. Flags are computed, never stored. */
export const attendanceStatuses = ['open', 'submitted', 'approved', 'returned', 'locked'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** Minutes before the start at which check-in opens, unless the organization sets its own value. */
const CHECKIN_OPENS_MINUTES = 60
/** Minutes after the end during which a check-out is accepted; after that the system closes the record. */
export const CHECKOUT_CLOSES_MINUTES = 24 * 60
/** The table holds no longer record. Only a shift that was moved by weeks while its officer was on duty would need one. */
const LONGEST_MINUTES = 9 * 24 * 60
/** A check-out this soon after the check-in is refused as an accidental second tap. */
export const CHECKOUT_OPENS_SECONDS = 60
/** A difference of exactly this many minutes still counts as on time. */
export const TOLERANCE_MINUTES = { late_in: 5, early_in: 30, early_out: 5, late_out: 15 } as const
/** Maximum difference between the device's clock and the server's without a flag. */
const CLOCK_SKEW_MINUTES = 5

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
  'sent_late',
  'overlaps_other_work',
  'gap',
  'same_fix',
  'impossible_speed',
  'correction_asked',
] as const
export type AttendanceFlag = (typeof attendanceFlags)[number]

/** Check-in window: from `opensMinutes` before the start until the end, half-open. */
export function checkInWindow(shift: Range, opensMinutes: number = CHECKIN_OPENS_MINUTES): Range {
  return { starts_at: plusMinutes(shift.starts_at, -opensMinutes), ends_at: isoInstant(shift.ends_at) }
}

/** The officer's own record, as known when a press arrives. */
export type OwnRecord = {
  state: AttendanceStatus
  checked_in_at: Instant | null
  checked_out_at: Instant | null
  /** Submitted by the officer's own check-out, and not decided on or corrected since. */
  untouched: boolean
  /** It has the officer's own check-out. */
  left: boolean
  /** The officer has checked in once more while on duty, with another device. */
  again_in_at?: Instant | null
  /** The start at which the officer was on duty already when an admin moved it. */
  begun_at?: Instant | null
  gaps: readonly Gap[]
}

export type CheckInRefusal =
  | { code: 'too_early'; from: Instant }
  | { code: 'too_late' | 'already_in' | 'no_place' | 'decided' }

/**
 * Why the officer cannot check in at `now`, or null. `holds` is true if the sign-up is confirmed or its call-off awaits a
 * decision. If the record already has a check-out, this is a repeat check-in: also allowed until the end, but only while no one
 * has decided on the record.
 */
export function refuseCheckIn(
  shift: Range,
  state: { holds: boolean; record: OwnRecord | null; opens_minutes?: number },
  now: Instant,
): CheckInRefusal | null {
  const { record } = state
  if (record?.state === 'open') return { code: 'already_in' }
  // The press was sent before the check-out was recorded.
  if (record?.checked_out_at && ms(now) <= ms(record.checked_out_at)) return { code: 'already_in' }
  const window = checkInWindow(shift, state.opens_minutes)
  if (record && (record.state !== 'submitted' || !record.untouched)) return { code: 'decided' }
  if (record && hasReturn(without(record, window.starts_at, now))) return { code: 'decided' }
  if (!state.holds) return { code: 'no_place' }
  if (ms(now) < ms(window.starts_at)) return { code: 'too_early', from: window.starts_at }
  return ms(now) < ms(window.ends_at) ? null : { code: 'too_late' }
}

/** The record without the refused returns that one at `now` replaces: what ended before a last check-out, or was too early, or later. */
const without = (record: OwnRecord, opens: Instant, now: Instant): OwnRecord => {
  const last = record.gaps.at(-1)
  const isOver = last && ms(last.left_at) === ms(last.back_at)
  const stands = ({ back_at }: Gap) => ms(opens) <= ms(back_at) && ms(back_at) <= ms(now)
  return { ...record, gaps: isOver ? [] : record.gaps.filter(stands) }
}

/** A return that was refused is kept with the record: a gap behind its check-out. One of no length is only a check-out that came too late. */
export const hasReturn = ({ checked_out_at, gaps }: Pick<OwnRecord, 'checked_out_at' | 'gaps'>): boolean =>
  checked_out_at !== null &&
  gaps.some((gap) => ms(gap.left_at) >= ms(checked_out_at) && ms(gap.back_at) > ms(gap.left_at))

/** When the officer's current time on duty started: the last check-in. */
export const onDutySince = (record: Pick<OwnRecord, 'checked_in_at' | 'gaps'>): Instant | null =>
  record.gaps.reduce(
    (last, gap) => (last !== null && ms(gap.back_at) > ms(last) ? gap.back_at : last),
    record.checked_in_at,
  )

/** The earliest time at which a check-out is accepted after a check-in at `since`. */
export const checkOutFrom = (since: Instant): Instant => isoInstant(ms(since) + CHECKOUT_OPENS_SECONDS * 1000)

export type CheckOutRefusal =
  | { code: 'not_in' | 'already_out' | 'too_late' }
  | { code: 'too_soon'; from: Instant }
  | { code: 'early'; ends_at: Instant }

/**
 * Why the officer cannot check out at `now`, or null: allowed from one minute after check-in to the end + 24 h, inclusive. Before
 * the scheduled end only with `early`, which means that the officer confirmed it.
 */
export function refuseCheckOut(
  shift: Range,
  record: OwnRecord | null,
  now: Instant,
  early: boolean,
): CheckOutRefusal | null {
  const since = record && onDutySince(record)
  if (!record || !since) return { code: 'not_in' }
  if (record.state !== 'open' || record.checked_out_at !== null) return { code: 'already_out' }
  if (ms(now) > ms(plusMinutes(shift.ends_at, CHECKOUT_CLOSES_MINUTES))) return { code: 'too_late' }
  const from = checkOutFrom(since)
  if (ms(now) < ms(from)) return { code: 'too_soon', from }
  return !early && ms(now) < ms(shift.ends_at) ? { code: 'early', ends_at: isoInstant(shift.ends_at) } : null
}

/**
 * True for a check-out before the start with nothing worked yet: the officer was never on duty, and nothing is submitted. False if
 * the check-in is from before the window of this start, or the start had come before: an admin moved it while the officer was there.
 */
export const neverOnDuty = (
  shift: Range & { opens_minutes: number },
  record: Pick<OwnRecord, 'checked_in_at' | 'begun_at' | 'gaps'>,
  now: Instant,
): boolean =>
  record.gaps.length === 0 &&
  !record.begun_at &&
  ms(now) < ms(shift.starts_at) &&
  record.checked_in_at !== null &&
  ms(record.checked_in_at) >= ms(checkInWindow(shift, shift.opens_minutes).starts_at)

/**
 * What becomes of a check-out that was saved on the phone and whose record is closed by now: an admin is asked for its time, it waits
 * beside an approval, or (null) it changes nothing. After the officer's own check-out, only a later one counts, by the minute.
 */
export function lateCheckOut(record: OwnRecord, at: Instant): 'ask' | 'beside' | null {
  const { state, checked_out_at } = record
  if (checked_out_at === null || state === 'open' || state === 'locked') return null
  const minute = (when: Instant) => Math.floor(ms(when) / MINUTE)
  const own = state === 'submitted' ? record.untouched : record.left
  if (own && minute(at) <= minute(checked_out_at)) return null
  return state === 'approved' ? 'beside' : 'ask'
}

/** Whether an admin has to look at the record: also at an approved one, once the officer's check-out has come. */
export const awaitsReview = (record: { state: string; late_out_at: Instant | null }): boolean =>
  record.state === 'submitted' || (record.state === 'approved' && record.late_out_at !== null)

/** The time until which a check-out can be undone. */
export const undoUntil = (checked_out_at: Instant): Instant => isoInstant(ms(checked_out_at) + UNDO_SECONDS * 1000)

/** Why the check-out cannot be undone at `now`, or null. `meant`: the check-out that the officer saw; another one is not undone. */
export function refuseUndo(
  record: OwnRecord | null,
  now: Instant,
  meant: Instant | null = null,
): 'not_out' | 'too_late' | 'decided' | null {
  if (!record || record.state === 'open' || record.checked_out_at === null) return 'not_out'
  if (meant !== null && Math.abs(ms(meant) - ms(record.checked_out_at)) >= 1000) return 'too_late'
  if (record.state !== 'submitted' || !record.untouched) return 'decided'
  return ms(now) <= ms(undoUntil(record.checked_out_at)) ? null : 'too_late'
}

/**
 * A forgotten check-out: from end + 24 h on, the system closes the record at the scheduled end (there is no evidence of later
 * work) and flags it. Null while the record stays open. Never earlier than the check-in, nor later than a record can be long.
 */
export function forgottenCheckOut(
  shift: Range,
  state: { checked_in_at: Instant | null; checked_out_at: Instant | null },
  now: Instant,
): Instant | null {
  if (state.checked_in_at === null || state.checked_out_at !== null) return null
  if (ms(now) <= ms(plusMinutes(shift.ends_at, CHECKOUT_CLOSES_MINUTES))) return null
  const longest = ms(plusMinutes(state.checked_in_at, LONGEST_MINUTES))
  return isoInstant(Math.min(Math.max(ms(shift.ends_at), ms(state.checked_in_at)), longest))
}

/** The fields of one attendance record that flags need. Device times are the phone's claim; server time is authoritative. */
export type Attended = {
  checked_in_at: Instant | null
  checked_out_at: Instant | null
  /** The system closed the record because no check-out came. */
  auto_closed?: boolean
  device_in_at?: Instant | null
  device_out_at?: Instant | null
  /** When the presses arrived, if they had been saved on the device. */
  in_arrived_at?: Instant | null
  out_arrived_at?: Instant | null
  /** The originally recorded times if they were corrected since: the device clock is compared with these. */
  original_in_at?: Instant | null
  original_out_at?: Instant | null
  /** Position verdicts of the two presses at the time; null if no position was required. */
  in_position?: Verdict['verdict'] | null
  out_position?: Verdict['verdict'] | null
  /** Off-duty times between the first check-in and the last check-out. */
  gaps?: readonly RecordedGap[]
  in_same_fixes?: number | null
  in_kmh?: number | null
  out_kmh?: number | null
  /** The officer requests other times. */
  asked_in_at?: Instant | null
}

/** A gap with the position results of its two presses. */
export type RecordedGap = Gap & {
  left_position?: Verdict['verdict'] | null
  back_position?: Verdict['verdict'] | null
  back_same_fixes?: number | null
  left_kmh?: number | null
  left_arrived_at?: Instant | null
  back_arrived_at?: Instant | null
  back_kmh?: number | null
}

export type FlagQuestion = {
  /** The officer's own times. A check-in to a takeover is never late, because no arrival time was set. */
  shift: Range & { took_over?: boolean }
  /** Ranges that the same officer worked on other assignments. */
  other_work?: readonly Range[]
  now: Instant
}

/** All flags that apply, in the order of `attendanceFlags`; a pure function of the record. */
export function flagsOf(a: Attended, q: FlagQuestion): AttendanceFlag[] {
  const holds: Record<AttendanceFlag, boolean> = {
    ...timeFlags(a, q),
    ...placeFlags(a),
    clock_skew:
      isSkewed(a.original_in_at ?? a.checked_in_at, a.device_in_at) ||
      isSkewed(a.original_out_at ?? a.checked_out_at, a.device_out_at),
    sent_late:
      isLate(a.original_in_at ?? a.checked_in_at, a.in_arrived_at) ||
      isLate(a.original_out_at ?? a.checked_out_at, a.out_arrived_at) ||
      (a.gaps ?? []).some(
        (gap) => isLate(gap.left_at, gap.left_arrived_at) || isLate(gap.back_at, gap.back_arrived_at),
      ),
    overlaps_other_work: overlapsOther(a, q),
    gap: (a.gaps ?? []).length > 0,
    correction_asked: a.asked_in_at != null,
  }
  return attendanceFlags.filter((flag) => holds[flag])
}

function timeFlags(a: Attended, { shift, now }: FlagQuestion) {
  const late = (at: Instant | null, than: Instant, minutes: number) =>
    at !== null && ms(at) > ms(than) + minutes * MINUTE
  const early = (at: Instant | null, than: Instant, minutes: number) =>
    at !== null && ms(at) < ms(than) - minutes * MINUTE
  const t = TOLERANCE_MINUTES
  const out = a.auto_closed ? null : a.checked_out_at
  const stillIn = a.checked_in_at !== null && a.checked_out_at === null
  return {
    late_in: !shift.took_over && late(a.checked_in_at, shift.starts_at, t.late_in),
    early_in: early(a.checked_in_at, shift.starts_at, t.early_in),
    early_out: early(out, shift.ends_at, t.early_out),
    late_out: late(out, shift.ends_at, t.late_out),
    missed_in: a.checked_in_at === null && ms(now) >= ms(shift.ends_at),
    missed_out: a.auto_closed === true || (stillIn && late(now, shift.ends_at, CHECKOUT_CLOSES_MINUTES)),
  }
}

function placeFlags(a: Attended) {
  const gaps = a.gaps ?? []
  const verdicts = [a.in_position, a.out_position, ...gaps.flatMap((gap) => [gap.left_position, gap.back_position])]
  const same = [a.in_same_fixes, ...gaps.map((gap) => gap.back_same_fixes)]
  const speeds = [a.in_kmh, a.out_kmh, ...gaps.flatMap((gap) => [gap.left_kmh, gap.back_kmh])]
  return {
    off_site: verdicts.includes('outside'),
    low_accuracy: verdicts.includes('cannot_verify'),
    same_fix: same.some((times) => times != null && times >= SAME_FIX_BEFORE),
    impossible_speed: speeds.some((kmh) => kmh != null && kmh > IMPOSSIBLE_KMH),
  }
}

/** Whether the device's clock differed from the server's by more than the tolerance. */
export function isSkewed(server: Instant | null, device: Instant | null | undefined): boolean {
  if (server === null || device == null) return false
  return Math.abs(ms(server) - ms(device)) > CLOCK_SKEW_MINUTES * MINUTE
}

function overlapsOther(a: Attended, { other_work = [], now }: FlagQuestion): boolean {
  const worked = intervalsOf({ ...a, checked_out_at: a.checked_out_at ?? now }, a.gaps)
  return worked.some(({ starts_at, ends_at }) =>
    other_work.some((w) => ms(w.starts_at) < ms(ends_at) && ms(starts_at) < ms(w.ends_at)),
  )
}

export const attendanceActions = ['approve', 'keep', 'correct', 'return', 'no_show', 'resubmit'] as const
export type AttendanceAction = (typeof attendanceActions)[number]

/** The states in which an action is allowed; `none` is a confirmed sign-up without a record. */
const attendanceTable: Readonly<Record<AttendanceAction, readonly (AttendanceStatus | 'none')[]>> = {
  approve: ['submitted'],
  keep: ['approved'],
  correct: ['none', 'open', 'submitted', 'returned', 'approved'],
  return: ['submitted', 'approved'],
  no_show: ['none'],
  resubmit: ['returned'],
}

export type ReviewRefusal =
  | 'own_attendance'
  | 'not_own_attendance'
  | 'locked'
  | 'assignment_closed'
  | 'wrong_state'
  | 'not_over'
  | 'reason_required'
  | 'paid_already'
  | TimesRefusal

export type Reviewed = {
  status: AttendanceStatus | 'none'
  signup: SignupStatus
  officer_id: string
  shift: Range
  /** The assignment is closed and has to be reopened before changes. */
  closed?: boolean
  /** The officer's check-out that came after the approval. */
  late_out_at?: Instant | null
  /** The recorded times contain what is approved already. */
  paid_already?: boolean
}

export type ReviewAsk = {
  by_officer_id: string
  reason?: string | null
  /** For `correct` and `resubmit` with other times; the originals are kept as well. */
  times?: { checked_in_at: Instant; checked_out_at: Instant } | null
  now: Instant
}

/** Why a review action is refused, or null. Nobody reviews their own record; only the officer resubmits. */
export function refuseReview(action: AttendanceAction, a: Reviewed, ask: ReviewAsk): ReviewRefusal | null {
  const own = a.officer_id === ask.by_officer_id
  if (action === 'resubmit' && !own) return 'not_own_attendance'
  if (action !== 'resubmit' && own) return 'own_attendance'
  if (a.status === 'locked') return 'locked'
  if (a.closed) return 'assignment_closed'
  if (!attendanceTable[action].includes(a.status)) return 'wrong_state'
  if (action === 'keep' && !a.late_out_at) return 'wrong_state'
  if (a.status === 'none' && !mayBeRecorded(action, a.signup)) return 'wrong_state'
  if (isTooSoon(action, a, ask.now)) return 'not_over'
  if (action === 'approve' && a.paid_already) return 'paid_already'
  if (action !== 'approve' && action !== 'keep' && (ask.reason ?? '').trim() === '') return 'reason_required'
  return ask.times == null ? null : refuseTimes(ask.times, a.shift, ask.now)
}

/**
 * Until the end, an officer without a record can still check in, and one on duty would lose the check-out to a correction. Hours approved
 * before the start would keep the officer from checking in to it: an admin has moved it since.
 */
const isTooSoon = (action: AttendanceAction, { status, shift }: Reviewed, now: Instant): boolean => {
  if (status === 'none' || (status === 'open' && action === 'correct')) return ms(now) < ms(shift.ends_at)
  return (action === 'approve' || action === 'correct') && ms(now) < ms(shift.starts_at)
}

/**
 * Without a record, only an officer who holds a spot can have worked or missed the shift; a mistaken no-show can still be
 * corrected.
 */
const mayBeRecorded = (action: AttendanceAction, signup: SignupStatus): boolean =>
  may('check_in', { status: signup }) || (action === 'correct' && signup === 'no_show')

/** The actions the person may take on the record now: the buttons of a row. */
export const mayReview = (a: Reviewed, ask: Pick<ReviewAsk, 'by_officer_id' | 'now'>): AttendanceAction[] =>
  attendanceActions.filter((action) => refuseReview(action, a, { ...ask, reason: 'asked' }) === null)
