import { expect, test } from 'vitest'
import { rosterBadge } from './status.ts'

const now = Date.parse('2026-11-28T03:00:00Z')

test('a roster says who was ordered in, and whose hours await approval', () => {
  const said = (over: Partial<Parameters<typeof rosterBadge>[0]>) =>
    rosterBadge({ status: 'confirmed', waits: false, ordered: false, starts_at: '2026-11-28T04:00:00Z', ...over }, now)
      .word
  expect(said({})).toBe('Confirmed')
  expect(said({ ordered: true })).toBe('Ordered in')
  expect(said({ waits: true, ordered: true })).toBe('Awaiting approval')
  expect(said({ status: 'worked', waits: true })).toBe('Worked')
  expect(said({ status: 'waitlisted' })).toBe('Waitlisted')
  expect(said({ status: 'waitlisted', starts_at: '2026-11-28T03:00:00Z' })).toBe('Not selected')
})
