import { expect, test } from 'vitest'
import { againstTaking, bestPost, byFit, type Change, isUnderWay, refuseUndoChange, standingOf } from './rules.ts'

const hard = { overridable: false }
const soft = { overridable: true }

test('lists eligible officers first, in the order of the award rule or by the fewest hours, and admins without shifts last', () => {
  const list = [
    { name: 'Cho', minutes: 0, reasons: [hard] },
    { name: 'Shaw', minutes: 0, reasons: [], own: true },
    { name: 'Diaz', minutes: 60, reasons: [soft] },
    { name: 'Adams', minutes: 600, reasons: [] },
    { name: 'Young', minutes: 120, reasons: [] },
    { name: 'Baker', minutes: 120, reasons: [] },
    { name: 'Chief', minutes: 0, reasons: [], ranked: false },
  ].map((one) => ({ officer_id: one.name, place: null, ranked: true, own: false, ...one }))
  const names = list.toSorted(byFit).map((one) => one.name)
  expect(names).toEqual(['Baker', 'Young', 'Adams', 'Chief', 'Diaz', 'Cho', 'Shaw'])
  // Where an award rule ranks, its order counts and not the hours; those who share a place are told apart by hours.
  const places: Readonly<Record<string, number>> = { Adams: 1, Baker: 2, Young: 2, Diaz: 5, Cho: 4, Shaw: 3 }
  const placed = list.map((one) => ({ ...one, place: places[one.name] ?? null }))
  const inOrder = placed.toSorted(byFit).map((one) => one.name)
  expect(inOrder).toEqual(['Adams', 'Baker', 'Young', 'Chief', 'Diaz', 'Shaw', 'Cho'])
  expect(standingOf({ reasons: [soft, hard] })).toBe(2)
})

test('the start of a shift that is under way is no reason against taking it over, and neither is its own spot', () => {
  const reasons = ['started', 'full', 'rest'].map((code) => ({ code }))
  expect(againstTaking(reasons, true)).toEqual([{ code: 'rest' }])
  expect(againstTaking(reasons, false)).toEqual([{ code: 'started' }, { code: 'rest' }])
  const one = { starts_at: '2028-03-01T10:00:00Z', ends_at: '2028-03-01T18:00:00Z' }
  const at = (clock: string) => isUnderWay(one, `2028-03-01T${clock}:00Z`)
  expect(['09:59', '10:00', '17:59', '18:00'].map(at)).toEqual([false, true, true, false])
})

test('chooses the first post without an obstacle, otherwise one that an override opens', () => {
  const post = (id: string, reasons: { overridable: boolean }[]) => ({ id, reasons })
  expect(bestPost([post('a', [hard]), post('b', [soft]), post('c', []), post('d', [])])?.id).toBe('c')
  expect(bestPost([post('a', [hard]), post('b', [soft])])?.id).toBe('b')
  expect(bestPost([])).toBeNull()
})

test('lets only its author undo it, for a minute, while nothing has followed', () => {
  const one: Change = {
    made_by: 'a',
    made_at: '2028-03-01T10:00:00Z',
    undone_at: null,
    status: 'released',
    next_status: 'confirmed',
    next_as: 'confirmed',
    checked_in: false,
  }
  const at = (seconds: number) => new Date(Date.parse(one.made_at) + seconds * 1000).toISOString()
  expect(refuseUndoChange(one, 'a', at(59))).toBeNull()
  expect(refuseUndoChange({ ...one, next_status: null, next_as: null }, 'a', at(59))).toBeNull()
  expect(refuseUndoChange(one, 'a', at(60))).toBe('undo_over')
  expect(refuseUndoChange(one, 'b', at(1))).toBe('wrong_state')
  expect(refuseUndoChange({ ...one, undone_at: at(1) }, 'a', at(2))).toBe('wrong_state')
  expect(refuseUndoChange({ ...one, next_as: 'offered' }, 'a', at(2))).toBe('wrong_state')
  expect(refuseUndoChange({ ...one, checked_in: true }, 'a', at(2))).toBe('undo_over')
})
