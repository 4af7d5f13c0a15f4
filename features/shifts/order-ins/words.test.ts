import { expect, test } from 'vitest'
import { neededWords } from './words.ts'

test('a call for volunteers says how many it needs, and when it needs none', () => {
  expect([0, 1, 2].map(neededWords)).toEqual([
    'No officers are needed.',
    '1 officer is needed.',
    '2 officers are needed.',
  ])
})
