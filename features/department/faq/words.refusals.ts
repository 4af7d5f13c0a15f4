import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls: on the screen, and as the message in the response. */
export const refusals = {
  category_taken: { title: 'Name already used', text: 'Another category has this name. Choose a different one.' },
  category_not_empty: {
    title: 'Category has questions',
    text: 'Move or delete its questions first, then delete the category.',
  },
  faq_full: {
    title: 'The FAQ is full',
    text: 'The FAQ can have up to 30 categories and 200 questions. Delete some first.',
  },
} as const satisfies RefusalWords<typeof contract>
