import type { z } from 'zod'
import type { DeviceClock } from '#platform/shared/device-clock.ts'
import type { CommonError, Endpoint, Feature } from '#platform/shared/endpoint.ts'
import type { ExportFormat } from '#platform/shared/export.ts'
import { requiredPlan } from '#platform/shared/plans.ts'
import type { Db, Me } from './db.ts'
import type { Sheet } from './export-streams.ts'
import type { SharedAs } from './shared-reads.ts'
import type { Sql } from './sql.ts'

/** An expected refusal: a value, not an exception. The handler's changes are rolled back. */
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
/** The organization's plan lacks the feature: names the current plan and the required one. */
export const refuseFeature = (feature: Feature, current: string | undefined) =>
  new Refusal('feature_not_available', { feature, current, required: requiredPlan[feature] })
/** Bad input that only the database or a rule can detect: 400 `invalid_input` with the field named. */
export const refuseField = (field: string, message: string) =>
  new Refusal('invalid_input', undefined, [{ field, message }])

export type RequestFacts = {
  request_id: string
  ip: string
  user_agent: string
  browser_id: string
  token: Buffer | null
  /** The person and department that a device saved this write for; null if it comes straight from a screen. */
  sent_as?: string | null
  /** The clock of that device as it sent the write; null from earlier versions, and straight from a screen. */
  device?: DeviceClock | null
  origin: string
  /** The vendor's support address; null if not set. */
  support_email: string | null
}

/** What a handler may set on the response besides its body. */
export type Reply = { setSession: (secret: string | null) => void }

export type UploadedFile = { name: string; bytes: Buffer }
export type WriteContext<E extends Endpoint> = {
  db: Db
  input: z.output<E['input']>
  file: UploadedFile | null
  request: RequestFacts
  reply: Reply
  /** The person; awaiting it costs a round trip, so statements use `app.officer_id()` where possible. */
  me: () => Promise<Me>
  /** The server's clock at the start of the transaction. */
  now: () => Promise<Date>
}

type Codes<E extends Endpoint> = Extract<keyof E['errors'], string> | CommonError

export type ReadRoute = {
  kind: 'read'
  endpoint: Endpoint
  statement: (input: never, request: RequestFacts) => Sql
  answer: ((rows: Record<string, unknown>[], shared: unknown) => unknown) | null
  /** Aggregates very many rows: see `manyRows` in db.ts. */
  many: boolean
  /** See `ReadOptions`. */
  department: ((input: never) => Sql) | null
  shared: ((input: never) => Sql) | null
  sharedAs: SharedAs
  /** Never read from a replica. */
  primary: boolean
}
type ReadOptions<E extends Endpoint> = {
  many?: boolean
  /**
   * A condition, asked with the caller's own rights. Where it holds, the statement sees the whole department, as a colleague's name on
   * a shared shift needs: it must then decide what the caller may see. Otherwise nothing changes.
   */
  department?: (input: z.output<E['input']>) => Sql
  /**
   * A second statement for what is the same for every officer of the department, read once for all who ask at the same time. Its
   * `json` is an object: its fields come first in the response, before those of the caller's own statement, or go to `answer`. It runs as an
   * officer without a row, so it must not depend on the caller.
   */
  shared?: (input: z.output<E['input']>) => Sql
  /** `department`: that statement sees the whole department, and `answer` decides what the caller may see. */
  sharedAs?: SharedAs
  /** For who is signed in, and what lets somebody in or keeps them out: never read from a replica. */
  primary?: boolean
}
export type WriteRoute = {
  kind: 'write'
  endpoint: Endpoint
  handler: (context: never) => Promise<unknown>
  constraints: Readonly<Record<string, string>>
  prepare: ((input: never, outside: Outside) => Promise<unknown>) | null
  refused: ((context: never, refusal: Refusal) => Promise<void>) | null
  repeated: ((context: never, refusal: Refusal) => Promise<void>) | null
}
/**
 * What to export. `found` runs first: it returns a row with `from` and `to` (dates as text, or null) for the file name, or no row
 * if the input names something that does not exist. `csv` and `xlsx` take the first sheet, `zip` takes each as a CSV.
 */
export type ExportPlan = {
  title: string
  format: ExportFormat
  sheets: readonly Sheet[]
  found?: Sql
  many?: boolean
  /** For a super admin's export: the one organization it is taken from, whose audit log records it (docs/decisions/0117). */
  inside?: string
  /** Runs after `found`, in the transaction that starts the export: null, or why it is refused. */
  allowed?: (db: Db) => Promise<Refusal | null>
  /** Called in the transaction that starts the export. */
  begun?: (db: Db) => Promise<void>
}
export type ExportRoute = { kind: 'export'; endpoint: Endpoint; plan: (input: never) => ExportPlan }
export type Route = ReadRoute | WriteRoute | ExportRoute

type Answer<E extends Endpoint> = z.input<E['output']> | Refusal<Codes<E>>

/**
 * A read: one statement whose first row's column `json` (text) is the whole response, sent unchanged; null is 404. With `answer`,
 * code shapes the rows after the transaction and may wait for outside calls.
 */
export const read = <E extends Endpoint>(
  endpoint: E,
  statement: (input: z.output<E['input']>, request: RequestFacts) => Sql,
  answer?: (rows: Record<string, unknown>[], shared: unknown) => Answer<E> | Promise<Answer<E>>,
  options: ReadOptions<E> = {},
): ReadRoute => ({
  kind: 'read',
  endpoint,
  statement,
  answer: answer ?? null,
  many: options.many ?? false,
  department: options.department ?? null,
  shared: options.shared ?? null,
  sharedAs: options.sharedAs ?? 'officer',
  primary: options.primary ?? false,
})

/** What work before the transaction may use: slow work (a password hash) must not hold a connection. */
export type Outside = {
  request: RequestFacts
  /** A small separate transaction, entered anonymously; `call` names it in the audit log. */
  anyone: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** A small separate transaction, entered as the caller; raises if the caller may not make the call. */
  caller: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  file: UploadedFile | null
}

/**
 * A write: runs in one transaction with its key, audit entry and pokes. `constraints` maps violated database constraints to
 * refusals. `prepare` runs before the transaction; if it returns a refusal, the call ends. `refused` runs after a refusal, once per
 * key, when nothing is left of what the handler did: what it writes is kept. `repeated` runs when a refusal is answered once more.
 */
export const write = <E extends Endpoint, P = null>(
  endpoint: E,
  handler: (context: WriteContext<E> & { prepared: P }) => Promise<z.input<E['output']> | Refusal<Codes<E>>>,
  options: {
    constraints?: Readonly<Record<string, Codes<E>>>
    prepare?: (input: z.output<E['input']>, outside: Outside) => Promise<P | Refusal<Codes<E>>>
    refused?: (context: Pick<WriteContext<E>, 'db' | 'input' | 'request'>, refusal: Refusal) => Promise<void>
    repeated?: (context: Pick<WriteContext<E>, 'db' | 'input' | 'request'>, refusal: Refusal) => Promise<void>
  } = {},
): WriteRoute => ({
  kind: 'write',
  endpoint,
  handler,
  constraints: options.constraints ?? {},
  prepare: options.prepare ?? null,
  refused: options.refused ?? null,
  repeated: options.repeated ?? null,
})

/** An export: mounted like any other call, streamed, audited, one at a time per organization (docs/decisions/0090). */
export const exporting = <E extends Endpoint>(
  endpoint: E,
  plan: (input: z.output<E['input']>) => ExportPlan,
): ExportRoute => ({ kind: 'export', endpoint, plan })
