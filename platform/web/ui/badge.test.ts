import { expect, test } from 'vitest'
import { capped } from './badge.tsx'

test('shows 99+ above 99, and 9+ above 9 in small spaces', { meta: { shows: ['9 badge caps'] } }, () => {
  expect([0, 9, 10, 99, 100].map((count) => capped(count, 99))).toEqual(['0', '9', '10', '99', '99+'])
  expect([0, 9, 10, 100].map((count) => capped(count, 9))).toEqual(['0', '9', '9+', '9+'])
})
