import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, on screen and in the response. */
export const refusals = {
  location_taken: { title: 'Name already used', text: 'Another saved location has this name. Choose a different one.' },
  too_many_locations: {
    title: 'Too many locations',
    text: 'You can save at most {most}. Delete one in Settings first.',
  },
} as const satisfies RefusalWords<typeof contract>
