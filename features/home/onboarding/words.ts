import type { OnboardingStep } from './rules.ts'

type StepWords = {
  title: string
  /** In the row of steps. */
  short: string
  text: string
  /** Label for skipping the step. */
  skip: string
}

export const stepWords: Readonly<Record<OnboardingStep, StepWords>> = {
  brand: {
    title: 'Name, color and logo',
    short: 'Brand',
    text: 'Shown on your sign-in page, in the header and in emails.',
    skip: 'Keep the default look',
  },
  roster: {
    title: 'Add your officers',
    short: 'Roster',
    text: 'Import your list as CSV or XLSX. Every row is checked first.',
    skip: 'Skip: officers will register themselves',
  },
  shift: {
    title: 'Publish the first shift',
    short: 'First shift',
    text: 'Title, time and number of officers. Add the rest later.',
    skip: 'Skip for now',
  },
  rules: {
    title: 'Set your rules',
    short: 'Rules',
    text: 'One answer is enough. The rest can wait.',
    skip: 'Skip for now',
  },
  invite: {
    title: 'Invite your officers',
    short: 'Invitations',
    text: 'Officers get an email with a link to activate their account.',
    skip: 'Skip and invite later',
  },
}

export const stateWords = { open: 'To do', done: 'Done', skipped: 'Skipped' } as const

export const minutesWords = (minutes: number): string => `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

/** The open steps in one line: `add your officers, set your rules`. */
export const openWords = (steps: readonly OnboardingStep[]): string =>
  steps.map((step) => stepWords[step].title.toLowerCase()).join(', ')
