import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, page } from '#platform/shared/shapes.ts'
import { opportunityKinds, opportunitySources } from './rules.opportunities.ts'

const Kind = z.enum(opportunityKinds)
const kind = Kind.optional().catch(undefined)

export const Opportunity = z.object({
  id: Id,
  at: Instant,
  kind: Kind,
  /** Of the shift; less than nothing where something is taken back. */
  minutes: z.int(),
  source: z.enum(opportunitySources),
  note: z.string().nullable(),
  assignment_id: Id.nullable(),
  title: z.string().nullable(),
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  officer_id: Id,
  officer_name: z.string(),
  badge_number: z.string().nullable(),
})
export type Opportunity = z.infer<typeof Opportunity>

export const listOpportunities = endpoint({
  name: 'awards.opportunities',
  summary: 'What was offered to whom and what came of it, the latest first: of one officer, or of all.',
  method: 'GET',
  path: '/api/opportunities',
  who: 'admin',
  input: z.object({ officer_id: Id.optional().catch(undefined), kind, after }),
  output: page(Opportunity),
  errors: {},
  topics: ['signups', 'awards'],
})

export const listMyOpportunities = endpoint({
  name: 'awards.my_opportunities',
  summary: 'What was offered to the caller and what came of it, the latest first.',
  method: 'GET',
  path: '/api/my-opportunities',
  who: 'officer',
  input: z.object({ kind, after }),
  output: page(Opportunity),
  errors: {},
  topics: ['signups', 'awards'],
})
