import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { email, Id } from '#platform/shared/shapes.ts'
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_MIN_SUPER_ADMIN, passwordWords, refusePassword } from './rules.ts'

/** Taken exactly as typed: no trimming, no other form of its characters, and nothing longer is ever hashed. */
export const Password = z
  .string()
  .min(1, 'Please fill this in.')
  .refine((value) => value.length <= PASSWORD_MAX * 2 && [...value].length <= PASSWORD_MAX, passwordWords.too_long)
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), passwordWords.nul_character)

const newPassword = (min: number) =>
  z.string().superRefine((value, context) => {
    const ask = { own: [], is_super_admin: min === PASSWORD_MIN_SUPER_ADMIN }
    const refusal = value.isWellFormed() ? refusePassword(value, ask) : 'nul_character'
    const short = `At least ${min} characters.`
    if (refusal) context.addIssue({ code: 'custom', message: refusal === 'too_short' ? short : passwordWords[refusal] })
  })
/** A password that somebody chooses. The server refuses more: names, and 15 characters for super admins. */
export const NewPassword = newPassword(PASSWORD_MIN)
export const NewVendorPassword = newPassword(PASSWORD_MIN_SUPER_ADMIN)

export const Agency = z.string().max(63)
/** What is left to do: nothing, a second factor to give, or one to set up first. Until then no session is open. */
export const Next = z.enum(['done', 'second_factor', 'set_up'])
export type Next = z.infer<typeof Next>

export const signIn = endpoint({
  name: 'accounts.sign_in',
  summary:
    'Opens a session with address and password, in the organization of `agency` or the only one there is; or a half-finished one that waits for the second factor.',
  method: 'POST',
  path: '/api/accounts/sign-in',
  who: 'anyone',
  input: z.object({ email, password: Password, agency: Agency.optional() }),
  output: z.object({
    /** Null: the account has several, and the session waits for one to be chosen. */
    organization_id: Id.nullable(),
    next: Next,
  }),
  errors: {
    sign_in_failed: 401,
    no_department: 403,
    other_department: 403,
    access_suspended: 403,
    registration_rejected: 403,
    organization_suspended: 403,
    organization_suspended_why: 403,
  },
  secret: true,
  afterTrial: true,
})
