import { afterEach, expect, test, vi } from 'vitest'
import { backoff, makeCoalescer, makeParser } from './live.ts'

afterEach(() => vi.useRealTimers())

test('pokes are read across chunks, and comments and broken lines are passed over', () => {
  const seen: unknown[] = []
  const parse = makeParser((poke) => seen.push(poke))
  parse(': beat\n\nda')
  parse('ta: {"t":"signups","id":"a1"}\n\ndata: {brok\n')
  parse('data: {"t":"officers","id":null}\n\n')
  expect(seen).toEqual([
    { t: 'signups', id: 'a1' },
    { t: 'officers', id: null },
  ])
})

test('the first poke goes at once, the rest of a burst together', () => {
  vi.useFakeTimers()
  const flushed: string[][] = []
  const take = makeCoalescer((topics) => flushed.push([...topics]))
  take('signups')
  expect(flushed).toEqual([['signups']])
  for (let i = 0; i < 50; i++) take('signups')
  take('assignments')
  vi.advanceTimersByTime(79)
  expect(flushed).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(flushed[1]).toEqual(['signups', 'assignments'])
  vi.advanceTimersByTime(1000)
  expect(flushed).toHaveLength(2)
})

test('the wait before a new try grows to ten seconds and never beyond', () => {
  expect(backoff(0, 0)).toBe(250)
  expect(backoff(1, 1)).toBe(1000)
  for (let tries = 0; tries < 40; tries++) expect(backoff(tries, 1)).toBeLessThanOrEqual(10_000)
})
