import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'
import { PasskeyAnswer, PasskeyOptions } from './contract.passkeys.ts'
import { Enrolled, FactorName, NewApp, TypedCode } from './contract.ts'

export const Waiting = z.object({
  waits_for: z.enum(['second_factor', 'set_up']),
  methods: z.object({ app: z.boolean(), passkey: z.boolean(), recovery: z.boolean() }),
  email: z.string(),
  ends_at: Instant,
})
export type Waiting = z.infer<typeof Waiting>

const over = { step_over: 401 } as const
const wrongCode = { code_wrong: 401 } as const
const wrongPasskey = { passkey_failed: 401 } as const
const gone = { factor_gone: 404 } as const

/** Requires the cookie's half-finished sign-in: the caller has given a password but has no session yet. */
const half = { method: 'POST', who: 'anyone', afterTrial: true, secret: true } as const

export const readStep = endpoint({
  name: 'multi_factor.step',
  summary: "What this browser's unfinished sign-in needs next; null if there is none.",
  method: 'POST',
  path: '/api/multi-factor/step',
  who: 'anyone',
  input: z.object({}),
  output: z.object({ step: Waiting.nullable() }),
  errors: {},
  bookkeeping: true,
  afterTrial: true,
})

export const giveCode = endpoint({
  ...half,
  name: 'multi_factor.give_code',
  summary: 'Finishes the sign-in with a code from the authenticator app or a recovery code. Each works once.',
  path: '/api/multi-factor/code',
  input: z.object({ code: TypedCode }),
  output: Done,
  errors: { ...over, ...wrongCode },
})

export const askPasskey = endpoint({
  ...half,
  name: 'multi_factor.ask_passkey',
  summary: 'Passkey request options for the account that is signing in.',
  path: '/api/multi-factor/passkey/options',
  input: z.object({}),
  output: z.object({ options: PasskeyOptions }),
  errors: over,
})

export const givePasskey = endpoint({
  ...half,
  name: 'multi_factor.give_passkey',
  summary: "Finishes the sign-in with a passkey. Wrong codes don't lock passkeys.",
  path: '/api/multi-factor/passkey',
  input: z.object({ answer: PasskeyAnswer }),
  output: Done,
  errors: { ...over, ...wrongPasskey },
})

export const leaveStep = endpoint({
  ...half,
  name: 'multi_factor.leave',
  summary: 'Abandons the unfinished sign-in.',
  path: '/api/multi-factor/leave',
  input: z.object({}),
  output: Done,
  errors: {},
})

export const beginFirstApp = endpoint({
  ...half,
  name: 'multi_factor.begin_app',
  summary: 'A secret for an authenticator app, for someone who must set up a second factor.',
  path: '/api/multi-factor/app',
  input: z.object({}),
  output: NewApp,
  errors: over,
})

export const confirmFirstApp = endpoint({
  ...half,
  name: 'multi_factor.confirm_app',
  summary: 'Confirms the app with its first code and finishes the sign-in; returns recovery codes once.',
  path: '/api/multi-factor/app/confirm',
  input: z.object({ factor_id: Id, code: TypedCode }),
  output: Enrolled,
  errors: { ...over, ...wrongCode, ...gone },
})

export const beginFirstPasskey = endpoint({
  ...half,
  name: 'multi_factor.begin_passkey',
  summary: 'Passkey creation options for someone who must set up a second factor.',
  path: '/api/multi-factor/passkey/new',
  input: z.object({}),
  output: z.object({ options: PasskeyOptions }),
  errors: over,
})

export const confirmFirstPasskey = endpoint({
  ...half,
  name: 'multi_factor.confirm_passkey',
  summary: 'Saves the new passkey and finishes the sign-in; returns recovery codes once.',
  path: '/api/multi-factor/passkey/confirm',
  input: z.object({ answer: PasskeyAnswer, name: FactorName }),
  output: Enrolled,
  errors: { ...over, ...wrongPasskey },
})
