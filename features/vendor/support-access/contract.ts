import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Done, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { endings, REASON_MAX, REASON_MIN } from './rules.ts'

const reason = line(REASON_MIN, REASON_MAX)
/** Audit entry number of the last row on a page. */
const place = z
  .string()
  .regex(/^\d{1,18}$/, 'Enter a number.')
  .optional()

export const startSupport = endpoint({
  name: 'support_access.start',
  summary:
    'Lets this session of the vendor look inside one department for 30 minutes at most; one that it had before ends. The department is told. Access that may write needs a fresh proof.',
  method: 'POST',
  path: '/api/vendor/support-access',
  who: 'super_admin',
  input: z.strictObject({ organization_id: Id, reason, may_write: z.boolean() }),
  output: z.object({ id: Id, ends_at: Instant }),
  errors: { support_open: 409, not_fresh: 403 },
})

export const endSupport = endpoint({
  name: 'support_access.end',
  summary: 'Ends what this session looks into; the department it was.',
  method: 'POST',
  path: '/api/vendor/support-access/end',
  who: 'super_admin',
  input: z.strictObject({}),
  output: z.object({ organization_id: Id.nullable() }),
  errors: {},
})

export const Visit = z.object({
  id: Id,
  by_name: z.string(),
  reason: z.string(),
  may_write: z.boolean(),
  started_at: Instant,
  ends_at: Instant,
  ended_at: Instant.nullable(),
  ended_why: z.enum(endings).nullable(),
  /** The admin who ended it. */
  ended_by_name: z.string().nullable(),
  live: z.boolean(),
  /** Number of changed rows (audit entries) made under this access. */
  changes: z.int(),
})
export type Visit = z.infer<typeof Visit>

export const listVisits = endpoint({
  name: 'support_access.list',
  summary:
    'When the vendor looked inside the department, who, why, and how much was changed; newest first, 20 at a time.',
  method: 'GET',
  path: '/api/support-accesses',
  who: 'admin',
  input: z.object({ after }),
  output: page(Visit),
  errors: {},
  topics: ['support'],
  afterTrial: true,
})

export const listVisitsOf = endpoint({
  ...listVisits,
  name: 'support_access.list_of',
  summary: 'The same for one department, as the vendor reads it.',
  path: '/api/vendor/organizations/:organization_id/support-accesses',
  who: 'super_admin',
  input: z.object({ organization_id: Id, after }),
})

export const Change = z.object({
  id: z.string(),
  at: Instant,
  action: z.string(),
  thing_type: z.string(),
  thing_name: z.string().nullable(),
  change: z.enum(['made', 'changed', 'removed']),
})
export type Change = z.infer<typeof Change>

export const listChanges = endpoint({
  name: 'support_access.changes',
  summary: 'What was changed under one access, in order, 50 at a time.',
  method: 'GET',
  path: '/api/support-accesses/:id/changes',
  who: 'admin',
  input: z.object({
    id: Id,
    after: place,
  }),
  output: page(Change),
  errors: {},
  topics: ['support'],
  afterTrial: true,
})

export const endVisit = endpoint({
  name: 'support_access.end_visit',
  summary: 'Ends an access of the vendor at once.',
  method: 'POST',
  path: '/api/support-accesses/:id/end',
  who: 'admin',
  input: z.strictObject({ id: Id }),
  output: Done,
  errors: {},
  afterTrial: true,
})

export const VendorAct = z.object({
  id: z.string(),
  at: Instant,
  /** The call, such as `exports.organization`. */
  action: z.string(),
  reason: z.string().nullable(),
  /** The person concerned: an officer on the roster or an invited address. */
  about: z.string().nullable(),
})
export type VendorAct = z.infer<typeof VendorAct>

export const listActs = endpoint({
  name: 'support_access.acts',
  summary: 'Vendor actions that needed no access inside, newest first, 20 at a time.',
  method: 'GET',
  path: '/api/vendor-acts',
  who: 'admin',
  input: z.object({ after: place }),
  output: page(VendorAct),
  errors: {},
  topics: ['support', 'organization', 'officers', 'exports'],
  afterTrial: true,
})
