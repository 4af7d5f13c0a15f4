import {
  type Instant,
  isoInstant,
  MINUTE,
  minutesBetween,
  ms,
  overlaps,
  plusDays,
  plusMinutes,
  type Range,
} from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'

export const extraTimeKinds = [
  'holdover',
  'court',
  'callback',
  'late_relief',
  'report_writing',
  'training',
  'other',
] as const
export type ExtraTimeKind = (typeof extraTimeKinds)[number]

/** `expired` is derived from the clock; it is stored only when the claimant changes the row again. */
export const extraTimeStates = ['pending', 'approved', 'denied', 'returned', 'withdrawn', 'expired', 'locked'] as const
export type ExtraTimeState = (typeof extraTimeStates)[number]

/** Length of one claim in whole minutes. */
export const MINUTES_MIN = 1
export const MINUTES_MAX = 1440
/** Days of waiting after which the admins are reminded, once per step. */
export const REMINDED_AFTER_DAYS = [3, 7] as const
/** Days of waiting after which a claim expires; the officer may submit it again. */
export const EXPIRES_AFTER_DAYS = 30
/** A corrected time starts within this many minutes of the requested one; a claim on a shift starts within this many of the shift. */
const NEAR_MINUTES = 24 * 60

const DAY_MINUTES = 24 * 60

export const expiresAt = (submitted_at: Instant): Instant => plusMinutes(submitted_at, EXPIRES_AFTER_DAYS * DAY_MINUTES)

/** The claim's state at `now`: a pending claim past its deadline has expired, whatever is stored. */
export const stateOf = (r: { status: ExtraTimeState; submitted_at: Instant }, now: Instant): ExtraTimeState =>
  r.status === 'pending' && ms(now) >= ms(expiresAt(r.submitted_at)) ? 'expired' : r.status

/** The latest waiting stage, in days, to notify about by `now`: 0, 3, 7, or 30 when the claim has expired. */
export const waitingStage = (submitted_at: Instant, now: Instant): number =>
  [EXPIRES_AFTER_DAYS, ...REMINDED_AFTER_DAYS.toReversed()].find(
    (days) => ms(now) >= ms(plusMinutes(submitted_at, days * DAY_MINUTES)),
  ) ?? 0

export type Claimed = { starts_at: Instant; minutes: number }
export const rangeOf = (c: Claimed): Range => ({
  starts_at: isoInstant(c.starts_at),
  ends_at: plusMinutes(c.starts_at, c.minutes),
})

/** The earliest instant that may be claimed on the day of `claimed_at`, in the department's zone. */
export const editableFrom = (claimed_at: Instant, limit_days: number, zone: string): Instant =>
  startOfDayIn(zone, plusDays(wallOf(claimed_at, zone).date, -limit_days))

/** A claim can wait on a device for this long, and counts for the limit from when it was made. */
const SAVED_DAYS = 6

/** When a claim was made, by the device's idea of the server's clock: if it was saved there, before it arrived. */
export const claimMadeAt = (made_at: Instant, now: Instant): Instant =>
  isoInstant(Math.min(ms(now), Math.max(ms(made_at), ms(plusMinutes(now, -SAVED_DAYS * DAY_MINUTES)))))

export type TimeRefusal = 'minutes_out_of_bounds' | 'not_whole_minutes' | 'not_past' | 'past_edit_limit'
export type TimeQuestion = {
  now: Instant
  /** When the claim was first made; `now` for a new one. Lets officers still correct a claim that was returned late. */
  claimed_at: Instant
  limit_days: number
  zone: string
}

/** Why the time cannot be claimed, or null. A claim may end exactly now. */
export function refuseTimes(c: Claimed, q: TimeQuestion): TimeRefusal | null {
  const wrong = refuseShape(c, q.now)
  if (wrong) return wrong
  return ms(c.starts_at) < ms(editableFrom(q.claimed_at, q.limit_days, q.zone)) ? 'past_edit_limit' : null
}

function refuseShape(c: Claimed, now: Instant): Exclude<TimeRefusal, 'past_edit_limit'> | null {
  if (!Number.isInteger(c.minutes) || c.minutes < MINUTES_MIN || c.minutes > MINUTES_MAX) return 'minutes_out_of_bounds'
  if (ms(c.starts_at) % MINUTE !== 0) return 'not_whole_minutes'
  return ms(rangeOf(c).ends_at) > ms(now) ? 'not_past' : null
}

/** Why an admin's corrected times are refused, or null: within a claim's bounds and within a day of the requested times. */
export function refuseCorrected(c: Claimed, asked: Claimed, now: Instant): TimeRefusal | 'far_from_asked' | null {
  const wrong = refuseShape(c, now)
  if (wrong) return wrong
  const off = Math.abs(minutesBetween(asked.starts_at, c.starts_at))
  return off > NEAR_MINUTES ? 'far_from_asked' : null
}

/** Why a claim cannot name the shift, or null: the shift must have been worked, and the time must lie within a day of it. */
export function refuseShift(
  c: Claimed,
  shift: Range & { worked: boolean },
): 'shift_not_worked' | 'far_from_shift' | null {
  if (!shift.worked) return 'shift_not_worked'
  const [range, day] = [rangeOf(c), NEAR_MINUTES]
  const near =
    ms(range.starts_at) >= ms(plusMinutes(shift.starts_at, -day)) &&
    ms(range.ends_at) <= ms(plusMinutes(shift.ends_at, day))
  return near ? null : 'far_from_shift'
}

const wholeMinute = (at: Instant): Instant => isoInstant(Math.floor(ms(at) / MINUTE) * MINUTE)

/** The first other paid time that the claim overlaps, or null. Back-to-back times do not overlap. */
export const firstOverlap = <P extends Range>(c: Claimed, paid: readonly P[]): P | null =>
  paid.find((one) => overlaps(rangeOf(c), one)) ?? null

/** Suggested times for a worked shift: from the check-out (from the shift's end if the system closed it) until now, at most an hour. */
export const suggestStart = (a: {
  ends_at: Instant
  checked_out_at: Instant | null
  closed_by_system: boolean
}): Instant => wholeMinute(a.closed_by_system || a.checked_out_at === null ? a.ends_at : a.checked_out_at)

export const extraTimeActions = ['edit', 'withdraw', 'approve', 'deny', 'return'] as const
export type ExtraTimeAction = (typeof extraTimeActions)[number]

/** The states in which an action is allowed. Its officer can resubmit an expired claim, but nobody can decide on it. */
export const extraTimeTable: Readonly<Record<ExtraTimeAction, readonly ExtraTimeState[]>> = {
  edit: ['pending', 'returned', 'expired'],
  withdraw: ['pending', 'returned', 'expired'],
  approve: ['pending'],
  deny: ['pending'],
  return: ['pending'],
}

export type ActionRefusal = 'own_extra_time' | 'not_own' | 'extra_time_expired' | 'already_decided' | 'wrong_state'

/** Why the action is refused, or null. Only the claimant edits and withdraws; nobody decides on their own claim. */
export function refuseAction(
  action: ExtraTimeAction,
  r: { status: ExtraTimeState; submitted_at: Instant; officer_id: string },
  ask: { by_officer_id: string; now: Instant },
): ActionRefusal | null {
  const own = r.officer_id === ask.by_officer_id
  const claimants = action === 'edit' || action === 'withdraw'
  if (claimants && !own) return 'not_own'
  if (!claimants && own) return 'own_extra_time'
  const state = stateOf(r, ask.now)
  if (extraTimeTable[action].includes(state)) return null
  if (state === 'expired') return 'extra_time_expired'
  return state === 'withdrawn' ? 'wrong_state' : 'already_decided'
}

/** The actions the person may take on the claim now: its buttons. */
export const mayDo = (
  r: { status: ExtraTimeState; submitted_at: Instant; officer_id: string },
  ask: { by_officer_id: string; now: Instant },
): ExtraTimeAction[] => extraTimeActions.filter((action) => refuseAction(action, r, ask) === null)
