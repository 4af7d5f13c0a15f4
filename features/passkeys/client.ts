import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiError } from '#platform/web/api.ts'
import { fetchWords } from '#platform/web/words.ts'
import type { PasskeyAnswer } from './contract.ts'

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** What the browser says when the person pressed "cancel", or when nothing on the device fits. */
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
