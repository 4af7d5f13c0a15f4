import { expect, test } from 'vitest'
import { BusyError, waitingLimit } from './db-turns.ts'
import { createOwnTurns } from './own-turns.ts'

const [mine, yours] = [Buffer.from('mine'), Buffer.from('yours')]
/** Work that goes on until it is ended. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let begun = false
  return {
    work: () => {
      begun = true
      return promise
    },
    begun: () => begun,
    end: () => resolve('done'),
  }
}

test('a session has two reads under way, the next begin as those end, and others wait for none of them', async () => {
  const turns = createOwnTurns()
  const all = Array.from({ length: 5 }, held)
  const found = all.map(({ work }) => turns.run(mine, work))
  const begun = () => all.map((one) => one.begun())
  expect(begun()).toEqual([true, true, false, false, false])
  expect(await turns.run(yours, async () => 'at once')).toBe('at once')
  expect(await turns.run(null, async () => 'nobody')).toBe('nobody')
  for (const [at, one] of all.entries()) {
    one.end()
    await found[at]
    expect(begun().filter(Boolean)).toHaveLength(Math.min(5, at + 3))
  }
  expect(turns.size()).toBe(0)
})

test('a read that fails hands its turn on', async () => {
  const turns = createOwnTurns()
  const fails = () => turns.run(mine, () => Promise.reject(new Error('lost')))
  for (let n = 0; n < 6; n++) await expect(fails()).rejects.toThrow('lost')
  await expect(Promise.allSettled([fails(), fails(), fails(), turns.run(mine, async () => 1)])).resolves.toHaveLength(4)
  expect(turns.size()).toBe(0)
})

test('who waits too long, or with too many others, is asked to come back', async () => {
  const turns = createOwnTurns(20)
  const [one, other, never] = [held(), held(), held()]
  const running = [turns.run(mine, one.work), turns.run(mine, other.work)]
  await expect(turns.run(mine, never.work)).rejects.toThrow(BusyError)
  const crowd = Array.from({ length: waitingLimit + 1 }, () => turns.run(mine, never.work))
  await expect(crowd.at(-1)).rejects.toThrow('too many')
  const settled = await Promise.allSettled(crowd)
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true)
  expect(never.begun()).toBe(false)
  one.end()
  other.end()
  expect(await Promise.all(running)).toEqual(['done', 'done'])
  expect(turns.size()).toBe(0)
})
