import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { DateText, Id, Instant, line, page } from '#platform/shared/shapes.ts'

/** The number may exceed what a float can hold, so it is sent as text. */
const EntryId = z.string().regex(/^\d{1,18}$/, 'Enter a number.')

export const Actor = z.object({
  officer_id: Id.nullable(),
  /** Null: not on the roster. */
  name: z.string().nullable(),
  role: z.string(),
})

const facts = {
  id: EntryId,
  at: Instant,
  /** The call, such as `signups.approve`. */
  action: z.string(),
  actor: Actor,
  /** The table, such as `officer_assignments`. */
  thing_type: z.string(),
  thing_id: Id.nullable(),
  change: z.enum(['made', 'changed', 'removed']),
  /** Its own name, the officer it belongs to, and its assignment, if they still exist. */
  thing_name: z.string().nullable(),
  officer_name: z.string().nullable(),
  assignment_id: Id.nullable(),
  assignment_title: z.string().nullable(),
  sealed: z.boolean(),
}

export const AuditItem = z.object({
  ...facts,
  /** Names of the columns that changed. */
  fields: z.array(z.string()),
  /** Of those, the texts before and after where both are short; empty for nothing. */
  values: z.record(z.string(), z.array(z.string())),
})
export type AuditItem = z.infer<typeof AuditItem>

/** What one person, or the system, changed at once: the entries of one transaction. */
export const AuditAct = z.object({
  /** Of its newest entry. */
  id: EntryId,
  /** How many entries it has. */
  count: z.int(),
  /** The first of them, in the order in which they were made, and at most `LINES`. */
  entries: z.array(AuditItem),
})
export type AuditAct = z.infer<typeof AuditAct>

const Row = z.record(z.string(), z.unknown()).nullable()
export const AuditDetail = z.object({
  ...facts,
  before: Row,
  after: Row,
  /** Names for the ids in it, by id. */
  names: z.record(z.string(), z.string()),
  seal: z.string().nullable(),
  request_id: Id.nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type AuditDetail = z.infer<typeof AuditDetail>

const filters = {
  /** An officer on the roster; `system` for automatic changes, `vendor` for vendor staff. */
  person: z.union([Id, z.enum(['system', 'vendor'])], 'Choose a person on the roster.').optional(),
  action: line(0, 80).optional(),
  thing: line(0, 80).optional(),
  thing_id: Id.optional(),
  /** Days in the department's time zone, both inclusive. */
  from: DateText.optional(),
  to: DateText.optional(),
}

const topics = [
  'officers',
  'assignments',
  'signups',
  'attendance',
  'extra_time',
  'organization',
  'faq',
  'imports',
  'support',
] as const

export const listAudit = endpoint({
  name: 'audit.list',
  summary: 'What was changed, by whom and when, newest first, 50 at a time.',
  method: 'GET',
  path: '/api/audit',
  who: 'admin',
  feature: 'audit_logs',
  /** `act`: only entries made at once with this one. */
  input: z.object({ ...filters, act: EntryId.optional(), after: EntryId.optional() }),
  output: page(AuditItem),
  errors: {},
  topics,
})

export const listActs = endpoint({
  name: 'audit.acts',
  summary: 'The same by act: what was changed at once is one item, 50 at a time. Filters find acts with such an entry.',
  method: 'GET',
  path: '/api/audit-acts',
  who: 'admin',
  feature: 'audit_logs',
  input: z.object({ ...filters, after: EntryId.optional() }),
  output: page(AuditAct),
  errors: {},
  topics,
})

export const readEntry = endpoint({
  name: 'audit.entry',
  summary: 'One entry, before and after.',
  method: 'GET',
  path: '/api/audit/:entry',
  who: 'admin',
  feature: 'audit_logs',
  input: z.object({ entry: EntryId }),
  output: AuditDetail,
  errors: {},
})

export const exportAudit = endpoint({
  name: 'audit.export',
  summary: 'The entries that the filters find, oldest first, as a file.',
  method: 'POST',
  path: '/api/audit/export',
  who: 'admin',
  feature: 'audit_logs',
  input: z.object({ ...exportInput, ...filters }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})
