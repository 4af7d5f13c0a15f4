import { afterEach, expect, test, vi } from 'vitest'
import { backoff, catchUpAfter, makeCoalescer, makeParser } from './live-gather.ts'

afterEach(() => vi.useRealTimers())

test('parses pokes across chunks and skips comments and broken lines', () => {
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

test('sends the first poke at once and the rest of a burst together', () => {
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

test('the retry delay grows to ten seconds and no further', () => {
  expect(backoff(0, 0)).toBe(250)
  expect(backoff(1, 1)).toBe(1000)
  for (let tries = 0; tries < 40; tries++) expect(backoff(tries, 1)).toBeLessThanOrEqual(10_000)
})

test('a crowd waits for a moment within the window it was told, once for all pokes until then', () => {
  vi.useFakeTimers()
  const flushed: string[][] = []
  const take = makeCoalescer(
    (topics) => flushed.push([...topics]),
    () => 0.5,
  )
  take('spots:rest', 8000)
  take('spots:rest', 8000)
  take('assignments', 8000)
  vi.advanceTimersByTime(5999)
  expect(flushed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(flushed).toEqual([['spots:rest', 'assignments']])
  // The officer's own pokes don't wait.
  take('spots:rest', 8000)
  take('signups')
  expect(flushed.at(-1)).toEqual(['signups'])
})

test('a returning screen spreads its reads only if the server asks for it', () => {
  expect(catchUpAfter(null, 0.9)).toBe(0)
  expect(catchUpAfter('0', 0.9)).toBe(0)
  expect(catchUpAfter('soon', 0.9)).toBe(0)
  expect(catchUpAfter('3000', 0.5)).toBe(1500)
})
