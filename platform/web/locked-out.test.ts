import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetLockedOut, hasLockedOut, noteLockedOut, readLockedOut } from './locked-out.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a check-out on the sign-in page is told to another person for a day, and never to its owner in any department', {
  meta: { shows: ['issue 12 locked'] },
}, () => {
  const at = Date.now() - 60_000
  noteLockedOut('ana d1', at)
  expect(hasLockedOut()).toBe(true)
  expect([readLockedOut('ben d1'), readLockedOut(null)]).toEqual([at, at])
  expect([readLockedOut('ana d1'), readLockedOut('ana d2')]).toEqual([null, null])
  noteLockedOut('ana d1', Date.now() - 25 * 3_600_000)
  expect(readLockedOut('ben d1')).toBeNull()
  forgetLockedOut()
  expect([hasLockedOut(), readLockedOut('ben d1')]).toEqual([false, null])
})
