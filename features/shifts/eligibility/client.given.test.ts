import { expect, test } from 'vitest'
import { comingWords } from '#features/shifts/escalations/words.coming.ts'
import { givenWords, shortGivenWords } from './client.given.ts'

const now = Date.parse('2026-11-28T03:00:00Z')
const job = {
  awarded_at: null,
  award_method: 'seniority' as const,
  keeps_waitlist: false,
  signup_closes_at: null,
  starts_at: '2026-12-05T18:00:00Z',
}
const words = (over: Partial<Parameters<typeof givenWords>[0]>) => {
  const of = { ...job, signup_mode: 'award' as const, ...over }
  return [givenWords(of, 'UTC', now), shortGivenWords(of, 'UTC', now)]
}

test('says how a shift is given out, and when an award is decided', () => {
  expect(words({ signup_mode: 'first_come' })).toEqual(['First come, first served', 'First come'])
  expect(words({ signup_mode: 'approval' })).toEqual(['Needs approval', 'By approval'])
  expect(words({ signup_closes_at: '2026-11-30T12:00:00Z' })).toEqual([
    'Award Mon, Nov 30, 12:00 · most senior first',
    'Award Mon 12:00, seniority',
  ])
  expect(words({ signup_closes_at: '2026-11-28T05:00:00Z' })[1]).toBe('Award today 05:00, seniority')
  // Without an end of sign-up, at the start.
  expect(words({})).toEqual(['Award Sat, Dec 5, 18:00 · most senior first', 'Award Dec 5, seniority'])
  expect(words({ award_method: 'least_hours' })).toEqual([
    'Award Sat, Dec 5, 18:00 · fewest hours first',
    'Award Dec 5, fewest hours',
  ])
  expect(words({ award_method: null })).toEqual(['Award Sat, Dec 5, 18:00 · by rule', 'Award Dec 5, by rule'])
  // Those who have a spot need not have come first.
  const awarded_at = '2026-11-27T12:00:00Z'
  expect(words({ awarded_at })).toEqual(['Awarded; open spots are first come, first served', 'Awarded, first come'])
  expect(words({ awarded_at, keeps_waitlist: true })).toEqual([
    'Awarded; open spots go to the waitlist first',
    'Awarded, waitlist first',
  ])
})

test('says whether volunteers are asked already, or when an officer will be ordered in', () => {
  const coming = { asks_at: '2026-11-28T02:00:00Z', decides_at: '2026-11-28T04:00:00Z' }
  expect(comingWords(coming, now)).toBe('Taking volunteers until')
  expect(comingWords({ ...coming, asks_at: '2026-11-28T03:30:00Z' }, now)).toBe('Order-in if unfilled:')
})
