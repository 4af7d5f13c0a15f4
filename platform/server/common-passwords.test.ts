import { expect, test } from 'vitest'
import { isListedPassword } from './common-passwords.ts'

test.each([
  ['finalfantasy', true],
  ['FinalFantasy', true],
  ['12finalfantasy!!', true],
  ['websolutions2031', true],
  ['mailcreated5240', true],
  ['quiet herons in a row 7', false],
  ['finalfantasy of herons', false],
])('[issue 2.3] a password of a list of leaked ones is known again: %s', (password, is) => {
  expect(isListedPassword(password)).toBe(is)
})
