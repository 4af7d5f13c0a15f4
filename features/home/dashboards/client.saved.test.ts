import { expect, test } from 'vitest'
import { workedMinutes } from '#features/hours/attendance/rules.intervals.ts'
import { missingIn } from '#platform/web/outbox-state.ts'
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
const pressAt = (signup_id: string, call: 'in' | 'out', time: string, more: object = {}) => ({
  ...{ id: at(time), call: `attendance.check_${call}`, at: at(time), url: '', what: '', refused: null },
  body: JSON.stringify({ signup_id, ...more }),
})
const press = (call: 'in' | 'out', time: string) => pressAt('a', call, time)
const presses = (...made: ReturnType<typeof press>[]) => made
const own = { next, open: null, left: null }
const later = (signup_id: string, starts: string, ends: string) => ({
  ...{ ...next, signup_id, starts_at: new Date(at(starts)).toISOString(), ends_at: new Date(at(ends)).toISOString() },
})

test('without saved presses the answer is shown as it is', () => {
  expect(withSaved(own, presses())).toEqual({ ...own, out: null })
})

test('a saved check-in puts the officer on duty from the time of the press', () => {
  const shown = withSaved(own, presses(press('in', '17:55')))
  expect(shown).toMatchObject({ out: null, next: null })
  expect(shown.open).toMatchObject({
    signup_id: 'a',
    since: '2026-11-23T17:55:00.000Z',
    checkout_from: '2026-11-23T17:56:00.000Z',
    checkout_closes_at: '2026-11-24T22:00:00.000Z',
  })
})

test('a saved check-out ends it, so that neither can be pressed a second time', () => {
  const shown = withSaved(own, presses(press('in', '17:55'), press('out', '22:01')))
  expect([shown.next, shown.open]).toEqual([null, null])
  expect(shown.out).toMatchObject({ at: '2026-11-23T22:01:00.000Z', shift: { signup_id: 'a' } })
})

type Running = { checked_in_at: string; gaps: Parameters<typeof workedMinutes>[1] }
const minutesAt = ({ checked_in_at, gaps }: Running, time: string) =>
  workedMinutes({ checked_in_at, checked_out_at: new Date(at(time)).toISOString() }, gaps)

test('an officer who returns without a connection is on duty again, and the time off duty does not count', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const made = [press('in', '18:00'), press('out', '19:00'), press('in', '19:30')]
  const { open, out } = withSaved(own, presses(...made))
  expect(out).toBeNull()
  expect(open).toMatchObject({ since: '2026-11-23T19:30:00.000Z', checkout_from: '2026-11-23T19:31:00.000Z' })
  expect(open && minutesAt(open, '20:00')).toBe(90)
  const again = withSaved(own, presses(...made, press('out', '21:00')))
  expect(again.open).toBeNull()
  expect(again.out).toMatchObject({ at: '2026-11-23T21:00:00.000Z' })
})

test('an officer whose check-out the server already has can return too', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const spot = { verdict: null, distance_m: null }
  const { calloff_requested: _asked, checkin_opens_at: _opens, ...shift } = next
  const times = { checked_out_at: '2026-11-23T19:00:00.000Z', undo_until: '2026-11-23T19:01:00.000Z' }
  const left = { ...shift, ...times, attendance_id: 'c', worked_minutes: 60, decided: false, spot }
  const shown = withSaved({ next: null, open: null, left }, presses(press('in', '19:30')))
  expect(shown).toMatchObject({ left: null, open: { attendance_id: 'c', since: '2026-11-23T19:30:00.000Z' } })
  expect(shown.open && minutesAt(shown.open, '20:00')).toBe(90)
})

test('a press for another shift than the ones shown changes nothing', () => {
  expect(withSaved({ ...own, next: { ...next, signup_id: 'z' } }, presses(press('in', '17:55'))).open).toBeNull()
})

test('two shifts in a row without a connection are worked one after the other', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const both = { next: later('a', '14:00', '18:00'), following: [later('b', '18:00', '22:00')], open: null, left: null }
  const made = [pressAt('a', 'in', '13:55')]
  expect(withSaved(both, made)).toMatchObject({ open: { signup_id: 'a' }, next: { signup_id: 'b' } })
  made.push(pressAt('a', 'out', '18:01'))
  expect(withSaved(both, made)).toMatchObject({ open: null, out: { sent: false }, next: { signup_id: 'b' } })
  made.push(pressAt('b', 'in', '18:02'))
  expect(withSaved(both, made)).toMatchObject({ open: { signup_id: 'b' }, out: null, next: null })
  made.push(pressAt('b', 'out', '22:03'))
  expect(withSaved(both, made)).toMatchObject({ open: null, out: { shift: { signup_id: 'b' } }, next: null })
})

test('a check-in to the next shift before the check-out of this one counts once this one is checked out of', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const both = { next: later('a', '14:00', '18:00'), following: [later('b', '18:00', '22:00')], open: null, left: null }
  const made = [pressAt('a', 'in', '13:55'), pressAt('b', 'in', '17:58')]
  expect(withSaved(both, made)).toMatchObject({ open: { signup_id: 'a' }, next: { signup_id: 'b' } })
  made.push(pressAt('a', 'out', '18:01'))
  expect(withSaved(both, made)).toMatchObject({
    open: { signup_id: 'b', since: '2026-11-23T17:58:00.000Z' },
    next: null,
  })
  made.push(pressAt('b', 'out', '22:02'))
  expect(withSaved(both, made)).toMatchObject({ open: null, out: { shift: { signup_id: 'b' } }, next: null })
})

test('an officer who left a shift returns to it after a check-in to the next one was removed', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const both = { next: later('a', '14:00', '18:00'), following: [later('b', '18:00', '22:00')], open: null, left: null }
  const made = [
    ...[pressAt('a', 'in', '14:00'), pressAt('a', 'out', '17:00'), pressAt('b', 'in', '17:30')],
    ...[pressAt('b', 'out', '17:35', { remove: true }), pressAt('a', 'in', '17:40')],
  ]
  const shown = withSaved(both, made)
  expect(shown).toMatchObject({ open: { signup_id: 'a', since: '2026-11-23T17:40:00.000Z' }, next: { signup_id: 'b' } })
  expect(shown.open && minutesAt(shown.open, '18:00')).toBe(200)
})

test('a check-out that was undone leaves the officer on duty, whether the read contains the check-out or not', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const undo = { ...press('out', '22:02'), call: 'attendance.undo_check_out' }
  const made = [press('in', '18:00'), press('out', '22:01'), undo]
  expect(withSaved(own, made)).toMatchObject({ out: null, open: { since: '2026-11-23T18:00:00.000Z' } })
  const { calloff_requested: _asked, checkin_opens_at: _opens, ...shift } = next
  const times = { checked_out_at: '2026-11-23T22:01:00.000Z', undo_until: '2026-11-23T22:02:00.000Z' }
  const left = {
    ...shift,
    ...times,
    attendance_id: 'c',
    worked_minutes: 241,
    decided: false,
    spot: { verdict: null, distance_m: null },
  }
  expect(withSaved({ next: null, open: null, left }, [undo])).toMatchObject({
    left: null,
    open: { attendance_id: 'c', since: '2026-11-23T18:00:00.000Z' },
  })
  expect(withSaved({ next: null, open: null, left: null }, [undo]).open).toBeNull()
})

test('a press that was answered since the screen was read is shown; one that the answer contains is not', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const made = [
    { ...press('in', '17:55'), answered_at: 10 },
    { ...press('out', '22:01'), answered_at: 20 },
  ]
  const seen = (readAt: number) => missingIn(readAt, made, ['attendance.check_in', 'attendance.check_out'], '')
  expect(withSaved(own, seen(5)).out).toMatchObject({ at: '2026-11-23T22:01:00.000Z', sent: true })
  const { open } = withSaved(own, seen(5).slice(0, 1))
  if (!open) throw new Error('not on duty')
  expect(withSaved({ next: null, open, left: null }, seen(15))).toMatchObject({ open: null, out: { sent: true } })
  expect(withSaved({ next: null, open, left: null }, seen(25))).toMatchObject({ open: { signup_id: 'a' }, out: null })
})

test('a check-in removed before the shift can be made again; a check-out after its start removes nothing', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const removal = pressAt('a', 'out', '17:40', { remove: true })
  const shown = withSaved(own, [press('in', '17:30'), removal])
  expect(shown).toMatchObject({ open: null, out: null, next: { signup_id: 'a' } })
  const back = withSaved(own, [press('in', '17:30'), removal, press('in', '17:58')])
  expect(back).toMatchObject({ next: null, open: { since: '2026-11-23T17:58:00.000Z', gaps: [] } })
  const late = withSaved(own, [press('in', '17:30'), pressAt('a', 'out', '18:10', { remove: true })])
  expect(late).toMatchObject({ next: null, out: { at: '2026-11-23T18:10:00.000Z' } })
})

test('while another shift is running, a saved check-in to the next one changes nothing', () => {
  const shown = withSaved(own, presses(press('in', '17:55')))
  if (!shown.open) throw new Error('not on duty')
  const running = { next, open: { ...shown.open, signup_id: 'b' }, left: null }
  expect(withSaved(running, presses(press('in', '17:55')))).toEqual({ ...running, out: null })
})
