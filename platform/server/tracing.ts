import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'
import type { Sql } from './sql.ts'

/** Names and numbers from the code: never a department, an address, a person, a value of a query or a secret. */
export type Labels = Readonly<Record<string, string | number>>

/** Spans, made and exported; see `tracing-export.ts`, which is loaded only where they are wanted (docs/decisions/0281). */
export type Tracing = {
  /** Within the work that is being traced; outside of any, there is no span. */
  child: <T>(name: string, labels: Labels, work: () => Promise<T>) => Promise<T>
  /** Begins a trace. */
  root: <T>(name: string, labels: Labels, work: () => Promise<T>) => Promise<T>
  label: (labels: Labels) => void
  failed: (error: unknown) => void
  /** The trace that is under way; null outside of any. */
  traceId: () => string | null
  /** A span for each request. `trusted`: a proxy in front says which trace it belongs to. */
  requests: (app: FastifyInstance, trusted: boolean) => void
  /** Sends what is left, within two seconds. */
  close: () => Promise<void>
}

/** Set once, at startup. */
let current: Tracing | null = null
export const setTracing = (to: Tracing | null): void => {
  current = to
}

export const traceRequests = (app: FastifyInstance, trusted: boolean): void => current?.requests(app, trusted)

export const inSpan = <T>(name: string, labels: Labels, work: () => Promise<T>): Promise<T> =>
  current === null ? work() : current.child(name, labels, work)

/** Work that nobody's request waits for, or many requests at once. */
export const inOwnTrace = <T>(name: string, labels: Labels, work: () => Promise<T>): Promise<T> =>
  current === null ? work() : current.root(name, labels, work)

export const postgres: Labels = { 'db.system.name': 'postgresql' }

/** A statement, or several that are sent as one. */
export const inStatement = <T>(statement: Sql, work: () => Promise<T>): Promise<T> => {
  if (current === null) return work()
  const summary = summaryOf(statement)
  return current.child(summary, { ...postgres, 'db.query.summary': summary }, work)
}

/** Notes on the span that is under way why its work failed. */
export const noteFailure = (error: unknown): void => current?.failed(error)

/** The log's lines name the trace they belong to. */
export const logWithTraces = (log: Log): Log => {
  if (current === null) return log
  const { traceId } = current
  return (line) => {
    const trace_id = traceId()
    log(trace_id === null ? line : { ...line, trace_id })
  }
}

type Sent = { kind: string; status?: number }
/** Calls a provider, whose answer says what became of it. */
export const sending =
  <A extends unknown[], R extends Sent>(name: string, send: (...args: A) => Promise<R>): ((...args: A) => Promise<R>) =>
  (...args) =>
    inSpan(name, {}, async () => {
      const result = await send(...args)
      if (result.status) current?.label({ 'http.response.status_code': result.status })
      if (result.kind === 'again' || result.kind === 'refused') current?.failed(result.kind)
      return result
    })

const summaries = new Map<string, string>()
const writes = /\b(insert into|delete from|(?<!for |no key )update)\s+([a-z_.]+)/
const reads = /(?<!distinct )\bfrom\s+([a-z_]+(?:\.[a-z_]+)?)/

/**
 * What a statement does, and to which table: `select officers`. Taken from its text alone, which is the code's: values are sent beside
 * it.
 */
export const summaryOf = ({ parts }: Sql): string => {
  const text = parts.join(' ')
  const known = summaries.get(text)
  if (known !== undefined) return known
  const [, verb, written] = writes.exec(text) ?? []
  const read = reads.exec(text)?.[1] ?? /\b(app\.[a-z_]+)\s*\(/.exec(text)?.[1]
  const plain = read ? `select ${read}` : (/[a-z]+/.exec(text)?.[0] ?? 'statement')
  const summary = verb && written ? `${verb.split(' ')[0]} ${written}` : plain
  // As many texts as there are statements in the code; the limit keeps a mistake from growing without bound.
  if (summaries.size < 2000) summaries.set(text, summary)
  return summary
}
