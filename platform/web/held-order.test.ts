import { expect, it } from 'vitest'
import { holdOrder } from './held-order.ts'

it('[look] what others add joins at the end, what they decide goes, and the rest stays where it was', () => {
  expect(holdOrder([], ['a', 'b'])).toEqual(['a', 'b'])
  expect(holdOrder(['a', 'b', 'c'], ['new', 'a', 'b', 'c'])).toEqual(['a', 'b', 'c', 'new'])
  expect(holdOrder(['a', 'b', 'c'], ['x', 'c', 'a'])).toEqual(['a', 'c', 'x'])
})
