import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  steps_taken: { title: 'Steps already ran', text: "Steps that already ran can't be changed." },
  paused_already: { title: 'Already paused', text: 'Someone else just paused this escalation.' },
  not_paused: { title: 'Not paused', text: 'This escalation is already running.' },
} as const satisfies RefusalWords<typeof contract>
