import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'
import { onboardingSteps } from './rules.ts'

/** The state of a department's setup; `standingsOf` derives the steps from it. */
export const Onboarding = z.object({
  has_branding: z.boolean(),
  branded: z.boolean(),
  skipped: z.array(z.enum(onboardingSteps)),
  put_away: z.boolean(),
  created_at: Instant,
  /** When the first shift ever was published; kept if that shift is unpublished. */
  first_published_at: Instant.nullable(),
  /** How new shifts are given out was saved, or rest and hour limits were. */
  ruled: z.boolean(),
  /** On the roster, not counting admins and former officers. */
  officers: z.int(),
  /** Of those: invited by email, or with an account. */
  invited: z.int(),
  /** Of the others: with an email address. */
  invitable: z.int(),
  /** The earliest published shift that is still published. */
  shift: z.object({ id: Id, title: z.string() }).nullable(),
})
export type Onboarding = z.infer<typeof Onboarding>

export const readOnboarding = endpoint({
  name: 'onboarding.read',
  summary: 'The facts that show which setup steps are done.',
  method: 'GET',
  path: '/api/onboarding',
  who: 'admin',
  input: z.object({}),
  output: Onboarding,
  errors: {},
  topics: ['organization', 'officers', 'assignments', 'work_rules'],
})

export const skipStep = endpoint({
  name: 'onboarding.skip',
  summary: 'Skips a setup step, or restores it.',
  method: 'POST',
  path: '/api/onboarding/steps/:step/skip',
  who: 'admin',
  input: z.object({ step: z.enum(onboardingSteps), skipped: z.boolean() }),
  output: Done,
  errors: {},
})

export const putAway = endpoint({
  name: 'onboarding.put_away',
  summary: "Hides or shows the checklist on every admin's dashboard.",
  method: 'POST',
  path: '/api/onboarding/put-away',
  who: 'admin',
  input: z.object({ put_away: z.boolean() }),
  output: Done,
  errors: {},
})
