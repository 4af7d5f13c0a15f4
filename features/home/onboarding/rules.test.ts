import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIVE_WITHIN_MINUTES, minutesToLive } from '#features/vendor/analytics/rules.claims.ts'
import { fillingOf } from './rules.filling.ts'
import {
  isThrough,
  minutesLeft,
  nextStep,
  type OnboardingFacts,
  onboardingSteps,
  openSteps,
  standingsOf,
  stepMinutes,
} from './rules.ts'
import { openWords } from './words.ts'

const facts = fc.record<OnboardingFacts>({
  has_branding: fc.boolean(),
  branded: fc.boolean(),
  officers: fc.nat(3),
  first_published_at: fc.constantFrom(null, '2026-11-21T10:00:00Z'),
  ruled: fc.boolean(),
  invited: fc.nat(3),
  skipped: fc.subarray([...onboardingSteps]),
})

test('existing data makes a step done, even if skipped; otherwise it is skipped by choice, or open', {
  meta: { shows: ['issue 4.9'] },
}, () => {
  fc.assert(
    fc.property(facts, (f) => {
      const found = new Map(standingsOf(f).map(({ step, state }) => [step, state]))
      const stands = [f.branded, f.officers > 0, f.ruled, f.first_published_at !== null, f.invited > 0]
      for (const [at, step] of onboardingSteps.entries()) {
        const applies = step !== 'brand' || f.has_branding
        const state = stands[at] ? 'done' : f.skipped.some((one) => one === step) ? 'skipped' : 'open'
        expect(found.get(step)).toBe(applies ? state : undefined)
      }
      expect(isThrough(standingsOf(f))).toBe(![...found.values()].includes('open'))
    }),
  )
})

test('Next visits every open step once and then ends, from any starting step', {
  meta: { shows: ['issue 4.9'] },
}, () => {
  fc.assert(
    fc.property(facts, fc.constantFrom(null, ...onboardingSteps), (f, from) => {
      let steps = standingsOf(f)
      const open = steps.filter(({ state }) => state === 'open').map(({ step }) => step)
      const walked: string[] = []
      for (let here = nextStep(steps, from); here !== null; here = nextStep(steps, here)) {
        walked.push(here)
        const done = here
        steps = steps.map((one) => (one.step === done ? { ...one, state: 'done' } : one))
      }
      expect(walked.toSorted()).toEqual(open.toSorted())
      expect(minutesLeft(steps)).toBe(0)
    }),
  )
})

test('the estimates match the landing page’s claim, and a minute counts once it is complete', {
  meta: { shows: ['issue 4.9'] },
}, () => {
  const account = 5
  const all = onboardingSteps.reduce((sum, step) => sum + stepMinutes[step], account)
  expect(all).toBeLessThan(LIVE_WITHIN_MINUTES)
  expect(minutesToLive('2026-11-21T10:00:00Z', '2026-11-21T10:29:59.999Z')).toBe(29)
  expect(minutesToLive('2026-11-21T10:00:00Z', '2026-11-21T10:30:00Z')).toBe(30)
  // A demo department has shifts older than itself.
  expect(minutesToLive('2026-11-21T10:00:00Z', '2026-11-20T10:00:00Z')).toBe(0)
})

test('the last page names every open step', () => {
  const steps = [
    { step: 'brand' as const, state: 'done' as const },
    { step: 'roster' as const, state: 'open' as const },
    { step: 'shift' as const, state: 'skipped' as const },
    { step: 'rules' as const, state: 'open' as const },
  ]
  expect(openWords(openSteps(steps))).toBe('add your officers, set your rules')
})

test('how new shifts are filled is the default without rules, or the one rule of all types', () => {
  expect(fillingOf('first_come', [null, null])).toBe('first_come')
  expect(fillingOf('approval', ['seniority', 'seniority'])).toBe('seniority')
  expect(fillingOf('approval', ['seniority', null])).toBeNull()
  expect(fillingOf('approval', ['lottery', 'lottery'])).toBeNull()
})
