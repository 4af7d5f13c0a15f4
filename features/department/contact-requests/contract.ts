import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Instant, text } from '#platform/shared/shapes.ts'
import { contactStates, MESSAGE_MAX } from './rules.ts'

export const Asked = z.object({
  name: z.string(),
  message: z.string(),
  status: z.enum(contactStates),
  /** The vendor's answer, once there is one. */
  answer: z.string(),
  asked_at: Instant,
  /** When the department may ask again. */
  quiet_until: Instant,
  quiet: z.boolean(),
})

export const lastContact = endpoint({
  name: 'contact_requests.last',
  summary: 'What the department asked of the vendor last; officers see their own request.',
  method: 'GET',
  path: '/api/contact-requests/last',
  who: 'officer',
  input: z.object({}),
  output: z.object({ last: Asked.nullable() }),
  errors: {},
  topics: ['contact'],
  afterTrial: true,
})

export const contactVendor = endpoint({
  name: 'contact_requests.send',
  summary: 'Asks the vendor for an upgrade; answered by mail. Also after the trial has ended.',
  method: 'POST',
  path: '/api/contact-requests',
  who: 'officer',
  input: z.object({ message: text(0, MESSAGE_MAX) }),
  output: z.object({ asked_at: Instant }),
  errors: { asked_already: 409 },
  afterTrial: true,
})
