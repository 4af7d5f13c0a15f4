import { expect, test } from 'vitest'
import { refuseUndoCopy, type Twin, twinsIn } from './rules.copies.ts'

const gate: Twin = {
  title: 'Gate',
  kind: 'overtime',
  starts_at: '2028-03-07T14:00:00Z',
  ends_at: '2028-03-07T22:00:00Z',
}

test('finds a shift of the same name and hours, however its instants are written', () => {
  const isThere = twinsIn([{ ...gate, starts_at: '2028-03-07T08:00:00-06:00' }])
  expect(isThere({ ...gate, title: 'Desk' })).toBe(false)
  expect(isThere({ ...gate, kind: 'training' })).toBe(false)
  expect(isThere({ ...gate, ends_at: '2028-03-07T22:30:00Z' })).toBe(false)
  expect(isThere(gate)).toBe(true)
})

test('counts twins: of two shifts with the same name, one that is there leaves one to make', () => {
  const isThere = twinsIn([gate])
  expect([isThere(gate), isThere(gate)]).toEqual([true, false])
})

test('lets only its author undo a copy, for a minute, until someone signs up', () => {
  const copy = { made_by: 'a', made_at: '2028-03-01T10:00:00Z', undone_at: null, signups: 0 }
  expect(refuseUndoCopy(copy, 'a', '2028-03-01T10:00:59Z')).toBeNull()
  expect(refuseUndoCopy(copy, 'a', '2028-03-01T10:01:00Z')).toBe('undo_over')
  expect(refuseUndoCopy(copy, 'b', '2028-03-01T10:00:01Z')).toBe('wrong_state')
  expect(refuseUndoCopy({ ...copy, undone_at: '2028-03-01T10:00:02Z' }, 'a', '2028-03-01T10:00:03Z')).toBe(
    'wrong_state',
  )
  expect(refuseUndoCopy({ ...copy, signups: 1 }, 'a', '2028-03-01T10:00:03Z')).toBe('has_signups')
})
