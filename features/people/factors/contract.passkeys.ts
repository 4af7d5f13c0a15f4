import { z } from 'zod'
import { Agency } from '#features/people/accounts/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/shapes.ts'

/** WebAuthn requests and responses; the libraries on both sides know the details. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
export const PasskeyAnswer = z.looseObject({
  id: z.string().min(1).max(2000),
  response: z.looseObject({ clientDataJSON: z.string().max(4000) }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** No one is signed in yet; a successful call sets the cookie. */
const open = { method: 'POST', who: 'anyone', afterTrial: true, secret: true } as const
const wrongPasskey = { passkey_failed: 401 } as const

export const askSignInPasskey = endpoint({
  ...open,
  name: 'passkeys.ask',
  summary: 'Passkey request options for signing in without a password.',
  path: '/api/passkeys/options',
  input: z.object({}),
  output: z.object({ options: PasskeyOptions }),
  errors: {},
})

export const signInByPasskey = endpoint({
  ...open,
  name: 'passkeys.sign_in',
  summary: 'Opens a session with a passkey that verified its user, which counts as both factors.',
  path: '/api/passkeys/sign-in',
  input: z.object({ answer: PasskeyAnswer, agency: Agency.optional() }),
  output: z.object({ organization_id: Id.nullable() }),
  errors: {
    ...wrongPasskey,
    no_department: 403,
    other_department: 403,
    access_suspended: 403,
    registration_rejected: 403,
    organization_suspended: 403,
    organization_suspended_why: 403,
  },
})
