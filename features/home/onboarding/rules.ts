import type { Instant } from '#platform/shared/time.ts'

/** What a new department does before its first shift is filled, in order: how it is given out is decided before it is posted. */
export const onboardingSteps = ['brand', 'roster', 'rules', 'shift', 'invite'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export type StepStanding = { step: OnboardingStep; state: 'open' | 'done' | 'skipped' }

/** Minutes each step takes with the roster ready; including the account and its second factor, under 30 in total. */
export const stepMinutes: Readonly<Record<OnboardingStep, number>> = {
  brand: 3,
  roster: 6,
  rules: 3,
  shift: 4,
  invite: 2,
}
/** Facts about the department, counted from its data. */
export type OnboardingFacts = {
  /** The plan includes branding: without it there is no such step. */
  has_branding: boolean
  branded: boolean
  officers: number
  first_published_at: Instant | null
  /** How new shifts are given out was saved, or rest and hour limits were, be it without any. */
  ruled: boolean
  invited: number
  skipped: readonly string[]
}

/** The steps that apply: done according to the data, otherwise skipped or open. */
export const standingsOf = (facts: OnboardingFacts): StepStanding[] => {
  const done: Readonly<Record<OnboardingStep, boolean>> = {
    brand: facts.branded,
    roster: facts.officers > 0,
    shift: facts.first_published_at !== null,
    rules: facts.ruled,
    invite: facts.invited > 0,
  }
  return onboardingSteps
    .filter((step) => step !== 'brand' || facts.has_branding)
    .map((step) => ({ step, state: done[step] ? 'done' : facts.skipped.includes(step) ? 'skipped' : 'open' }))
}

/** No step is open: each was done or skipped. */
export const isThrough = (steps: readonly StepStanding[]): boolean => steps.every(({ state }) => state !== 'open')

/** The first open step after this one, else the first open step; null if none is open. */
export const nextStep = (steps: readonly StepStanding[], behind: OnboardingStep | null): OnboardingStep | null => {
  const from = steps.findIndex(({ step }) => step === behind) + 1
  const open = ({ state }: StepStanding) => state === 'open'
  return (steps.slice(from).find(open) ?? steps.find(open))?.step ?? null
}

/** Roughly how long the open steps take. */
export const minutesLeft = (steps: readonly StepStanding[]): number =>
  steps.reduce((sum, { step, state }) => sum + (state === 'open' ? stepMinutes[step] : 0), 0)

/** Every step that is neither done nor skipped, in order. */
export const openSteps = (steps: readonly StepStanding[]): OnboardingStep[] =>
  steps.filter(({ state }) => state === 'open').map(({ step }) => step)
