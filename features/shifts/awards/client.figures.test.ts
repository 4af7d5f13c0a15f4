import { expect, test } from 'vitest'
import { comparedOf, type Values } from '#features/shifts/award-rules/rules.rank.ts'
import { type AwardRule, awardMethods, plainRule, tieBreaks } from '#features/shifts/award-rules/rules.ts'
import { figuresBeside, figuresOf } from './client.figures.ts'

const values = (over: Partial<Values>): Values => ({
  owed: false,
  group: 1,
  charged: 90_000,
  turns: 3,
  last_turn_at: '2026-03-01T12:00:00.000Z',
  hired_on: '2015-02-01',
  badge_number: '2001',
  applied_at: '2026-04-30T10:00:00.000Z',
  points: 1700,
  parts: [{ factor: 'hours', points: 850, weight: 2 }],
  draw: 'abcdef0123456789',
  joined_on: '2020-01-01',
  newcomer: true,
  ...over,
})
const zone = 'America/Chicago'
const grouped = [{ name: 'Traffic', units: ['Traffic'], ranks: [], minutes: 60 }]
const weights = [{ factor: 'hours', weight: 2 } as const]

test.each(awardMethods)('by %s, the figures read the same from what is shown of another applicant', (method) => {
  for (const ties of [[...tieBreaks], ['badge'] as const])
    for (const groups of [[], grouped]) {
      const rule: AwardRule = { ...plainRule, method, ties, groups, weights }
      const whole = values({})
      const { values: shown } = figuresBeside(rule, [comparedOf(rule, whole), comparedOf(rule, whole)], zone)
      // Two alike take every figure.
      expect(shown[0]).toEqual(figuresOf(rule, zone).map((row) => row.of(whole)))
    }
})

test('of another applicant only what the rule compares is shown', () => {
  const rule: AwardRule = { ...plainRule, method: 'least_hours', ties: ['seniority', 'draw'] }
  expect(comparedOf(rule, values({}))).toEqual({
    owed: false,
    charged: 90_000,
    hired_on: '2015-02-01',
    draw: 'abcdef0123456789',
  })
  expect(Object.keys(comparedOf({ ...rule, method: 'seniority', ties: ['badge'] }, values({}))).toSorted()).toEqual([
    'badge_number',
    'hired_on',
    'owed',
  ])
  const list: AwardRule = { ...rule, method: 'rotation', newcomers: 'bottom', ties: ['badge'], groups: grouped }
  expect(Object.keys(comparedOf(list, values({}))).toSorted()).toEqual([
    'badge_number',
    'group',
    'joined_on',
    'last_turn_at',
    'owed',
  ])
})

test('a tie-break is shown only where neighbors are tied', () => {
  const rule: AwardRule = { ...plainRule, method: 'least_hours', ties: ['seniority', 'badge'] }
  const apart = [values({ charged: 60_000 }), values({ charged: 90_000 })].map((one) => comparedOf(rule, one))
  expect(figuresBeside(rule, apart, zone)).toEqual({ about: 'Compared: hours charged', values: [['10 h'], ['15 h']] })
  const tied = [values({ hired_on: '2010-01-01' }), values({})].map((one) => comparedOf(rule, one))
  expect(figuresBeside(rule, tied, zone).about).toBe('Compared: hours charged, then hire date')
})
