import { type Instant, isoInstant, ms } from '#platform/shared/time.ts'
import { isCommon } from './rules.common-passwords.ts'

export const PASSWORD_MIN = 12
export const PASSWORD_MIN_SUPER_ADMIN = 15
/** Code points; taken exactly as typed, spaces and emoji included, never cut. */
export const PASSWORD_MAX = 128

export type PasswordRefusal = 'too_short' | 'too_long' | 'nul_character' | 'own_name' | 'common' | 'repeated'

export type PasswordAsk = {
  is_super_admin?: boolean
  /** Names and addresses of the person, organization and product. */
  own: readonly (string | null | undefined)[]
}

/** What a person reads beside the field. */
export const passwordWords: Readonly<Record<PasswordRefusal, string>> = {
  too_short: `At least ${PASSWORD_MIN} characters (${PASSWORD_MIN_SUPER_ADMIN} for super admins).`,
  too_long: `At most ${PASSWORD_MAX} characters.`,
  nul_character: 'This character cannot be part of a password.',
  own_name: "Not your own, your department's or the product's name or address.",
  common: 'Many people use this one, so it is tried first. Choose another.',
  repeated: 'Use more than two different characters.',
}

/** Why a password is refused, or null (trust.md, "passwords"). Length first: an overlong one is never looked at nor hashed. */
export function refusePassword(password: string, ask: PasswordAsk): PasswordRefusal | null {
  if (password.length > PASSWORD_MAX * 2) return 'too_long'
  const length = [...password].length
  if (length > PASSWORD_MAX) return 'too_long'
  if (password.includes('\u0000')) return 'nul_character'
  if (length < (ask.is_super_admin ? PASSWORD_MIN_SUPER_ADMIN : PASSWORD_MIN)) return 'too_short'
  if (new Set(password).size < 3) return 'repeated'
  const plain = flat(password)
  if (ask.own.some((name) => isOwn(plain, name ?? ''))) return 'own_name'
  return isCommon(password) ? 'common' : null
}

const flat = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The name itself, or the name with nothing but up to four more characters, in any spelling: `Springfield-PD-2026`. */
function isOwn(plain: string, name: string): boolean {
  const names = [name, name.split('@')[0] ?? ''].map(flat).filter((n) => n.length >= 6)
  return names.some((n) => plain.includes(n) && plain.replaceAll(n, '').length <= 4)
}

/**
 * The key under which an address is one person: trimmed, NFKC, lower case, the domain in ASCII form where it is ASCII.
 * Null when it is none: one @, no spaces or control characters, 254 characters at most.
 */
export function emailKey(address: string): string | null {
  const key = address.trim().normalize('NFKC').toLowerCase()
  if (key.length > 254 || /[\p{C}\s,;<>()[\]\\"]/u.test(key)) return null
  const parts = key.split('@')
  const [local = '', domain = ''] = parts
  if (parts.length !== 2 || local === '' || local.length > 64 || /^\.|\.$|\.\./.test(local)) return null
  const isDomain = /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u.test(
    domain,
  )
  return isDomain ? key : null
}

/** What is guessed at: a password, or the code behind a right one. Each is counted and locked for itself. */
export const tryKinds = ['password', 'code'] as const
export type TryKind = (typeof tryKinds)[number]

/** Issue point 3: so many wrong passwords in so many minutes lock the password path, for as long. */
export const LOCK_AFTER = 5
export const LOCK_WINDOW_MINUTES = 15

/**
 * Until when the password path is locked, or null. `failures` are the wrong tries that were checked, since the last
 * success, in any order. The fifth within 15 minutes of the first of five locks for 15 minutes from itself on.
 */
export function lockedUntil(failures: readonly Instant[], now: Instant): Instant | null {
  const times = failures.map(ms).toSorted((a, b) => a - b)
  const span = LOCK_WINDOW_MINUTES * 60_000
  for (let last = times.length - 1; last >= LOCK_AFTER - 1; last--) {
    const [first, fifth] = [times[last - LOCK_AFTER + 1], times[last]]
    if (first === undefined || fifth === undefined || ms(now) >= fifth + span) continue
    if (fifth - first < span) return isoInstant(fifth + span)
  }
  return null
}
