import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  before_amendment: {
    title: 'Too early',
    text: 'The contract was already amended for a later date. Choose a date after the last amendment.',
  },
  contract_over: { title: 'Canceled', text: 'This contract is canceled. Create a new one.' },
  contract_overlaps: {
    title: 'Overlapping contract',
    text: 'An organization can have one contract at a time. Start after the current one ends, or amend it.',
  },
  contract_renewed: {
    title: 'Already renewed',
    text: 'The next term already exists. Cancel it as of its first day, then return here.',
  },
  not_suspended: {
    title: 'Not suspended yet',
    text: 'First suspend the organization on its page. Its admins will be notified. Then record it here.',
  },
  outside_term: {
    title: 'Outside the term',
    text: 'Choose a date within the contract term, after its first day.',
  },
  task_decided: { title: 'Already decided', text: 'Someone else already decided this.' },
} as const satisfies RefusalWords<typeof contract>
