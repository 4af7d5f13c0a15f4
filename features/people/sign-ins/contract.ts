import { z } from 'zod'
import { tryKinds } from '#features/people/accounts/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'
import { signInActions } from './rules.ts'

const OfficerPath = z.object({ officer_id: Id })
const refused = { own_row: 409, several_departments: 409 } as const

export const SignInState = z.object({
  second_factor: z.boolean(),
  /** When the vendor disabled the account, which then cannot sign in anywhere. */
  disabled_at: Instant.nullable(),
  locked: z.object({ since: Instant, until: Instant, why: z.enum(tryKinds) }).nullable(),
  /** Other accounts of the department that are locked now. */
  others_locked: z.int(),
  may: z.array(z.enum(signInActions)),
  /** Actions that the state allows but a rule forbids: the screen says why. */
  blocked: z.array(
    z.object({ action: z.enum(signInActions), why: z.enum(['own_row', 'several_departments', 'release_not_set']) }),
  ),
})
export type SignInState = z.infer<typeof SignInState>

export const getSignInState = endpoint({
  name: 'sign_ins.get',
  summary: "How an officer's account signs in, whether it is locked, and which actions are allowed.",
  method: 'GET',
  path: '/api/officers/:officer_id/sign-in',
  who: 'admin',
  input: OfficerPath,
  output: SignInState,
  errors: {},
  topics: ['officers', 'organization'],
})

export const releaseLock = endpoint({
  name: 'sign_ins.release',
  summary: 'Unlocks an account, if the organization lets admins do so.',
  method: 'POST',
  path: '/api/officers/:officer_id/sign-in/release',
  who: 'admin',
  input: OfficerPath,
  output: Done,
  errors: { ...refused, not_locked: 409, release_not_set: 403 },
})

export const releaseAll = endpoint({
  name: 'sign_ins.release_all',
  summary: "Unlocks every locked account in the department that its admins may unlock, except the caller's own.",
  method: 'POST',
  path: '/api/sign-ins/release-all',
  who: 'admin',
  input: z.object({}),
  output: z.object({ released: z.int() }),
  errors: { not_locked: 409, release_not_set: 403 },
})

export const resetFactors = endpoint({
  name: 'sign_ins.reset_factors',
  summary:
    'Takes every second factor off an account and ends its sessions; needs `confirm` and a fresh proof of the admin.',
  method: 'POST',
  path: '/api/officers/:officer_id/sign-in/reset-factors',
  who: 'admin',
  input: OfficerPath.extend({ confirm: z.literal(true, 'Confirm this.') }),
  output: Done,
  errors: { ...refused, no_factor: 409, not_fresh: 403 },
})
