import { expect, test } from 'vitest'
import { awardMethods } from '#features/shifts/award-rules/rules.methods.ts'
import {
  type Applicant,
  comparedOf,
  rank,
  tiesIn,
  tiesUsed,
  type Values,
} from '#features/shifts/award-rules/rules.rank.ts'
import { type AwardRule, plainRule, tieBreaks } from '#features/shifts/award-rules/rules.ts'
import { figuresBeside, figuresOf } from './client.figures.ts'
import { wonFor } from './rules.rounds.ts'

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
      const { values: shown } = figuresBeside(rule, ties, [comparedOf(rule, ties, whole)], zone)
      expect(shown[0]).toEqual(figuresOf({ ...rule, weights: [] }, zone).map((row) => row.of(whole)))
      expect(tiesIn(rule, comparedOf(rule, ties, whole))).toEqual(ties)
    }
})

const keysOf = (rule: AwardRule, ties: AwardRule['ties']) => Object.keys(comparedOf(rule, ties, values({}))).toSorted()

test('of another applicant only what it took to rank them is shown', () => {
  const rule: AwardRule = { ...plainRule, method: 'least_hours', ties: ['seniority', 'badge', 'draw'] }
  expect(comparedOf(rule, ['seniority'], values({}))).toEqual({ owed: false, charged: 90_000, hired_on: '2015-02-01' })
  expect(keysOf(rule, [])).toEqual(['charged', 'owed'])
  const list: AwardRule = { ...rule, method: 'rotation', newcomers: 'bottom', groups: grouped }
  expect(keysOf(list, ['badge'])).toEqual(['badge_number', 'group', 'joined_on', 'last_turn_at', 'owed'])
})

test('a tie-break is shown where it decided, with those before it', () => {
  const rule: AwardRule = { ...plainRule, method: 'least_hours', ties: ['seniority', 'badge', 'draw'] }
  const by = (...steps: (string | null)[]) =>
    tiesUsed(
      rule,
      [null, ...steps].map((decided_by) => ({ decided_by })),
    )
  expect(by('value', 'group', 'owed')).toEqual([])
  expect(by('value', 'seniority')).toEqual(['seniority'])
  expect(by('badge', 'value')).toEqual(['seniority', 'badge'])
  expect(by('id')).toEqual(rule.ties)
  expect(figuresBeside(rule, by('value'), [values({}), values({ charged: 60_000 })], zone)).toEqual({
    heads: ['Hours charged'],
    compared: 'hours charged',
    values: [['15 h'], ['10 h']],
  })
  expect(figuresBeside(rule, by('seniority'), [], zone).compared).toBe('hours charged, then hire date')
  expect(figuresBeside(rule, [], [{ owed: true, charged: 60_000 }], zone).values).toEqual([['10 h']])
  // Points are compared as a sum, whatever they are made of.
  const points: AwardRule = { ...rule, method: 'weighted', weights }
  expect(figuresBeside(points, by('seniority'), [], zone).compared).toBe('points, then hire date')
})

test('the order by what is shown is the order of the award', () => {
  const at = (day: number) => `2026-03-0${day}T12:00:00.000Z`
  const applicant = (officer_id: string, last: string | null, joined_on: string): Applicant => ({
    ...{ officer_id, hired_on: null, badge_number: officer_id, unit: null, rank: null, applied_at: null, joined_on },
    ...{ minutes: {}, times: {}, last: last ? { accepted: last } : {}, absent: 0, unit_match: false, owed: false },
  })
  const rule: AwardRule = { ...plainRule, method: 'rotation', newcomers: 'bottom', ties: ['badge'] }
  const ranked = rank(rule, [applicant('1', at(5), '2020-01-01'), applicant('2', null, '2026-03-01')], null)
  const shown = figuresBeside(
    rule,
    tiesUsed(rule, ranked),
    ranked.map((one) => comparedOf(rule, tiesUsed(rule, ranked), one.values)),
    zone,
  )
  expect(ranked.map((one) => one.officer_id)).toEqual(['2', '1'])
  expect(shown.values).toEqual([['none, joined Mar 1, 2026'], ['Thu, Mar 5 · 06:00']])
})

test('a receipt says of the last officer awarded what decided, and nothing after it', () => {
  const rule: AwardRule = { ...plainRule, method: 'least_hours', ties: ['seniority', 'badge', 'draw'] }
  const seen = (over: Partial<Values>, outcome: 'waitlisted' | 'awarded' = 'waitlisted') =>
    wonFor(rule, { outcome, values: values({}) }, { rank: 1, values: values(over) })?.values
  expect(seen({ charged: 60_000, hired_on: '2001-01-01', badge_number: '7' })).toEqual({ owed: false, charged: 60_000 })
  expect(seen({ hired_on: '2001-01-01', badge_number: '7' })).toEqual({
    ...{ owed: false, charged: 90_000, hired_on: '2001-01-01' },
  })
  expect(seen({ badge_number: '7', draw: '0' })).toMatchObject({ badge_number: '7' })
  expect(seen({ badge_number: '7', draw: '0' })).not.toHaveProperty('draw')
  expect(seen({ badge_number: '7' }, 'awarded')).toEqual({})
  // What is left of it says the same again.
  const own = { outcome: 'passed', values: values({}) } as const
  const once = wonFor(rule, own, { rank: 1, values: values({ hired_on: null }) })
  expect(wonFor(rule, own, once)).toEqual(once)
})
