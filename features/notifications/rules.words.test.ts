import { expect, it } from 'vitest'
import { countdownWords } from './rules.words.ts'

it('[issue 3.10] a reminder says how far off the start is, as people say it', () => {
  const now = '2026-11-21T10:00:00.000Z'
  const at = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString()
  const words = [1440, 1438, 120, 118, 100, 61, 30, 0].map((minutes) => countdownWords(at(minutes), now))
  expect(words).toEqual([
    'in 24 hours',
    'in 24 hours',
    'in 2 hours',
    'in 2 hours',
    'in 1 h 40 min',
    'in 1 hour',
    'in 30 min',
    'now',
  ])
})
