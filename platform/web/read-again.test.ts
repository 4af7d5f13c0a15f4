import { expect, test } from 'vitest'
import { readAgainAfter, readsAgain } from './read-again.ts'

test('a failed read is tried three times more, and one that a busy server refused ten times', () => {
  const tries = (isBusy: boolean) => Array.from({ length: 20 }, (_, n) => n).filter((n) => readsAgain(n, isBusy)).length
  expect([tries(false), tries(true)]).toEqual([3, 10])
})

test('reads that were refused together come back spread over half of a growing pause', () => {
  expect([readAgainAfter(0, 0), readAgainAfter(0, 1)]).toEqual([200, 400])
  expect([readAgainAfter(9, 0), readAgainAfter(9, 1)]).toEqual([2000, 4000])
})
