import type { Words } from '#platform/web/words.ts'

/** The words of the vendor's pages about organizations; part of `messages.ts`. */
export const vendorOrganizationMessages = {
  address_taken: {
    title: 'Address taken',
    text: 'Another organization has this address. Choose another, or leave it empty when you make a new one.',
  },
  organization_closed: {
    title: 'Suspended',
    text: 'Nobody can sign in there. Reactivate the organization first, then invite.',
  },
  erasure_confirmed: {
    title: 'Confirmed already',
    text: 'The deletion was confirmed and is under way. It cannot be called off any more.',
  },
  too_early: { title: 'Not yet', text: 'The 30 days between the two steps are not over.' },
  second_person_needed: {
    title: 'Somebody else has to confirm',
    text: 'The second step is for another super admin, one who was on the list without a break since the deletion was asked for. Where none of them is left, call it off and ask anew.',
  },
  state_changed: {
    title: 'Changed meanwhile',
    text: 'This organization is {state} by now. Look at its new state and decide again.',
  },
} as const satisfies Record<string, Words>
