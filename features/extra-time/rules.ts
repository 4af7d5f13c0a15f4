import {
  type Instant,
  isoInstant,
  minutesBetween,
  ms,
  overlaps,
  plusDays,
  plusMinutes,
  type Range,
} from '#platform/shared/time.ts'
import { startOfDayIn, wallOf } from '#platform/shared/zone.ts'

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

/** Domain.md, "extra time". `expired` follows from the clock; the word is stored only when the claimant touches the row again. */
export const extraTimeStates = ['pending', 'approved', 'denied', 'returned', 'withdrawn', 'expired', 'locked'] as const
export type ExtraTimeState = (typeof extraTimeStates)[number]

/** Whole minutes of one claim. */
export const MINUTES_MIN = 1
export const MINUTES_MAX = 1440
/** Days of waiting after which the admins are reminded, once each. */
export const REMINDED_AFTER_DAYS = [3, 7] as const
/** Days of waiting after which a claim has expired; the officer may hand it in again. */
export const EXPIRES_AFTER_DAYS = 30
/** An amended time begins within this many minutes of the one that was asked; a claim on a shift within this many of the shift. */
export const NEAR_MINUTES = 24 * 60

const DAY_MINUTES = 24 * 60

export const expiresAt = (submitted_at: Instant): Instant => plusMinutes(submitted_at, EXPIRES_AFTER_DAYS * DAY_MINUTES)

/** Where the claim stands at `now`: a pending one whose time is over has expired, whatever is stored. */
export const stateOf = (r: { status: ExtraTimeState; submitted_at: Instant }, now: Instant): ExtraTimeState =>
  r.status === 'pending' && ms(now) >= ms(expiresAt(r.submitted_at)) ? 'expired' : r.status

/** The longest waiting, in days, that is due to be told by `now`: 0, 3, 7, or 30 when it has expired. */
export const waitingStage = (submitted_at: Instant, now: Instant): number =>
  [EXPIRES_AFTER_DAYS, ...REMINDED_AFTER_DAYS.toReversed()].find(
    (days) => ms(now) >= ms(plusMinutes(submitted_at, days * DAY_MINUTES)),
  ) ?? 0

export type Claimed = { starts_at: Instant; minutes: number }
export const rangeOf = (c: Claimed): Range => ({
  starts_at: isoInstant(c.starts_at),
  ends_at: plusMinutes(c.starts_at, c.minutes),
})

/** The first instant from which time may be claimed on the day of `claimed_at`, in the department's zone. */
export const editableFrom = (claimed_at: Instant, limit_days: number, zone: string): Instant =>
  startOfDayIn(zone, plusDays(wallOf(claimed_at, zone).date, -limit_days))

export type TimeRefusal = 'minutes_out_of_bounds' | 'not_whole_minutes' | 'not_past' | 'past_edit_limit'
export type TimeQuestion = {
  now: Instant
  /** When the claim was first made; `now` for a new one. A claim returned late can still be put right. */
  claimed_at: Instant
  limit_days: number
  zone: string
}

/** Why the time cannot be claimed, or null. Ending this very instant is past. */
export function refuseTimes(c: Claimed, q: TimeQuestion): TimeRefusal | null {
  const wrong = refuseShape(c, q.now)
  if (wrong) return wrong
  return ms(c.starts_at) < ms(editableFrom(q.claimed_at, q.limit_days, q.zone)) ? 'past_edit_limit' : null
}

function refuseShape(c: Claimed, now: Instant): Exclude<TimeRefusal, 'past_edit_limit'> | null {
  if (!Number.isInteger(c.minutes) || c.minutes < MINUTES_MIN || c.minutes > MINUTES_MAX) return 'minutes_out_of_bounds'
  if (ms(c.starts_at) % 60_000 !== 0) return 'not_whole_minutes'
  return ms(rangeOf(c).ends_at) > ms(now) ? 'not_past' : null
}

/** Why an admin's other times are refused, or null: the bounds of a claim, within a day of what was asked. */
export function refuseAmended(c: Claimed, asked: Claimed, now: Instant): TimeRefusal | 'far_from_asked' | null {
  const wrong = refuseShape(c, now)
  if (wrong) return wrong
  const off = Math.abs(minutesBetween(asked.starts_at, c.starts_at))
  return off > NEAR_MINUTES ? 'far_from_asked' : null
}

/** Why a claim cannot name the shift, or null: it was worked, and the time lies within a day of it. */
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

const wholeMinute = (at: Instant): Instant => isoInstant(Math.floor(ms(at) / 60_000) * 60_000)

/** Hours of an attendance as clocks show them: seconds are dropped, so that a claim may begin at the minute of the check-out. */
export const paidRange = (
  a: { checked_in_at: Instant | null; checked_out_at: Instant | null },
  now: Instant,
): Range | null =>
  a.checked_in_at === null
    ? null
    : { starts_at: wholeMinute(a.checked_in_at), ends_at: wholeMinute(a.checked_out_at ?? now) }

/** The first of the other paid times that the claim overlaps, or null. Back-to-back is no overlap. */
export const firstOverlap = <P extends Range>(c: Claimed, paid: readonly P[]): P | null =>
  paid.find((one) => overlaps(rangeOf(c), one)) ?? null

/** What is filled in for a worked shift: from the check-out on (from its end where the system closed it), to now at most an hour. */
export const suggestStart = (a: {
  ends_at: Instant
  checked_out_at: Instant | null
  closed_by_system: boolean
}): Instant => wholeMinute(a.closed_by_system || a.checked_out_at === null ? a.ends_at : a.checked_out_at)

export const extraTimeActions = ['edit', 'withdraw', 'approve', 'deny', 'return'] as const
export type ExtraTimeAction = (typeof extraTimeActions)[number]

/** From which states an action starts. An expired claim is handed in again by its officer; nobody else decides on it. */
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

/** What the person may do with the claim now: the buttons. */
export const mayDo = (
  r: { status: ExtraTimeState; submitted_at: Instant; officer_id: string },
  ask: { by_officer_id: string; now: Instant },
): ExtraTimeAction[] => extraTimeActions.filter((action) => refuseAction(action, r, ask) === null)
