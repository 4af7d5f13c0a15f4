import { expect, test } from 'vitest'
import { hasTourSet } from './client.ts'

const shown = { from: '2026-11-28', days: 28, tours: [], memberships: [] }
const member = (starts_on: string, ends_on: string | null = null) =>
  hasTourSet({ ...shown, memberships: [{ starts_on, ends_on }] })

test('an officer has a tour set with a platoon on any displayed day, or with an extra tour', () => {
  expect(hasTourSet(shown)).toBe(false)
  expect(hasTourSet({ ...shown, tours: [{}] })).toBe(true)
  expect(member('2026-01-01')).toBe(true)
  // The last displayed day is December 25; a membership ends before its last date.
  expect(member('2026-12-25')).toBe(true)
  expect(member('2026-12-26')).toBe(false)
  expect(member('2026-01-01', '2026-11-29')).toBe(true)
  expect(member('2026-01-01', '2026-11-28')).toBe(false)
})
