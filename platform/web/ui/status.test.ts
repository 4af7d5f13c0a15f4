import { expect, test } from 'vitest'
import { rosterBadge } from './status.ts'

test('a roster says who was ordered in, and whose hours await approval', () => {
  const said = (over: Partial<Parameters<typeof rosterBadge>[0]>) =>
    rosterBadge({ status: 'confirmed', waits: false, ordered: false, ...over }).word
  expect(said({})).toBe('Confirmed')
  expect(said({ ordered: true })).toBe('Ordered in')
  expect(said({ waits: true, ordered: true })).toBe('Awaiting approval')
  expect(said({ status: 'worked', waits: true })).toBe('Worked')
})
