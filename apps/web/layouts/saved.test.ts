import { expect, test } from 'vitest'
import type { Saved } from '#platform/web/outbox-state.ts'
import { sendsWhen } from '#platform/web/outbox-words.ts'
import { sentence } from './saved.tsx'

const at = Date.parse('2026-11-20T06:46:00Z')
const press = (call: string, what: string): Saved => ({
  ...{ id: 1, call, what, url: '', body: '{}', at, refused: null },
})
const words = (hours: number, ...waiting: Saved[]) =>
  sentence(waiting, 0, 'UTC', sendsWhen(undefined), at + hours * 3_600_000)

test('the strip says until when a press that has waited for half a day must be sent', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const out = press('attendance.check_out', 'Check-out')
  const plain = "Check-out saved on this phone, 06:46. Sends when you're back online."
  expect(words(1, out)).toBe(plain)
  expect(words(13, out)).toBe(`${plain} It counts if it's sent by Sat 06:46.`)
  expect(words(25, out)).toBe(plain)
  expect(words(13, press('attendance.note', 'Note'))).not.toContain('counts')
  expect(words(13, press('attendance.check_in', 'Check-in'), out)).toBe(
    "2 actions saved on this phone. They'll send when you're back online. Check-in counts if it's sent by Sat 06:46.",
  )
  // The check-in is too late: its check-out can't count either.
  const later = { ...out, at: at + 12 * 3_600_000 }
  expect(words(25, press('attendance.check_in', 'Check-in'), later)).not.toContain('counts')
})
