import { expect, test } from 'vitest'
import { sendBy } from './locked-shift.tsx'

test('the sign-in page says until when a saved check-out can be sent', { meta: { shows: ['issue 12 locked'] } }, () => {
  const at = Date.parse('2026-11-20T00:46:00Z')
  const words = (hours: number) => sendBy(at, at + hours * 3_600_000, 'UTC')
  expect(words(1)).toBe('Sign in by Sat 00:46 so that it counts. Your recorded time is 00:46.')
  expect(words(24)).toBe(words(1))
  expect(words(24.1)).toBe(
    'Check-outs saved more than 24 hours ago are not accepted. Sign in and ask an admin to enter your times.',
  )
})
