import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Done, Id, Instant, page } from '#platform/shared/shapes.ts'

export const Invitation = z.object({
  id: Id,
  /** `claim`: invites an officer on the roster; `admin_setup`: sent by the vendor, creates an admin. */
  kind: z.enum(['claim', 'admin_setup']),
  email: z.string(),
  name: z.string().nullable(),
  created_at: Instant,
  expires_at: Instant,
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = endpoint({
  name: 'invitations.list',
  summary: 'Open invitations to the department, newest first, 50 at a time.',
  method: 'GET',
  path: '/api/invitations',
  who: 'admin',
  input: z.object({ /** Of one officer of the roster. */ officer_id: Id.optional(), after }),
  output: page(Invitation),
  errors: {},
  topics: ['officers', 'organization'],
})

const one = { method: 'POST', output: Done, errors: { invitation_over: 409 } } as const

export const withdrawInvitation = endpoint({
  ...one,
  name: 'invitations.withdraw',
  summary: 'Withdraws an invitation; its link stops working.',
  path: '/api/invitations/:id/withdraw',
  who: 'admin',
  input: z.strictObject({ id: Id }),
})

export const withdrawAdminInvitation = endpoint({
  ...one,
  name: 'invitations.withdraw_admin',
  summary: "The same by the vendor, for an invitation to become an organization's admin.",
  path: '/api/vendor/organizations/:organization_id/invitations/:id/withdraw',
  who: 'super_admin',
  input: z.strictObject({ organization_id: Id, id: Id }),
})
