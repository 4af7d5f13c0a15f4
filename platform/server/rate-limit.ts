import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { commonErrors, type ErrorBody } from '#platform/shared/endpoint.ts'
import { MINUTE } from '#platform/shared/time.ts'
import type { Route } from './route.ts'

const windowMs = MINUTE
/** Maximum sources counted at once; beyond it the count restarts, so that memory stays bounded. */
const most = 200_000

/** One household's or office's address block counts as one source. */
export const sourceOf = (ip: string): string => {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const middle = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...middle, ...right].slice(0, 4).join(':')
}

/**
 * Limits each source to `perMinute` anonymous calls of one kind per minute: beyond that, 429 with the seconds to wait. Counts in
 * memory, per process. Call right after `createHttp`, before routes are mounted.
 */
export const limitAnonymous = (
  app: FastifyInstance,
  routes: readonly Route[],
  perMinute: number,
  /** Calls outside the contract: `GET /path/:name`. */
  besides: readonly string[] = [],
): void => {
  const anonymous = new Set([
    ...routes.filter((r) => r.endpoint.who === 'anyone').map((r) => `${r.endpoint.method} ${r.endpoint.path}`),
    ...besides,
  ])
  const counts = new Map<string, number>()
  let began = Date.now()
  app.addHook('onRequest', async (request, reply) => {
    // HEAD runs what GET runs.
    const call = `${request.method === 'HEAD' ? 'GET' : request.method} ${request.routeOptions.url}`
    if (!anonymous.has(call)) return
    const now = Date.now()
    if (now - began >= windowMs || counts.size >= most) {
      counts.clear()
      began = now
    }
    const key = `${sourceOf(request.ip)} ${call}`
    const made = (counts.get(key) ?? 0) + 1
    counts.set(key, made)
    if (made <= perMinute) return
    const body: ErrorBody = { error: { code: 'too_many', message: 'too_many', request_id: request.id } }
    return reply
      .code(commonErrors.too_many)
      .header('retry-after', String(Math.max(1, Math.ceil((began + windowMs - now) / 1000))))
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  })
}

/** Whether a key may continue: at most `perMinute` times a minute, counted in memory, per process. */
export const makeLimit = (perMinute: number): ((key: string) => boolean) => {
  const counts = new Map<string, number>()
  let began = Date.now()
  return (key) => {
    if (Date.now() - began >= windowMs || counts.size >= most) {
      counts.clear()
      began = Date.now()
    }
    const made = (counts.get(key) ?? 0) + 1
    counts.set(key, made)
    return made <= perMinute
  }
}
