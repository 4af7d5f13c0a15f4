import { describe, expect, it } from 'vitest'
import { behindLast, holdOrder, holdRows, listedOrder } from './held-order.ts'

it('adds other people’s items at the end, removes decided ones and keeps the rest in place', () => {
  expect(holdOrder([], ['a', 'b'])).toEqual(['a', 'b'])
  expect(holdOrder(['a', 'b', 'c'], ['new', 'a', 'b', 'c'])).toEqual(['a', 'b', 'c', 'new'])
  expect(holdOrder(['a', 'b', 'c'], ['x', 'c', 'a'])).toEqual(['a', 'c', 'x'])
})

describe('rows that are no longer listed', () => {
  const gone = (before: string[], now: string[]) => [...behindLast(listedOrder(before, now), now)]

  it('may have moved to the next page if they came after the last one', () => {
    expect(gone(['b', 'c', 'd'], ['a', 'b', 'c'])).toEqual(['d'])
    expect(gone(['b', 'c', 'd'], ['b', 'c', 'new'])).toEqual(['d'])
  })
  it('were decided if one after them is still listed', () => {
    expect(gone(['a', 'b', 'c', 'd'], ['a', 'c', 'd', 'e'])).toEqual([])
  })
  it('keep their place in the order while the list goes on changing', () => {
    const order = listedOrder(listedOrder(['b', 'c', 'd'], ['a', 'b', 'c']), ['a', 'c', 'e'])
    expect(order).toEqual(['a', 'b', 'c', 'e', 'd'])
    expect(listedOrder(order, ['a', 'c', 'e'])).toEqual(order)
  })
})

describe('rows under the finger', () => {
  const row = (key: string, day: number) => ({ key, starts_at: `2025-11-${day}T12:00:00.000Z` })
  const held = [row('a', 10), row('b', 12), row('c', 14)]

  it('stay where they are when one in between appears, which waits to be asked for', () => {
    expect(holdRows(held, [row('a', 10), row('new', 11), row('b', 12), row('c', 14)])).toEqual({
      shown: ['a', 'b', 'c'],
      waiting: ['new'],
    })
  })
  it('stay where they are when one of them can no longer be taken', () => {
    expect(holdRows(held, [row('a', 10), row('c', 14)])).toEqual({ shown: ['a', 'b', 'c'], waiting: [] })
  })
  it('are joined at the end by later shifts', () => {
    expect(holdRows(held, [...held, row('d', 15)])).toEqual({ shown: ['a', 'b', 'c', 'd'], waiting: [] })
  })
  it('wait for later shifts too in a grouped list', () => {
    expect(holdRows(held, [...held, row('d', 15)], false)).toEqual({ shown: ['a', 'b', 'c'], waiting: ['d'] })
  })
  it('come as they are while nothing is shown', () => {
    expect(holdRows([], [row('a', 10)])).toEqual({ shown: ['a'], waiting: [] })
  })
})
