import type { Words } from '#platform/web/words.ts'

/** The words of the vendor's pages about organizations; part of `messages.ts`, which holds them to the contracts. */
export const vendorOrganizationMessages = {
  address_taken: {
    title: 'Address taken',
    text: 'Another organization has this address. Choose another, or leave it empty when you make a new one.',
  },
  organization_closed: {
    title: 'Suspended',
    text: 'Nobody can sign in there. Reactivate the organization first, then invite.',
  },
  state_changed: {
    title: 'Changed meanwhile',
    text: 'This organization is {state} by now. Look at its new state and decide again.',
  },
} as const satisfies Record<string, Words>
