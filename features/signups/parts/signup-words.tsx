import type { SignupMode } from '#features/assignments/rules.ts'
import { hourWords } from '#features/eligibility/parts/hour-words.tsx'
import { clock, day, dayAndClock, duration } from '#platform/web/time.ts'
import type { NotToSignUpCode } from '../rules.ts'

/** What an officer reads for the ways to sign up, and for reasons. */
export const modeWords: Readonly<Record<SignupMode, string>> = {
  first_come: 'First to sign up',
  approval: 'Needs approval',
  award: 'Awarded after sign-up closes',
}

/** The verb on the button that asks for a place. */
export const askWords: Readonly<Record<SignupMode, string>> = {
  first_come: 'Sign up',
  approval: 'Ask for the place',
  award: 'Apply',
}

const plain: Readonly<Record<NotToSignUpCode, string>> = {
  not_approved: 'Not an active officer',
  suspended: 'Suspended',
  not_published: 'Not published yet',
  cancelled: 'Cancelled',
  started: 'Already begun',
  already_signed_up: 'Signed up already',
  turned_down: 'Turned down before',
  full: 'Shift full',
  not_open_yet: 'Sign-up is not open yet',
  window_closed: 'Sign-up has closed',
  overlaps: 'Overlaps another shift',
  unit_required: 'For other units only',
  rank_required: 'For other ranks only',
  certification_required: 'A certification is asked for',
  certification_expires: 'A certification expires before the end',
  service_required: 'More service is asked for',
  on_leave: 'On leave',
  rest: 'Too little rest',
  rolling_window: 'Too many hours in a row of days',
  consecutive_hours: 'Too many hours without a break',
  consecutive_days: 'Too many days in a row',
  cap: 'Over the limit of hours',
  group_first: 'Another group comes first',
}

/** Why not where only the kind of reason is known, as of many officers together. */
export const shortReason = (code: NotToSignUpCode): string => plain[code]

/** A reason as a rule or the wire tells it. */
export type Reason = Parameters<typeof hourWords>[0] & { possible_from?: string | null | undefined }

const withoutTime = (reason: Reason, zone: string, now: number): string => {
  const { code, from, details } = reason
  if (code === 'not_open_yet' && from !== undefined) return `Sign-up opens ${dayAndClock(from, zone, now)}`
  if (code === 'overlaps' && details?.starts_at !== undefined && details.ends_at !== undefined) {
    const times = `${day(details.starts_at, zone, now)}, ${clock(details.starts_at, zone)}–${clock(details.ends_at, zone)}`
    return `Overlaps ${details.title ?? 'another shift'} (${times})`
  }
  if (code === 'unit_required' && details?.accepted) return `Only for ${details.accepted.join(', ')}`
  if (code === 'rank_required' && details?.accepted) return `Only for ${details.accepted.join(', ')}`
  return hourWords(reason, zone, now) ?? plain[code]
}

/** Why not, with what, and when it would change where that is known; `starts_at` of the job, whose day need not be told. */
export const reasonWords = (reason: Reason, zone: string, now: number, starts_at?: string): string => {
  const why = withoutTime(reason, zone, now)
  const at = reason.possible_from
  if (at == null || reason.code === 'overlaps' || reason.code === 'on_leave') return why
  const near = starts_at !== undefined && day(at, zone, now) === day(starts_at, zone, now)
  return `${why}; possible for a start at ${near ? clock(at, zone) : dayAndClock(at, zone, now)} or later`
}

/** `4 h at least · OT1`; null where nothing was said about pay. */
export const payWords = (pay: { min_pay_minutes: number; pay_code: string | null }): string | null => {
  const least = pay.min_pay_minutes > 0 ? `${duration(pay.min_pay_minutes)} paid at least` : null
  const code = pay.pay_code === null ? null : `pay code ${pay.pay_code}`
  return least && code ? `${least}, ${code}` : (least ?? (pay.pay_code === null ? null : `Pay code ${pay.pay_code}`))
}
