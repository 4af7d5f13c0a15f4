import { expect, test } from 'vitest'
import { type UnfilledShift, unfilledParts } from './client.unfilled.ts'

const now = Date.parse('2026-11-29T10:00:00.000Z')
const shift = (assignment_id: string, hours: number) =>
  ({ assignment_id, starts_at: new Date(now + hours * 3_600_000).toISOString() }) as UnfilledShift
const parts = (items: UnfilledShift[], soon: number, exhausted: string[] = []) => {
  const ids = exhausted.map((assignment_id) => ({ assignment_id }))
  const of = unfilledParts({ count: items.length, soon, items }, ids, now)
  const names = (shifts: UnfilledShift[]) => shifts.map((one) => one.assignment_id).join('')
  return { soon: names(of.soon), more: of.moreSoon, later: names(of.later) }
}

test('shows at most three shifts of the next 24 hours on top, and every other one below', () => {
  expect(parts([shift('a', 1), shift('b', 23), shift('c', 24), shift('d', 100)], 2)).toEqual({
    soon: 'ab',
    more: 0,
    later: 'cd',
  })
  const many = ['a', 'b', 'c', 'd', 'e'].map((id, n) => shift(id, n + 1))
  expect(parts(many, 9)).toEqual({ soon: 'abc', more: 6, later: 'de' })
})

test('lists no shift twice that has run out of officers to order in', () => {
  const items = [shift('a', 1), shift('b', 2), shift('c', 3), shift('d', 30)]
  expect(parts(items, 3, ['b', 'd', 'elsewhere'])).toEqual({ soon: 'ac', more: 0, later: '' })
})
