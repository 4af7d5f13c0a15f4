import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { setScope } from '#features/people/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import type { Outside, RequestFacts } from '#platform/server/route.ts'
import { MINUTE } from '#platform/shared/time.ts'
import type { PasskeyAnswer } from './contract.passkeys.ts'
import { CHALLENGE_MINUTES } from './rules.passkeys.ts'
import {
  findPasskey,
  insertChallenge,
  listPasskeys,
  type Purpose,
  takeChallenge,
  updatePasskeyUsed,
} from './store.passkeys.ts'
import type { Person } from './store.second-step.ts'

/** EdDSA, ECDSA and RSA: every authenticator supports at least one. */
const supportedAlgorithmIDs = [-8, -7, -257]
const timeout = CHALLENGE_MINUTES * MINUTE
/** A passkey belongs to the host that people type and works only for its origin. */
const siteOf = (request: RequestFacts) => new URL(request.origin).hostname
const bytes = (text: string) => Buffer.from(text, 'base64url')
const plain = (buffer: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(buffer)

/** The challenge the device claims to have answered; not yet verified. */
const challengeIn = (answer: PasskeyAnswer): string => {
  try {
    const said: unknown = JSON.parse(bytes(answer.response.clientDataJSON).toString('utf8'))
    return typeof said === 'object' && said !== null && 'challenge' in said ? String(said.challenge) : ''
  } catch {
    return ''
  }
}

/** Requests one of the passkeys of the account in scope. */
export const askOwnPasskey = async (db: Db, request: RequestFacts, boundTo: Buffer, purpose: Purpose) => {
  const passkeys = await listPasskeys(db)
  const options = await generateAuthenticationOptions({
    rpID: siteOf(request),
    timeout,
    userVerification: 'preferred',
    allowCredentials: passkeys.map((one) => ({
      id: one.credential_id.toString('base64url'),
      transports: one.transports,
    })),
  })
  await insertChallenge(db, boundTo, purpose, options.challenge)
  return { ...options }
}

/** Requests any passkey for this site: it also replaces the password, so the device has to verify the user. */
export const askAnyPasskey = async (db: Db, request: RequestFacts, boundTo: Buffer) => {
  const options = await generateAuthenticationOptions({ rpID: siteOf(request), timeout, userVerification: 'required' })
  await insertChallenge(db, boundTo, 'sign_in', options.challenge)
  return { ...options }
}

export const askNewPasskey = async (
  db: Db,
  person: Person,
  request: RequestFacts,
  boundTo: Buffer,
  product: string,
) => {
  const passkeys = await listPasskeys(db)
  const options = await generateRegistrationOptions({
    rpName: product,
    rpID: siteOf(request),
    userName: person.email,
    userDisplayName: person.name,
    // The same for all of a person's passkeys, so that a device keeps one per site.
    userID: plain(Buffer.from(person.id.replaceAll('-', ''), 'hex')),
    timeout,
    supportedAlgorithmIDs,
    attestationType: 'none',
    excludeCredentials: passkeys.map((one) => ({
      id: one.credential_id.toString('base64url'),
      transports: one.transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await insertChallenge(db, boundTo, 'set_up', options.challenge)
  return { ...options }
}

/** A passkey with a valid signature over our challenge. */
export type Shown = { id: string; account_id: string; counter: number }

/** Verifies a passkey response: challenge used up, signature, origin, and user verification for passwordless sign-in. */
export const checkPasskey = async (
  outside: Outside,
  boundTo: Buffer,
  purpose: Purpose,
  answer: PasskeyAnswer,
): Promise<Shown | null> => {
  const challenge = challengeIn(answer)
  const found = await outside.anyone(async (db) => {
    const isAsked = await takeChallenge(db, boundTo, purpose, challenge)
    const passkey = await findPasskey(db, bytes(answer.id))
    return isAsked ? passkey : null
  })
  if (!found) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as never,
      expectedChallenge: challenge,
      expectedOrigin: outside.request.origin,
      expectedRPID: siteOf(outside.request),
      requireUserVerification: purpose === 'sign_in',
      credential: {
        id: found.credential_id.toString('base64url'),
        publicKey: plain(found.public_key),
        counter: Number(found.counter),
      },
    })
    return verified ? { id: found.id, account_id: found.account_id, counter: authenticationInfo.newCounter } : null
  } catch {
    // The library throws on any invalid input; all cases are the same refusal.
    return null
  }
}

/**
 * Records a use of the passkey by this account; false if it belongs to another, was deleted meanwhile, or its counter did not
 * increase.
 */
export const takeShown = async (db: Db, shown: Shown, accountId: string): Promise<boolean> => {
  if (shown.account_id !== accountId) return false
  await setScope(db, { user_id: accountId })
  return updatePasskeyUsed(db, shown.id, shown.counter)
}

export type MadePasskey = { credential_id: Buffer; public_key: Buffer; counter: number; transports: string[] }

const knownTransports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

export const checkNewPasskey = async (
  outside: Outside,
  boundTo: Buffer,
  answer: PasskeyAnswer,
): Promise<MadePasskey | null> => {
  const challenge = challengeIn(answer)
  if (!(await outside.anyone((db) => takeChallenge(db, boundTo, 'set_up', challenge)))) return null
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as never,
      expectedChallenge: challenge,
      expectedOrigin: outside.request.origin,
      expectedRPID: siteOf(outside.request),
      requireUserVerification: false,
      supportedAlgorithmIDs,
    })
    if (!verified) return null
    const { credential } = registrationInfo
    const made = {
      credential_id: bytes(credential.id),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((one) => knownTransports.has(one)),
    }
    // Longer than any real key: not stored, and refused rather than treated as a server error.
    return made.credential_id.length <= 1023 && made.public_key.length <= 2000 ? made : null
  } catch {
    return null
  }
}
