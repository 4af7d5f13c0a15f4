import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { browserIdHeader, sessionHeader } from '#platform/shared/native-app.ts'
import { isFromNativeApp } from './native-app.ts'
import { hashToken } from './run.ts'

/** Who makes a request: the session's secret, the browser's id, and where the page came from. */

export const sessionCookie = (origin: string) => (origin.startsWith('https:') ? '__Host-watchbill' : 'watchbill')
const browserCookie = (origin: string) => (origin.startsWith('https:') ? '__Host-browser' : 'watchbill_browser')

export const parseCookies = (header: string | undefined): Map<string, string> => {
  const found = new Map<string, string>()
  for (const piece of (header ?? '').split(';')) {
    const at = piece.indexOf('=')
    if (at > 0) found.set(piece.slice(0, at).trim(), piece.slice(at + 1).trim())
  }
  return found
}

const setCookie = (reply: FastifyReply, name: string, value: string | null, origin: string) => {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  // A session lives at most twelve hours; the browser id lasts a year.
  const age = value === null ? 0 : name === sessionCookie(origin) ? 43_200 : 31_536_000
  // Fastify appends: several cookies become several headers.
  reply.header('set-cookie', `${name}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`)
}

const bearerOf = (request: FastifyRequest): string | undefined =>
  request.headers.authorization?.match(/^Bearer (.*)$/)?.[1]

/**
 * A request with a bearer token is judged by it alone; falling back to the cookie would bypass the origin check. The native app has
 * no cookie, so one in its request was not set by it.
 */
export const tokenOf = (origin: string, request: FastifyRequest): Buffer | null => {
  const secret =
    bearerOf(request) ??
    (isFromNativeApp(request) ? undefined : parseCookies(request.headers.cookie).get(sessionCookie(origin)))
  return secret && /^[A-Za-z0-9_-]{43}$/.test(secret) ? hashToken(secret) : null
}

/** The browser's random id. A browser keeps it in a cookie, the native app sends its own. */
export const browserIdOf = (origin: string, request: FastifyRequest, reply: FastifyReply): string => {
  const native = isFromNativeApp(request)
  const sent = native
    ? request.headers[browserIdHeader]?.toString()
    : parseCookies(request.headers.cookie).get(browserCookie(origin))
  if (sent && /^[A-Za-z0-9_-]{22}$/.test(sent)) return sent
  const made = randomBytes(16).toString('base64url')
  if (!native && request.method !== 'GET') setCookie(reply, browserCookie(origin), made, origin)
  return made
}

/** Hands over the secret of a new session, or takes back the old one: as a cookie, which no script can read, except in the native app. */
export const giveSession = (origin: string, request: FastifyRequest, reply: FastifyReply, secret: string | null) => {
  if (isFromNativeApp(request)) reply.header(sessionHeader, secret ?? '')
  else setCookie(reply, sessionCookie(origin), secret, origin)
}

/**
 * Browser writes must send our origin; any other, or none, means another site's page. Bearer tokens and the native app are exempt:
 * there is no cookie to abuse.
 */
export const isCrossSite = (own: readonly string[], request: FastifyRequest): boolean => {
  if (bearerOf(request) !== undefined || isFromNativeApp(request)) return false
  const site = request.headers['sec-fetch-site']
  return !own.includes(request.headers.origin ?? '') || (site !== undefined && site !== 'same-origin')
}
