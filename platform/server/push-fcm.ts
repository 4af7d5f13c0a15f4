import type { KeyObject } from 'node:crypto'
import { androidChannel } from '#platform/shared/native-app.ts'
import { HOUR } from '#platform/shared/time.ts'
import { signJwt } from './jwt.ts'
import type { Push, PushResult, SendToToken } from './push.ts'

/** Firebase Cloud Messaging, HTTP v1: pushes to Android. */
export type FcmConfig = {
  url: string
  project: string
  /** The service account, and the address where its signature is exchanged for an access token. */
  account: string
  tokenUrl: string
  key: KeyObject
  keyId: string
}

const TIMEOUT_MS = 10_000
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** An access token is renewed this long before it expires. */
const EARLY_MS = 120_000

type Answer = { status: number; body: Record<string, unknown> }
const post = async (url: string, headers: Record<string, string>, body: string): Promise<Answer> => {
  const response = await fetch(url, {
    ...{ method: 'POST', headers, body, redirect: 'manual' as const },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = (await response.text()).slice(0, 20_000)
  let answer: unknown = null
  try {
    answer = JSON.parse(text)
  } catch {
    // Not JSON: the status says what became of it.
  }
  const isObject = typeof answer === 'object' && answer !== null
  return { status: response.status, body: isObject ? (answer as Record<string, unknown>) : {} }
}

const failed = (status: number): PushResult => ({
  kind: status === 0 || status === 401 || status === 429 || status >= 500 ? 'again' : 'refused',
  status,
})

class NoToken extends Error {
  readonly status: number
  constructor(status: number) {
    super(`no access token: ${status}`)
    this.status = status
  }
}

/** The service account's access token: asked for once for all pushes, and kept until shortly before it expires. */
const createAccess = ({ account, tokenUrl, key, keyId }: FcmConfig) => {
  let kept: { token: string; until: number } | null = null
  let asking: Promise<string> | null = null
  const ask = async (): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: account, scope: SCOPE, aud: tokenUrl, iat: now, exp: now + 3600 }
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signJwt({ alg: 'RS256', kid: keyId }, claims, key),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await post(tokenUrl, headers, form.toString())
    const { access_token: token, expires_in: seconds } = body
    if (status !== 200 || typeof token !== 'string') throw new NoToken(status === 200 ? 0 : status)
    const lasts = typeof seconds === 'number' ? seconds * 1000 : HOUR
    kept = { token, until: Date.now() + lasts - EARLY_MS }
    return token
  }
  return {
    get: (): Promise<string> => {
      if (kept && kept.until > Date.now()) return Promise.resolve(kept.token)
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
    /** Google refused this token: the next push asks for another. */
    drop: (token: string): void => {
      if (kept?.token === token) kept = null
    },
  }
}

const messageOf = (token: string, { id, title, text, ttlSeconds, urgent, topic }: Push) => ({
  message: {
    token,
    notification: { title, body: text },
    data: { id },
    android: {
      priority: urgent ? 'HIGH' : 'NORMAL',
      ttl: `${ttlSeconds}s`,
      collapse_key: topic,
      // A push that is sent again replaces the first one on the screen.
      notification: { channel_id: androidChannel, tag: topic, default_sound: true },
    },
  },
})

/** Google's word for a token whose app was removed or that was replaced; a wrong project is refused with 404 too. */
const isGone = ({ body }: Answer): boolean => {
  const { details } = (body.error ?? {}) as { details?: unknown }
  return Array.isArray(details) && details.some((one) => (one as { errorCode?: unknown })?.errorCode === 'UNREGISTERED')
}

export const createFcm = (config: FcmConfig): SendToToken => {
  const access = createAccess(config)
  const url = `${config.url}/v1/projects/${config.project}/messages:send`
  return async (token, push) => {
    try {
      const bearer = await access.get()
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
      const answer = await post(url, headers, JSON.stringify(messageOf(token, push)))
      if (answer.status >= 200 && answer.status < 300) return { kind: 'sent' }
      if (isGone(answer)) return { kind: 'gone' }
      if (answer.status === 401) access.drop(bearer)
      return failed(answer.status)
    } catch (error) {
      return failed(error instanceof NoToken ? error.status : 0)
    }
  }
}
