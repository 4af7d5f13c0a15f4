import { type AwardRule, usesHours } from '#features/shifts/award-rules/rules.ts'
import { countsWords } from '#features/shifts/award-rules/words.ts'
import type { OpenStep } from './rules.order.ts'

const sharedWords: Readonly<Record<OpenStep, string>> = {
  applied: 'Tied officers rank by who applies first.',
  draw: 'A draw ranks tied officers.',
}

/** What the hours are, and what the order can't say before there is a shift. */
export const orderNotes = (rule: AwardRule, { open_step, shared }: { open_step: OpenStep | null; shared: boolean }) => [
  ...(usesHours(rule) ? [countsWords(rule)] : []),
  ...(open_step !== null && shared ? [sharedWords[open_step]] : []),
  ...(rule.method === 'weighted' ? ['Points compare all officers. An award compares only its applicants.'] : []),
  ...(rule.method === 'weighted' && rule.weights.some(({ factor }) => factor === 'unit_match')
    ? ["Points for a required unit depend on the shift and aren't included."]
    : []),
  "Each award also checks the shift's requirements, rest and hour limits.",
]
