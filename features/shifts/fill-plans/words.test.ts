import { expect, test } from 'vitest'
import { waitingWords } from './words.ts'

test('names the officers who wait for a shift without being proposed', () => {
  expect(waitingWords({ officers: 1, names: ['Ana Reyes'] })).toBe('1 waiting, not proposed: Ana Reyes')
  const names = ['Ana Reyes', 'Ben Cole', 'Cid Moss']
  expect(waitingWords({ officers: 5, names })).toBe('5 waiting, not proposed: Ana Reyes, Ben Cole, Cid Moss and 2 more')
})
