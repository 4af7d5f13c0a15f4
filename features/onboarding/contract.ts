import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'
import { onboardingSteps } from './rules.ts'

/** What stands of a department; which steps that makes is for the rule to say (`standingsOf`). */
export const Onboarding = z.object({
  has_branding: z.boolean(),
  branded: z.boolean(),
  skipped: z.array(z.enum(onboardingSteps)),
  put_away: z.boolean(),
  created_at: Instant,
  /** Of the first shift that was ever published; kept when that is taken back. */
  first_published_at: Instant.nullable(),
  /** On the roster, admins and those who left not counted. */
  officers: z.int(),
  /** Of them: invited by mail, or with an account. */
  invited: z.int(),
  /** Of the others: with an address to mail to. */
  invitable: z.int(),
  /** The first one published that still is. */
  shift: z.object({ id: Id, title: z.string() }).nullable(),
})
export type Onboarding = z.infer<typeof Onboarding>

export const readOnboarding = endpoint({
  name: 'onboarding.read',
  summary: 'How far a new department has come: each step done by what stands, or skipped on purpose.',
  method: 'GET',
  path: '/api/onboarding',
  who: 'admin',
  input: z.object({}),
  output: Onboarding,
  errors: {},
  topics: ['organization', 'officers', 'assignments'],
})

export const skipStep = endpoint({
  name: 'onboarding.skip',
  summary: 'Skips a step on purpose, or takes that back. A step that is done stays done.',
  method: 'POST',
  path: '/api/onboarding/steps/:step/skip',
  who: 'admin',
  input: z.object({ step: z.enum(onboardingSteps), skipped: z.boolean() }),
  output: Done,
  errors: {},
})

export const putAway = endpoint({
  name: 'onboarding.put_away',
  summary: 'Takes the checklist off the dashboard of every admin, or puts it back.',
  method: 'POST',
  path: '/api/onboarding/put-away',
  who: 'admin',
  input: z.object({ put_away: z.boolean() }),
  output: Done,
  errors: {},
})
