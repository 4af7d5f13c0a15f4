import { durationWords } from '#platform/shared/time.ts'
import type { Step, StepKind, StepProblem } from './rules.ts'

export const stepWords: Readonly<Record<StepKind, { label: string; hint: string }>> = {
  group: {
    label: 'Notify a group',
    hint: 'Eligible officers in these units are notified that the shift is still open.',
  },
  all: { label: 'Notify everyone', hint: 'Every eligible officer is notified that the shift is still open.' },
  neighbours: {
    label: 'Open to more units',
    hint: 'Posts limited to certain units also open to these units, and their eligible officers are notified.',
  },
  order_in: {
    label: 'Order-in',
    hint: 'Asks for volunteers. When time is up, remaining spots are filled from the force list.',
  },
}

export const problemWords: Readonly<Record<StepProblem['message'], string>> = {
  units_missing: 'Choose the units.',
  units_not_asked: "This step doesn't use units.",
  order_in_last: 'Order-in must be the last step.',
  twice: 'Only one step can notify everyone.',
}

/** `4 h after publishing`, `6 h before the start`. */
export const clockWordsOf = (step: Pick<Step, 'clock' | 'minutes'>): string => {
  if (step.minutes === 0) return step.clock === 'after_publish' ? 'when published' : 'at the start'
  const days = step.minutes / 1440
  const long = days > 1 && Number.isInteger(days) ? `${days} days` : durationWords(step.minutes)
  return `${long} ${step.clock === 'after_publish' ? 'after publishing' : 'before the start'}`
}

/** `Notify everyone 48 h before the start → Order-in 12 h before the start`. */
export const stepsWords = (steps: readonly Step[]): string =>
  steps.map((step) => `${stepWords[step.kind].label} ${clockWordsOf(step)}`).join(' → ')
