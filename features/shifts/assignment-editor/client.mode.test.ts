import { expect, it } from 'vitest'
import { methodOfType, sourceWords } from './client.mode.ts'

const at = (day: number) => `2026-11-${day}T12:00:00Z`
const ruled = (...versions: ['least_hours' | 'first_come' | 'approval', number][]) => ({
  now_at: at(20),
  rules: [
    {
      kinds: ['court' as const],
      versions: versions.map(([method, day], n) => ({ version: n + 1, effective_from: at(day), body: { method } })),
    },
  ],
})

it('is what the rule of the type says, whichever its method', () => {
  expect(methodOfType(ruled(['least_hours', 10]), 'court')).toBe('least_hours')
  expect(methodOfType(ruled(['first_come', 10]), 'court')).toBe('first_come')
  expect(methodOfType(ruled(['approval', 10]), 'court')).toBe('approval')
})

it('is nothing for a type without a rule, before one is in force, and while the rules are not known', () => {
  expect(methodOfType(ruled(['least_hours', 10]), 'overtime')).toBe(null)
  expect(methodOfType(ruled(['least_hours', 25]), 'court')).toBe(null)
  expect(methodOfType(undefined, 'court')).toBe(null)
})

it('is named with its source, and what a shift chose for itself with what it takes the place of', () => {
  const shift = { kind: 'court', signup_mode: 'award', award_rule: 'adopted' } as const
  const type = { mode: 'award', method: 'least_hours' } as const
  expect(sourceWords(type, shift)).toBe('From the court default: fewest hours')
  expect(sourceWords(type, { ...shift, award_rule: 'r1' })).toBe(
    'Chosen for this shift, instead of the court default: fewest hours',
  )
  const department = { mode: 'approval', method: null } as const
  expect(sourceWords(department, { ...shift, signup_mode: 'approval' })).toBe(
    'From the department default: an admin approves',
  )
  expect(sourceWords(department, { ...shift, signup_mode: 'first_come' })).toBe(
    'Chosen for this shift, instead of the department default: an admin approves',
  )
})
