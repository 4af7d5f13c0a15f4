import { expect, test } from 'vitest'
import { withSaved } from './client.saved.ts'

const next = {
  signup_id: 'a',
  assignment_id: 'b',
  title: 'Gate',
  post: 'Gate',
  client: null,
  location_name: null,
  location_address: null,
  starts_at: '2026-11-23T18:00:00.000Z',
  ends_at: '2026-11-23T22:00:00.000Z',
  asks_position: false,
  radius_m: null,
  calloff_requested: false,
  checkin_opens_at: '2026-11-23T17:00:00.000Z',
}
const at = (time: string) => Date.parse(`2026-11-23T${time}:00.000Z`)
const presses = (made: Record<string, number>) => (call: string, signup_id: string) =>
  signup_id === 'a' ? (made[call] ?? null) : null

test('without saved presses the answer is shown as it is', () => {
  const data = { next, open: null }
  expect(withSaved(data, presses({}))).toEqual({ data, out: null })
})

test('a saved check-in puts the officer on duty from the time of the press', () => {
  const { data, out } = withSaved({ next, open: null }, presses({ 'attendance.check_in': at('17:55') }))
  expect(out).toBeNull()
  expect(data.next).toBeNull()
  expect(data.open).toMatchObject({
    signup_id: 'a',
    since: '2026-11-23T17:55:00.000Z',
    checkout_from: '2026-11-23T17:56:00.000Z',
    checkout_closes_at: '2026-11-24T22:00:00.000Z',
  })
})

test('a saved check-out ends it, so that neither can be pressed a second time', () => {
  const made = { 'attendance.check_in': at('17:55'), 'attendance.check_out': at('22:01') }
  const { data, out } = withSaved({ next, open: null }, presses(made))
  expect([data.next, data.open]).toEqual([null, null])
  expect(out).toMatchObject({ at: '2026-11-23T22:01:00.000Z', shift: { signup_id: 'a' } })
})
