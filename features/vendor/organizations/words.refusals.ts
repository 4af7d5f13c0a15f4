import type { refusals as exports } from '#features/department/exports/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractErasures from './contract.erasures.ts'
import type * as contract from './contract.ts'

/** The message for each error of these calls, on screen and in the response. */
export const refusals = {
  zone_carried: {
    title: 'This organization has posted shifts',
    text: 'An admin can change the time zone in Settings.',
  },
  address_taken: {
    title: 'Web address already used',
    text: 'Choose a different one. When creating an organization, you can leave this empty.',
  },
  organization_closed: {
    title: 'Suspended',
    text: 'No one can sign in to a suspended organization. Reactivate it, then send the invitation.',
  },
  erasure_confirmed: {
    title: 'Already confirmed',
    text: 'The deletion is in progress and can no longer be canceled.',
  },
  too_early: { title: 'Not yet', text: "The 30-day waiting period isn't over yet." },
  second_person_needed: {
    title: 'Another super admin must confirm',
    text: "Only someone else who was already a super admin when deletion was requested can confirm. If there isn't one, cancel and start over.",
  },
  state_changed: {
    title: 'Changed by someone else',
    text: 'This organization is now {state}. Review it and try again.',
  },
} as const satisfies RefusalWords<typeof contractErasures | typeof contract, keyof typeof exports>
