import { expect, test } from 'vitest'
import { idOf, instantOf } from './folder.ts'
import { outdated, placeInLog } from './keep.ts'
import { segmentAfter } from './restore.ts'

const day = (n: number) => idOf(new Date(Date.UTC(2026, 10, n, 3, 4, 5)))

test('a copy is named by its instant', () => {
  expect(day(7)).toBe('20261107T030405Z')
  expect(instantOf(day(7)).toISOString()).toBe('2026-11-07T03:04:05.000Z')
})

test('copies older than the limit go, but never the newest two', () => {
  const ids = [3, 1, 2, 20, 19].map(day)
  const now = new Date(Date.UTC(2026, 10, 21))
  expect(outdated(ids, 14, now)).toEqual([1, 2, 3].map(day))
  expect(outdated(ids, 18, now)).toEqual([day(1), day(2)])
  expect(outdated([1, 2].map(day), 1, now)).toEqual([])
  expect(outdated([], 1, now)).toEqual([])
})

test('segments of the log follow one another over the end of a log file', () => {
  expect(segmentAfter('00000001000000000000000A')).toBe('00000001000000000000000B')
  expect(segmentAfter('0000000200000001000000FF')).toBe('000000020000000200000000')
  expect(segmentAfter('00000001FFFFFFFE000000FF')).toBe('00000001FFFFFFFF00000000')
  expect(placeInLog('0000000200000001000000FF')).toBe('00000001000000FF')
  expect(placeInLog('00000002.history')).toBeNull()
})
