import { BADGE_MAX, looksLikeFormula, refuseText, type TextProblem } from '#platform/shared/text.ts'
import { HOUR, type Instant, type WallDate } from '#platform/shared/time.ts'

export const officerRoles = ['officer', 'admin'] as const
export type OfficerRole = (typeof officerRoles)[number]

/** Maximum officers invited per call: keeps the work bounded, and the screen shows progress. */
export const INVITED_AT_ONCE = 50

export const standings = ['pending', 'approved', 'rejected', 'suspended', 'left'] as const
export type Standing = (typeof standings)[number]

/** What a registration has in common with a roster row, strongest first. */
export const matchedBy = ['badge', 'email', 'name'] as const

export type StandingOf = {
  approved: boolean
  rejected_at: Instant | null
  suspended_at: Instant | null
  left_on: WallDate | null
}

/** The officer's standing: `approved` false means pending, unless rejected or left. */
export function standingOf(o: StandingOf): Standing {
  if (o.left_on !== null) return 'left'
  if (o.rejected_at !== null) return 'rejected'
  if (!o.approved) return 'pending'
  return o.suspended_at === null ? 'approved' : 'suspended'
}

export const officerActions = [
  'approve',
  'reject',
  'suspend',
  'restore',
  'leave',
  'rejoin',
  'make_admin',
  'unmake_admin',
] as const
export type OfficerAction = (typeof officerActions)[number]

/** The standings in which an action is allowed. A rejected registration can still be approved. */
const officerTable: Readonly<Record<OfficerAction, readonly Standing[]>> = {
  approve: ['pending', 'rejected'],
  reject: ['pending'],
  suspend: ['approved'],
  restore: ['suspended'],
  leave: ['approved', 'suspended'],
  rejoin: ['left'],
  make_admin: ['approved'],
  unmake_admin: ['approved', 'suspended'],
}

export type OfficerRefusal =
  | 'wrong_state'
  | 'own_row'
  | 'last_admin'
  | 'officers_full'
  | 'reason_required'
  | 'already_admin'
  | 'not_admin'

export type OfficerAsk = {
  by_officer_id: string
  reason?: string | null
  /** Approved admins with an account who are not suspended; read under the lock. */
  active_admin_count: number
  /** Approved rows, including suspended ones, with or without an account; read under the lock. */
  approved_count: number
  max_officers: number | null
}

/** Why an admin's action on an officer is refused, or null. The last admin cannot be demoted, suspended or removed. */
export function refuseOfficerAction(
  action: OfficerAction,
  o: StandingOf & { id: string; role: OfficerRole },
  ask: OfficerAsk,
): OfficerRefusal | null {
  const standing = standingOf(o)
  if (!officerTable[action].includes(standing)) return 'wrong_state'
  if (action === 'make_admin' && o.role === 'admin') return 'already_admin'
  if (action === 'unmake_admin' && o.role !== 'admin') return 'not_admin'
  const takesOut = action === 'suspend' || action === 'leave' || action === 'unmake_admin'
  if (takesOut && o.role === 'admin' && standing === 'approved' && ask.active_admin_count <= 1) return 'last_admin'
  if (o.id === ask.by_officer_id && action !== 'unmake_admin') return 'own_row'
  if ((action === 'approve' || action === 'rejoin') && isFullHouse(ask)) return 'officers_full'
  const wantsReason = action === 'reject' || action === 'suspend'
  return wantsReason && (ask.reason ?? '').trim() === '' ? 'reason_required' : null
}

/** `max_officers` is a hard limit on approved rows; null means no limit. */
export const isFullHouse = (o: { approved_count: number; max_officers: number | null }, adding = 1): boolean =>
  o.max_officers !== null && o.approved_count + adding > o.max_officers

/** Characters at most. */
export const officerBounds = { name: 120, badge_number: BADGE_MAX, rank: 120, unit: 120, phone: 40 } as const

/** Hourly rates are whole millionths of the currency unit; below 10,000 per hour. */
const RATE_MAX = 9_999_999_999

/** `46.053305` to 46053305, exactly: no floating point. Accepts a leading $ and thousands separators. Null for anything else. */
export function parseRate(text: string): number | null {
  const match = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,5})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (match === null) return null
  const [, whole = '', part = ''] = match
  const millionths = Number(whole.replaceAll(',', '') + part.padEnd(6, '0'))
  return millionths <= RATE_MAX ? millionths : null
}

/** 46053305 to `46.053305`; at least two decimals. */
export function rateText(millionths: number): string {
  const digits = String(millionths).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`
}

const isRate = (millionths: number): boolean =>
  Number.isInteger(millionths) && millionths >= 0 && millionths <= RATE_MAX

/** 7 to 15 digits with the usual punctuation; allows a leading + and an extension. */
export function isPhone(text: string): boolean {
  if (text.length > officerBounds.phone || !/^\+?[\d\s().\-/]+((ext\.?|x|#)\s?\d{1,6})?$/i.test(text)) return false
  const digits = text.replace(/(ext\.?|x|#)\s?\d+$/i, '').replaceAll(/\D/g, '').length
  return digits >= 7 && digits <= 15
}

/** The key that identifies a badge regardless of spelling: trimmed, NFKC, uppercase. Leading zeros are significant. */
export const badgeKey = (badge: string): string => badge.trim().normalize('NFKC').toUpperCase()

export type ProfileField = 'name' | 'badge_number' | 'rank' | 'unit' | 'hired_on' | 'phone' | 'hourly_rate'
export type ProfileProblem = {
  field: ProfileField
  message: TextProblem | 'looks_like_formula' | 'invalid' | 'in_future'
}

export type ProfileShape = {
  name: string
  badge_number: string | null
  rank: string | null
  unit: string | null
  phone: string | null
  hourly_rate: number | null
  hired_on: string | null
}

/** The latest date that has begun in any time zone. */
const latestDay = (): string => new Date(Date.now() + 14 * HOUR).toISOString().slice(0, 10)

/** Every invalid field of a profile, with the reason; form, handler and import share these limits. */
export function problemsOfProfile(p: Partial<ProfileShape>): ProfileProblem[] {
  const found: ProfileProblem[] = []
  for (const field of ['name', 'badge_number', 'rank', 'unit'] as const) {
    const text = p[field]
    if (text == null) continue
    const problem = refuseText(text, { min: field === 'name' ? 1 : 0, max: officerBounds[field] })
    if (problem !== null) found.push({ field, message: problem })
    else if (looksLikeFormula(text)) found.push({ field, message: 'looks_like_formula' })
  }
  if (p.phone != null && p.phone !== '' && !isPhone(p.phone)) found.push({ field: 'phone', message: 'invalid' })
  if (p.hired_on != null && p.hired_on > latestDay()) found.push({ field: 'hired_on', message: 'in_future' })
  if (p.hourly_rate != null && !isRate(p.hourly_rate)) found.push({ field: 'hourly_rate', message: 'invalid' })
  return found
}
