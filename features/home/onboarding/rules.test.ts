import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { LIVE_WITHIN_MINUTES, minutesToLive } from '#features/vendor/analytics/rules.claims.ts'
import { fillingOf, isScheduled, type Listed, ruleFor } from './rules.filling.ts'
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

const at = (day: number) => `2026-11-${day}T12:00:00Z`
type Methods = readonly [AwardMethod, number][]
const ruled = (name: string, made: number, ...versions: Methods) => ({
  ...{ id: name, name },
  versions: versions
    .map(([method, day], n) => ({ version: n + 1, effective_from: at(day), created_at: at(made), body: { method } }))
    .toReversed(),
})
const every = (rule_id: string | null, day = 10) =>
  assignmentKinds.map((kind) => ({ kind, rule_id, effective_from: at(day) }))
const fair = ruled('Fair', 11, ['seniority', 11])
const old = ruled('Old', 10, ['seniority', 10])
const court = (rule_id: string | null, day: number) => ({ kind: 'court' as const, rule_id, effective_from: at(day) })
const listed = (adoptions: Listed['adoptions'], ...rules: Listed['rules']): Listed => ({
  ...{ rules: [fair, old, ...rules], now_at: at(20) },
  adoptions: adoptions.toSorted((a, b) => (a.effective_from < b.effective_from ? 1 : -1)),
})

test('how new shifts are filled is the default without rules, or the one rule of all types', () => {
  expect(fillingOf('first_come', listed([]))).toBe('first_come')
  expect(fillingOf('first_come', listed(every(null)))).toBe('first_come')
  expect(fillingOf('approval', listed(every('Fair')))).toBe('seniority')
  expect(fillingOf('approval', listed([court('Fair', 10)]))).toBeNull()
  // The same method by two rules, a method that the question does not offer, and a mode with a rule's priority groups.
  expect(
    fillingOf('approval', listed([court('Old', 11), ...every('Fair').filter(({ kind }) => kind !== 'court')])),
  ).toBeNull()
  expect(fillingOf('approval', listed(every('Draw'), ruled('Draw', 10, ['lottery', 10])))).toBeNull()
  expect(fillingOf('approval', listed(every('First'), ruled('First', 10, ['first_come', 10])))).toBeNull()
  // A rule that is not in force yet, and one that will rank by another method.
  expect(fillingOf('approval', listed(every('Next'), ruled('Next', 10, ['seniority', 25])))).toBeNull()
  expect(
    fillingOf('approval', listed(every('Changing'), ruled('Changing', 10, ['seniority', 10], ['lottery', 25]))),
  ).toBeNull()
})

test('what is scheduled is part of how new shifts are filled, unless it changes nothing', () => {
  const planned = listed([...every(null), court('Fair', 25)])
  expect([fillingOf('approval', planned), isScheduled('approval', planned)]).toEqual([null, true])
  const mixed = listed([court('Fair', 10)])
  expect([fillingOf('approval', mixed), isScheduled('approval', mixed)]).toEqual([null, false])
  const same = listed([...every('Fair'), court('Fair', 25)])
  expect([fillingOf('approval', same), isScheduled('approval', same)]).toEqual(['seniority', false])
})

test('the answer uses the rule that most types follow, else the oldest that ranks so for good', () => {
  const next = ruled('Next', 1, ['seniority', 25])
  const changing = ruled('Changing', 2, ['seniority', 2], ['lottery', 25])
  expect(ruleFor('seniority', listed([], next, changing))?.name).toBe('Old')
  expect(ruleFor('seniority', listed([court('Fair', 12)]))?.name).toBe('Fair')
  expect(ruleFor('rotation', listed(every('Fair')))).toBeNull()
})
