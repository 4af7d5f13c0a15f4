import type { refusals as exports } from '#features/department/exports/words.refusals.ts'
import type { refusals as accounts } from '#features/people/accounts/words.refusals.ts'
import type { refusals as factors } from '#features/people/factors/words.refusals.ts'
import type { refusals as signIns } from '#features/people/sign-ins/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractOwn from './contract.own.ts'
import type * as contract from './contract.ts'

/** The message for each error of these calls, on screen and in the response. */
export const refusals = {
  own_account: {
    title: 'Your own account',
    text: 'Ask another super admin. You can manage your own sign-in in your profile.',
  },
  last_super_admin: {
    title: 'The last super admin',
    text: 'No other super admin can sign in. Invite another super admin and wait for them to accept.',
  },
  disabled_already: { title: 'Disabled', text: 'This account is disabled.' },
  not_disabled: { title: 'Not disabled', text: 'This account is no longer disabled.' },
  no_session: { title: 'Session ended', text: 'This session has already ended.' },
  sent_lately: {
    title: 'Already sent',
    text: 'This person was sent 5 of these emails in the last hour. Try again later.',
  },
  super_admin_already: { title: 'Already a super admin', text: 'This email belongs to an active super admin.' },
  not_active: { title: 'Already deactivated', text: 'This super admin was already deactivated.' },
  no_super_admin: { title: 'Access Denied', text: "You don't have super admin privileges" },
} as const satisfies RefusalWords<
  typeof contractOwn | typeof contract,
  keyof typeof exports | keyof typeof accounts | keyof typeof factors | keyof typeof signIns
>
