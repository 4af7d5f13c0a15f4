import { describe, expect, test } from 'vitest'
import { NOTE_LENGTH, REQUESTED, withRequests } from './rules.notes.ts'

describe('a note keeps the check-outs that were requested before checking in again', () => {
  const first = `${REQUESTED}Fri, Nov 27 · 18:05.`
  const second = `${REQUESTED}Fri, Nov 27 · 9:05 PM.`

  test('in front of the officer’s new text', () => {
    expect(withRequests(`${first} Gate 4.`, 'Gate 5.')).toBe(`${first} Gate 5.`)
    expect(withRequests(`${second} ${first}`, '')).toBe(`${second} ${first}`)
  })
  test('once, also if the text contains them', () => {
    expect(withRequests(`Gate 4. ${first}`, `${first} Gate 5.`)).toBe(`${first} Gate 5.`)
  })
  test('within the length of a note, in whole characters', () => {
    const long = withRequests(`${first} ${second}`, '😀'.repeat(NOTE_LENGTH))
    expect([[...long].length, long.isWellFormed(), long.startsWith(`${first} ${second} 😀`)]).toEqual([
      NOTE_LENGTH,
      true,
      true,
    ])
  })
  test('and any other note is replaced', () => {
    for (const before of [null, '', 'Gate 4.', REQUESTED]) expect(withRequests(before, 'Gate 5.')).toBe('Gate 5.')
  })
})
