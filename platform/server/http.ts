import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { deviceClockHeader, readDeviceClock } from '#platform/shared/device-clock.ts'
import {
  commonErrors,
  type Endpoint,
  type ErrorBody,
  sentAsHeader,
  signedOutHeader,
} from '#platform/shared/endpoint.ts'
import { commonMessages, type Words, withDetails } from '#platform/shared/refusals.ts'
import { browserIdOf, giveSession, isCrossSite, parseCookies, sessionCookie, tokenOf } from './caller.ts'
import type { Database } from './db.ts'
import { BusyError } from './db-turns.ts'
import type { EarlyPages } from './early-pages.ts'
import { runExport } from './exports.ts'
import { failureOf } from './failures.ts'
import { withFirstReads } from './first-reads.ts'
import { readInput } from './input.ts'
import { lapseOf } from './lapse.ts'
import { admitNativeApp, isFromNativeApp } from './native-app.ts'
import { checkOutput } from './output.ts'
import { Refusal, type RequestFacts, type Route, refuseField } from './route.ts'
import { entryOf, insideEntryOf, mayMake, runRead, runWrite } from './run.ts'
import { securityHeaders } from './security.ts'
import { sql } from './sql.ts'
import { noteFailure, traceRequests } from './tracing.ts'
import { type TroubleLog, troubleOf } from './trouble.ts'
import { readUpload, UploadRefused } from './uploads.ts'
import { noteUse } from './uses.ts'
import { type DepartmentPage, packedFor, type VisitorPages } from './visitor-pages.ts'

export type HttpOptions = {
  database: Database
  routes: readonly Route[]
  /** The public address, without a path: `https://shifts.example.org`. Writes from any other origin are refused. */
  publicOrigin: string
  /** Other spellings of the same address (a loopback server has three). */
  otherOrigins?: readonly string[]
  trustProxy: boolean
  /** The vendor's address for departments' requests; null sends no email. */
  supportEmail?: () => string | null
  /** Tests and development: checks every response against its schema before sending it. */
  checkOutputs: boolean
  log: (line: Record<string, unknown>) => void
  /** Logs trouble of the database with its cause. */
  trouble?: TroubleLog
  /** True while the database is not safe to serve from: every call is refused. */
  closed?: () => boolean
  /** User-facing text per error code; the common codes are built in. */
  words?: Readonly<Record<string, Words>>
  /** The application's page for a path outside the API; null if there is none. */
  applicationPage?: ((path: string) => string) | null
  /** Prerendered pages, tried before the application's page. */
  visitorPages?: VisitorPages
  /** Whether a department has this address; if not, its pages return 404. */
  isDepartment?: (department: DepartmentPage['department']) => Promise<boolean>
  /** For visitors without a session: the application's page with the sign-in already in it. */
  earlyPages?: EarlyPages
  /** For people with a session: what the screen at a path reads first. */
  firstReads?: Readonly<Record<string, readonly string[]>>
  /** True while the server drains: `/readyz` fails and connections close after their response. */
  draining: () => boolean
}

const bodyLimit = 1_048_576
/** Marks a body that is not JSON. */
const broken = Symbol('broken')

/** The HTTP server with the contract's routes; the caller adds static files, streams and pages. */
export const createHttp = (options: HttpOptions): FastifyInstance => {
  const app = Fastify({
    bodyLimit,
    // Trusts the one proxy in front: of several forwarded addresses, only the last is one that it saw itself.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    // Slow clients tie up one connection, nothing more. A 10 MB upload fits at 1 Mbit/s.
    requestTimeout: 120_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    genReqId: () => randomUUID(),
    logger: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The URL is malformed, so it names nothing.
    frameworkErrors: (_error, request, reply) => {
      securityHeaders(reply as FastifyReply, options.publicOrigin)
      sendRefusal(reply as FastifyReply, null, new Refusal('not_found'), String(request.id))
    },
  })
  wordsOf.set(app.server, options.words ?? {})
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string, refusePrototype))
    } catch {
      // Reported only after the caller has been authenticated.
      done(null, broken)
    }
  })
  app.register(multipart)
  traceRequests(app, options.trustProxy)
  app.addHook('onRequest', async (request, reply) => {
    securityHeaders(reply, options.publicOrigin)
    reply.header('x-request-id', request.id)
    if (options.draining()) reply.header('connection', 'close')
    if (admitNativeApp(request, reply)) return reply.code(204).send()
    if (options.closed?.() && request.url.startsWith('/api/'))
      return sendRefusal(reply, null, new Refusal('out_of_service'))
  })
  app.setNotFoundHandler((request, reply) => answerUnknown(options, request, reply))
  app.setErrorHandler((error, request, reply) => answerError(options, request, reply, error))
  // After the multipart plugin, because routes need its decorations.
  app.after(() => {
    for (const route of options.routes) mount(app, options, route)
  })
  return app
}

/** Unknown path: a page for people, an API error for everything else. */
const answerUnknown = async (options: HttpOptions, request: FastifyRequest, reply: FastifyReply) => {
  const path = request.url.split('?')[0] ?? '/'
  const isFile = /\.[a-z0-9]{2,5}$/i.test(path)
  const asked = request.method === 'GET' || request.method === 'HEAD'
  if (!options.applicationPage || path.startsWith('/api/') || !asked || isFile) {
    return sendRefusal(reply, null, new Refusal('not_found'))
  }
  const holdsSession = parseCookies(request.headers.cookie).has(sessionCookie(options.publicOrigin))
  const found = options.visitorPages?.(path, holdsSession) ?? 'application'
  const page = typeof found === 'object' && 'department' in found ? await departmentPage(options, found) : found
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
  const sent = page === 'application' ? await earlyPage(options, request, path, holdsSession) : page
  if (typeof sent === 'string') {
    const plain = options.applicationPage(path)
    const opened = holdsSession && request.headers['sec-fetch-dest'] === 'document'
    const first = opened ? await withFirstReads(request, options.firstReads?.[path] ?? [], plain) : null
    if (first) reply.header('cache-control', 'no-store')
    return reply.code(sent === 'application' ? 200 : 404).send(first ?? plain)
  }
  // Visitors with a session get another page at the same address, with a link into the application.
  const { encoding, body } = packedFor(sent, String(request.headers['accept-encoding'] ?? ''))
  if (encoding) reply.header('content-encoding', encoding)
  reply.header('vary', 'cookie, sec-fetch-dest, accept-encoding').header('content-security-policy', sent.policy)
  return reply.code(sent.status).send(body)
}

/**
 * The application's page with the sign-in in it. A worker stores the application's page, and shows it to people with a session too: only a
 * page that is opened brings a sign-in. If that fails, the application draws the page itself, and reports what the cause was.
 */
const earlyPage = async (options: HttpOptions, request: FastifyRequest, path: string, holdsSession: boolean) => {
  if (holdsSession || request.headers['sec-fetch-dest'] !== 'document') return 'application'
  return (await options.earlyPages?.(path).catch(() => null)) ?? 'application'
}

/** Looks the department up in the database; if that fails, the application reports the problem. */
const departmentPage = async (options: HttpOptions, { department, otherwise }: DepartmentPage) => {
  const there = (await options.isDepartment?.(department).catch(() => true)) ?? true
  return there ? 'application' : otherwise
}

const refusePrototype = (key: string, value: unknown) => {
  if (key === '__proto__') throw new Error('forbidden key')
  return value
}

/** One for all, as each of its own would take a trace of the calls. */
const full = new BusyError('callers wait too long for a connection')

const mount = (app: FastifyInstance, options: HttpOptions, route: Route) => {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { call: endpoint.name },
    bodyLimit: endpoint.upload ? Number.MAX_SAFE_INTEGER : (endpoint.limit ?? bodyLimit),
    // Before the body is read: under overload, refusing must cost less than serving.
    onRequest: async (request, reply) => {
      if (endpoint.method !== 'GET' && options.database.isFull())
        return answerError(options, request, reply, full, endpoint)
    },
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
  if (endpoint.method !== 'GET' && isCrossSite([options.publicOrigin, ...(options.otherOrigins ?? [])], request))
    return sendRefusal(reply, endpoint, new Refusal('cross_site'))
  // Forms are for file uploads only; without an upload nothing in them would be read.
  if (endpoint.method !== 'GET' && !endpoint.upload && request.isMultipart())
    return sendRefusal(reply, endpoint, new Refusal('wrong_type'))
  if (endpoint.who !== 'anyone' && facts.token === null)
    return sendRefusal(reply, endpoint, new Refusal('not_signed_in'))
  // Checks the caller's rights first, so that no one else can fill memory with uploads.
  if (endpoint.upload) await options.database.read(entryOf(endpoint, facts), sql`select 1`)
  const upload = endpoint.upload ? await readUpload(request, endpoint.limit ?? bodyLimit) : null
  const parsed =
    request.body === broken
      ? refuseField('body', 'The body is not JSON.')
      : readInput(endpoint, inputOf(endpoint, request, upload?.fields))
  const key = endpoint.method === 'GET' || endpoint.bookkeeping || endpoint.file ? null : keyOf(request)
  const refused = async (refusal: Refusal) => {
    // Callers without the right to make the call get that answer, whatever the input.
    await mayMake(options.database, route, facts)
    return sendRefusal(reply, endpoint, refusal)
  }
  if (parsed instanceof Refusal) return refused(parsed)
  if (key instanceof Refusal) return refused(key)
  if (route.kind === 'read') {
    const found = await runRead(options.database, route, parsed.data, facts)
    noteUse(options.database, endpoint, facts)
    return sendRead(options, route, found, reply)
  }
  if (route.kind === 'export') {
    const { database } = options
    const plan = route.plan(parsed.data as never)
    const entry = plan.inside === undefined ? entryOf(endpoint, facts) : insideEntryOf(facts, plan.inside)
    const refusal = await runExport({ database, route, plan, input: parsed.data, facts, entry }, reply)
    if (!refusal) noteUse(database, endpoint, facts)
    return refusal ? sendRefusal(reply, endpoint, refusal) : reply
  }
  const outcome = await runWrite(options.database, route, {
    input: parsed.data,
    file: upload?.file ?? null,
    facts,
    key,
  })
  if (outcome.session !== undefined) giveSession(options.publicOrigin, request, reply, outcome.session)
  if (outcome.replayed) reply.header('idempotent-replay', 'true')
  if (outcome.refusal) return sendRefusal(reply, endpoint, outcome.refusal)
  noteUse(options.database, endpoint, facts)
  if (options.checkOutputs && !outcome.replayed) checkOutput(endpoint, outcome.json)
  return sendJson(reply, 200, outcome.json)
}

const sendRead = async (
  options: HttpOptions,
  route: Extract<Route, { kind: 'read' }>,
  { rows, shared }: Awaited<ReturnType<typeof runRead>>,
  reply: FastifyReply,
) => {
  const { endpoint } = route
  if (route.answer) {
    const value = await route.answer(rows, shared?.value())
    if (value instanceof Refusal) return sendRefusal(reply, endpoint, value)
    return sendJson(reply, 200, JSON.stringify(endpoint.output.parse(value)))
  }
  const json = rows[0]?.json
  if (typeof json !== 'string') return sendRefusal(reply, endpoint, new Refusal('not_found'))
  const whole = shared ? withOwn(shared.bytes, json) : json
  if (options.checkOutputs) checkOutput(endpoint, String(whole))
  return sendJson(reply, 200, whole)
}

/** One object from two: the shared bytes are copied and never parsed. */
const withOwn = (shared: Buffer, own: string): Buffer =>
  Buffer.concat([shared.subarray(0, shared.lastIndexOf('}')), Buffer.from(`,${own.slice(own.indexOf('{') + 1)}`)])

const factsOf = (options: HttpOptions, request: FastifyRequest, reply: FastifyReply): RequestFacts => ({
  request_id: request.id,
  ip: request.ip,
  user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  browser_id: browserIdOf(options.publicOrigin, request, reply),
  token: tokenOf(options.publicOrigin, request),
  sent_as: request.headers[sentAsHeader]?.toString() ?? null,
  device: readDeviceClock(request.headers[deviceClockHeader]?.toString()),
  origin: options.publicOrigin,
  support_email: options.supportEmail?.() ?? null,
})

const inputOf = (endpoint: Endpoint, request: FastifyRequest, fields: Record<string, unknown> | undefined) => {
  const rest = endpoint.method === 'GET' ? request.query : (fields ?? request.body ?? {})
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) return rest
  return { ...rest, ...(request.params as object) }
}

const keyOf = (request: FastifyRequest): string | Refusal => {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key
  return new Refusal('invalid_input', undefined, [
    { field: 'Idempotency-Key', message: 'A write carries a header Idempotency-Key of 8 to 100 characters.' },
  ])
}

/** A refusal thrown by code that cannot return one. */
export class RefusalThrown extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

const wordsOf = new WeakMap<object, Readonly<Record<string, Words>>>()
/** The same sentence as on screen; for invalid fields, the message for each field. */
const messageOf = (reply: FastifyReply, { code, fields, details }: Refusal): string => {
  if (fields) return fields.map((f) => `${f.field}: ${f.message}`).join(' ')
  const words = wordsOf.get(reply.server.server)?.[code] ?? (commonMessages as Record<string, Words>)[code]
  return (words && (withDetails(words.text, details ?? {}) || words.title)) ?? code
}

const statusOf = (endpoint: Endpoint | null, code: string): number =>
  (endpoint?.errors as Record<string, number> | undefined)?.[code] ??
  (commonErrors as Record<string, number>)[code] ??
  500

/** When to ask again, for what does not pass in a moment. */
const waitSeconds: Record<string, string> = { storage_full: '5', read_only: '5', out_of_service: '10' }

const sendRefusal = (
  reply: FastifyReply,
  endpoint: Endpoint | null,
  refusal: Refusal,
  id = String(reply.request.id),
) => {
  const status = statusOf(endpoint, refusal.code)
  if (status === 401 && endpoint?.answersSignedOut && reply.request.headers[signedOutHeader] !== undefined)
    return sendJson(
      reply,
      200,
      JSON.stringify({ signed_out: true, ended: refusal.details?.ended ?? null, now_at: new Date().toISOString() }),
    )
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      message: messageOf(reply, refusal),
      ...(refusal.fields ? { fields: refusal.fields } : {}),
      ...(refusal.details ? { details: refusal.details } : {}),
      request_id: id,
    },
  }
  if (status === 503 || status === 429) reply.header('retry-after', waitSeconds[refusal.code] ?? '1')
  return sendJson(reply, status, JSON.stringify(body))
}

const sendJson = (reply: FastifyReply, status: number, json: string | Buffer) =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json)

/** Adds why the session ended, if known. */
const tellEnd = async (options: HttpOptions, request: FastifyRequest, refusal: Refusal): Promise<Refusal> => {
  const token = tokenOf(options.publicOrigin, request)
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
    // The rest of the announced body stays unread and would keep the connection waiting.
    reply.header('connection', 'close')
    return sendRefusal(reply, endpoint, error.refusal)
  }
  const failure = failureOf(error, endpoint?.feature)
  const trouble = troubleOf(error)
  if (trouble || failure.code === 'internal') noteFailure(error)
  if (trouble) options.trouble?.(trouble, error, { call: endpoint?.name, request_id: request.id })
  if (failure.code === 'not_signed_in') {
    const told = await tellEnd(options, request, failure)
    // A browser's cookie ends by its age; the native app is told to delete the secret.
    if (told.details?.ended && isFromNativeApp(request)) giveSession(options.publicOrigin, request, reply, null)
    return sendRefusal(reply, endpoint, told)
  }
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
