import { expect, test } from 'vitest'
import { previewWords, requestedWords, tooLongWords } from './words.asking.ts'
import { neededWords } from './words.ts'

test('a call for volunteers says how many it needs, and when it needs none', () => {
  expect([0, 1, 2].map(neededWords)).toEqual([
    'No officers are needed.',
    '1 officer is needed.',
    '2 officers are needed.',
  ])
})

test('says before the press who is asked, when the order-in is, and who is next', () => {
  const ana = { officer_id: 'a', name: 'Ana Reyes', position: 1 }
  const of = { asked: 12, missing: 1, next: [ana], list_units: [], requested: [] }
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

test('names officers who requested the shift before it promises an order-in', () => {
  const people = ['Ana Reyes', 'Ben Cole', 'Cy Dorn', 'Di Evans', 'Ed Frost'].map((name, at) => ({
    ...{ officer_id: String(at), name },
  }))
  expect(requestedWords([])).toBeNull()
  expect(requestedWords(people.slice(0, 1))).toBe(
    '1 officer has already requested this shift: Ana Reyes. Decide that first.',
  )
  expect(requestedWords(people.slice(0, 2))).toBe(
    '2 officers have already requested this shift: Ana Reyes and Ben Cole. Decide those first.',
  )
  expect(requestedWords(people)).toContain('Ana Reyes, Ben Cole, Cy Dorn and 2 more.')
})

test('says that a time for volunteers ends after the start', () => {
  expect(tooLongWords(16, 16, 'today · 14:17')).toBeNull()
  expect(tooLongWords(60, 16, 'today · 14:17')).toBe(
    'The shift starts today · 14:17, before that time is up. Choose at most 16 minutes.',
  )
  expect(tooLongWords(5, 4, 'today · 14:17')).toBe(
    'The shift starts today · 14:17. Volunteers need at least 5 minutes.',
  )
})
