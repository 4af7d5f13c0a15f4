import { expect, test, vi } from 'vitest'
import { BusyError, createTurns, type Turn, waitingLimit } from './db-turns.ts'

/** Callers in the order in which they got their turn. */
const makeCallers = (size: number) => {
  const turns = createTurns(size)
  const got: string[] = []
  const call = async (name: string, turn: Turn) => {
    await turns.take(turn, Number.POSITIVE_INFINITY)
    got.push(name)
  }
  return { turns, got, call }
}
const settled = () => new Promise((go) => setImmediate(go))

test('runs waiting writes before longer-waiting reads', async () => {
  const { turns, got, call } = makeCallers(2)
  void call('read 1', 'later')
  void call('write 1', 'first')
  void call('read 2', 'later')
  void call('write 2', 'first')
  await settled()
  expect(got).toEqual(['read 1', 'write 1'])
  turns.give('later')
  await settled()
  // One connection of two is left to reads.
  expect(got.at(-1)).toBe('read 2')
  turns.give('first')
  await settled()
  expect(got.at(-1)).toBe('write 2')
})

test('reads use at most half of the connections, and writes leave one to them', async () => {
  const { got, call } = makeCallers(8)
  for (let n = 0; n < 8; n++) void call('read', 'later')
  await settled()
  expect(got.filter((one) => one === 'read')).toHaveLength(4)
  for (let n = 0; n < 8; n++) void call('write', 'first')
  await settled()
  expect(got.filter((one) => one === 'write')).toHaveLength(4)

  const busy = makeCallers(8)
  for (let n = 0; n < 8; n++) void busy.call('write', 'first')
  void busy.call('read', 'later')
  await settled()
  expect(busy.got).toEqual([...Array(7).fill('write'), 'read'])
})

test('too many waiting reads refuse the next read and no write', async () => {
  const { turns, call } = makeCallers(2)
  for (let n = 0; n <= waitingLimit; n++) void call('read', 'later')
  expect(() => turns.take('later', Number.POSITIVE_INFINITY)).toThrow(BusyError)
  expect(turns.take('first', Number.POSITIVE_INFINITY)).toBeUndefined()
})

test('a caller that has waited long enough is refused, and leaves the queue', async () => {
  const { turns, got, call } = makeCallers(1)
  void call('first', 'first')
  await expect(turns.take('first', 1)).rejects.toThrow('no connection was free for 0.001 seconds')
  void call('next', 'first')
  turns.give('first')
  await settled()
  expect(got).toEqual(['first', 'next'])
})

test('a pool of one connection serves both', async () => {
  const { turns, got, call } = makeCallers(1)
  void call('read', 'later')
  void call('write', 'first')
  await settled()
  turns.give('later')
  await settled()
  expect(got).toEqual(['read', 'write'])
})

test('a burst of writes may wait, but with lasting overload only as many wait as are served within 0.3 seconds', async () => {
  let at = 0
  const turns = createTurns(4, 300, () => at)
  const take = () => void turns.take('first', Number.POSITIVE_INFINITY)
  for (let n = 0; n < 303; n++) take()
  let [refused, waits] = [0, 300]
  /** Four are served every 10 ms, and eight come. */
  const serve = (ms: number) => {
    for (const end = at + ms; at < end; ) {
      at += 10
      for (let n = 0; n < 4 && waits > 0; n++) {
        turns.give('first')
        waits -= 1
      }
      for (let n = 0; n < 8; n++) {
        try {
          take()
          waits += 1
        } catch {
          refused += 1
        }
      }
    }
  }
  serve(200)
  expect(refused).toBe(0)
  serve(5000)
  expect(refused).toBeGreaterThan(1000)
  // 400 a second are served.
  expect(waits).toBeLessThanOrEqual(125)
  expect(waits).toBeGreaterThan(100)
  // A short lull does not end it; after a second without a long wait, a burst is let in again.
  for (; waits > 0; waits--) turns.give('first')
  at += 500
  for (let n = 0; n < 150; n++) {
    try {
      take()
      waits += 1
    } catch {
      refused += 1
    }
  }
  expect(waits).toBeLessThanOrEqual(125)
  for (; waits > 0; waits--) turns.give('first')
  at += 1001
  for (let n = 0; n < waitingLimit; n++) take()
})

test('under lasting overload, reads go one at a time with a rest, few wait, and all go again when no write waits', async () => {
  vi.useFakeTimers()
  try {
    const turns = createTurns(2, 300, () => Date.now())
    const wait = (turn: Turn) => turns.take(turn, Number.POSITIVE_INFINITY)
    let done = 0
    const read = () => {
      const waits = wait('later')
      if (waits) void waits.then(() => (done += 1))
      else done += 1
    }
    for (let n = 0; n <= 200; n++) void wait('first')
    for (let n = 0; n < 20; n++) read()
    vi.advanceTimersByTime(300)
    void wait('first')
    vi.advanceTimersByTime(1500)
    for (let n = 20; n <= 64; n++) read()
    expect(() => wait('later')).toThrow(BusyError)
    expect(done).toBe(1)
    for (let n = 0; n < 10; n++) {
      turns.give('later')
      await vi.advanceTimersByTimeAsync(29)
      expect(done).toBe(n + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(done).toBe(n + 2)
    }
    for (let n = 0; n < 202; n++) turns.give('first')
    await vi.advanceTimersByTimeAsync(1001)
    for (let n = 0; n < 20; n++) {
      turns.give('later')
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(done).toBe(31)
    // More than may wait under overload.
    for (let n = 0; n < 100; n++) read()
  } finally {
    vi.useRealTimers()
  }
})

test('a small crowd is never refused, and without a bound only the limit counts', async () => {
  for (const [queueMs, crowd] of [
    [300, 64],
    [undefined, waitingLimit],
  ] as const) {
    let at = 0
    const turns = createTurns(4, queueMs, () => at)
    for (let n = 0; n < 3 + crowd; n++) void turns.take('first', Number.POSITIVE_INFINITY)
    for (let n = 0; n < 20; n++) {
      // One is served in a second, and another comes.
      at += 1000
      turns.give('first')
      void turns.take('first', Number.POSITIVE_INFINITY)
    }
    expect(() => turns.take('first', Number.POSITIVE_INFINITY)).toThrow(BusyError)
  }
})
