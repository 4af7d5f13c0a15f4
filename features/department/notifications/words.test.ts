import { describe, expect, it } from 'vitest'
import { countdownWords, lineWords, linkWords, titleWords } from './words.ts'

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
  const one = { type: 'assignment_posted', title: 'New: Gate', message: 'Sun, Dec 13, 2026, 20:00-01:00.', shift: null }
  expect(lineWords({ ...one, more: 0 })).toEqual({ title: one.title, message: one.message })
  expect(lineWords({ ...one, more: 39 })).toEqual({
    title: '40 new shifts',
    message: 'Latest: Gate, Sun, Dec 13, 2026, 20:00-01:00.',
  })
  expect(lineWords({ ...one, more: 99 }).title).toBe('100 or more new shifts')
  const needed = {
    type: 'officers_needed',
    title: 'Still open: Gate',
    message: '2 more officers are needed.',
    shift: null,
  }
  expect(lineWords({ ...needed, more: 1 })).toEqual({
    title: '2 shifts still need officers',
    message: 'Latest: Gate, 2 more officers are needed.',
  })
})

describe('a title names its shift and the day on the shift’s own clock', () => {
  // 23:30 on Saturday in Chicago.
  const shift = { title: 'Night patrol', starts_at: '2026-12-13T05:30:00.000Z', time_zone: 'America/Chicago' }
  const titled = (type: string, title: string, more: Partial<typeof shift> = {}) =>
    titleWords({ type, title, shift: { ...shift, ...more } })

  it('adds both to a title that is the same for every shift', () => {
    expect(titled('signup_approved', 'You have the shift')).toBe('You have the shift · Night patrol, Sat, Dec 12')
    expect(titleWords({ type: 'support_access', title: 'The vendor looked', shift: null })).toBe('The vendor looked')
  })

  it('adds the day alone to a title that ends with the name', () => {
    expect(titled('assignment_changed', 'Changed: Night patrol')).toBe('Changed: Night patrol, Sat, Dec 12')
    expect(titled('assignment_posted', 'New: Night patrol')).toBe('New: Night patrol, Sat, Dec 12')
  })

  it('leaves a title about several shifts alone', () => {
    expect(titled('assignment_posted', '2 new shifts')).toBe('2 new shifts')
    expect(titled('minimum_shift', 'Opened automatically: Night patrol (3)')).toBe(
      'Opened automatically: Night patrol (3)',
    )
  })

  it('shortens a long name, so that the day stays in sight', () => {
    const words = titled('signup_rejected', 'Request denied', {
      title: 'Holiday parade and market on Main Street, northern half',
    })
    expect(words).toMatch(/^Request denied · Holiday parade and market on Main Street, .*…, Sat, Dec 12$/)
    expect(words.length).toBeLessThanOrEqual('Request denied · '.length + 48 + ', Sat, Dec 12'.length)
  })

  it('says the name once: the message below begins with what the title leaves out', () => {
    const line = (message: string) =>
      lineWords({ type: 'calloff', title: 'Ada called off', message, shift, more: 0 }).message
    expect(line('Night patrol, Sat, Dec 12 · 23:30')).toBe('Sat, Dec 12 · 23:30')
    expect(line('Night patrol')).toBe('')
    expect(line('Sick.')).toBe('Sick.')
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
