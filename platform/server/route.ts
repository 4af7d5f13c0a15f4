import type { z } from 'zod'
import type { CommonError, Endpoint } from '#platform/shared/endpoint.ts'
import type { ExportFormat } from '#platform/shared/export.ts'
import type { Db, Me } from './db.ts'
import type { Sheet } from './export-streams.ts'
import type { Sql } from './sql.ts'

/** An expected refusal: a value, not an exception. What the handler did is rolled back. */
export class Refusal<E extends string = string> {
  readonly code: E
  readonly details: Record<string, unknown> | undefined
  readonly fields: { field: string; message: string }[] | undefined
  constructor(code: E, details?: Record<string, unknown>, fields?: { field: string; message: string }[]) {
    this.code = code
    this.details = details
    this.fields = fields
  }
}
export const refuse = <const E extends string>(code: E, details?: Record<string, unknown>) => new Refusal(code, details)
/** Bad input that only the database or a rule could find: 400 `invalid_input` with the field named. */
export const refuseField = (field: string, message: string) =>
  new Refusal('invalid_input', undefined, [{ field, message }])

export type RequestFacts = {
  request_id: string
  ip: string
  user_agent: string
  browser_id: string
  token: Buffer | null
  origin: string
  /** The vendor's own address; null where none is set. */
  support_email: string | null
}

/** What a handler may set on the answer besides its body. */
export type Reply = { setSession: (secret: string | null) => void }

export type UploadedFile = { name: string; bytes: Buffer }
export type WriteContext<E extends Endpoint> = {
  db: Db
  input: z.output<E['input']>
  file: UploadedFile | null
  request: RequestFacts
  reply: Reply
  /** The person; awaiting it costs a round trip, so statements use `app.officer_id()` where they can. */
  me: () => Promise<Me>
  /** The server's clock at the start of the transaction. */
  now: () => Promise<Date>
}

type Codes<E extends Endpoint> = Extract<keyof E['errors'], string> | CommonError

export type ReadRoute = {
  kind: 'read'
  endpoint: Endpoint
  statement: (input: never, request: RequestFacts) => Sql
  answer: ((rows: Record<string, unknown>[]) => unknown) | null
  /** Adds up very many rows: see `manyRows` of db.ts. */
  many: boolean
}
export type WriteRoute = {
  kind: 'write'
  endpoint: Endpoint
  handler: (context: never) => Promise<unknown>
  constraints: Readonly<Record<string, string>>
  prepare: ((input: never, outside: Outside) => Promise<unknown>) | null
}
/**
 * What is exported. `found` is asked first: a row with `from` and `to` (dates as text, or null) for the file's name, no row
 * where the input names a thing that is not there. `csv` and `xlsx` take the first sheet, `zip` takes each as a CSV.
 */
export type ExportPlan = {
  title: string
  format: ExportFormat
  sheets: readonly Sheet[]
  found?: Sql
  many?: boolean
  /** For a super admin's: the one organization that it is taken from, and in whose audit it stands (docs/decisions/0117). */
  inside?: string
  /** Asked behind `found`, in the transaction that begins it: null, or why it is not given. */
  allowed?: (db: Db) => Promise<Refusal | null>
  /** Told in the transaction that begins it. */
  begun?: (db: Db) => Promise<void>
}
export type ExportRoute = { kind: 'export'; endpoint: Endpoint; plan: (input: never) => ExportPlan }
export type Route = ReadRoute | WriteRoute | ExportRoute

type Answer<E extends Endpoint> = z.input<E['output']> | Refusal<Codes<E>>

/**
 * A read: one statement whose first row's column `json` (text) is the whole answer, sent as it is; null is 404.
 * With `answer` the rows are shaped in code instead, behind the transaction: it may wait for something outside.
 */
export const read = <E extends Endpoint>(
  endpoint: E,
  statement: (input: z.output<E['input']>, request: RequestFacts) => Sql,
  answer?: (rows: Record<string, unknown>[]) => Answer<E> | Promise<Answer<E>>,
  options: { many?: boolean } = {},
): ReadRoute => ({ kind: 'read', endpoint, statement, answer: answer ?? null, many: options.many ?? false })

/** What work before the transaction may use: slow work (a password's hash) must not hold a connection. */
export type Outside = {
  request: RequestFacts
  /** A small transaction of its own, entered as nobody; `call` names it in the audit. */
  anyone: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** A small transaction of its own, entered as the person who calls: raises where the call is not theirs to make. */
  caller: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  file: UploadedFile | null
}

/**
 * A write: runs in one transaction with its key, audit and pokes. `constraints` says which refusal a violated database
 * constraint means. `prepare` runs before the transaction; a refusal it answers ends the call.
 */
export const write = <E extends Endpoint, P = null>(
  endpoint: E,
  handler: (context: WriteContext<E> & { prepared: P }) => Promise<z.input<E['output']> | Refusal<Codes<E>>>,
  options: {
    constraints?: Readonly<Record<string, Codes<E>>>
    prepare?: (input: z.output<E['input']>, outside: Outside) => Promise<P | Refusal<Codes<E>>>
  } = {},
): WriteRoute => ({
  kind: 'write',
  endpoint,
  handler,
  constraints: options.constraints ?? {},
  prepare: options.prepare ?? null,
})

/** An export: mounted like any other call, streamed, audited, one at a time for the organization (docs/decisions/0090). */
export const exporting = <E extends Endpoint>(
  endpoint: E,
  plan: (input: z.output<E['input']>) => ExportPlan,
): ExportRoute => ({ kind: 'export', endpoint, plan })
