import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, email, Id, line, text } from '#platform/shared/shapes.ts'
import { MESSAGE_MOST, NAME_MOST, PHONE_MOST, TEAM_MOST } from './rules.demo.ts'

export const sendDemoRequest = endpoint({
  name: 'demo_requests.send',
  summary:
    "A visitor asks for a trial, a demonstration or a quote. The id is the visitor's own: sent twice, it is stored once.",
  method: 'POST',
  path: '/api/demo-requests',
  who: 'anyone',
  input: z.strictObject({
    id: Id,
    organizationName: line(1, NAME_MOST),
    contactName: line(1, NAME_MOST),
    email,
    phone: line(0, PHONE_MOST).default(''),
    teamSize: z.int().min(1).max(TEAM_MOST),
    message: text(0, MESSAGE_MOST).default(''),
    /** Honeypot, hidden on the page: submissions that fill it in get the usual answer and are dropped. */
    website: z.string().max(4000).default(''),
  }),
  output: Done,
  errors: {},
  limit: 32_768,
})
