import { type Instant, isoInstant, MINUTE, ms } from '#platform/shared/time.ts'

export const PASSWORD_MIN = 12
export const PASSWORD_MIN_SUPER_ADMIN = 15
/** In code points; accepted exactly as typed, including spaces and emoji, never truncated. */
export const PASSWORD_MAX = 128

export type PasswordRefusal = 'too_short' | 'too_long' | 'nul_character' | 'own_name' | 'common' | 'repeated'

/** The message next to the field. */
export const passwordWords: Readonly<Record<PasswordRefusal, string>> = {
  too_short: `At least ${PASSWORD_MIN} characters (${PASSWORD_MIN_SUPER_ADMIN} for super admins).`,
  too_long: `At most ${PASSWORD_MAX} characters.`,
  nul_character: "Passwords can't contain this character.",
  own_name: "Don't use your own, your department's or the product's name or email.",
  common: 'This password is too common. Choose another.',
  repeated: 'Use more than two different characters.',
}

/**
 * The key that identifies an email address: trimmed, NFKC, lowercase, domain in ASCII form where possible. Null if invalid: it
 * needs exactly one @, no spaces or control characters, and at most 254 characters.
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

/** What a sign-in attempt guesses: a password, or the code after a right one. Each is counted and locked separately. */
export const tryKinds = ['password', 'code'] as const
export type TryKind = (typeof tryKinds)[number]

/** Issue point 3: this many wrong passwords within this many minutes lock password sign-in for the same number of minutes. */
export const LOCK_AFTER = 5
export const LOCK_WINDOW_MINUTES = 15
/** This many wrong passwords from anywhere, within the same time, lock it for every browser that has not signed in before. */
export const LOCK_STRANGERS_AFTER = 20
/** A browser is known for this long after it last signed in. */
export const KNOWN_DAYS = 90

/**
 * When the password lock ends, or null. `failures` are the wrong attempts checked since the last success, in any order. Five
 * within 15 minutes lock for 15 minutes, starting at the fifth.
 */
export function lockedUntil(failures: readonly Instant[], now: Instant, after: number = LOCK_AFTER): Instant | null {
  const times = failures.map(ms).toSorted((a, b) => a - b)
  const span = LOCK_WINDOW_MINUTES * MINUTE
  for (let last = times.length - 1; last >= after - 1; last--) {
    const [first, fifth] = [times[last - after + 1], times[last]]
    if (first === undefined || fifth === undefined || ms(now) >= fifth + span) continue
    if (fifth - first < span) return isoInstant(fifth + span)
  }
  return null
}
