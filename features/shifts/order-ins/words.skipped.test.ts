import { expect, test } from 'vitest'
import { skippedWords } from './words.skipped.ts'

const skip = (name: string, code: string, exempt: string | null = null) => ({
  ...{ name, exempt, position: 1 },
  reasons: exempt === null ? [{ code }] : [],
})

test('an order names who was skipped and why, and counts the others', () => {
  const first = [skip('Luis Ortiz', 'on_leave'), skip('Amy Chen', 'rest'), skip('Ed Diaz', '', 'Light duty')]
  expect(skippedWords({ first: first.slice(0, 1), count: 1 })).toBe('Skipped: Luis Ortiz (on leave).')
  expect(skippedWords({ first: first.slice(0, 2), count: 2 })).toBe(
    'Skipped: Luis Ortiz (on leave) and Amy Chen (too little rest).',
  )
  expect(skippedWords({ first: [skip('Luis Ortiz', 'offer_open')], count: 1 })).toBe(
    'Skipped: Luis Ortiz (has an open offer).',
  )
  expect(skippedWords({ first, count: 6 })).toBe(
    'Skipped: Luis Ortiz (on leave), Amy Chen (too little rest), Ed Diaz (exempt) and 3 more.',
  )
})
