import type { refusals as accounts } from '#features/people/accounts/words.refusals.ts'
import type { refusals as factors } from '#features/people/factors/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractInvitations from './contract.invitations.ts'
import type * as contractOwn from './contract.own.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  invitation_over: {
    title: 'No longer open',
    text: 'This invitation has been accepted or withdrawn, or has expired.',
  },
  link_invalid: {
    title: "This link doesn't work",
    text: 'The link has been used, has expired or is incomplete. Request a new one.',
  },
  already_member: {
    title: 'Already on the roster',
    text: "You're already on this department's roster. Sign in with your existing account.",
  },
} as const satisfies RefusalWords<
  typeof contractInvitations | typeof contractOwn | typeof contract,
  keyof typeof accounts | keyof typeof factors
>
