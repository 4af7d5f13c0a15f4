import { type Context, ROOT_CONTEXT, type Span, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Labels } from './tracing.ts'

type Ground = {
  trusted: boolean
  open: (name: string, labels: Labels, above: Context) => Span
  run: (span: Span, work: () => void) => void
}

const parentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The trace of the proxy in front. Nothing else that it says about the trace is used. */
export const parentOf = (traceparent: string | string[] | undefined): Context => {
  const [, traceId, spanId, flags] = parentPattern.exec(String(traceparent ?? '')) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The route's pattern: a path could hold ids, addresses of departments and secrets of links. */
const begin = ({ trusted, open }: Ground, request: FastifyRequest): Span => {
  const { url, config } = request.routeOptions
  const { call } = config as { call?: string }
  return open(
    url === undefined ? request.method : `${request.method} ${url}`,
    {
      'http.request.method': request.method,
      ...(url === undefined ? {} : { 'http.route': url }),
      ...(call === undefined ? {} : { call }),
      request_id: request.id,
    },
    trusted ? parentOf(request.headers.traceparent) : ROOT_CONTEXT,
  )
}

const end = (span: Span, { raw }: FastifyReply): void => {
  // The caller may have gone before the answer was out.
  if (raw.headersSent) span.setAttribute('http.response.status_code', raw.statusCode)
  if (!raw.writableFinished) span.setAttribute('error.type', 'aborted')
  if (raw.headersSent && raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** A span for each request but the streams, which last for hours. */
export const hookRequests = (app: FastifyInstance, ground: Ground): void => {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url === '/api/live') return done()
    const span = begin(ground, request)
    spans.set(request, span)
    reply.raw.once('close', () => end(span, reply))
    ground.run(span, done)
  })
  // A body that is read meanwhile comes in the connection's context, not in the request's.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) ground.run(span, done)
    else done()
  })
}
