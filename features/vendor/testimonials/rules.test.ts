import { expect, test } from 'vitest'
import { shownTestimonials, stepped } from './rules.ts'

const one = (quote: string, sample: boolean) => ({ quote, role: 'Chief', department: 'county', sample })

test('shows samples only while no department has agreed to be quoted', () => {
  expect(shownTestimonials([])).toEqual([])
  expect(shownTestimonials([one('a', true), one('b', true)])).toHaveLength(2)
  expect(shownTestimonials([one('a', true), one('b', false)])).toEqual([one('b', false)])
})

test('moves a testimonial one place and stops at both ends', () => {
  expect(stepped(['a', 'b', 'c'], 'b', 'up')).toEqual(['b', 'a', 'c'])
  expect(stepped(['a', 'b', 'c'], 'b', 'down')).toEqual(['a', 'c', 'b'])
  expect(stepped(['a', 'b', 'c'], 'a', 'up')).toBeNull()
  expect(stepped(['a', 'b', 'c'], 'c', 'down')).toBeNull()
  expect(stepped(['a', 'b', 'c'], 'x', 'down')).toBeNull()
})
