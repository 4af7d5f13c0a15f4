import { createECDH } from 'node:crypto'
import { Agent } from 'node:https'
import webPush from 'web-push'
import { HOUR } from '#platform/shared/time.ts'
import { pushKeyBytes } from './vault.ts'

export type PushKeys = { publicKey: string; privateKey: string }
/** What a browser hands out: where to send, and its keys. */
export type WebTarget = { endpoint: string; p256dh: string; auth: string }
export const appPlatforms = ['ios', 'android'] as const
/** The native app's, each with a push service of its maker. */
export type AppPlatform = (typeof appPlatforms)[number]
/** For the native app, `endpoint` is the token by which the maker of the phone knows it. */
export type PushTarget = ({ platform: 'web' } & WebTarget) | { platform: AppPlatform; endpoint: string }
export type Push = {
  /** At most this long may the push service keep it for a device that is off. */
  ttlSeconds: number
  urgent: boolean
  /** A later push of the same topic replaces one that was not delivered yet. */
  topic: string
  id: string
  title: string
  /** Names no shift, no place and no person. */
  text: string
}
/** `gone`: the browser no longer receives; `again`: worth another try. */
export type PushResult =
  | { kind: 'sent' }
  | { kind: 'gone' }
  /** This server has no access to the push service of the phone's maker. */
  | { kind: 'no_provider' }
  | { kind: 'again' | 'refused'; status: number }
export type SendPush = (target: PushTarget, push: Push) => Promise<PushResult>
export type SendToToken = (token: string, push: Push) => Promise<PushResult>
export type AppSenders = Readonly<Record<AppPlatform, SendToToken | null>>

/**
 * The push services of the browsers. Browsers name the address to send to, so without this list an account could make the server
 * call any machine it reaches.
 */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  /^[a-z0-9-]+\.notify\.windows\.com$/,
] as const

/** Whether the address belongs to a known push service, or to `besides`, which tests use. */
export const isPushService = (endpoint: string, besides: string | null = null): boolean => {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  if (besides !== null && url.host === besides) return true
  return url.port === '' && services.some((one) => (typeof one === 'string' ? one === url.host : one.test(url.host)))
}

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The key pair that identifies this installation to push services, derived from its secret: every process has the same. */
export const derivedPushKeys = (): PushKeys => {
  const scalar = (BigInt(`0x${pushKeyBytes().toString('hex')}`) % (P256_ORDER - 1n)) + 1n
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

/** Keys from the configuration, and a further host that counts as a push service; set once, at startup. */
let given: { keys: PushKeys | null; besides: string | null } = { keys: null, besides: null }
export const setPushIdentity = (to: typeof given): void => {
  given = to
}
export const pushIdentity = (): PushKeys & { besides: string | null } => ({
  ...(given.keys ?? derivedPushKeys()),
  besides: given.besides,
})

const TIMEOUT_MS = 10_000
/** A signature is good for twelve hours; making one for each push would take as long as encrypting it. */
const SIGNED_FOR_MS = HOUR

/** The header by which a push service knows this installation, signed again every hour. */
const createSigner = (subject: string, keys: PushKeys) => {
  const made = new Map<string, { header: string; at: number }>()
  return (endpoint: string): string => {
    const { origin } = new URL(endpoint)
    const before = made.get(origin)
    if (before && Math.abs(Date.now() - before.at) < SIGNED_FOR_MS) return before.header
    const { Authorization: header } = webPush.getVapidHeaders(
      ...([origin, subject, keys.publicKey, keys.privateKey, 'aes128gcm'] as const),
    )
    made.set(origin, { header, at: Date.now() })
    return header
  }
}

export type PushOptions = {
  /** A mailto: or https: address where push services reach the operator. */
  subject: string
  /** The certificate by which the further host is trusted. */
  ca?: string
}

/** Encrypted pushes to browsers, each signed for its push service. */
const createWebPush = ({ subject, ca }: PushOptions) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50, ...(ca ? { ca } : {}) })
  const { besides, ...keys } = pushIdentity()
  const sign = createSigner(subject, keys)
  return async ({ endpoint, p256dh, auth }: WebTarget, { id, title, text, ...push }: Push): Promise<PushResult> => {
    if (!isPushService(endpoint, besides)) return { kind: 'gone' }
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify({ id, title, text }), {
        headers: { Authorization: sign(endpoint) },
        TTL: push.ttlSeconds,
        urgency: push.urgent ? 'high' : 'normal',
        topic: push.topic,
        timeout: TIMEOUT_MS,
        contentEncoding: 'aes128gcm',
        agent,
      })
      return { kind: 'sent' }
    } catch (error) {
      const status = error instanceof webPush.WebPushError ? error.statusCode : 0
      if (status === 404 || status === 410) return { kind: 'gone' }
      return { kind: status === 0 || status === 429 || status >= 500 ? 'again' : 'refused', status }
    }
  }
}

/** Sends pushes to browsers, and to the native app on the platforms that have a sender. */
export const createPush = ({ app, ...options }: PushOptions & { app: AppSenders }): SendPush => {
  const toBrowser = createWebPush(options)
  return async (target, push) => {
    if (target.platform === 'web') return toBrowser(target, push)
    return (await app[target.platform]?.(target.endpoint, push)) ?? { kind: 'no_provider' }
  }
}
