import fc from 'fast-check'
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
  expect(claimedAt({ device_at: at(5), clock: clock(5) }, at(5))).toBeNull()
  expect(claimedAt({ device_at: at(5), clock: clock(5) }, at(15))).toBeNull()
  expect(claimedAt({ device_at: at(-9 * HOUR), clock: null }, at(5))).toBeNull()
})

test('a saved press counts from when it was made, whatever the time of day on the device', () => {
  expect(claimedAt({ device_at: at(60), clock: clock(60) }, at(HOUR))).toBe(at(60))
  expect(claimedAt({ device_at: at(60 - 900), clock: clock(60, 900) }, at(HOUR))).toBe(at(60))
  expect(claimedAt({ device_at: at(60), clock: clock(null) }, at(HOUR))).toBe(at(60))
})

test('a device clock that was set back after the last contact gains nothing', () => {
  expect(claimedAt({ device_at: at(600 - 1800), clock: clock(600) }, at(HOUR))).toBe(at(600))
  expect(claimedAt({ device_at: at(-1800), clock: clock(null) }, at(HOUR))).toBe(at(0))
})

test('a device clock that was set forward gives the server’s time, never the future', () => {
  expect(claimedAt({ device_at: at(9 * HOUR), clock: clock(60) }, at(HOUR))).toBeNull()
})

/** The phone's time of day as the press is sent, and how long before that it was made. */
const sent = (now: number, made: number | null = null) => ({
  now_ms: Date.parse(at(now)),
  made_ms: made === null ? null : made * 1000,
})

test('a clock that was set forward before the press shows when it is sent', () => {
  // Pressed after 10 minutes with a clock that was set forward by an hour, and sent as that time comes.
  const press = { device_at: at(600 + HOUR), clock: clock(600), device: sent(HOUR + 600 + HOUR) }
  expect(claimedAt(press, at(HOUR + 600))).toBe(at(600))
  expect(claimedAt({ ...press, clock: clock(null) }, at(HOUR + 600))).toBe(at(600))
})

test('a clock that was set forward after the press changes nothing', () => {
  const press = { device_at: at(600), clock: clock(600), device: sent(1800 + HOUR) }
  expect(claimedAt(press, at(1800))).toBe(at(600))
  // The page was opened since the server was heard, and less time has passed than the clock was set by.
  expect(claimedAt({ ...press, clock: clock(null) }, at(1800))).toBe(at(600))
})

test('a clock that was set forward before the press and back since gives no time that the page knows to be wrong', () => {
  const forth = { device_at: at(600 + HOUR), clock: clock(600) }
  expect(claimedAt({ ...forth, device: sent(HOUR + 600, HOUR) }, at(HOUR + 600))).toBe(at(600))
  expect(claimedAt({ ...forth, device: sent(1800) }, at(1800))).toBe(at(600))
})

const seconds = (min: number, max: number) => fc.integer({ min, max })
test('however a phone sleeps, opens its page again and has its clock set once, what is wrong by over two minutes is marked', () => {
  const story = fc.record({
    pressed: seconds(0, 8 * HOUR),
    waited: seconds(0, 8 * HOUR),
    set: fc.oneof(seconds(-9 * HOUR, 9 * HOUR), seconds(-300, 300), fc.constant(0)),
    setAt: fc.double({ min: 0, max: 1, noNaN: true }),
    slept: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    opened: fc.tuple(fc.boolean(), fc.boolean()),
    behind: seconds(-2 * HOUR, 2 * HOUR),
  })
  fc.assert(
    fc.property(story, ({ pressed, waited, set, setAt, slept, opened, behind }) => {
      const now = pressed + waited
      const wall = (second: number) => second - behind + (second >= setAt * now ? set : 0)
      const press = {
        device_at: at(wall(pressed)),
        clock: clock(opened[0] ? null : Math.round(pressed * slept[0]), behind),
        device: sent(wall(now), opened[1] ? null : Math.round(waited * slept[1])),
      }
      const claimed = claimedAt(press, at(now))
      if (typeof claimed === 'object' && claimed !== null) throw new Error('too old')
      const wrong = Math.abs(Date.parse(claimed ?? at(now)) / 1000 - Date.parse(at(pressed)) / 1000)
      if (set === 0) expect(wrong).toBeLessThanOrEqual(10)
      else if (wrong > 120) expect(isLate(claimed, at(now))).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test('after 24 hours a press is too old', () => {
  expect(claimedAt({ device_at: at(0), clock: clock(0) }, at(24 * HOUR))).toBe(at(0))
  expect(claimedAt({ device_at: at(0), clock: clock(0) }, at(24 * HOUR + 1))).toEqual({ too_old: at(0) })
  // By the server's clock, as far as the device knew it.
  expect(claimedAt({ device_at: at(60 - 3 * HOUR), clock: clock(60, 3 * HOUR) }, at(25 * HOUR))).toEqual({
    too_old: at(60),
  })
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
