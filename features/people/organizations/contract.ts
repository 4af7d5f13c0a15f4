import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/shapes.ts'

/** Everything that anonymous visitors may know about an organization. */
export const PublicOrganization = z.object({
  id: Id,
  name: z.string(),
  subdomain: z.string(),
  logo_url: z.string().nullable(),
  primary_color: z.string(),
})
export type PublicOrganization = z.infer<typeof PublicOrganization>

export const readByAgency = endpoint({
  name: 'organizations.read_by_agency',
  summary: 'The name, logo and color of the organization with a web address.',
  method: 'GET',
  path: '/api/public/agencies/:agency',
  who: 'anyone',
  input: z.object({ agency: z.string().max(63) }),
  output: PublicOrganization,
  errors: {},
  afterTrial: true,
})

export const readById = endpoint({
  name: 'organizations.read_by_id',
  summary: "An organization's name, logo and color.",
  method: 'GET',
  path: '/api/public/organizations/:id',
  who: 'anyone',
  input: z.object({ id: Id }),
  output: PublicOrganization,
  errors: {},
  afterTrial: true,
})
