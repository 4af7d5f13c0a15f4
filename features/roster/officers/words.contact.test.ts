import { expect, it } from 'vitest'
import { notifiedWords, willBeNotified } from './words.contact.ts'

it('never says an officer without an account was notified', () => {
  expect(notifiedWords(1, [])).toBe('The officer was notified.')
  expect(notifiedWords(2, [])).toBe('Both officers were notified.')
  expect(notifiedWords(2, [{ name: 'Dana Fox', phone: '713-555-0112' }])).toBe(
    "Dana Fox has no account yet and wasn't notified. Call 713-555-0112.",
  )
  expect(notifiedWords(1, [{ name: 'Dana Fox', phone: null }])).toBe("Dana Fox has no account yet and wasn't notified.")
  expect([notifiedWords(0, []), notifiedWords(1200, [])]).toEqual(['', '1,200 officers were notified.'])
  const without = ['Ana Reyes', 'Ben Cole', 'Dana Fox'].map((name) => ({ name, phone: null }))
  expect(notifiedWords(6, without.slice(1, 2))).toBe(
    "5 of 6 officers were notified. Ben Cole has no account yet and wasn't notified.",
  )
  expect(notifiedWords(6, without)).toBe('3 of 6 officers were notified. The others have no account yet.')
})

it('counts the people a message to everyone reaches', () => {
  expect(willBeNotified(37, 0, ['officer', 'officers'])).toBe('37 officers will be notified')
  expect(willBeNotified(37, 2, ['officer', 'officers'])).toBe('35 of 37 officers will be notified')
  expect(willBeNotified(1, 0, ['person', 'people'])).toBe('1 person will be notified')
  expect(willBeNotified(1, 1, ['person', 'people'])).toBe("1 person won't be notified")
  expect(willBeNotified(0, 0, ['person', 'people'])).toBe('0 people will be notified')
})
