import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceClockHeader } from '#platform/shared/device-clock.ts'
import { sentAsHeader, signedOutHeader } from '#platform/shared/endpoint.ts'
import { catchUpHeader, readSinceHeader } from '#platform/shared/live.ts'
import { browserIdHeader, sessionHeader } from '#platform/shared/native-app.ts'
import { type AppPlatform, appPlatforms } from './push.ts'

/** Where the native app's page comes from: the app itself, on iOS and on Android (docs/decisions/0233). */
export const nativeOrigins = ['capacitor://localhost', 'https://localhost'] as const

/** The platforms whose apps may call. */
export const admittedApps = (origins: readonly string[]): AppPlatform[] =>
  appPlatforms.filter((_, at) => origins.includes(nativeOrigins[at] ?? ''))

let allowed: ReadonlySet<string> = new Set()
/** None unless set: then no page but the server's own may read an answer. */
export const setNativeOrigins = (origins: readonly string[]): void => {
  allowed = new Set(origins)
}

/** Whether the native app made this request. Its cookies don't count: it proves its session with a bearer token. */
export const isFromNativeApp = (request: FastifyRequest): boolean => allowed.has(request.headers.origin ?? '')

const readable = [
  sessionHeader,
  catchUpHeader,
  readSinceHeader,
  'content-disposition',
  'idempotent-replay',
  'retry-after',
  'x-request-id',
]
const sendable = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  browserIdHeader,
  deviceClockHeader,
  readSinceHeader,
  sentAsHeader,
  signedOutHeader,
]

/**
 * Lets the native app's page read answers of the API, without cookies. Returns whether the request was only the browser's question
 * if it may, which needs no other answer.
 */
export const admitNativeApp = (request: FastifyRequest, reply: FastifyReply): boolean => {
  if (allowed.size === 0 || !request.url.startsWith('/api/')) return false
  reply.header('vary', 'origin')
  if (!isFromNativeApp(request)) return false
  reply.header('access-control-allow-origin', request.headers.origin)
  if (request.method !== 'OPTIONS') {
    reply.header('access-control-expose-headers', readable.join(', '))
    return false
  }
  reply
    .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
    .header('access-control-allow-headers', sendable.join(', '))
    .header('access-control-max-age', '7200')
  return true
}
