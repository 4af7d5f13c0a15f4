import { generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { ApnsConfig } from './push-apns.ts'
import type { FcmConfig } from './push-fcm.ts'

/** The push services of Google and Apple on this machine, for tests: they check every signature and keep what they were sent. */
type Claims = Record<string, unknown>

/** The claims of a token, if its signature is right; null otherwise. */
const claimsOf = (jwt: string, alg: string, key: KeyObject): (Claims & { kid: unknown }) | null => {
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  try {
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Claims
    const given = { key, dsaEncoding: 'ieee-p1363' as const }
    const good = verify('sha256', Buffer.from(`${head}.${claims}`), given, Buffer.from(signature, 'base64url'))
    if (!good || header.alg !== alg) return null
    return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims), kid: header.kid }
  } catch {
    return null
  }
}

const isRecent = (at: unknown): boolean => typeof at === 'number' && Math.abs(at - Date.now() / 1000) < 3600

export type AppAnswer = { status: number; body?: unknown }
export type ReceivedAppPush = { token: string; headers: Record<string, string>; body: Record<string, unknown> }

const readBody = async (request: AsyncIterable<unknown>): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

export const unregistered: AppAnswer = {
  status: 404,
  body: { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } },
}

/** Firebase: a token for a good signature of the service account, and pushes with such a token alone. */
export const startFcm = async (answer: (token: string) => AppAnswer = () => ({ status: 200 })) => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const received: ReceivedAppPush[] = []
  const access = new Set<string>()
  const state = { asked: 0, refused: 0, tokenStatus: 200, expiresIn: 3600 }
  let origin = ''
  const giveAccess = (form: URLSearchParams): AppAnswer => {
    state.asked += 1
    const claims = claimsOf(form.get('assertion') ?? '', 'RS256', pair.publicKey)
    const good =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      claims?.iss === 'pusher@project-1.example' &&
      claims.aud === `${origin}/token` &&
      claims.scope === 'https://www.googleapis.com/auth/firebase.messaging' &&
      claims.kid === 'key-1' &&
      isRecent(claims.iat) &&
      Number(claims.exp) - Number(claims.iat) <= 3600
    if (!good || state.tokenStatus !== 200)
      return { status: good ? state.tokenStatus : 400, body: { error: 'invalid_grant' } }
    const token = randomBytes(20).toString('hex')
    access.add(token)
    return { status: 200, body: { access_token: token, expires_in: state.expiresIn, token_type: 'Bearer' } }
  }
  const server = createServer(async (request, response) => {
    const text = await readBody(request)
    const say = ({ status, body = {} }: AppAnswer) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/token') return void say(giveAccess(new URLSearchParams(text)))
    const { authorization = '' } = request.headers
    if (request.url !== '/v1/projects/project-1/messages:send') return void say({ status: 404 })
    if (!access.has(authorization.replace(/^Bearer /, ''))) {
      state.refused += 1
      return void say({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } })
    }
    const { message } = JSON.parse(text) as { message: { token: string } & Record<string, unknown> }
    received.push({ token: message.token, headers: {}, body: message })
    say(answer(message.token))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config: FcmConfig = {
    ...{ url: origin, project: 'project-1', account: 'pusher@project-1.example', tokenUrl: `${origin}/token` },
    ...{ key: pair.privateKey, keyId: 'key-1' },
  }
  return {
    config,
    received,
    state,
    /** Tokens given so far are no longer good. */
    forget: () => access.clear(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The provider token, if Apple would take it. */
const isProvider = (provider: string, key: KeyObject): boolean => {
  const claims = claimsOf(provider, 'ES256', key)
  return claims?.iss === 'ABCDE12345' && claims.kid === 'KEY1234567' && isRecent(claims.iat)
}

/** Everything that is connected, to be ended. */
const watch = (server: Http2Server) => {
  const [sessions, sockets] = [new Set<ServerHttp2Session>(), new Set<Socket>()]
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  return { sessions, sockets }
}

/** Apple over HTTP/2: pushes with a good provider token for the app's bundle alone. */
export const startApns = async (answer: (token: string) => AppAnswer = () => ({ status: 200 })) => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const received: ReceivedAppPush[] = []
  const providers = new Set<string>()
  const state = { connections: 0, refused: 0, silent: false }
  const server = createHttp2Server()
  const { sessions, sockets } = watch(server)
  server.on('session', () => {
    state.connections += 1
  })
  server.on('stream', async (stream, headers) => {
    const text = await readBody(stream)
    if (state.silent) return stream.destroy()
    const say = ({ status, body }: AppAnswer) => {
      stream.respond({ ':status': status })
      stream.end(body === undefined ? undefined : JSON.stringify(body))
    }
    const provider = String(headers.authorization).replace(/^bearer /, '')
    if (!isProvider(provider, pair.publicKey)) {
      state.refused += 1
      return say({ status: 403, body: { reason: 'InvalidProviderToken' } })
    }
    providers.add(provider)
    const [, token = ''] = /^\/3\/device\/([0-9a-f]+)$/.exec(String(headers[':path'])) ?? []
    if (headers['apns-topic'] !== 'org.example.watchbill' || headers[':method'] !== 'POST')
      return say({ status: 400, body: { reason: 'DeviceTokenNotForTopic' } })
    const kept = Object.entries(headers).filter(([name]) => name.startsWith('apns-'))
    const named = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
    received.push({ token, headers: named, body: JSON.parse(text) as Claims })
    say(answer(token))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const config: ApnsConfig = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ team: 'ABCDE12345', bundle: 'org.example.watchbill', keyId: 'KEY1234567', key: pair.privateKey },
  }
  return {
    config,
    received,
    state,
    /** How many provider tokens it has seen. */
    providers,
    /** Ends every connection, as Apple does from time to time. */
    hangUp: () => {
      for (const session of sessions) session.close()
    },
    /** The network fails: no word of an end. */
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const session of sessions) session.destroy()
      server.close()
    },
  }
}

/** A token as the platform makes it. */
export const makeToken = {
  ios: () => randomBytes(32).toString('hex'),
  android: () => `${randomBytes(11).toString('base64url')}:APA91b${randomBytes(100).toString('base64url')}`,
}
