import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/api.ts'
import type { Saved } from '#platform/web/outbox-state.ts'
import { refusedOut } from './client.presses.ts'
import { isNoteKept, isNoteRefused } from './client.running.ts'
import { checkIn, checkOut } from './contract.ts'

const at = (time: string) => `2026-11-23T${time}:00.000Z`
const press = (call: string, time: string, code: string | null, signup_id = 's1'): Saved => ({
  ...{ id: 1, call, what: '', url: '', body: JSON.stringify({ signup_id }), at: Date.parse(at(time)) },
  refused: code === null ? null : { code, details: {}, status: 409 },
})
const note = { signup_id: 's1', since: at('18:00') }

test('a note whose own check-in was refused says nothing of a running shift', {
  meta: { shows: ['issue 12 locked'] },
}, () => {
  expect(isNoteRefused(note, [press(checkIn.name, '18:00', 'no_confirmed_place')])).toBe(true)
  expect(isNoteRefused(note, [press(checkIn.name, '18:00', null)])).toBe(false)
  // Another device has checked in.
  expect(isNoteRefused(note, [press(checkIn.name, '18:00', 'already_checked_in')])).toBe(false)
  expect(isNoteRefused(note, [press(checkIn.name, '18:30', 'no_confirmed_place')])).toBe(false)
  // An earlier one, another shift's, and a check-out.
  expect(isNoteRefused(note, [press(checkIn.name, '17:40', 'checkin_too_early')])).toBe(false)
  expect(isNoteRefused(note, [press(checkIn.name, '18:00', 'no_confirmed_place', 's2')])).toBe(false)
  expect(isNoteRefused(note, [press(checkOut.name, '19:00', 'already_checked_out')])).toBe(false)
})

test('a check-out that was refused leaves the shift running, unless a later press counts or nothing ran', {
  meta: { shows: ['issue 12 locked'] },
}, () => {
  const early = press(checkOut.name, '19:00', 'checkout_early')
  expect(refusedOut(note, [early])).toBe(early)
  expect(refusedOut(note, [press(checkOut.name, '19:00', null)])).toBeNull()
  expect(refusedOut(note, [early, press(checkOut.name, '19:05', null)])).toBeNull()
  // One that was answered is listed first.
  expect(refusedOut(note, [press(checkOut.name, '19:05', null), early])).toBeNull()
  expect(refusedOut(note, [press(checkOut.name, '19:00', 'already_checked_out')])).toBeNull()
  expect(refusedOut(note, [press(checkOut.name, '17:00', 'checkout_early')])).toBeNull()
  expect(refusedOut(note, [press(checkOut.name, '19:00', 'checkout_early', 's2')])).toBeNull()
})

test('a check-in that was neither saved nor answered is not noted as running', {
  meta: { shows: ['issue 12 locked'] },
}, () => {
  const kept = (status: number, code: string) => isNoteKept(new ApiError(status, { code }))
  expect(kept(0, 'saved')).toBe(true)
  // Another device has checked in.
  expect(kept(409, 'already_checked_in')).toBe(true)
  for (const code of ['unreachable', 'offline']) expect(kept(0, code)).toBe(false)
  expect(kept(500, 'internal')).toBe(false)
  expect(kept(409, 'no_confirmed_place')).toBe(false)
  expect(isNoteKept(new TypeError('no file'))).toBe(false)
})
