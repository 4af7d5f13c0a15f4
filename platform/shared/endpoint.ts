import type { z } from 'zod'

/**
 * Who may make a call. `anyone` needs no session; `signed_in` needs a live session, approved or not; the rest need an approved
 * officer row.
 */
export type Who = 'anyone' | 'signed_in' | 'officer' | 'admin' | 'super_admin'

/** The live topics a screen follows: when a poke of a topic arrives, reads that name it run again. */
export type Topic =
  | 'organization'
  | 'officers'
  | 'assignments'
  /** How many spots of a posted shift are taken, and how many officers wait. */
  | 'spots'
  | 'signups'
  /** Award rules, rounds with their receipts, offers and responses. */
  | 'awards'
  /** The force list, calls for volunteers, order-ins. */
  | 'order_ins'
  /** Fill assistant plans. */
  | 'fill_plans'
  /** Next steps while a shift lacks officers. */
  | 'escalations'
  /** Minimum staffing and actions taken on gaps. */
  | 'minimums'
  | 'attendance'
  | 'notifications'
  | 'extra_time'
  | 'certifications'
  | 'work_rules'
  /** Regular tours, platoons and leave. */
  | 'tours'
  | 'session'
  /** The officer's own calendar link. */
  | 'calendar'
  /** Devices and phones that notifications go to, and the order of channels. */
  | 'channels'
  | 'imports'
  | 'exports'
  | 'feedback'
  | 'faq'
  | 'announcements'
  | 'contact'
  /** Messages from departments and visitors to the vendor, for vendor staff. */
  | 'requests'
  /** The vendor's list of organizations: plan, flags, state. */
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

/** Topics heard only if the department has the feature. */
export const featureOfTopic: Partial<Readonly<Record<string, Feature>>> = { extra_time: 'overtime' } satisfies Partial<
  Record<Topic, Feature>
>
/** Topics still heard after the trial ends: who one is, and checking out of a shift in progress. */
export const topicsAfterTrial: ReadonlySet<string> = new Set<Topic>([
  'organization',
  'officers',
  'session',
  'attendance',
  'contact',
  'support',
])

/** Topics no department hears. */
export const topicsOfVendorAlone: ReadonlySet<string> = new Set<Topic>(['billing'])
/** Topics vendor staff hear from every department: that something changed, and its id. */
export const vendorTopics: ReadonlySet<string> = new Set<Topic>(['organization', 'billing'])

/**
 * Figures sent with pokes. `keep` merges a poke's figures into those heard before; `apply` changes a response by those that are newer,
 * and says whether something else in it must be read again. `asked` is the input of the read, with `after` for a later page.
 * Unknown shapes change nothing.
 */
export type Patch = {
  keep: (kept: unknown, heard: unknown) => unknown
  apply: (response: unknown, kept: unknown, asked?: unknown) => { response: unknown; again: boolean }
}

/** One HTTP call, described once. The server mounts it, the browser derives its client from it, and OpenAPI is generated from it. */
export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, E extends string = string> = {
  /** Unique, `noun.verb`: the audit action, the OpenAPI operation id, the scope of an idempotency key. */
  name: `${string}.${string}`
  summary: string
  /** GET only reads; every other method is a write and carries an idempotency key. */
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `:name` segments come from the input; the rest of the input is the query (GET) or the JSON body. */
  path: `/api/${string}`
  who: Who
  feature?: Feature
  input: I
  output: O
  /** Codes of expected refusals, each with its HTTP status. The user-facing text is in the feature's `words.refusals.ts`. */
  errors: Readonly<Record<E, RefusalStatus>>
  /** Reads only: the topics that make the response stale. */
  topics?: readonly Topic[]
  /** Reads only: what a poke that carries figures changes in the response, so that it need not be read again. */
  patches?: Partial<Readonly<Record<Topic, Patch>>>
  /** Writes only: may be saved on the device without a connection and sent later; what it is called there. */
  queued?: string
  /**
   * Writes that need a connection at the press, but whose answer a device keeps until its screens have read the effect
   * (docs/decisions/0263). If they are `queued` too, one whose answer is lost is sent again.
   */
  noted?: true
  /** Reads only: what officers' devices store of it, to show without a connection (docs/offline.md). */
  stored?: 'own shifts' | 'open shifts' | 'own notifications'
  /** Reads only: the part of the response that devices store, without what concerns other people; the whole response if not set. */
  storedAs?: (response: never) => unknown
  /**
   * Reads and exports by super admins over several organizations: the reason, in a few words. They run as the database role that
   * may read across organizations, through its own policies, and the reason is recorded.
   */
  across?: string
  /** Writes only: vendor support may make it inside a department if it was granted write access (docs/decisions/0121). */
  forSupport?: true
  /** The response carries or sets a secret, so it is never stored under the idempotency key. */
  secret?: true
  /**
   * Fields of the same thing that only someone else may set: in the body they are refused as not allowed; other unknown names as
   * unknown.
   */
  others?: readonly string[]
  /** Maximum body size in bytes; 1 MB by default. */
  limit?: number
  /** The body is a file (multipart): the handler gets its bytes as `input.file`. */
  upload?: true
  /** Writes no audit row and takes no idempotency key: only `last_seen` changes. */
  bookkeeping?: true
  /**
   * Responds with a streamed file, through `exporting` in platform/server/exports.ts: nothing is kept to send again, so it takes
   * no idempotency key, and a concurrent second one is refused.
   */
  file?: true
  /**
   * With `signedOutHeader`, answers 200 `{ signed_out: true, ended, now_at }` when no one is signed in, since a visitor is not an error.
   * Without it, answers 401.
   */
  answersSignedOut?: true
  /** Still available after the trial has ended (own session and account, checking out of an open attendance, contact). */
  afterTrial?: true
}
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503

/** Who made a write that a device saved: `person organization`. Sent in another session, it is refused. */
export const sentAsHeader = 'x-sent-as'

/** See `answersSignedOut`. */
export const signedOutHeader = 'x-signed-out-is-fine'

export const endpoint = <I extends z.ZodType, O extends z.ZodType, const E extends string>(
  e: Endpoint<I, O, E>,
): Endpoint<I, O, E> => e

/** Error codes that any call may return besides its own. */
export const commonErrors = {
  invalid_input: 400,
  not_signed_in: 401,
  not_allowed: 403,
  /** An admin's call in a session without a confirmed second factor. */
  second_factor_needed: 403,
  waiting_for_approval: 403,
  notice_not_accepted: 403,
  trial_expired: 403,
  feature_not_available: 403,
  /** Vendor support called something reserved for the department's own people, or tried to write with read-only access. */
  support_not_here: 403,
  support_read_only: 403,
  cross_site: 403,
  not_found: 404,
  changed_meanwhile: 409,
  sent_as_another: 409,
  key_reused: 409,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  busy: 503,
  /** The database takes no writes: its disk is full, or it is read-only. */
  storage_full: 503,
  read_only: 503,
  /** The fence of the database is not as this version lays it. */
  out_of_service: 503,
  internal: 500,
} as const
export type CommonError = keyof typeof commonErrors

/** The body of every non-2xx response. `fields` names each invalid field with a reason; `details` fills placeholders in the message. */
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
