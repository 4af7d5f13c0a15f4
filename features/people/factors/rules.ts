import { type Instant, MINUTE, ms } from '#platform/shared/time.ts'

/** How long after proof of identity factors may be added, renamed and removed without another proof. */
const FRESH_MINUTES = 10
export const RECOVERY_CODES = 10
export const FACTORS_MOST = 10
export const FACTOR_NAME_MAX = 60

export const CODE_DIGITS = 6
export const CODE_SECONDS = 30
/** Also accepts the steps just before and after the server's, to allow for clock drift. */
const CODE_WINDOW = 1

export const factorKinds = ['app', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** The 30-second step of an instant, in milliseconds since 1970 (RFC 6238). */
export const stepAt = (now: number): number => Math.floor(now / (CODE_SECONDS * 1000))

/**
 * The step that the code belongs to, or null: at most one step from the server's, and later than the last accepted one, so that
 * no code works twice. Always compares every step, to leak nothing by timing.
 */
export function stepOfCode(
  code: string,
  codeAt: (step: number) => string,
  now: number,
  lastStep: number | null,
): number | null {
  const here = stepAt(now)
  let found: number | null = null
  for (let step = here - CODE_WINDOW; step <= here + CODE_WINDOW; step++) {
    if (isSame(codeAt(step), code) && (lastStep === null || step > lastStep)) found ??= step
  }
  return found
}

/** Constant-time comparison: never stops at the first difference. */
function isSame(one: string, other: string): boolean {
  let differs = one.length ^ other.length
  for (let at = 0; at < one.length; at++) differs |= one.charCodeAt(at) ^ (other.charCodeAt(at) || 0)
  return differs === 0
}

/** Letters and digits that cannot be confused with each other. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
export const RECOVERY_LENGTH = 12

/** Parses a code field: a six-digit app code or a recovery code; ignores spaces and hyphens. */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } | null {
  const plain = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
  if (/^\d{6}$/.test(plain)) return { kind: 'app', code: plain }
  return plain.length === RECOVERY_LENGTH && [...plain].every((one) => RECOVERY_ALPHABET.includes(one))
    ? { kind: 'recovery', code: plain }
    : null
}

/** `abcd-efgh-jkmn`. */
export const showRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code

/** The secret in groups of four, for typing. */
export const showSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The proof that counts for changes: the second factor if the account has one; then a password alone is not enough. */
export const proofThatCounts = <T>(has: boolean, proved: { proved_at: T; second_factor_at: T | null }): T | null =>
  has ? proved.second_factor_at : proved.proved_at

export const isFresh = (provedAt: Instant, now: Instant): boolean => ms(now) - ms(provedAt) < FRESH_MINUTES * MINUTE

/** Whether a factor may be removed: not the last one if one is required. */
export const mayRemove = (confirmed: number, required: boolean): boolean => confirmed > 1 || !required

/** Put away so often, a passkey is not offered to the account again. */
export const OFFERS_PUT_AWAY = 2

/**
 * Whether to offer a passkey now: right after the sign-in, while adding one asks for no further proof, where the device can check who
 * verifies its user, and "Not now" has not been chosen.
 */
export const mayOfferPasskey = (
  own: { offer_passkey: boolean; fresh_until: Instant },
  device: { able: boolean; put_away: boolean },
  now: Instant,
): boolean => own.offer_passkey && device.able && !device.put_away && ms(now) < ms(own.fresh_until)
