import type { refusals as assignmentEditor } from '#features/shifts/assignment-editor/words.refusals.ts'
import type { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import type { refusals as awards } from '#features/shifts/awards/words.refusals.ts'
import type { refusals as signups } from '#features/shifts/signups/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  plan_waiting: { title: 'Plan in progress', text: 'Wait for the plan. It takes at most 30 seconds.' },
  line_taken: { title: 'Already assigned', text: 'Another admin already assigned this line.' },
} as const satisfies RefusalWords<
  typeof contract,
  keyof typeof assignmentEditor | keyof typeof assignments | keyof typeof awards | keyof typeof signups
>
