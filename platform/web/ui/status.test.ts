import { expect, test } from 'vitest'
import { rosterBadge } from './status.ts'

test('a roster says who was ordered in, and after the end whose hours are not approved', () => {
  const ends_at = '2026-11-29T12:00:00Z'
  const said = (over: Partial<Parameters<typeof rosterBadge>[0]>, now: string) =>
    rosterBadge({ status: 'confirmed', checked_in: false, ordered: false, ends_at, ...over }, Date.parse(now)).word
  const [before, after] = ['2026-11-29T11:59:00Z', '2026-11-29T12:00:00Z']
  expect(said({}, before)).toBe('Confirmed')
  expect(said({ ordered: true }, before)).toBe('Ordered in')
  expect(said({ checked_in: true }, before)).toBe('Confirmed')
  expect(said({ checked_in: true, ordered: true }, after)).toBe('Hours not approved')
  expect(said({ status: 'worked', checked_in: true }, after)).toBe('Worked')
  expect(said({}, after)).toBe('Confirmed')
})
