import { expect, it } from 'vitest'
import { notifiedWords, willBeNotified } from './words.contact.ts'

it('never says an officer without an account was notified', () => {
  expect(notifiedWords(1, [])).toBe('The officer was notified.')
  expect(notifiedWords(2, [])).toBe('Both officers were notified.')
  expect(notifiedWords(2, [{ name: 'Dana Fox', phone: '713-555-0112' }])).toBe(
    "Dana Fox has no account yet and wasn't notified. Call 713-555-0112.",
  )
  expect(notifiedWords(1, [{ name: 'Dana Fox', phone: null }])).toBe("Dana Fox has no account yet and wasn't notified.")
})

it('counts the people a message to everyone reaches', () => {
  expect(willBeNotified(37, 0, ['officer', 'officers'])).toBe('37 officers will be notified')
  expect(willBeNotified(37, 2, ['officer', 'officers'])).toBe('35 of 37 officers will be notified')
  expect(willBeNotified(1, 0, ['person', 'people'])).toBe('1 person will be notified')
})
