import type { SignupMode } from '#features/shifts/assignments/rules.ts'
import { possibleFrom, toldReason, type WireReason } from '#features/shifts/eligibility/rules.told.ts'
import type { NotToSignUpCode } from '#features/shifts/signups/rules.ts'
import { clock, day, dayAndClock, duration } from '#platform/web/time.ts'
import { shortReasons } from '../words.ts'
import { hourWords } from './hour-words.tsx'

/** Officer-facing words for the ways to sign up, and for reasons: the verb on the sign-up button. */
export const askWords: Readonly<Record<SignupMode, string>> = {
  first_come: 'Sign up',
  approval: 'Request shift',
  award: 'Apply',
}

/** The same button while the request is in flight. */
export const askingWords: Readonly<Record<SignupMode, string>> = {
  first_come: 'Signing up…',
  approval: 'Sending the request…',
  award: 'Applying…',
}

const plainFor = new Map<string, string>(Object.entries(shortReasons))

/** Why not, when only the category of the reason is known: for many officers at once, or for another officer. */
export const shortReason = (code: NotToSignUpCode): string => shortReasons[code]

const withoutTime = (reason: WireReason, zone: string, now: number, shift_at?: string): string => {
  const told = toldReason(reason)
  const short = plainFor.get(reason.code) ?? 'Not available'
  if (told.code === 'not_open_yet' && told.from !== null) return `Sign-up opens ${dayAndClock(told.from, zone, now)}`
  if (told.details === null) return short
  if (told.code === 'overlaps') {
    const { title, starts_at, ends_at } = told.details
    const times = `${day(starts_at, zone, now)}, ${clock(starts_at, zone)}–${clock(ends_at, zone)}`
    return `Overlaps ${title ?? 'another shift'} (${times})`
  }
  if (told.code === 'unit_required' || told.code === 'rank_required')
    return `Only for ${told.details.accepted.join(', ')}`
  return hourWords(told, zone, now, shift_at) ?? short
}

/**
 * Why not, with details, and when that would change if known; `starts_at` is the start of the shift, which then lies before or
 * after another one.
 */
export const reasonWords = (reason: WireReason, zone: string, now: number, starts_at?: string): string => {
  const why = withoutTime(reason, zone, now, starts_at)
  const at = possibleFrom(reason)
  if (at === null || reason.code === 'overlaps' || reason.code === 'on_leave') return why
  return `${why}. Next eligible start: ${dayAndClock(at, zone, now)}`
}

/** `Traffic first until Tue, Dec 1 · 09:00`; without a name or a time where there is none. */
const firstGroup = (names: readonly string[], from: string | null, zone: string, now: number): string =>
  `${names.length > 0 ? names.join(', ') : 'Another group'} first${from === null ? '' : ` until ${dayAndClock(from, zone, now)}`}`

/** The first reason, in a few words for a row: `Overlaps Gate A, 18:00–02:00`, `4 h of 8 h rest before Gate A`, `Full`. */
export const oneReason = (reason: WireReason, zone: string, now: number, starts_at: string): string => {
  const told = toldReason(reason)
  if (told.code === 'full') return 'Full'
  if (told.code === 'not_open_yet' && told.from !== null) return `Opens ${dayAndClock(told.from, zone, now)}`
  if (told.code === 'overlaps' && told.details !== null) {
    const { title, starts_at, ends_at } = told.details
    return `Overlaps ${title ?? 'another shift'}, ${clock(starts_at, zone)}–${clock(ends_at, zone)}`
  }
  if ((told.code === 'unit_required' || told.code === 'rank_required') && told.details !== null)
    return `Only for ${told.details.accepted.join(', ')}`
  if (told.code === 'rest' && told.details !== null) {
    const { minutes, limit_minutes, title, next_at } = told.details
    const rest = `${duration(minutes)} of ${duration(limit_minutes)} rest`
    if (title === null || next_at === null) return rest
    return `${rest} ${Date.parse(next_at) > Date.parse(starts_at) ? 'before' : 'after'} ${title}`
  }
  if (told.code === 'group_first' && told.details !== null)
    return firstGroup(told.details.accepted, told.from, zone, now)
  if (told.code === 'certification_required' || told.code === 'certification_expires')
    return hourWords(told, zone, now) ?? shortReasons[told.code]
  return plainFor.get(told.code) ?? 'Not available'
}

/** Several reasons, each sentence once: without details, two limits on hours read the same. */
export const reasonLines = (
  reasons: readonly WireReason[],
  zone: string,
  now: number,
  starts_at?: string,
): string[] => [...new Set(reasons.map((reason) => reasonWords(reason, zone, now, starts_at)))]

/** `4 h minimum pay, pay code OT1`; null if nothing is set for pay. */
export const payWords = (pay: { min_pay_minutes: number; pay_code: string | null }): string | null => {
  const least = pay.min_pay_minutes > 0 ? `${duration(pay.min_pay_minutes)} minimum pay` : null
  const code = pay.pay_code === null ? null : `pay code ${pay.pay_code}`
  return least && code ? `${least}, ${code}` : (least ?? (pay.pay_code === null ? null : `Pay code ${pay.pay_code}`))
}
