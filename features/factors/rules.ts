import { type Instant, ms } from '#platform/shared/time.ts'

/** So long after a proof of who one is, factors may be added, renamed and removed without another. */
export const FRESH_MINUTES = 10
export const RECOVERY_CODES = 10
export const FACTORS_MOST = 10
export const FACTOR_NAME_MAX = 60

export const CODE_DIGITS = 6
export const CODE_SECONDS = 30
/** Clocks differ: the step before and the step after the server's are taken too. */
export const CODE_WINDOW = 1

export const factorKinds = ['app', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** The 30-second step of an instant, in milliseconds since 1970 (RFC 6238). */
export const stepAt = (now: number): number => Math.floor(now / (CODE_SECONDS * 1000))

/**
 * The step whose code was given, or null: at most one step from the server's, and later than the last one that was taken, so
 * that no code works twice. Every step is compared, so that the time tells nothing.
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

/** Compares all of it, whatever the first difference. */
function isSame(one: string, other: string): boolean {
  let differs = one.length ^ other.length
  for (let at = 0; at < one.length; at++) differs |= one.charCodeAt(at) ^ (other.charCodeAt(at) || 0)
  return differs === 0
}

/** Letters and figures that nobody takes for each other. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
export const RECOVERY_LENGTH = 12

/** What was typed into the field for a code: six figures of an app, or a recovery code; spaces and hyphens do not count. */
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

/** The secret as people type it: groups of four. */
export const showSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The proof that counts for changes: of the second factor where the account has one; a password beside it proves nothing. */
export const proofThatCounts = <T>(has: boolean, proved: { proved_at: T; second_factor_at: T | null }): T | null =>
  has ? proved.second_factor_at : proved.proved_at

export const isFresh = (provedAt: Instant, now: Instant): boolean => ms(now) - ms(provedAt) < FRESH_MINUTES * 60_000

/** Whether a factor may be taken off: never the last one where one is required. */
export const mayRemove = (confirmed: number, required: boolean): boolean => confirmed > 1 || !required
