import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Applicant, rank } from '#features/shifts/award-rules/rules.rank.ts'
import { type AwardRule, plainRule, tieBreaks } from '#features/shifts/award-rules/rules.ts'
import type { Reason } from '#features/shifts/eligibility/rules.ts'
import { settle } from './rules.rounds.ts'
import { byHandWords, decidedWords, skipWords, stepBetween } from './words.ts'

const applicant = (at: number, of: Partial<Applicant> = {}): Applicant => ({
  ...{ officer_id: `o${at}`, hired_on: '2010-01-01', badge_number: `${at}`, unit: null, rank: null, applied_at: null },
  ...{ minutes: {}, times: {}, last: {}, joined_on: '2010-01-01', absent: 0, unit_match: false, owed: false },
  ...of,
})
const rule: AwardRule = { ...plainRule, method: 'least_hours', counts: { ...plainRule.counts, accepted: 100 } }
const tired: Reason = { code: 'rest', overridable: true, details: { minutes: 60, limit_minutes: 480 } } as Reason

const said = (of: readonly Applicant[], places: number, barred: readonly string[] = []) => {
  const ranked = rank(rule, of, null).map((one) => ({
    ...one,
    reasons: barred.includes(one.officer_id) ? [tired] : [],
  }))
  const outcome = new Map(settle(rule, ranked, places).map((one) => [one.officer_id, one.outcome]))
  const rows = ranked.map((one) => ({ ...one, outcome: outcome.get(one.officer_id) ?? ('passed' as const) }))
  return rows.map((one) => decidedWords(rule, places, rows, one))
}

describe('what an award notice says', () => {
  const two = applicant(2, { minutes: { accepted: 60 } })
  it('the spots, the rule, the own number, and what decided', () => {
    expect(said([applicant(1), two], 1)).toEqual([
      '1 spot, by fewest hours. You were number 1 of 2. You ranked higher: fewer hours charged.',
      '1 spot, by fewest hours. You were number 2 of 2. Others ranked higher: fewer hours charged.',
    ])
  })
  it('the tie-break between equals', () => {
    expect(said([applicant(1), applicant(2)], 1)[1]).toContain('Others ranked higher: lower badge number.')
  })
  it('why an officer was not eligible, and nothing about an order between those who all got a spot', () => {
    expect(said([applicant(1), two], 2, ['o1'])).toEqual([
      "2 spots, by fewest hours. You weren't eligible: too little rest.",
      '2 spots, by fewest hours. You were number 2 of 2. Every eligible applicant got a spot.',
    ])
  })
  it('that none was left', () => {
    expect(said([applicant(1)], 0)).toEqual(['0 spots, by fewest hours. You were number 1 of 1. No spot was left.'])
  })
  it('of a spot given by hand, the reason and the number by the rule', () => {
    expect(byHandWords(rule, { rank: 4, of: 6 }, 'Knows the building')).toBe(
      'An admin assigned you this spot: Knows the building. By fewest hours, you were number 4 of 6.',
    )
  })
})

it('finds the step that decides between any two officers as a ranking of only those two does', () => {
  const values = fc.record({
    hired_on: fc.constantFrom('2001-01-01', '2002-01-01', null),
    owed: fc.boolean(),
    minutes: fc.record({ accepted: fc.constantFrom(0, 60) }),
    badge_number: fc.constantFrom('1', '2'),
  })
  const ties = fc.shuffledSubarray([...tieBreaks], { minLength: 1 })
  fc.assert(
    fc.property(fc.array(values, { minLength: 2, maxLength: 7 }), ties, (facts, order) => {
      const of = { ...rule, ties: order }
      const all = facts.map((one, at) => applicant(at, one))
      const ranked = rank(of, all, null)
      for (const [first, second] of ranked.flatMap((a) =>
        ranked.filter((b) => b.rank > a.rank).map((b) => [a, b] as const),
      )) {
        const pair = all.filter(({ officer_id }) => [first.officer_id, second.officer_id].includes(officer_id))
        expect(stepBetween(of, ranked, [first.rank, second.rank])).toBe(rank(of, pair, null)[1]?.decided_by)
      }
    }),
  )
})

it('names the officers whom an assignment outside the order skips, at most three of them', () => {
  expect(skipWords([])).toBe('No officer who ranks higher is still waiting.')
  expect(skipWords(['Ana Reyes'])).toBe('This skips Ana Reyes, who ranks higher. Another admin will review it.')
  expect(skipWords(['A', 'B', 'C', 'D', 'E'])).toBe(
    'This skips A, B, C and 2 more, who rank higher. Another admin will review it.',
  )
})
