import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Log } from './log.ts'
import type { Labels, Tracing } from './tracing.ts'
import { hookRequests } from './tracing-requests.ts'

/** How long the server waits at its end for what is left to be sent. */
const closeMs = 2_000

/** The sampler's decision. It is kept for what a request leaves to be done after its answer, too. */
const isKept = (span: Span): boolean => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0

/** A name for what went wrong. Messages may quote values, so none is exported. */
const kindOf = (error: unknown): string => {
  if (typeof error === 'string') return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^[A-Z0-9_]{5,30}$/.test(code)) return code
  return error instanceof Error ? error.constructor.name : 'unknown'
}

const markFailed = (span: Span, error: unknown): void => {
  span.setAttribute('error.type', kindOf(error)).setStatus({ code: SpanStatusCode.ERROR })
}

const wordsOf = (error: Error | undefined): string => {
  const code = error && 'code' in error ? String(error.code) : ''
  return (error?.message || code || 'no answer').slice(0, 300)
}

/** Says once that spans cannot be sent, and once that they can again. */
const tellOutages = (exporter: SpanExporter, log: Log): SpanExporter => {
  let lost = 0
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // The SDK's code for success.
        const failed = result.code !== 0
        if (failed && lost === 0)
          log({
            level: 'warn',
            traces: 'could not be sent; requests are served as before',
            error: wordsOf(result.error),
          })
        if (!failed && lost > 0) log({ level: 'warn', traces: 'are sent again', lost_spans: lost })
        lost = failed ? lost + spans.length : 0
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/** What the spans are of. The operator's names come last, and win. */
const resourceOf = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'watchbill', 'service.instance.id': randomUUID() }))
    .merge(detectResources({ detectors: [envDetector] }))

const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => undefined), limit])
  clearTimeout(timer)
}

/** Address, headers, sampling and the size of the queue are the SDK's own settings, which it reads from the environment. */
export const startTracing = (log: Log): Tracing => {
  const processor = new BatchSpanProcessor(tellOutages(new OTLPTraceExporter(), log))
  const provider = new BasicTracerProvider({ resource: resourceOf(), spanProcessors: [processor] })
  const tracer = provider.getTracer('watchbill')
  const store = new AsyncLocalStorage<Span>()
  const now = () => store.getStore()

  const open = (name: string, kind: SpanKind, labels: Labels, above: Context) =>
    tracer.startSpan(name, { kind, attributes: labels }, above)
  const carry = <T>(span: Span, work: () => Promise<T>): Promise<T> =>
    store.run(span, async () => {
      try {
        return await work()
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    })
  return {
    child: (name, labels, work) => {
      const parent = now()
      if (!parent || !isKept(parent)) return work()
      const kind = 'db.system.name' in labels ? SpanKind.CLIENT : SpanKind.INTERNAL
      return carry(open(name, kind, labels, trace.setSpan(ROOT_CONTEXT, parent)), work)
    },
    root: (name, labels, work) => carry(open(name, SpanKind.INTERNAL, labels, ROOT_CONTEXT), work),
    label: (labels) => void now()?.setAttributes(labels),
    failed: (error) => {
      const span = now()
      if (span) markFailed(span, error)
    },
    // One that is not kept could not be found.
    traceId: () => {
      const span = now()
      return span && isKept(span) ? span.spanContext().traceId : null
    },
    requests: (app, trusted) =>
      hookRequests(app, {
        trusted,
        open: (name, labels, above) => open(name, SpanKind.SERVER, labels, above),
        run: (span, work) => store.run(span, work),
      }),
    close: () => within(closeMs, provider.shutdown()),
  }
}
