import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import type { OpenStep } from './rules.order.ts'

const sharedWords: Readonly<Record<OpenStep, string>> = {
  applied: 'Officers who share a place rank by who applies first.',
  draw: 'A draw ranks officers who share a place.',
}

/** What the order can't say before there is a shift. */
export const limitWords = (rule: AwardRule, { open_step, shared }: { open_step: OpenStep | null; shared: boolean }) => [
  ...(open_step !== null && shared ? [sharedWords[open_step]] : []),
  ...(rule.method === 'weighted' ? ['Points compare all officers. An award compares only its applicants.'] : []),
  ...(rule.method === 'weighted' && rule.weights.some(({ factor }) => factor === 'unit_match')
    ? ['Points for a required unit depend on the shift and are not included.']
    : []),
  'Each award also checks the requirements of the shift, rest and hour limits.',
]
