import { expect, test } from 'vitest'
import { type Carried, dropOf, type Target } from './client.drops.ts'
import type { Act } from './client.rows.ts'

const ana = { id: 'o1', name: 'Ana Reyes' }
const ben = { id: 'o2', name: 'Ben Cho' }
const gate: Act = {
  ...{ assignment_id: 'a1', title: 'Gate', day: '2026-10-27', over: false, confirmed: 1, open: 1, draft: false },
  ...{ starts_at: '2026-10-27T14:00:00.000Z', ends_at: '2026-10-27T22:00:00.000Z' },
  signup: { id: 's1', officer_id: 'o1', name: 'Ana Reyes', status: 'confirmed' },
}
const desk: Act = { ...gate, assignment_id: 'a2', title: 'Desk', signup: null }
const carried: Carried = { act: gate, whole: false, officer: null }
const over = (to: Partial<Target>, what: Partial<Carried> = {}) =>
  dropOf({ ...carried, ...what }, { date: '2026-10-28', officer: null, act: null, ...to }, '2026-10-27')

test('an officer goes to the shift below the pointer, and nowhere without one', () => {
  expect(over({ act: desk })).toEqual({ kind: 'officer', assignment_id: 'a2', title: 'Desk', officer: ana })
  expect(over({}).kind).toBe('none')
  expect(over({ act: { ...desk, over: true } })).toMatchObject({ kind: 'none', why: 'That shift is over.' })
  expect(over({ act: gate, date: gate.day })).toEqual({ kind: 'none', why: '' })
  const asked = { ...gate, signup: { ...gate.signup, status: 'pending_approval' } as Act['signup'] }
  expect(over({ act: desk }, { act: asked }).kind).toBe('none')
})

test('a shift goes to another day, not to one that has passed', () => {
  expect(over({}, { whole: true })).toEqual({ kind: 'shift', date: '2026-10-28' })
  expect(over({}, { act: desk })).toEqual({ kind: 'shift', date: '2026-10-28' })
  expect(over({ date: '2026-10-26' }, { act: desk })).toMatchObject({ why: 'That day has passed.' })
  expect(over({ date: gate.day }, { act: desk })).toEqual({ kind: 'none', why: '' })
  expect(over({}, { act: { ...desk, over: true } })).toMatchObject({ why: 'This shift is over.' })
})

test('in the rows of officers it changes the officer or the day, never both', () => {
  const mine = { officer: ana }
  expect(over({ officer: ben, date: gate.day }, mine)).toMatchObject({
    kind: 'officer',
    assignment_id: 'a1',
    officer: ben,
  })
  expect(over({ officer: ana }, mine)).toEqual({ kind: 'shift', date: '2026-10-28' })
  expect(over({ officer: ben }, mine).kind).toBe('none')
})
