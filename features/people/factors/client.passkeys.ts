import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiError } from '#platform/web/api.ts'
import { fetchWords } from '#platform/web/words.ts'
import type { PasskeyAnswer } from './contract.passkeys.ts'

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Whether this device can verify its user: fingerprint, face or PIN. */
export const checksItsHolder = async (): Promise<boolean> => {
  if (!hasPasskeys()) return false
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch {
    return false
  }
}

const putAwayKey = (personId: string) => `passkey-offer:${personId}`
/** "Not now" on this device; a closed storage forgets it. */
export const isOfferPutAway = (personId: string): boolean => {
  try {
    return localStorage.getItem(putAwayKey(personId)) !== null
  } catch {
    return false
  }
}
export const putOfferAway = (personId: string): void => {
  try {
    localStorage.setItem(putAwayKey(personId), 'declined')
  } catch {
    // The account still counts it.
  }
}

/** The browser's error when the person cancels, or when the device has no matching passkey. */
const asRefused = async (error: unknown): Promise<never> => {
  if (error instanceof ApiError) throw error
  await fetchWords('passkey_failed')
  throw new ApiError(401, { code: 'passkey_failed' })
}

type Options = { options: { challenge: string; [name: string]: unknown } }

export const showPasskey = async ({ options }: Options): Promise<PasskeyAnswer> => {
  const answer = await startAuthentication({ optionsJSON: options as never }).catch(asRefused)
  return { ...answer, response: { ...answer.response } }
}

export const makePasskey = async ({ options }: Options): Promise<PasskeyAnswer> => {
  const answer = await startRegistration({ optionsJSON: options as never }).catch(asRefused)
  return { ...answer, response: { ...answer.response } }
}
