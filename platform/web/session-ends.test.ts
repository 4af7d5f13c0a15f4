import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  askedNow,
  forgetEnds,
  isClockSure,
  noteEnds,
  noteToldEnds,
  pressClock,
  readEnds,
  serverNow,
} from './session-ends.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2027-01-05T18:00:00Z') }))
afterEach(() => {
  forgetEnds()
  vi.useRealTimers()
})

const answer = (now: string, idle: string) => ({
  now_at: now,
  idle_ends_at: idle,
  ends_at: '2027-01-06T04:00:00.000Z',
})

test('an extension that another tab heard long ago moves the end, not this tab’s clock', () => {
  noteEnds(answer('2027-01-05T18:00:00.000Z', '2027-01-05T18:30:00.000Z'), askedNow())
  const sent = Date.parse('2027-01-05T18:20:00Z')
  vi.setSystemTime(Date.parse('2027-01-05T19:10:00Z'))
  noteToldEnds(answer('2027-01-05T18:20:00.000Z', '2027-01-05T18:50:00.000Z'), sent, 0)
  expect(new Date(serverNow()).toISOString()).toBe('2027-01-05T19:10:00.000Z')
  expect(readEnds()?.idle).toBe(Date.parse('2027-01-05T18:50:00.000Z'))
  noteToldEnds(answer('2027-01-05T18:10:00.000Z', '2027-01-05T18:40:00.000Z'), sent, 0)
  expect(readEnds()?.idle).toBe(Date.parse('2027-01-05T18:50:00.000Z'))
})

test('without anything known, a late extension says nothing', () => {
  noteToldEnds(answer('2027-01-05T18:20:00.000Z', '2027-01-05T18:50:00.000Z'), 0, 0)
  expect(readEnds()).toBeNull()
})

/** The server's clock is five minutes ahead of this device's; an answer takes `there` and `back` milliseconds on its way. */
const AHEAD = 300_000
const hear = (there: number, back: number) => {
  const asked = askedNow()
  vi.advanceTimersByTime(there)
  const now_at = new Date(Date.now() + AHEAD).toISOString()
  vi.advanceTimersByTime(back)
  noteEnds({ now_at, idle_ends_at: now_at, ends_at: now_at }, asked)
}
const off = () => Math.abs((readEnds()?.ahead ?? 0) - AHEAD)

test('a slow answer moves the clock by half its way at most, and one after a quick answer not at all', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  hear(200, 8_000)
  expect(off()).toBeLessThanOrEqual(4_100)
  hear(20, 60)
  expect(off()).toBeLessThanOrEqual(40)
  hear(100, 20_000)
  expect(off()).toBeLessThanOrEqual(40)
  hear(9_000, 10)
  expect(off()).toBeLessThanOrEqual(40)
})

test('the clock that a press brings is that of the narrowest answers, whatever their order', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 200; n++) {
    const way = [random(3_000), random(900)] as const
    least = Math.min(least, way[0] + way[1])
    hear(...way)
    expect(off()).toBeLessThanOrEqual(least / 2 + 1)
    vi.advanceTimersByTime(random(60_000))
  }
  expect(Math.abs((pressClock()?.ahead_ms ?? 0) - AHEAD)).toBeLessThanOrEqual(least / 2 + 2)
})

test('a clock that was set is noticed, and the next answer alone counts', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  expect(isClockSure()).toBe(false)
  hear(10, 10)
  expect(isClockSure()).toBe(true)
  vi.setSystemTime(Date.now() + 3 * 86_400_000)
  expect(isClockSure()).toBe(false)
  hear(10, 50)
  expect(isClockSure()).toBe(true)
  expect(off()).toBeLessThanOrEqual(30)
})

test('an extension that another tab has just heard is as exact as there', () => {
  const now_at = new Date(Date.now() + AHEAD).toISOString()
  vi.advanceTimersByTime(400)
  const at = Date.now()
  vi.advanceTimersByTime(1_000)
  noteToldEnds({ now_at, idle_ends_at: now_at, ends_at: now_at }, at, 400)
  expect(off()).toBeLessThanOrEqual(700)
})

test('a device that slept while an answer was on its way keeps what it knew of the clocks', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  hear(10, 30)
  const asked = askedNow()
  const now_at = new Date(Date.now() + AHEAD).toISOString()
  vi.advanceTimersByTime(50)
  // The steady clock stops in sleep.
  vi.setSystemTime(Date.now() + 600_000)
  const later = new Date(Date.parse(now_at) + 1_800_000).toISOString()
  noteEnds({ now_at, idle_ends_at: later, ends_at: later }, asked)
  expect(off()).toBeLessThanOrEqual(20)
  expect(readEnds()?.idle).toBe(Date.parse(later))
  // The first answer of all: it is used, and not relied on.
  forgetEnds()
  noteEnds({ now_at, idle_ends_at: later, ends_at: later }, { ...askedNow(), wall: Date.now() - 600_000 })
  expect(isClockSure()).toBe(false)
  hear(10, 30)
  expect(off()).toBeLessThanOrEqual(20)
})

test('small steps of the device clock don’t add up unnoticed', () => {
  const base = Date.now() - performance.now() + AHEAD
  const server = () => base + performance.now()
  const wrong = () => Math.abs((readEnds()?.ahead ?? 0) - (server() - Date.now()))
  const ask = (there: number, back: number) => {
    const asked = askedNow()
    vi.advanceTimersByTime(there)
    const now_at = new Date(server()).toISOString()
    vi.advanceTimersByTime(back)
    noteEnds({ now_at, idle_ends_at: now_at, ends_at: now_at }, asked)
  }
  ask(10, 10)
  for (let n = 0; n < 6; n++) {
    vi.setSystemTime(Date.now() - 1_500)
    ask(10, 9_000)
    // Never further off than it says, and what counts as the same clock.
    expect(wrong()).toBeLessThanOrEqual((readEnds()?.off ?? 0) + 2_100)
  }
})

test('an answer that came with the page five seconds ago is judged by when it came', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const asked = askedNow()
  vi.advanceTimersByTime(40)
  const now_at = new Date(Date.now() + AHEAD).toISOString()
  vi.advanceTimersByTime(60)
  const arrived = askedNow()
  vi.advanceTimersByTime(5_000)
  noteEnds({ now_at, idle_ends_at: now_at, ends_at: now_at }, asked, arrived)
  expect(off()).toBeLessThanOrEqual(50)
  expect(readEnds()?.off).toBe(50)
  expect(readEnds()?.steady).toBe(arrived.steady)
  expect(isClockSure()).toBe(true)
  expect(pressClock()?.since_ms).toBe(5_000)
})
