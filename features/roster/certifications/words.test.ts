import { expect, test } from 'vitest'
import { dueWords } from './words.ts'

const of = (...days: number[]) => dueWords(days.map((days_left) => ({ type: 'First aid', days_left })))

test('one certification is named with its day, several are counted', () => {
  expect(of()).toBeNull()
  expect(of(24)).toEqual({ title: 'First aid expires in 24 days', bad: false })
  expect(of(0)?.title).toBe('First aid expires today')
  expect(of(-1)).toEqual({ title: 'First aid expired 1 day ago', bad: true })
  expect(of(3, 40)).toEqual({ title: '2 certifications expire soon', bad: false })
  expect(of(-9, -2)?.title).toBe('2 certifications have expired')
  expect(of(-9, 24)).toEqual({ title: '1 certification expired, 1 expires soon', bad: true })
})
