import { expect, test } from 'vitest'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { ownTermsWords } from './words.own-terms.ts'

const counts = { ...plainRule.counts, accepted: 100, worked: 0 }
const byHours: AwardRule = { ...plainRule, method: 'least_hours', counts }
const place = { place: 4, of: 1200, tied: 0 }

test('says where the reader stands by the rule of a shift, and what getting the shift adds', () => {
  expect(ownTermsWords(byHours, { place, charged: 480_000, minutes: 480 })).toEqual([
    "You're 4th of 1,200 officers now.",
    'You have 80 h charged.',
    'Getting this shift adds 8 h.',
  ])
  const half = { ...byHours, counts: { ...counts, accepted: 50 } }
  expect(ownTermsWords(half, { place: { ...place, tied: 2 }, charged: 0, minutes: 90 })).toEqual([
    "You're 4th of 1,200 officers now, tied with 2.",
    'You have no hours charged.',
    'Getting this shift adds 45 min.',
  ])
})

test('says nothing of hours where the rule has none or the posts differ, and that a turn is used where turns count', () => {
  expect(ownTermsWords(byHours, { place: null, charged: null, minutes: null })).toEqual([])
  const seniority: AwardRule = { ...plainRule, method: 'seniority', ties: ['badge'], counts }
  expect(ownTermsWords(seniority, { place, charged: null, minutes: 480 })).toEqual([
    "You're 4th of 1,200 officers now.",
  ])
  const rotation: AwardRule = { ...plainRule, method: 'rotation', ties: ['badge'], turn: ['accepted'] }
  expect(ownTermsWords(rotation, { place: null, charged: null, minutes: 480 })).toEqual([
    'Getting this shift uses your turn.',
  ])
})
