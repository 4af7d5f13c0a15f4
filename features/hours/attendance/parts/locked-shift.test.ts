import { expect, test } from 'vitest'
import { lastChance } from './locked-shift.tsx'

test('the sign-in page says until when a saved check-out can be sent', { meta: { shows: ['issue 12 locked'] } }, () => {
  const at = Date.parse('2026-11-20T00:46:00Z')
  const words = (hours: number, first = at) => lastChance(at, first, at + hours * 3_600_000, 'UTC')
  expect(words(1)).toBe('Sign in by Sat 00:46 so that it counts. Your recorded time is 00:46.')
  expect(words(24)).toBe(words(1))
  expect(words(24.1)).toBe(
    "Times saved more than 24 hours ago aren't accepted. Sign in and ask an admin to enter them.",
  )
  // The check-in waits too.
  const hoursBefore = (hours: number) => at - hours * 3_600_000
  expect(words(1, hoursBefore(8))).toMatch(/^Sign in by Fri 16:46 so that it counts\./)
  expect(words(17, hoursBefore(8))).toMatch(/^Times saved more than 24 hours ago/)
})
