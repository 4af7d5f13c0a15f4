import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { email, Id } from '#platform/shared/shapes.ts'
import { PASSWORD_MAX, passwordWords } from './rules.ts'

/** Accepted exactly as typed: no trimming, no Unicode normalization, and nothing longer is ever hashed. */
export const Password = z
  .string()
  .min(1, 'This field is required.')
  .refine((value) => value.length <= PASSWORD_MAX * 2 && [...value].length <= PASSWORD_MAX, passwordWords.too_long)
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), passwordWords.nul_character)

export const Agency = z.string().max(63)
/** The next step: none, entering a second factor, or setting one up first. No session is open until it is done. */
export const Next = z.enum(['done', 'second_factor', 'set_up'])
export type Next = z.infer<typeof Next>

export const signIn = endpoint({
  name: 'accounts.sign_in',
  summary:
    'Signs in by email and password, in the organization of `agency` or the only one; may require a second factor.',
  method: 'POST',
  path: '/api/accounts/sign-in',
  who: 'anyone',
  input: z.object({ email, password: Password, agency: Agency.optional() }),
  output: z.object({
    /** Null: the account has several departments, and the session waits for a choice. */
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
