import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { after, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { kinds } from './rules.ts'

const EntryId = z.string().regex(/^\d{1,18}$/, 'Enter a number.')
const across = "to see what the vendor's own staff did"

const facts = {
  at: Instant,
  /** The call, such as `billing.add_contract`. */
  action: z.string(),
  actor: z.object({
    user_id: Id.nullable(),
    /** Null: nobody was signed in. */
    name: z.string().nullable(),
    role: z.string(),
  }),
  /** The department concerned; null for the vendor's own data, or for all departments. */
  organization: z.object({ id: Id, name: z.string() }).nullable(),
}
const changed = {
  /** The table, such as `contracts`. */
  thing_type: z.string(),
  thing_id: Id.nullable(),
  /** Its name, or the person concerned; null if only the department's log has it. */
  thing_name: z.string().nullable(),
  /** Null: only the department's own log has what the row contained. */
  change: z.enum(['made', 'changed', 'removed']).nullable(),
  sealed: z.boolean(),
}

export const VendorEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    id: EntryId,
    ...facts,
    ...changed,
    /** Names of the changed columns. */
    fields: z.array(z.string()),
  }),
  z.object({ kind: z.literal('read'), id: Id, ...facts, reason: z.string() }),
])
export type VendorEntry = z.infer<typeof VendorEntry>

const filters = {
  kind: z.enum(kinds).optional(),
  /** A member of the vendor's staff, current or former. */
  person: Id.optional(),
  action: line(0, 80).optional(),
  organization: Id.optional(),
  since: Instant.optional(),
  until: Instant.optional(),
}

export const listVendorAudit = endpoint({
  name: 'vendor_audit.list',
  summary:
    "What the vendor's staff changed, of its own and in departments, and what it read across, newest first, 50 at a time.",
  method: 'GET',
  path: '/api/vendor/audit',
  who: 'super_admin',
  across,
  input: z.object({ ...filters, after }),
  output: page(VendorEntry),
  errors: {},
  topics: ['organization', 'organizations', 'users', 'billing', 'support', 'requests'],
})

const Row = z.record(z.string(), z.unknown()).nullable()
export const VendorEntryDetail = z.object({
  id: EntryId,
  ...facts,
  ...changed,
  before: Row,
  after: Row,
  /** Names for the ids in it, by id. */
  names: z.record(z.string(), z.string()),
  seal: z.string().nullable(),
  request_id: Id.nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type VendorEntryDetail = z.infer<typeof VendorEntryDetail>

export const readVendorEntry = endpoint({
  name: 'vendor_audit.entry',
  summary: "One change with what stood there before and after, as far as it is the vendor's to see.",
  method: 'GET',
  path: '/api/vendor/audit/:entry',
  who: 'super_admin',
  across,
  input: z.object({ entry: EntryId }),
  output: VendorEntryDetail,
  errors: {},
})

export const exportVendorAudit = endpoint({
  name: 'vendor_audit.export',
  summary: 'What the filters find, newest first, as a file; times in UTC.',
  method: 'POST',
  path: '/api/vendor/audit/export',
  who: 'super_admin',
  across,
  input: z.object({ ...exportInput, ...filters }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})
