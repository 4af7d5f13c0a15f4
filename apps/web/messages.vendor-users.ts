import type { Words } from '#platform/web/words.ts'

/** The words about support access and about people's accounts; part of `messages.ts`, which holds them to the contracts. */
export const vendorUserMessages = {
  support_open: {
    title: 'You are inside already',
    text: 'Another browser of yours looks inside this department. End it there first.',
  },
  own_account: {
    title: 'Your own account',
    text: 'Another super admin has to do this. Your own sign-in is on your profile.',
  },
  last_super_admin: {
    title: 'The last super admin',
    text: 'Nobody else on the list can sign in. Add another super admin first, who takes the invitation.',
  },
  disabled_already: { title: 'Disabled', text: 'This account is disabled.' },
  not_disabled: { title: 'Not disabled', text: 'This account is not disabled any more.' },
  no_session: { title: 'No session', text: 'It is signed in nowhere any more.' },
  sent_lately: { title: 'Sent already', text: 'This address got five such mails within the hour. Try again later.' },
  super_admin_already: { title: 'On the list already', text: 'This address is an active super admin.' },
  not_active: { title: 'Off the list already', text: 'This super admin was deactivated before.' },
} satisfies Record<string, Words>
