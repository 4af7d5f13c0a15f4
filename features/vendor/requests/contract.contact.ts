import { z } from 'zod'
import { ANSWER_MAX, contactActions, contactStates } from '#features/department/contact-requests/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { tiers } from '#platform/shared/plans.ts'
import { after, Id, Instant, page, text, Version } from '#platform/shared/shapes.ts'

const across = 'to handle contact requests'
const Person = z.object({ name: z.string(), email: z.string() })

export const ContactRequest = z.object({
  id: Id,
  organization: z.object({
    id: Id,
    name: z.string(),
    subdomain: z.string(),
    subscription_tier: z.enum(tiers),
    trial_end_date: z.string().nullable(),
  }),
  /** `upgrade`: sent by an admin; `support`: sent by an officer whose department's trial is over. */
  kind: z.enum(['upgrade', 'support']),
  message: z.string(),
  sender: Person.nullable(),
  status: z.enum(contactStates),
  answer: z.string(),
  answered_at: Instant.nullable(),
  worker: Person.nullable(),
  created_at: Instant,
  version: z.int(),
})
export type ContactRequest = z.infer<typeof ContactRequest>

export const listContacts = endpoint({
  name: 'contact_requests.list',
  summary: 'What departments asked of the vendor, newest first, with how far each was worked.',
  method: 'GET',
  path: '/api/vendor/contact-requests',
  who: 'super_admin',
  across,
  input: z.object({
    state: z.enum([...contactStates, 'open', 'all']).default('open'),
    organization: Id.optional(),
    after,
  }),
  output: page(ContactRequest).extend({ counts: z.record(z.enum(contactStates), z.int()) }),
  errors: {},
  topics: ['requests', 'organization'],
})

export const workContact = endpoint({
  name: 'contact_requests.work',
  summary:
    'Takes a request on, answers it, closes it or opens it again. Who asked is told of an answer, in the app and by mail.',
  method: 'POST',
  path: '/api/vendor/contact-requests/:organization_id/:id',
  who: 'super_admin',
  input: z.strictObject({
    organization_id: Id,
    id: Id,
    version: Version,
    action: z.enum(contactActions),
    answer: text(0, ANSWER_MAX).default(''),
  }),
  output: z.object({ status: z.enum(contactStates), version: z.int() }),
  errors: { wrong_state: 409 },
})
