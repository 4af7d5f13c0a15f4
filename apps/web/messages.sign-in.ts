import type { Words } from '#platform/web/words.ts'

/** The words about signing in, second factors and mailed links; part of `messages.ts`, which holds them to the contracts. */
export const signInMessages = {
  sign_in_failed: {
    title: 'Login Failed',
    text: 'The address or the password is not right, or sign-in is paused: after 5 wrong tries it waits for 15 minutes.',
  },
  no_department: {
    title: 'Login Failed',
    text: 'Your account belongs to no department any more. Ask an admin of your department for an invitation.',
  },
  other_department: {
    title: 'Login Failed',
    text: 'Your account does not belong to this department. Register here first, or sign in at your own.',
  },
  access_suspended: {
    title: 'Access Denied',
    text: 'Your access is suspended. An admin of your department can lift it.',
  },
  registration_rejected: { title: 'Access Denied', text: 'Your registration was not approved by this department.' },
  organization_suspended: {
    title: 'Access Denied',
    text: "This department's access is suspended by the vendor. Nothing is lost: an admin can contact the vendor.",
  },
  code_wrong: {
    title: 'That code was not right',
    text: 'It is wrong, was used before, or codes are paused: after 5 wrong ones they wait for 15 minutes. A passkey still works.',
  },
  passkey_failed: {
    title: 'The passkey was not accepted',
    text: 'Try again, or sign in another way. Only passkeys that were added on your profile work.',
  },
  step_over: { title: 'Begin again', text: 'The sign-in took longer than 10 minutes or was finished elsewhere.' },
  not_fresh: {
    title: 'Confirm that it is you',
    text: 'This needs a second factor that was given within the last 10 minutes.',
  },
  no_factor: { title: 'No second factor', text: 'There is none on this account.' },
  has_factor: {
    title: 'Give the second factor',
    text: 'This account has one: confirm with it, not with the password.',
  },
  factor_gone: { title: 'Not there any more', text: 'It was removed meanwhile.' },
  factor_required: {
    title: 'The last one stays',
    text: 'Your account may not be without a second factor. Add another one first.',
  },
  too_many_factors: { title: 'Enough of them', text: 'Ten are kept at most. Remove one first.' },
  not_locked: { title: 'Not locked any more', text: 'It was released, or opened again by itself.' },
  release_not_set: {
    title: 'Not set for your department',
    text: 'Locks open by themselves after 15 minutes. Under Settings, your department can let admins release them.',
  },
  several_departments: {
    title: 'Belongs to several departments',
    text: 'No single department decides about this account. A lock opens by itself; for the rest contact the vendor.',
  },
  link_invalid: {
    title: 'This link cannot be used',
    text: 'It was used already, has expired, or was not copied whole. Ask for a new one.',
  },
  already_member: {
    title: 'Already there',
    text: 'Your account is on the roster of this department already. Sign in with it.',
  },
  organization_suspended_why: {
    title: 'Access Denied',
    text: "The vendor has suspended this department's access. Reason: {reason} Nothing is lost: contact the vendor to go on.",
  },
} satisfies Record<string, Words>
