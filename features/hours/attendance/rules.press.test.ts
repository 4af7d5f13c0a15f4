import { expect, test } from 'vitest'
import { claimedAfter, claimedAt, isLate } from './rules.press.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 18) + seconds * 1000).toISOString()
const HOUR = 3600
/** Heard at 0 by a device whose clock is `behind` seconds behind the server's. */
const clock = (since: number | null, behind = 0) => ({
  ahead_ms: behind * 1000,
  heard_at: at(0),
  since_ms: since === null ? null : since * 1000,
})

test('a press that arrives at once has the server’s time', () => {
  expect(claimedAt(at(5), clock(5), at(5))).toBeNull()
  expect(claimedAt(at(5), clock(5), at(15))).toBeNull()
  expect(claimedAt(at(-9 * HOUR), null, at(5))).toBeNull()
})

test('a saved press counts from when it was made, whatever the time of day on the device', () => {
  expect(claimedAt(at(60), clock(60), at(HOUR))).toBe(at(60))
  expect(claimedAt(at(60 - 900), clock(60, 900), at(HOUR))).toBe(at(60))
  expect(claimedAt(at(60), clock(null), at(HOUR))).toBe(at(60))
})

test('a device clock that was set back after the last contact gains nothing', () => {
  expect(claimedAt(at(600 - 1800), clock(600), at(HOUR))).toBe(at(600))
  expect(claimedAt(at(-1800), clock(null), at(HOUR))).toBe(at(0))
})

test('a device clock that was set forward gives the server’s time, never the future', () => {
  expect(claimedAt(at(9 * HOUR), clock(60), at(HOUR))).toBeNull()
})

test('after 24 hours a press is too old', () => {
  expect(claimedAt(at(0), clock(0), at(24 * HOUR))).toBe(at(0))
  expect(claimedAt(at(0), clock(0), at(24 * HOUR + 1))).toEqual({ too_old: at(0) })
  // By the server's clock, as far as the device knew it.
  expect(claimedAt(at(60 - 3 * HOUR), clock(60, 3 * HOUR), at(25 * HOUR))).toEqual({ too_old: at(60) })
})

test('a saved press made just before the recorded one arrived counts right after it, an earlier one does not', () => {
  expect(claimedAfter(at(3), at(9))).toBe(at(9))
  expect(claimedAfter(at(0), at(10))).toBe(at(10))
  expect(claimedAfter(at(0), at(11))).toBe(at(0))
  expect(claimedAfter(at(12), at(9))).toBe(at(12))
  expect(claimedAfter(null, at(9))).toBeNull()
  expect(claimedAfter(at(3), null)).toBe(at(3))
})

test('marks what took more than two minutes', () => {
  expect(isLate(at(0), null)).toBe(false)
  expect(isLate(at(0), at(120))).toBe(false)
  expect(isLate(at(0), at(121))).toBe(true)
})
