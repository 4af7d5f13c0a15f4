import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, email, Id, line } from '#platform/shared/shapes.ts'
import { linkKinds, PASSWORD_MAX, PASSWORD_MIN, passwordWords, refusePassword } from './rules.ts'

/** Taken exactly as typed: no trimming, no other form of its characters, and nothing longer is ever hashed. */
const Password = z
  .string()
  .min(1, 'Please fill this in.')
  .refine((value) => value.length <= PASSWORD_MAX * 2 && [...value].length <= PASSWORD_MAX, passwordWords.too_long)
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), passwordWords.nul_character)

/** A password that somebody chooses. The server refuses more: names, and 15 characters for super admins. */
const NewPassword = z.string().superRefine((value, context) => {
  const refusal = value.isWellFormed() ? refusePassword(value, { own: [] }) : 'nul_character'
  const short = `At least ${PASSWORD_MIN} characters.`
  if (refusal) context.addIssue({ code: 'custom', message: refusal === 'too_short' ? short : passwordWords[refusal] })
})

const Agency = z.string().max(63)
/** The secret of a one-time link. What is no secret answers like one that is used up. */
const Token = z.string().min(1).max(200)

export const signIn = endpoint({
  name: 'accounts.sign_in',
  summary: 'Opens a session with address and password, in the organization of `agency` or the only one there is.',
  method: 'POST',
  path: '/api/accounts/sign-in',
  who: 'anyone',
  input: z.object({ email, password: Password, agency: Agency.optional() }),
  output: z.object({
    /** Null: the account has several, and the session waits for one to be chosen. */
    organization_id: Id.nullable(),
  }),
  errors: {
    sign_in_failed: 401,
    no_department: 403,
    other_department: 403,
    access_suspended: 403,
    registration_rejected: 403,
    organization_suspended: 403,
  },
  secret: true,
  afterTrial: true,
})

export const forgotPassword = endpoint({
  name: 'accounts.forgot_password',
  summary: 'Mails a link that sets a new password. The answer is the same for an address without an account.',
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
  summary: 'Sets a new password by a mailed link, and ends every session of the account.',
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
  summary: 'Asks to join an organization. Always answers the same; the mailed link proves the address.',
  method: 'POST',
  path: '/api/accounts/register',
  who: 'anyone',
  input: z.object({
    name: line(1, 120),
    email,
    /** One of the two says where. */
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
  /** False where the address has an account with a password, which it keeps. */
  needs_password: z.boolean(),
  password_min: z.number().int(),
})
export type LinkView = z.infer<typeof LinkView>

export const readLink = endpoint({
  name: 'accounts.read_link',
  summary: 'What a one-time link is for. A POST, so that the secret stands in no address of the API.',
  method: 'POST',
  path: '/api/accounts/links/read',
  who: 'anyone',
  input: z.object({ token: Token, agency: Agency.optional() }),
  output: LinkView,
  errors: { link_invalid: 404 },
  bookkeeping: true,
})

export const redeemLink = endpoint({
  name: 'accounts.redeem_link',
  summary: 'Uses a one-time link up: a registration confirmed, an invitation taken, a first password set.',
  method: 'POST',
  path: '/api/accounts/links/redeem',
  who: 'anyone',
  input: z.object({ token: Token, name: line(1, 120).optional(), password: NewPassword.optional() }),
  output: z.object({
    /** False: the account had a password already, or has no screen to go to; sign-in is the next step. */
    signed_in: z.boolean(),
    agency: z.string().nullable(),
  }),
  errors: { link_invalid: 404, already_member: 409 },
  secret: true,
})
