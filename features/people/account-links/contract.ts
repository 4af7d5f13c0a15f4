import { z } from 'zod'
import { NewPassword } from '#features/people/accounts/contract.new-password.ts'
import { Agency, Next } from '#features/people/accounts/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, email, Id, line } from '#platform/shared/shapes.ts'
import { BADGE_MAX, looksLikeFormula } from '#platform/shared/text.ts'
import { linkKinds } from './rules.ts'

/** The secret of a one-time link. A malformed one gets the same answer as a used one. */
const Token = z.string().min(1).max(200)

export const forgotPassword = endpoint({
  name: 'accounts.forgot_password',
  summary: 'Emails a password reset link. The answer is the same for an address without an account.',
  method: 'POST',
  path: '/api/accounts/forgot-password',
  who: 'anyone',
  input: z.object({ email, agency: Agency.optional() }),
  output: Done,
  errors: {},
  afterTrial: true,
})

export const resetPassword = endpoint({
  name: 'accounts.reset_password',
  summary: 'Sets a new password with an emailed link, and ends every session of the account.',
  method: 'POST',
  path: '/api/accounts/reset-password',
  who: 'anyone',
  input: z.object({ token: Token, password: NewPassword }),
  output: z.object({ agency: z.string().nullable() }),
  errors: { link_invalid: 404, sign_in_failed: 401 },
  afterTrial: true,
})

export const register = endpoint({
  name: 'accounts.register',
  summary: 'Requests to join an organization. The answer is always the same; the emailed link verifies the address.',
  method: 'POST',
  path: '/api/accounts/register',
  who: 'anyone',
  input: z.object({
    name: line(1, 120),
    email,
    /** As on the department's roster; empty for officers without one. The response does not reveal whether it is on the roster. */
    badge_number: line(0, BADGE_MAX)
      .refine(
        (badge) => !looksLikeFormula(badge),
        'This starts like a spreadsheet formula (=, +, - or @). Use plain text.',
      )
      .optional(),
    /** One of the two identifies the department. */
    agency: Agency.optional(),
    organization_id: Id.optional(),
  }),
  output: Done,
  errors: {},
})

export const LinkView = z.object({
  kind: z.enum(linkKinds),
  email: z.string(),
  name: z.string().nullable(),
  organization: z
    .object({
      id: Id,
      name: z.string(),
      subdomain: z.string(),
      logo_url: z.string().nullable(),
      primary_color: z.string(),
    })
    .nullable(),
  /** False if the email belongs to an account that already has a password, which stays in effect. */
  needs_password: z.boolean(),
  password_min: z.number().int(),
})
export type LinkView = z.infer<typeof LinkView>

export const readLink = endpoint({
  name: 'accounts.read_link',
  summary: 'What a one-time link is for. A POST, so that the secret appears in no URL.',
  method: 'POST',
  path: '/api/accounts/links/read',
  who: 'anyone',
  input: z.object({ token: Token, agency: Agency.optional() }),
  output: LinkView,
  errors: { link_invalid: 404 },
  bookkeeping: true,
  afterTrial: true,
})

export const redeemLink = endpoint({
  name: 'accounts.redeem_link',
  summary: 'Uses a one-time link to confirm a registration, accept an invitation or set a first password.',
  method: 'POST',
  path: '/api/accounts/links/redeem',
  who: 'anyone',
  input: z.object({ token: Token, name: line(1, 120).optional(), password: NewPassword.optional() }),
  output: z.object({
    /** False if the account already had a password or has no screen to open; sign-in is the next step. */
    signed_in: z.boolean(),
    /** The remaining sign-in step, if sign-in has begun. */
    next: Next,
    agency: z.string().nullable(),
  }),
  errors: { link_invalid: 404, already_member: 409 },
  secret: true,
})

export const confirmAddress = endpoint({
  name: 'accounts.confirm_address',
  summary: 'Changes the account to the address the link verifies, and notifies the old address.',
  method: 'POST',
  path: '/api/accounts/address',
  who: 'anyone',
  input: z.object({ token: Token }),
  output: Done,
  errors: { link_invalid: 404 },
  afterTrial: true,
})
