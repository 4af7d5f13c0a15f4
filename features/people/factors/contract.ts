import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, line } from '#platform/shared/shapes.ts'
import { PasskeyAnswer, PasskeyOptions } from './contract.passkeys.ts'
import { FACTOR_NAME_MAX, factorKinds } from './rules.ts'

/** A six-digit app code or a recovery code; the server determines which. */
export const TypedCode = line(1, 60)
export const FactorName = line(1, FACTOR_NAME_MAX)

export const NewApp = z.object({
  factor_id: Id,
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://totp/...`, for the QR code. */
  uri: z.string(),
})
export type NewApp = z.infer<typeof NewApp>
/** Shown only once, with the account's first factor. Null if there are already codes. */
export const Enrolled = z.object({ recovery_codes: z.array(z.string()).nullable() })
export type Enrolled = z.infer<typeof Enrolled>

/**
 * The person's own factors, on their own page. Every change requires proof of identity within the last ten minutes, by a factor
 * if there is one (`not_fresh`).
 */
const own = { who: 'signed_in', afterTrial: true, secret: true } as const
const stale = { not_fresh: 403 } as const
const full = { too_many_factors: 409 } as const
const gone = { factor_gone: 404 } as const

export const Factor = z.object({
  id: Id,
  kind: z.enum(factorKinds),
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Factor = z.infer<typeof Factor>

export const listFactors = endpoint({
  name: 'factors.list',
  summary: "The caller's factors, how many recovery codes are left, and whether a second factor is required.",
  method: 'GET',
  path: '/api/factors',
  who: 'signed_in',
  input: z.object({}),
  output: z.object({
    factors: z.array(Factor),
    /** Null if there are no codes. */
    codes_left: z.int().nullable(),
    required: z.boolean(),
    /** Until then, factors can be changed without another proof. */
    fresh_until: Instant,
    /** A passkey may be offered: the account has none, and the offer was not put away twice. */
    offer_passkey: z.boolean(),
  }),
  errors: {},
  topics: ['session', 'organization', 'officers'],
  afterTrial: true,
})

export const proveByCode = endpoint({
  ...own,
  name: 'factors.prove_by_code',
  summary: 'Verifies a code. The session gets a new secret, and factors can be changed for 10 minutes.',
  method: 'POST',
  path: '/api/factors/prove/code',
  input: z.object({ code: TypedCode }),
  output: Done,
  errors: { code_wrong: 401, no_factor: 409 },
})

export const proveByPassword = endpoint({
  ...own,
  name: 'factors.prove_by_password',
  summary: 'The same with the password, for an account that has no second factor yet.',
  method: 'POST',
  path: '/api/factors/prove/password',
  input: z.object({ password: z.string().min(1, 'This field is required.').max(300) }),
  output: Done,
  errors: { password_wrong: 401, has_factor: 409 },
})

export const askProof = endpoint({
  ...own,
  name: 'factors.ask_proof',
  summary: "Passkey request options to confirm the caller's identity.",
  method: 'POST',
  path: '/api/factors/prove/passkey/options',
  input: z.object({}),
  output: z.object({ options: PasskeyOptions }),
  errors: {},
})

export const proveByPasskey = endpoint({
  ...own,
  name: 'factors.prove_by_passkey',
  summary: 'The same with a passkey.',
  method: 'POST',
  path: '/api/factors/prove/passkey',
  input: z.object({ answer: PasskeyAnswer }),
  output: Done,
  errors: { passkey_failed: 401 },
})

export const beginApp = endpoint({
  ...own,
  name: 'factors.begin_app',
  summary: 'A secret for an authenticator app; it takes effect once confirmed with a code.',
  method: 'POST',
  path: '/api/factors/app',
  input: z.object({}),
  output: NewApp,
  errors: { ...stale, ...full },
})

export const confirmApp = endpoint({
  ...own,
  name: 'factors.confirm_app',
  summary: 'Confirms the app with its first code; returns recovery codes once, with the first factor.',
  method: 'POST',
  path: '/api/factors/app/confirm',
  input: z.object({ factor_id: Id, code: TypedCode }),
  output: Enrolled,
  errors: { ...stale, ...gone, ...full, code_wrong: 401 },
})

export const beginPasskey = endpoint({
  ...own,
  name: 'factors.begin_passkey',
  summary: 'Passkey creation options.',
  method: 'POST',
  path: '/api/factors/passkey/new',
  input: z.object({}),
  output: z.object({ options: PasskeyOptions }),
  errors: { ...stale, ...full },
})

export const confirmPasskey = endpoint({
  ...own,
  name: 'factors.confirm_passkey',
  summary: 'Saves the new passkey; returns recovery codes once, with the first factor.',
  method: 'POST',
  path: '/api/factors/passkey',
  input: z.object({ answer: PasskeyAnswer, name: FactorName }),
  output: Enrolled,
  errors: { ...stale, ...full, passkey_failed: 401 },
})

export const renameFactor = endpoint({
  name: 'factors.rename',
  summary: "Renames one of the caller's factors.",
  method: 'PATCH',
  path: '/api/factors/:factor_id',
  who: 'signed_in',
  input: z.object({ factor_id: Id, name: FactorName }),
  output: Done,
  errors: { ...stale, ...gone },
  afterTrial: true,
})

export const removeFactor = endpoint({
  name: 'factors.remove',
  summary: "Removes one of the caller's factors, but never the last one if a factor is required.",
  method: 'DELETE',
  path: '/api/factors/:factor_id',
  who: 'signed_in',
  input: z.object({ factor_id: Id }),
  output: Done,
  errors: { ...stale, ...gone, factor_required: 409 },
  afterTrial: true,
})

export const declinePasskeyOffer = endpoint({
  name: 'factors.decline_offer',
  summary: 'Dismisses the offer to add a passkey; after the second time, it is not shown again on any device.',
  method: 'POST',
  path: '/api/factors/passkey/decline-offer',
  who: 'signed_in',
  input: z.object({}),
  output: Done,
  errors: {},
  afterTrial: true,
})

export const renewRecoveryCodes = endpoint({
  ...own,
  name: 'factors.renew_codes',
  summary: 'Creates 10 new recovery codes, returned once; the old ones stop working.',
  method: 'POST',
  path: '/api/factors/recovery-codes',
  input: z.object({}),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: { ...stale, no_factor: 409 },
})
