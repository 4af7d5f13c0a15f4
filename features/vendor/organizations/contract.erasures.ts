import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Done, Id, Instant, line, page, text } from '#platform/shared/shapes.ts'

const inside = z.object({ organization_id: Id })
const withReason = inside.extend({ reason: text(1, 500) })

const Step = z.object({ by: z.string(), at: Instant })
export const Erasure = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  subdomain: z.string(),
  reason: z.string(),
  asked: Step,
  erase_after: Instant,
  confirmed: Step.nullable(),
  called_off: Step.extend({ reason: z.string() }).nullable(),
  begun_at: Instant.nullable(),
  finished_at: Instant.nullable(),
})
export type Erasure = z.infer<typeof Erasure>

export const Certificate = Erasure.extend({
  /** Rows erased, by table. */
  rows: z.record(z.string(), z.int()),
  /** The last seal of the audit: what its anchor outside the database says. */
  seal: z.object({ number: z.string(), hash: z.string(), sealed_at: Instant }).nullable(),
})
export type Certificate = z.infer<typeof Certificate>

export const readErasure = endpoint({
  name: 'organization_erasures.of',
  summary: 'The deletion that is under way for an organization; null when there is none.',
  method: 'GET',
  path: '/api/vendor/organizations/:organization_id/erasure',
  who: 'super_admin',
  across: "to see an organization's deletion",
  input: inside,
  output: z.object({
    erasure: Erasure.nullable(),
    /** Why another super admin has to confirm: the caller requested it, or has not been on the staff continuously since then. */
    needs_another: z.enum(['own', 'later']).nullable(),
  }),
  errors: {},
  topics: ['organization'],
})

export const listErasures = endpoint({
  name: 'organization_erasures.list',
  summary: 'Deletions, the latest first: asked for, called off, confirmed, done.',
  method: 'GET',
  path: '/api/vendor/erasures',
  who: 'super_admin',
  across: 'to see the list of deletions',
  input: z.object({ after }),
  output: page(Erasure),
  errors: {},
  topics: ['organization'],
})

export const readCertificate = endpoint({
  name: 'organization_erasures.certificate',
  summary: 'What was erased: rows by table, when, who asked, who confirmed, the last anchor of the audit.',
  method: 'GET',
  path: '/api/vendor/erasures/:id',
  who: 'super_admin',
  across: 'to see a certificate of erasure',
  input: z.object({ id: Id }),
  output: Certificate,
  errors: {},
  topics: ['organization'],
})

export const askErasure = endpoint({
  name: 'organization_erasures.ask',
  summary: 'The first step: the organization closes, its admins are told, and 30 days run.',
  method: 'POST',
  path: '/api/vendor/organizations/:organization_id/erasure',
  who: 'super_admin',
  input: withReason,
  output: z.object({ erase_after: Instant }),
  errors: { state_changed: 409, not_fresh: 403 },
})

export const callOffErasure = endpoint({
  name: 'organization_erasures.call_off',
  summary: 'Ends the deletion: the organization is what it was before.',
  method: 'POST',
  path: '/api/vendor/organizations/:organization_id/erasure/call-off',
  who: 'super_admin',
  input: withReason,
  output: Done,
  errors: { state_changed: 409, erasure_confirmed: 409 },
})

export const confirmErasure = endpoint({
  name: 'organization_erasures.confirm',
  summary: 'The second step, after the 30 days: everything of the organization is erased for good.',
  method: 'POST',
  path: '/api/vendor/organizations/:organization_id/erasure/confirm',
  who: 'super_admin',
  input: inside.extend({ name: line(1, 120) }),
  output: Done,
  errors: {
    state_changed: 409,
    erasure_confirmed: 409,
    too_early: 409,
    second_person_needed: 403,
    not_fresh: 403,
  },
})
