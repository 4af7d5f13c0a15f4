import { expect, test } from 'vitest'
import { spotsLeft } from './client.summary.ts'

test('the preview counts who is confirmed, and never fewer than no spots', () => {
  expect(spotsLeft(5, 0)).toBe('5 spots left')
  expect(spotsLeft(8, 3)).toBe('3 of 8 confirmed, 5 spots left')
  expect(spotsLeft(4, 3)).toBe('3 of 4 confirmed, 1 spot left')
  expect(spotsLeft(2, 3)).toBe('3 of 2 confirmed, 0 spots left')
})
