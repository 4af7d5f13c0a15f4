import type { refusals as exports } from '#features/department/exports/words.refusals.ts'
import type { refusals as accounts } from '#features/people/accounts/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractPasskeys from './contract.passkeys.ts'
import type * as contractSecondStep from './contract.second-step.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  password_wrong: {
    title: 'Incorrect password',
    text: 'Enter your current password. After 5 wrong attempts, wait 15 minutes.',
  },
  code_wrong: {
    title: 'Incorrect code',
    text: 'The code is wrong or was already used. After 5 wrong codes, wait 15 minutes or use a passkey.',
  },
  passkey_failed: {
    title: 'Passkey not accepted',
    text: 'Try again, or sign in another way. Only passkeys added in your profile work.',
  },
  step_over: { title: 'Start over', text: 'This sign-in took longer than 10 minutes or was completed elsewhere.' },
  no_factor: { title: 'No second factor', text: 'This account has no second factor.' },
  has_factor: {
    title: 'Use your second factor',
    text: 'Confirm with your second factor instead of your password.',
  },
  factor_gone: { title: 'Already removed', text: 'This second factor was already removed.' },
  factor_required: {
    title: 'Last second factor',
    text: 'Your account needs a second factor. Add another one first.',
  },
  too_many_factors: { title: 'Limit reached', text: 'You can have at most 10 second factors. Remove one first.' },
} as const satisfies RefusalWords<
  typeof contractPasskeys | typeof contractSecondStep | typeof contract,
  keyof typeof exports | keyof typeof accounts
>
