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
])('recognizes a password from a leaked list: %s', { meta: { shows: ['issue 2.3'] } }, (password, is) => {
  expect(isListedPassword(password)).toBe(is)
})
