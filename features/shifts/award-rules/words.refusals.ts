import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  rule_name_taken: { title: 'Name already used', text: 'Another rule has this name. Choose a different one.' },
  too_many_rules: {
    title: 'Too many rules',
    text: 'A department can have at most {most} rules. Edit an existing one.',
  },
} as const satisfies RefusalWords<typeof contract>
