import { expect, test } from 'vitest'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { type Drawn, previewGiven } from './client.given.ts'

const now = Date.parse('2026-11-28T03:00:00Z')
const body = {
  ...plainRule,
  method: 'seniority' as const,
  window: { opens_minutes_after_publish: 0, closes_minutes_before_start: 1440, open_minutes: null },
  short_notice: { under_minutes: 600, method: 'first_answer' as const },
}
const rules = [
  { id: 'r1', kinds: ['overtime' as const], versions: [{ version: 1, effective_from: '2026-01-01T00:00:00Z', body }] },
  {
    id: 'r2',
    kinds: [],
    versions: [{ version: 1, effective_from: '2027-01-01T00:00:00Z', body: { ...body, method: 'lottery' as const } }],
  },
]
const times = {
  starts_at: '2026-12-05T18:00:00Z',
  ends_at: '2026-12-05T23:00:00Z',
  signup_opens_at: null,
  signup_closes_at: null,
  publish_at: null,
}
const award = { kind: 'overtime' as const, signup_mode: 'award' as const, award_rule: 'adopted' }
const said = (over: Partial<Drawn>) =>
  previewGiven({ values: award, times, rules, published: false, awarded_at: null, ...over }, 'UTC', now)

test('says how officers will read that a shift is given out, whether it has a date yet or not', () => {
  expect(said({ times: null, values: { ...award, signup_mode: 'first_come' } })).toBe('First come, first served')
  expect(said({ times: null, values: { ...award, signup_mode: 'approval' } })).toBe('Needs approval')
  expect(said({ times: null })).toBe('Award when sign-up closes')
  expect(said({ rules: undefined })).toBe('Award Sat, Dec 5, 18:00 · by rule')
})

test('says by what the rule ranks, and when: as entered, otherwise as the rule closes sign-up', () => {
  expect(said({})).toBe('Award Fri, Dec 4, 18:00 · most senior first')
  expect(said({ times: { ...times, signup_closes_at: '2026-12-01T12:00:00Z' } })).toBe(
    'Award Tue, Dec 1, 12:00 · most senior first',
  )
  // A rule chosen for the shift applies before its date; a type without a rule is awarded in order of sign-up.
  expect(said({ values: { ...award, award_rule: 'r2' } })).toBe('Award Fri, Dec 4, 18:00 · by lottery')
  expect(said({ values: { ...award, kind: 'court' } })).toBe('Award Sat, Dec 5, 18:00 · in order of sign-up')
})

test('a shift published too late for an award is first come, and one that was awarded says what is left', () => {
  const soon = { ...times, starts_at: '2026-11-28T08:00:00Z', ends_at: '2026-11-28T12:00:00Z' }
  expect(said({ times: soon })).toBe('First come, first served')
  expect(said({ times: soon, published: true })).toBe('Award Sat, Nov 28, 08:00 · most senior first')
  expect(said({ awarded_at: '2026-11-27T12:00:00Z', published: true })).toBe(
    'Awarded; open spots go to the waitlist first',
  )
})
