import { expect, test } from 'vitest'
import { claimWords, rosterRowWords } from './rules.claim-words.ts'

const row = { name: 'J. Smith', badge_number: '4711', rank: 'Sergeant', unit: 'Traffic', hired_on: '2011-04-02' }
const claim = { badge_number: '4711', matches: [{ ...row, by: 'badge' }], rivals: [] }

test('a badge claims its row, a name only suggests one', () => {
  expect(claimWords(claim)).toBe('Claims roster row 4711, Traffic, hired 2011')
  const named = { ...claim, badge_number: null, matches: [{ ...row, by: 'name' }] }
  expect(claimWords(named)).toBe('Possibly J. Smith, badge 4711')
  expect(claimWords({ ...named, matches: [{ ...row, badge_number: null, by: 'email' }] })).toBe('Possibly J. Smith')
  expect(claimWords({ badge_number: null, matches: [], rivals: [] })).toBeNull()
})
test('says when others claim the same badge, and when no row has it', () => {
  expect(claimWords({ ...claim, rivals: [{ name: 'X' }] })).toBe(
    'Claims roster row 4711, Traffic, hired 2011. 2 registrations claim this badge',
  )
  expect(claimWords({ ...claim, matches: [] })).toBe('Claims badge 4711, which matches no unclaimed roster row')
})
test('writes a roster row in one line, omitting what is unknown', () => {
  expect(rosterRowWords(row)).toBe('J. Smith · badge 4711 · Sergeant · Traffic · hired 2011')
  expect(rosterRowWords({ ...row, rank: null, hired_on: null })).toBe('J. Smith · badge 4711 · Traffic')
})
