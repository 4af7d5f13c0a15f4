import { expect, it } from 'vitest'
import { sizeFor } from './plans.ts'

it.each([
  [0, '5-25'],
  [25, '5-25'],
  [26, '26-100'],
  [38, '26-100'],
  [100, '26-100'],
  [101, '100+'],
])('%d officers are size %s', (officers, size) => {
  expect(sizeFor(officers)).toBe(size)
})
