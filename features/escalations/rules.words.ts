import { durationWords } from '#platform/shared/time.ts'
import type { Step, StepKind, StepProblem } from './rules.ts'

export const stepWords: Readonly<Record<StepKind, { label: string; hint: string }>> = {
  group: { label: 'Tell a group', hint: 'Officers of these units who may work it are told that it is still open.' },
  all: { label: 'Tell everybody', hint: 'Everybody who may work it is told that it is still open.' },
  neighbours: {
    label: 'Let neighbouring units in',
    hint: 'Posts for certain units are opened to these as well, and they are told.',
  },
  order_in: {
    label: 'Order-in',
    hint: 'Volunteers are asked for; when their time is over, the rest is ordered down the force list.',
  },
}

export const problemWords: Readonly<Record<StepProblem['message'], string>> = {
  units_missing: 'Choose the units.',
  units_not_asked: 'This step is for nobody in particular.',
  order_in_last: 'Order-in is the last step.',
  twice: 'Everybody is told once.',
}

/** `4 h after publishing`, `6 h before the start`. */
export const clockWordsOf = (step: Pick<Step, 'clock' | 'minutes'>): string => {
  if (step.minutes === 0) return step.clock === 'after_publish' ? 'when it is published' : 'at the start'
  const days = step.minutes / 1440
  const long = days > 1 && Number.isInteger(days) ? `${days} days` : durationWords(step.minutes)
  return `${long} ${step.clock === 'after_publish' ? 'after publishing' : 'before the start'}`
}
