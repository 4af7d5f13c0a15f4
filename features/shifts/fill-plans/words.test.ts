import { expect, test } from 'vitest'
import { askedWords, waitingWords } from './words.ts'

test('names the officers who wait for a shift without being proposed', () => {
  expect(waitingWords({ officers: 1, names: ['Ana Reyes'] })).toBe('1 waiting, not proposed: Ana Reyes')
  const names = ['Ana Reyes', 'Ben Cole', 'Cid Moss']
  expect(waitingWords({ officers: 5, names })).toBe('5 waiting, not proposed: Ana Reyes, Ben Cole, Cid Moss and 2 more')
})

test('says how many lines are for officers who requested the shift or volunteered', () => {
  expect(askedWords(2, 9)).toBe('2 of 9 lines are for officers who requested the shift or volunteered.')
  expect(askedWords(1, 2)).toBe('1 of 2 lines is for an officer who requested the shift or volunteered.')
  expect(askedWords(0, 9)).toBe('None of these officers requested or volunteered for their shift.')
  expect(askedWords(3, 3)).toBe('All of these officers requested or volunteered for their shift.')
  expect(askedWords(1, 1)).toBe('The officer requested or volunteered for this shift.')
  expect(askedWords(0, 1)).toBe("The officer didn't request or volunteer for this shift.")
})
