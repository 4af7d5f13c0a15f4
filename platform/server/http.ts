import { randomBytes, randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { commonErrors, type Endpoint, type ErrorBody } from '#platform/shared/endpoint.ts'
import { BusyError, type Database } from './db.ts'
import { runExport } from './exports.ts'
import { failureOf } from './failures.ts'
import { lapseOf } from './lapse.ts'
import { checkOutput } from './output.ts'
import { Refusal, type RequestFacts, type Route, refuseField } from './route.ts'
import { entryOf, hashToken, insideEntryOf, runRead, runWrite } from './run.ts'
import { securityHeaders } from './security.ts'
import { sql } from './sql.ts'
import { readUpload, UploadRefused } from './uploads.ts'
import { noteUse } from './uses.ts'
import { packedFor, type VisitorPages } from './visitor-pages.ts'

export type HttpOptions = {
  database: Database
  routes: readonly Route[]
  /** The address people type, no path: `https://shifts.example.org`. Writes from any other origin are refused. */
  publicOrigin: string
  /** Other spellings of the same address (a loopback server has three). */
  otherOrigins?: readonly string[]
  trustProxy: boolean
  /** The vendor's own address, which is told of what a department asks of it; null tells nobody. */
  supportEmail?: () => string | null
  /** Tests and development: every answer is held against its schema before it leaves. */
  checkOutputs: boolean
  log: (line: Record<string, unknown>) => void
  /** The application's page, for every path that is not the API's; null where there is none. */
  applicationPage?: string | null
  /** Pages that are drawn ready-made, before the application's is thought of. */
  visitorPages?: VisitorPages
  /** True while the server drains: `/readyz` says no and connections close after their answer. */
  draining: () => boolean
}

export const sessionCookie = (origin: string) => (origin.startsWith('https:') ? '__Host-watchbill' : 'watchbill')
export const browserCookie = (origin: string) => (origin.startsWith('https:') ? '__Host-browser' : 'watchbill_browser')
const bodyLimit = 1_048_576

/** The HTTP server with the contract's routes mounted; static files, streams and pages are added by the caller. */
export const createHttp = (options: HttpOptions): FastifyInstance => {
  const app = Fastify({
    bodyLimit,
    // The one proxy in front: of several addresses it was told, the last is the one that it saw itself.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    // Who sends a request slower than this holds a connection and nothing else. An upload of 10 MB fits at 1 Mbit/s.
    requestTimeout: 120_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    genReqId: () => randomUUID(),
    logger: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An address that cannot be read names nothing.
    frameworkErrors: (_error, request, reply) => {
      sendRefusal(reply as FastifyReply, null, new Refusal('not_found'), String(request.id))
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string, refusePrototype))
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }))
    }
  })
  app.register(multipart)
  app.addHook('onRequest', async (request, reply) => {
    securityHeaders(reply, options.publicOrigin)
    reply.header('x-request-id', request.id)
    if (options.draining()) reply.header('connection', 'close')
  })
  app.setNotFoundHandler((request, reply) => answerUnknown(options, request, reply))
  app.setErrorHandler((error, request, reply) => answerError(options, request, reply, error))
  // After the multipart plugin, so that its decorations are there.
  app.after(() => {
    for (const route of options.routes) mount(app, options, route)
  })
  return app
}

/** A path that no route knows: a page for people, the API's own form for the rest. */
const answerUnknown = (options: HttpOptions, request: FastifyRequest, reply: FastifyReply) => {
  const path = request.url.split('?')[0] ?? '/'
  const isFile = /\.[a-z0-9]{2,5}$/i.test(path)
  const asked = request.method === 'GET' || request.method === 'HEAD'
  if (!options.applicationPage || path.startsWith('/api/') || !asked || isFile) {
    return sendRefusal(reply, null, new Refusal('not_found'))
  }
  const holdsSession = parseCookies(request.headers.cookie).has(sessionCookie(options.publicOrigin))
  const page = options.visitorPages?.(path, holdsSession) ?? 'application'
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
  if (typeof page === 'string') return reply.code(page === 'application' ? 200 : 404).send(options.applicationPage)
  // Who holds a session is shown the way into the application: another page under the same address.
  const { encoding, body } = packedFor(page, String(request.headers['accept-encoding'] ?? ''))
  if (encoding) reply.header('content-encoding', encoding)
  reply.header('vary', 'cookie, accept-encoding').header('content-security-policy', page.policy)
  return reply.code(page.status).send(body)
}

const refusePrototype = (key: string, value: unknown) => {
  if (key === '__proto__') throw new Error('forbidden key')
  return value
}

const mount = (app: FastifyInstance, options: HttpOptions, route: Route) => {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.upload ? Number.MAX_SAFE_INTEGER : (endpoint.limit ?? bodyLimit),
    handler: async (request, reply) => {
      const started = performance.now()
      try {
        await handle(options, route, request, reply)
      } catch (error) {
        await answerError(options, request, reply, error, route.endpoint)
      }
      options.log({
        call: endpoint.name,
        status: reply.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        request_id: request.id,
      })
      return reply
    },
  })
}

const handle = async (options: HttpOptions, route: Route, request: FastifyRequest, reply: FastifyReply) => {
  const { endpoint } = route
  const facts = factsOf(options, request, reply)
  if (endpoint.method !== 'GET') refuseCrossSite(options, request)
  if (endpoint.who !== 'anyone' && facts.token === null)
    return sendRefusal(reply, endpoint, new Refusal('not_signed_in'))
  // Nobody fills the memory with files who may not send any.
  if (endpoint.upload) await options.database.read(entryOf(endpoint, facts), sql`select 1`)
  const upload = endpoint.upload ? await readUpload(request, endpoint.limit ?? bodyLimit) : null
  const input = inputOf(endpoint, request, upload?.fields)
  const unstorable = findUnstorable(input, '', 0)
  if (unstorable !== null)
    return sendRefusal(reply, endpoint, refuseField(unstorable || 'body', 'Contains characters that cannot be stored.'))
  const parsed = endpoint.input.safeParse(input)
  if (!parsed.success) return sendRefusal(reply, endpoint, invalid(parsed.error))
  if (route.kind === 'read') {
    const rows = await runRead(options.database, route, parsed.data, facts)
    noteUse(options.database, endpoint, facts)
    return sendRead(options, route, rows, reply)
  }
  if (route.kind === 'export') {
    const { database } = options
    const plan = route.plan(parsed.data as never)
    const entry = plan.inside === undefined ? entryOf(endpoint, facts) : insideEntryOf(facts, plan.inside)
    const refusal = await runExport({ database, route, plan, input: parsed.data, facts, entry }, reply)
    if (!refusal) noteUse(database, endpoint, facts)
    return refusal ? sendRefusal(reply, endpoint, refusal) : reply
  }
  const key = endpoint.bookkeeping ? null : keyOf(request)
  if (key instanceof Refusal) return sendRefusal(reply, endpoint, key)
  const outcome = await runWrite(options.database, route, {
    input: parsed.data,
    file: upload?.file ?? null,
    facts,
    key,
  })
  if (outcome.session !== undefined)
    setCookie(reply, sessionCookie(options.publicOrigin), outcome.session, options.publicOrigin)
  if (outcome.replayed) reply.header('idempotent-replay', 'true')
  if (outcome.refusal) return sendRefusal(reply, endpoint, outcome.refusal)
  noteUse(options.database, endpoint, facts)
  if (options.checkOutputs && !outcome.replayed) checkOutput(endpoint, outcome.json)
  return sendJson(reply, 200, outcome.json)
}

const sendRead = async (
  options: HttpOptions,
  route: Extract<Route, { kind: 'read' }>,
  rows: Record<string, unknown>[],
  reply: FastifyReply,
) => {
  const { endpoint } = route
  if (route.answer) {
    const value = await route.answer(rows)
    if (value instanceof Refusal) return sendRefusal(reply, endpoint, value)
    return sendJson(reply, 200, JSON.stringify(endpoint.output.parse(value)))
  }
  const json = rows[0]?.json
  if (typeof json !== 'string') return sendRefusal(reply, endpoint, new Refusal('not_found'))
  if (options.checkOutputs) checkOutput(endpoint, json)
  return sendJson(reply, 200, json)
}

const factsOf = (options: HttpOptions, request: FastifyRequest, reply: FastifyReply): RequestFacts => {
  const cookies = parseCookies(request.headers.cookie)
  let browser = cookies.get(browserCookie(options.publicOrigin))
  if (!browser || !/^[A-Za-z0-9_-]{22}$/.test(browser)) {
    browser = randomBytes(16).toString('base64url')
    if (request.method !== 'GET') setCookie(reply, browserCookie(options.publicOrigin), browser, options.publicOrigin)
  }
  return {
    request_id: request.id,
    ip: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    browser_id: browser,
    token: tokenOf(options, request),
    origin: options.publicOrigin,
    support_email: options.supportEmail?.() ?? null,
  }
}

const tokenOf = (options: HttpOptions, request: FastifyRequest): Buffer | null => {
  // Who brings a bearer is that bearer or nobody: the cookie beside it would skip the question of its origin.
  const secret = bearerOf(request) ?? parseCookies(request.headers.cookie).get(sessionCookie(options.publicOrigin))
  return secret && /^[A-Za-z0-9_-]{43}$/.test(secret) ? hashToken(secret) : null
}

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
  // Twelve hours is the longest a session lives; the browser's id stays for a year.
  const age = value === null ? 0 : name === sessionCookie(origin) ? 43_200 : 31_536_000
  // Fastify appends: several cookies on one answer are several headers.
  reply.header('set-cookie', `${name}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`)
}

const bearerOf = (request: FastifyRequest): string | undefined =>
  request.headers.authorization?.match(/^Bearer (.*)$/)?.[1]

/** A write from a browser names its origin; one that names another, or none, is somebody else's page. A bearer has no cookie to abuse. */
const refuseCrossSite = (options: HttpOptions, request: FastifyRequest) => {
  if (bearerOf(request) !== undefined) return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin ?? ''
  const own = origin === options.publicOrigin || options.otherOrigins?.includes(origin)
  if (!own || (site !== undefined && site !== 'same-origin')) {
    throw new RefusalThrown(new Refusal('cross_site'))
  }
}

const inputOf = (endpoint: Endpoint, request: FastifyRequest, fields: Record<string, unknown> | undefined) => {
  const rest = endpoint.method === 'GET' ? request.query : (fields ?? request.body ?? {})
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) return rest
  return { ...rest, ...(request.params as object) }
}

const deepest = 40
/** Where a text stands that no database takes (a NUL byte, half a character), or nesting without end; null where nowhere. */
const findUnstorable = (value: unknown, path: string, depth: number): string | null => {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  if (depth > deepest) return path
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorable(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    if (found !== null) return found
  }
  return null
}

const keyOf = (request: FastifyRequest): string | Refusal => {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key
  return new Refusal('invalid_input', undefined, [
    { field: 'Idempotency-Key', message: 'A write carries a header Idempotency-Key of 8 to 100 characters.' },
  ])
}

const invalid = (error: z.ZodError): Refusal =>
  new Refusal(
    'invalid_input',
    undefined,
    error.issues.slice(0, 50).map((issue) => ({ field: issue.path.join('.') || 'body', message: issue.message })),
  )

/** A refusal on its way out of code that cannot return one. */
export class RefusalThrown extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

export const statusOf = (endpoint: Endpoint | null, code: string): number =>
  (endpoint?.errors as Record<string, number> | undefined)?.[code] ??
  (commonErrors as Record<string, number>)[code] ??
  500

const sendRefusal = (
  reply: FastifyReply,
  endpoint: Endpoint | null,
  refusal: Refusal,
  id = String(reply.request.id),
) => {
  const status = statusOf(endpoint, refusal.code)
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      message: refusal.fields?.map((f) => `${f.field}: ${f.message}`).join(' ') ?? refusal.code,
      ...(refusal.fields ? { fields: refusal.fields } : {}),
      ...(refusal.details ? { details: refusal.details } : {}),
      request_id: id,
    },
  }
  if (status === 503 || status === 429) reply.header('retry-after', '1')
  return sendJson(reply, status, JSON.stringify(body))
}

const sendJson = (reply: FastifyReply, status: number, json: string) =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json)

/** Says with it why the session is over, where that can be told. */
const tellEnd = async (options: HttpOptions, request: FastifyRequest, refusal: Refusal): Promise<Refusal> => {
  const token = tokenOf(options, request)
  const ended = token && (await lapseOf(options.database, token).catch(() => null))
  return ended ? new Refusal(refusal.code, { ended }) : refusal
}

const answerError = async (
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  endpoint: Endpoint | null = null,
) => {
  if (error instanceof RefusalThrown) return sendRefusal(reply, endpoint, error.refusal)
  if (error instanceof UploadRefused) {
    // What was announced and is not read would keep the connection waiting for it.
    reply.header('connection', 'close')
    return sendRefusal(reply, endpoint, error.refusal)
  }
  if (error instanceof BusyError) return sendRefusal(reply, endpoint, new Refusal('busy'))
  const failure = failureOf(error, endpoint?.feature)
  if (failure.code === 'not_signed_in') return sendRefusal(reply, endpoint, await tellEnd(options, request, failure))
  if (failure.code === 'internal') {
    options.log({
      level: 'error',
      request_id: request.id,
      call: endpoint?.name,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
  return sendRefusal(reply, endpoint, failure)
}
