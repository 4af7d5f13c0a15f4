import { type Instant, ms } from '#platform/shared/time.ts'

/** What a new department does before its first shift is filled, in this order. */
export const onboardingSteps = ['brand', 'roster', 'shift', 'invite'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export type StepStanding = { step: OnboardingStep; state: 'open' | 'done' | 'skipped' }

/** What each takes a person who has the roster at hand, in minutes; with the account and its second factor under 30. */
export const stepMinutes: Readonly<Record<OnboardingStep, number>> = { brand: 3, roster: 6, shift: 4, invite: 2 }
export const ACCOUNT_MINUTES = 5
/** The claim of the landing page. */
export const LIVE_WITHIN_MINUTES = 30

/** Facts of the department, counted where they stand. */
export type OnboardingFacts = {
  /** The plan has branding: without it there is no such step. */
  has_branding: boolean
  branded: boolean
  officers: number
  first_published_at: Instant | null
  invited: number
  skipped: readonly string[]
}

/** The steps that apply, each done by what stands, else skipped on purpose, else open. */
export const standingsOf = (facts: OnboardingFacts): StepStanding[] => {
  const done: Readonly<Record<OnboardingStep, boolean>> = {
    brand: facts.branded,
    roster: facts.officers > 0,
    shift: facts.first_published_at !== null,
    invite: facts.invited > 0,
  }
  return onboardingSteps
    .filter((step) => step !== 'brand' || facts.has_branding)
    .map((step) => ({ step, state: done[step] ? 'done' : facts.skipped.includes(step) ? 'skipped' : 'open' }))
}

/** Nothing is open: each was done, or skipped on purpose. */
export const isThrough = (steps: readonly StepStanding[]): boolean => steps.every(({ state }) => state !== 'open')

/** The first open step behind this one, else the first open one of all; null when nothing is open. */
export const nextStep = (steps: readonly StepStanding[], behind: OnboardingStep | null): OnboardingStep | null => {
  const from = steps.findIndex(({ step }) => step === behind) + 1
  const open = ({ state }: StepStanding) => state === 'open'
  return (steps.slice(from).find(open) ?? steps.find(open))?.step ?? null
}

/** About how long the open steps take. */
export const minutesLeft = (steps: readonly StepStanding[]): number =>
  steps.reduce((sum, { step, state }) => sum + (state === 'open' ? stepMinutes[step] : 0), 0)

/** Whole minutes from the making of the department to its first published shift, rounded down (docs/definitions.md). */
export const minutesToLive = (created: Instant, published: Instant): number =>
  Math.max(0, Math.floor((ms(published) - ms(created)) / 60_000))
