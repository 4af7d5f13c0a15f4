import type { OnboardingStep } from './rules.ts'

type StepWords = {
  title: string
  /** In the row of steps. */
  short: string
  text: string
  /** Leaving it out on purpose. */
  skip: string
}

export const stepWords: Readonly<Record<OnboardingStep, StepWords>> = {
  brand: {
    title: 'Name, colour and logo',
    short: 'Brand',
    text: 'Officers see them on your sign-in page, in the header and in mails.',
    skip: 'Keep the default look',
  },
  roster: {
    title: 'Put your officers on the roster',
    short: 'Roster',
    text: 'Bring the list you have, as CSV or XLSX. Every row is checked before one is written.',
    skip: 'Skip, officers will register themselves',
  },
  shift: {
    title: 'Publish the first shift',
    short: 'First shift',
    text: 'What, when, and how many officers. Everything else can be added later.',
    skip: 'Skip for now',
  },
  invite: {
    title: 'Invite your officers',
    short: 'Invitations',
    text: 'Each gets a link by mail, makes an account and sees what is open.',
    skip: 'Skip, invitations can wait',
  },
}

export const stateWords = { open: 'To do', done: 'Done', skipped: 'Skipped' } as const

export const minutesWords = (minutes: number): string => `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
