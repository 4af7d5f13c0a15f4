import { expect, it } from 'vitest'
import { countdownWords, lineWords, linkWords } from './words.ts'

it('a reminder says how far off the start is in everyday words', { meta: { shows: ['issue 3.10'] } }, () => {
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

it('sums up several posted shifts in one line, naming the newest', () => {
  const one = { type: 'assignment_posted', title: 'New: Gate', message: 'Sun, Dec 13, 2026, 20:00-01:00.' }
  expect(lineWords({ ...one, more: 0 })).toEqual({ title: one.title, message: one.message })
  expect(lineWords({ ...one, more: 39 })).toEqual({
    title: '40 new shifts',
    message: 'Latest: Gate, Sun, Dec 13, 2026, 20:00-01:00.',
  })
  expect(lineWords({ ...one, more: 99 }).title).toBe('100 or more new shifts')
  const needed = { type: 'officers_needed', title: 'Still open: Gate', message: '2 more officers are needed.' }
  expect(lineWords({ ...needed, more: 1 })).toEqual({
    title: '2 shifts still need officers',
    message: 'Latest: Gate, 2 more officers are needed.',
  })
})

it('a notice of an award names its receipt as what it opens, another one does not', () => {
  expect(['award_given', 'award_missed', 'award_case_closed', 'signup_approved', 'general'].map(linkWords)).toEqual([
    'Award receipt',
    'Award receipt',
    'Award receipt',
    'Open',
    'Open',
  ])
})
