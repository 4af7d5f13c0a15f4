import { expect, test } from 'vitest'
import type { Rule } from '#features/shifts/award-rules/contract.ts'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { awardsCountWords, chargingRules } from './words.counts.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const body = {
  ...plainRule,
  method: 'least_hours' as const,
  counts: { ...plainRule.counts, window_days: 365 as const, accepted: 100 },
}
const rule = (over: Partial<Rule>, of: Partial<typeof body> = {}): Rule => ({
  id: 'r1',
  name: 'Fair overtime',
  pack: null,
  changes: [],
  kinds: ['overtime'],
  versions: [
    {
      id: 'v1',
      version: 1,
      effective_from: '2026-01-01T00:00:00Z',
      body: { ...body, ...of },
      note: '',
      created_at: '2026-01-01T00:00:00Z',
      created_by_name: null,
    },
  ],
  ...over,
})

test('names only rules that apply to a shift type and compare hours', () => {
  const found = chargingRules(
    [
      rule({}),
      rule({ id: 'r2', kinds: [] }),
      rule({ id: 'r3' }, { method: 'seniority' as never }),
      // Hours that break ties are compared as well.
      rule({ id: 'r4' }, { method: 'rotation' as never, ties: ['hours', 'draw'] }),
      rule({ id: 'r5' }, { method: 'approval' as never }),
    ],
    now,
  )
  expect(found.map(({ id }) => id)).toEqual(['r1', 'r4'])
})

test('says over which time awards charge hours', () => {
  const of = (...rules: Rule[]) => awardsCountWords(chargingRules(rules, now))
  expect(of(rule({}))).toBe('Awards compare hours charged over the last 365 days instead, by')
  expect(of(rule({}), rule({ id: 'r2' }))).toBe('Awards compare hours charged instead, each over the period in its')
})
