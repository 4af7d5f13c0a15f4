import { expect, test } from 'vitest'
import { lsnOf, type Position } from './db-position.ts'
import { Lag } from './db-replica-lag.ts'

const at = (lsn: string): Position => ({ lsn, timeline: '00000001', snapshot: '1:1:' })

test('positions are compared as numbers', () => {
  expect(lsnOf('0/9')).toBeLessThan(lsnOf('0/10'))
  expect(lsnOf('9/FFFFFFFF')).toBeLessThan(lsnOf('A/0'))
  expect(lsnOf('FFFFFFFF/FFFFFFFF')).toBe(2n ** 64n - 1n)
})

test('a read waits until the replica has caught up, and no longer', async () => {
  const lag = new Lag(() => undefined)
  lag.advance(lsnOf('0/5'))
  expect(await lag.reach(at('0/5'))).toBe(true)
  const done: string[] = []
  const waiting = ['0/6', '0/7'].map((lsn) => lag.reach(at(lsn)).then(() => done.push(lsn)))
  lag.advance(lsnOf('0/6'))
  await waiting[0]
  expect(done).toEqual(['0/6'])
  lag.advance(lsnOf('0/8'))
  await Promise.all(waiting)
  expect(lag.isAwaited).toBe(false)
})

test('after a read has waited in vain, no other waits until the replica has caught up that far', async () => {
  let asked = 0
  const lag = new Lag(() => {
    asked += 1
  })
  lag.advance(lsnOf('0/5'))
  expect(await lag.reach(at('0/9'))).toBe(false)
  expect([asked, lag.isNear]).toEqual([1, false])
  lag.advance(lsnOf('0/8'))
  expect([await lag.reach(at('0/9')), asked]).toEqual([false, 1])
  lag.advance(lsnOf('0/9'))
  expect(lag.isNear).toBe(true)
})

test('the lag is the age of the oldest mark that is not reached; one that is late has to catch up first', () => {
  let now = 0
  const lag = new Lag(
    () => undefined,
    2_000,
    () => now,
  )
  lag.advance(lsnOf('0/1'))
  for (const lsn of ['0/2', '0/3', '0/4']) {
    lag.mark(at(lsn))
    now += 1_000
  }
  expect([lag.ms, lag.isLate()]).toEqual([3_000, true])
  lag.advance(lsnOf('0/2'))
  expect([lag.ms, lag.isLate()]).toEqual([2_000, true])
  lag.advance(lsnOf('0/3'))
  expect([lag.ms, lag.isLate()]).toEqual([1_000, true])
  lag.advance(lsnOf('0/4'))
  expect([lag.ms, lag.isLate()]).toEqual([0, false])
  lag.mark(at('0/4'))
  expect(lag.ms).toBe(0)
})

test('when the replica is left, those that wait go to the primary', async () => {
  const lag = new Lag(() => undefined)
  lag.advance(lsnOf('0/5'))
  const waiting = lag.reach(at('0/6'))
  lag.reset()
  expect(await waiting).toBe(false)
})
