import { expect, it } from 'vitest'
import { modeOfType } from './client.mode.ts'

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
  expect(modeOfType(ruled(['least_hours', 10]), 'court')).toBe('award')
  expect(modeOfType(ruled(['first_come', 10]), 'court')).toBe('first_come')
  expect(modeOfType(ruled(['approval', 10]), 'court')).toBe('approval')
})

it('is nothing for a type without a rule, before one is in force, and while the rules are not known', () => {
  expect(modeOfType(ruled(['least_hours', 10]), 'overtime')).toBe(null)
  expect(modeOfType(ruled(['least_hours', 25]), 'court')).toBe(null)
  expect(modeOfType(undefined, 'court')).toBe(null)
})
