import { expect, test } from 'vitest'
import { neededWords, previewWords } from './words.ts'

test('a call for volunteers says how many it needs, and when it needs none', () => {
  expect([0, 1, 2].map(neededWords)).toEqual([
    'No officers are needed.',
    '1 officer is needed.',
    '2 officers are needed.',
  ])
})

test('says before the press who is asked, when the order-in is, and who is next', () => {
  const ana = { officer_id: 'a', name: 'Ana Reyes', position: 1 }
  const of = { asked: 12, missing: 1, next: [ana], list_units: [] }
  expect(previewWords(of, 'Mon, Nov 30 · 04:30')).toEqual({
    asked: '12 eligible officers will be asked.',
    next: 'Order-in: Mon, Nov 30 · 04:30. If no one volunteers, Ana Reyes (1st) is ordered in from the force list.',
  })
  const two = { ...of, missing: 3, next: [ana, { ...ana, name: 'Ben Cole', position: 4 }], list_units: ['Traffic'] }
  expect(previewWords(two, null).next).toBe(
    'Order-in: when time is up. If no one volunteers, Ana Reyes (1st) and Ben Cole (4th) are ordered in from the Traffic force list. 1 spot stays open.',
  )
  expect(previewWords({ ...of, next: [] }, null).next).toContain('No eligible officers on the force list')
})
