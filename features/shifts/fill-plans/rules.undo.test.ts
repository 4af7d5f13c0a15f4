import { expect, test } from 'vitest'
import { refuseUndoLine, type Taken } from './rules.undo.ts'

const made: Taken = {
  ...{ taken_at: '2026-11-23T10:00:00Z', taken_by: 'me', starts_at: '2026-11-24T10:00:00Z' },
  ...{ status: 'confirmed', decided_from: null, decided_by: null, checked_in: false },
}
const asked: Taken = { ...made, decided_from: 'waitlisted', decided_by: 'me' }
const soon = '2026-11-23T10:00:59Z'

test('the admin who assigned can undo it within a minute', () => {
  for (const line of [made, asked]) {
    expect(refuseUndoLine(line, 'me', soon)).toBeNull()
    expect(refuseUndoLine(line, 'me', '2026-11-23T10:01:00Z')).toBe('undo_over')
    expect(refuseUndoLine(line, 'other', soon)).toBe('wrong_state')
    expect(refuseUndoLine({ ...line, taken_at: null }, 'me', soon)).toBe('wrong_state')
  }
})

test('refuses to undo an assignment that has changed or whose shift has begun', () => {
  expect(refuseUndoLine({ ...made, status: 'calloff_requested' }, 'me', soon)).toBe('wrong_state')
  expect(refuseUndoLine({ ...made, decided_by: 'other' }, 'me', soon)).toBe('wrong_state')
  expect(refuseUndoLine({ ...asked, decided_by: 'other' }, 'me', soon)).toBe('wrong_state')
  expect(refuseUndoLine({ ...made, checked_in: true }, 'me', soon)).toBe('undo_over')
  expect(refuseUndoLine({ ...made, starts_at: soon }, 'me', soon)).toBe('undo_over')
})
