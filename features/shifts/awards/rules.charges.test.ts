import { expect, test } from 'vitest'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { chargesOf } from './rules.charges.ts'
import { declinedWords, unansweredWords } from './words.ts'

const fewest = (counts: Partial<AwardRule['counts']>): AwardRule => ({
  ...plainRule,
  method: 'least_hours',
  counts: { ...plainRule.counts, ...counts },
})
const words = (...rules: AwardRule[]) => {
  const charges = chargesOf(rules.map((rule, at) => ({ name: `Rule ${at}`, rule })))
  return [declinedWords(charges, 300), unansweredWords(charges, { minutes: 300, until: '08:21' })]
}

test('an offer says what declining it and not answering it count by the rule', () => {
  expect(words(fewest({ refused: 100, no_answer: 100 }))).toEqual([
    'Declining counts 5 h against you, the same as working it.',
    'No answer by 08:21 also counts 5 h.',
  ])
  expect(words(fewest({ refused: 50 }))).toEqual(['Declining counts 2 h 30 min against you.', null])
  expect(words(fewest({ no_answer: 100 }))).toEqual([
    "Declining doesn't count against you.",
    'No answer by 08:21 counts 5 h against you.',
  ])
  // A worked shift is charged twice where both its acceptance and its hours count.
  expect(words(fewest({ refused: 100, worked: 100 }))[0]).toBe('Declining counts 5 h against you.')
  const turns: AwardRule = { ...plainRule, method: 'rotation', turn: ['accepted', 'refused'] }
  expect(words(turns)).toEqual(['Declining uses your turn.', null])
})

test('a rule that ranks by something else counts nothing, unless another in force does', () => {
  const seniority: AwardRule = { ...fewest({ refused: 100 }), method: 'seniority' }
  expect(words(seniority)).toEqual(["Declining doesn't count against you.", null])
  expect(words(seniority, fewest({ refused: 100 }))[0]).toBe(
    'Declining counts 5 h against you, the same as working it.',
  )
  expect(words()).toEqual(["Declining doesn't count against you.", null])
})
