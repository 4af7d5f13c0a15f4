import type { z } from 'zod'

/** Who may make a call. `anyone` needs no session; `signed_in` a live session, approved or not; the rest an approved officer row. */
export type Who = 'anyone' | 'signed_in' | 'officer' | 'admin' | 'super_admin'

/** The live topics a screen follows: a read that names one is made again when a poke of that topic arrives. */
export type Topic =
  | 'organization'
  | 'officers'
  | 'assignments'
  | 'signups'
  /** Rules of awards, rounds with their receipts, offers and answers. */
  | 'awards'
  /** The force list, volunteers asked for, orders. */
  | 'order_ins'
  /** Proposals of the fill assistant. */
  | 'fill_plans'
  /** What comes next while a shift lacks officers. */
  | 'escalations'
  /** Minimum staffing and what was done about a gap. */
  | 'minimums'
  | 'attendance'
  | 'notifications'
  | 'extra_time'
  | 'certifications'
  | 'work_rules'
  /** Regular tours, platoons and leave. */
  | 'tours'
  | 'session'
  | 'imports'
  | 'exports'
  | 'feedback'
  | 'faq'
  | 'contact'
  /** What departments and visitors write to the vendor, for the vendor's staff. */
  | 'requests'
  /** What the vendor lists of organizations: plan, flags, state. */
  | 'organizations'
  | 'support'
  | 'users'
  /** The vendor's books. */
  | 'billing'

export type Feature =
  | 'reports'
  | 'overtime'
  | 'officer_stats'
  | 'custom_branding'
  | 'location_verification'
  | 'audit_logs'
  | 'bulk_operations'

/** Topics that are heard only where the department has the feature. */
export const featureOfTopic: Partial<Readonly<Record<string, Feature>>> = { extra_time: 'overtime' } satisfies Partial<
  Record<Topic, Feature>
>
/** What is still heard when the trial is over: who one is, and the check-out of an attendance under way. */
export const topicsAfterTrial: ReadonlySet<string> = new Set<Topic>([
  'organization',
  'officers',
  'session',
  'attendance',
  'contact',
  'support',
])

/** What nobody of a department hears. */
export const topicsOfVendorAlone: ReadonlySet<string> = new Set<Topic>(['billing'])
/** What the vendor's staff hears of every department: that something of it changed, and the id. */
export const vendorTopics: ReadonlySet<string> = new Set<Topic>(['organization', 'billing'])

/** One HTTP call, described once. The server mounts it; the browser derives its client from it; OpenAPI is made from it. */
export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, E extends string = string> = {
  /** Unique, `noun.verb`: the audit action, the OpenAPI operation id, the scope of an idempotency key. */
  name: `${string}.${string}`
  summary: string
  /** GET reads and changes nothing; every other method is a write and carries an idempotency key. */
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `:name` segments are taken from the input; the rest of the input is the query (GET) or the JSON body. */
  path: `/api/${string}`
  who: Who
  feature?: Feature
  input: I
  output: O
  /** Codes of expected refusals, each with its HTTP status. Words for people stand in `apps/web/messages.ts`. */
  errors: Readonly<Record<E, RefusalStatus>>
  /** Reads only: the topics that make the answer stale. */
  topics?: readonly Topic[]
  /** Reads and exports of super admins over several organizations: why, in a few words. They run as the database role that may
   * read across, through policies of its own, and the reason is recorded. */
  across?: string
  /** Writes only: the vendor's support may make it inside a department, where it was let in to change things (docs/decisions/0121). */
  forSupport?: true
  /** The answer carries a secret or sets one: it is never stored under the idempotency key. */
  secret?: true
  /** Bytes of body taken at most; 1 MB unless told. */
  limit?: number
  /** The body is a file (multipart): the handler gets the stream's bytes as `input.file`. */
  upload?: true
  /** Leaves no audit row and takes no idempotency key: only `last_seen` moves. */
  bookkeeping?: true
  /** Answers with a file that is streamed, by `exporting` of platform/server/exports.ts: nothing is kept to be given twice, so it
   * takes no idempotency key, and a second one at the same time is refused. */
  file?: true
  /** Reachable after the trial has ended (own session and account, check-out of an open attendance, contact). */
  afterTrial?: true
}
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503

export const endpoint = <I extends z.ZodType, O extends z.ZodType, const E extends string>(
  e: Endpoint<I, O, E>,
): Endpoint<I, O, E> => e

/** The codes that any call may answer with, besides its own. */
export const commonErrors = {
  invalid_input: 400,
  not_signed_in: 401,
  not_allowed: 403,
  /** An admin's call in a session where no second factor was given. */
  second_factor_needed: 403,
  waiting_for_approval: 403,
  notice_not_accepted: 403,
  trial_expired: 403,
  feature_not_available: 403,
  /** A call of the department's own people, made inside it by the vendor's support; or a write where it only reads. */
  support_not_here: 403,
  support_read_only: 403,
  cross_site: 403,
  not_found: 404,
  changed_meanwhile: 409,
  key_reused: 409,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  busy: 503,
  internal: 500,
} as const
export type CommonError = keyof typeof commonErrors

/** The body of every answer that is not 2xx. `fields` names each wrong field with a reason; `details` is data for the message's words. */
export type ErrorBody = {
  error: {
    code: string
    message: string
    fields?: { field: string; message: string }[]
    details?: Record<string, unknown>
    request_id: string
  }
}

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
