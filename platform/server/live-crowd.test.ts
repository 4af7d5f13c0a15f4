import { expect, test, vi } from 'vitest'
import { createOpenings } from './live-crowd.ts'

/** When each of `count` streams that come at once opens, in milliseconds. */
const openings = async (count: number): Promise<number[]> => {
  vi.useFakeTimers({ now: 0 })
  const turn = createOpenings()
  const opened: number[] = []
  const all = Promise.all(Array.from({ length: count }, () => turn().then(() => opened.push(Date.now()))))
  await vi.runAllTimersAsync()
  await all
  vi.useRealTimers()
  return opened
}

test('a few streams open at once', async () => {
  expect(Math.max(...(await openings(10)))).toBe(0)
})

test('a crowd opens one after another, two milliseconds apart, and nobody waits for more than ten seconds', async () => {
  const crowd = await openings(1000)
  expect(crowd.at(-1)).toBe(1998)
  for (const [n, at] of crowd.slice(20).entries()) expect(at - (crowd[n + 19] ?? 0)).toBe(2)
  expect(Math.max(...(await openings(8000)))).toBe(10_000)
})
