import { expect, test } from 'vitest'
import { readAgainAfter, readsAgain, writeAgainAfter, writesAgain } from './read-again.ts'

test('a failed read is tried three times more, and one that a busy server refused ten times', () => {
  const tries = (isBusy: boolean) => Array.from({ length: 20 }, (_, n) => n).filter((n) => readsAgain(n, isBusy)).length
  expect([tries(false), tries(true)]).toEqual([3, 10])
})

test('reads that were refused together come back spread over half of a growing pause', () => {
  expect([readAgainAfter(0, 0), readAgainAfter(0, 1)]).toEqual([200, 400])
  expect([readAgainAfter(9, 0), readAgainAfter(9, 1)]).toEqual([2000, 4000])
})

test('a failed write is tried once more, and one that a busy server refused five times, for 7 to 14 seconds', () => {
  const tries = (isBusy: boolean) => Array.from({ length: 20 }, (_, n) => n).filter((n) => writesAgain(n, isBusy))
  expect([tries(false).length, tries(true).length]).toEqual([1, 5])
  const waits = (chance: number) => tries(true).reduce((all, n) => all + writeAgainAfter(n, chance), 0)
  expect([waits(0), waits(1)]).toEqual([6800, 13600])
})
