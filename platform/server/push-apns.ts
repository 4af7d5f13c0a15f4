import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { MINUTE } from '#platform/shared/time.ts'
import { signJwt } from './jwt.ts'
import type { Push, PushResult, SendToToken } from './push.ts'

/** The Apple Push Notification service over HTTP/2, with a token that this server signs: pushes to iPhones and iPads. */
export type ApnsConfig = {
  url: string
  team: string
  /** The app's bundle, which Apple calls the topic. */
  bundle: string
  keyId: string
  key: KeyObject
}

const TIMEOUT_MS = 10_000
/** Apple refuses a token that is older than an hour, and a new one within 20 minutes. */
const SIGNED_FOR_MS = 50 * MINUTE
const IDLE_MS = 10 * MINUTE

const createSigner = ({ team, keyId, key }: ApnsConfig) => {
  let made: { token: string; at: number } | null = null
  return {
    token: (): string => {
      if (!made || Math.abs(Date.now() - made.at) >= SIGNED_FOR_MS) {
        const claims = { iss: team, iat: Math.floor(Date.now() / 1000) }
        made = { token: signJwt({ alg: 'ES256', kid: keyId }, claims, key), at: Date.now() }
      }
      return made.token
    },
    drop: (token: string): void => {
      if (made?.token === token) made = null
    },
  }
}

/** One connection for all pushes, made again after Apple or the network has ended it. */
const createConnection = (url: string) => {
  let current: Promise<ClientHttp2Session> | null = null
  const open = async (forget: () => void): Promise<ClientHttp2Session> => {
    const session = connect(url)
    session.on('error', forget)
    session.on('goaway', forget)
    session.on('close', forget)
    session.setTimeout(IDLE_MS, () => session.close())
    // Apple admits one request at a time until the first token was good, which its settings say.
    await once(session, 'remoteSettings', { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
      session.destroy()
      throw error
    })
    // Waiting for pushes keeps no process alive.
    session.unref()
    return session
  }
  return (): Promise<ClientHttp2Session> => {
    if (current) return current
    const opening: Promise<ClientHttp2Session> = open(() => {
      if (current === opening) current = null
    })
    current = opening
    opening.catch(() => {
      if (current === opening) current = null
    })
    return opening
  }
}

type Answer = { status: number; reason: string }

const readAnswer = (stream: ClientHttp2Stream): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let status = 0
    let text = ''
    stream.setEncoding('utf8')
    stream.setTimeout(TIMEOUT_MS, () => {
      // Nothing comes back: the connection may be dead, so the next push makes another.
      stream.session?.destroy()
      reject(new Error('no answer'))
    })
    stream.on('response', (headers) => {
      status = Number(headers[':status'])
    })
    stream.on('data', (part: string) => {
      if (text.length < 10_000) text += part
    })
    stream.on('error', reject)
    stream.on('close', () => {
      let reason: unknown = ''
      try {
        reason = (JSON.parse(text) as { reason?: unknown }).reason
      } catch {
        // Accepted pushes have no text.
      }
      if (status === 0) reject(new Error('closed without an answer'))
      else resolve({ status, reason: typeof reason === 'string' ? reason : '' })
    })
  })

const headersOf = ({ bundle }: ApnsConfig, token: string, bearer: string, push: Push) => ({
  ':method': 'POST',
  ':path': `/3/device/${token}`,
  authorization: `bearer ${bearer}`,
  'content-type': 'application/json',
  'apns-topic': bundle,
  'apns-push-type': 'alert',
  'apns-priority': push.urgent ? '10' : '5',
  'apns-expiration': String(push.ttlSeconds === 0 ? 0 : Math.floor(Date.now() / 1000) + push.ttlSeconds),
  // A push that is sent again replaces the first one on the screen.
  'apns-collapse-id': push.topic,
})

const bodyOf = ({ id, title, text }: Push): string =>
  JSON.stringify({ aps: { alert: { title, body: text }, sound: 'default' }, id })

const resultOf = ({ status, reason }: Answer): PushResult => {
  if (status === 200) return { kind: 'sent' }
  if (status === 410 || reason === 'BadDeviceToken') return { kind: 'gone' }
  const again = status === 429 || status >= 500 || reason === 'ExpiredProviderToken'
  return { kind: again ? 'again' : 'refused', status }
}

export const createApns = (config: ApnsConfig): SendToToken => {
  const signer = createSigner(config)
  const connection = createConnection(config.url)
  return async (token, push) => {
    try {
      const session = await connection()
      const bearer = signer.token()
      const stream = session.request(headersOf(config, token, bearer, push))
      stream.end(bodyOf(push))
      const answer = await readAnswer(stream)
      if (answer.reason === 'ExpiredProviderToken') signer.drop(bearer)
      return resultOf(answer)
    } catch {
      return { kind: 'again', status: 0 }
    }
  }
}
