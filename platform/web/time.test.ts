import { TZDate, tzOffset } from '@date-fns/tz'
import { format } from 'date-fns'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countdown, nearness } from './countdown.ts'
import { ago, clock, dateValue, day, dayAndClock, duration, isElsewhere, nearDay, relative, span } from './time.ts'

const zone = 'America/Chicago'
const now = '2026-11-21T12:00:00Z'

test('shows times in the department’s time zone, wherever the viewer is', () => {
  expect(clock('2026-11-22T00:30:00Z', zone)).toBe('18:30')
  expect(dayAndClock('2026-11-22T00:30:00Z', zone, now)).toBe('Sat, Nov 21 · 18:30')
  expect(nearDay('2026-11-22T00:30:00Z', zone, now)).toBe('Today')
  expect(nearDay('2026-11-22T06:00:00Z', zone, now)).toBe('Tomorrow')
})

test('days and times match a calendar library, in every listed zone at any instant', () => {
  const zones = ['America/Chicago', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns', 'UTC', 'Australia/Lord_Howe']
  const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), fc.constantFrom(...zones), (when, here, there) => {
      const date = new TZDate(when.getTime(), here)
      expect(day(when, here, '1950-06-01')).toBe(format(date, 'EEE, MMM d, yyyy'))
      expect(day(when, here, when)).toBe(format(date, 'EEE, MMM d'))
      expect(`${dateValue(when, here)} ${clock(when, here)}`).toBe(format(date, 'yyyy-MM-dd HH:mm'))
      expect(isElsewhere(when, here, there)).toBe(tzOffset(here, when) !== tzOffset(there, when))
    }),
  )
})

test('a shift shows midnight, clock changes and the time zone', () => {
  const plain = span('2026-11-21T14:00:00Z', '2026-11-21T22:30:00Z', zone, { now, viewer: zone })
  expect(plain).toEqual({ day: 'Sat, Nov 21', clock: '08:00–16:30', length: '8 h 30 min', notes: [] })
  const away = span('2026-11-21T14:00:00Z', '2026-11-21T22:30:00Z', zone, { now, viewer: zone, shift: 'UTC' })
  expect([away.clock, away.notes]).toEqual([plain.clock, ['CST']])
  const night = span('2026-11-01T03:00:00Z', '2026-11-01T12:00:00Z', zone, { now, viewer: 'America/New_York' })
  expect(night.clock).toBe('22:00–06:00')
  expect(night.length).toBe('9 h')
  expect(night.notes).toEqual(['ends Sun, Nov 1', 'clocks go back in between', 'CDT'])
  const spring = span('2026-03-08T07:00:00Z', '2026-03-08T09:00:00Z', zone, { now, viewer: zone })
  expect(spring.notes).toEqual(['clocks go forward in between'])
})

test('formats durations and relative times', { meta: { shows: ['9 relative times'] } }, () => {
  expect([duration(450), duration(480), duration(45), duration(0), duration(7.6), duration(-90)]).toEqual([
    '7 h 30 min',
    '8 h',
    '45 min',
    '0 min',
    '7 min',
    '−1 h 30 min',
  ])
  const before = (minutes: number) => Date.parse(now) - minutes * 60_000
  expect([0.5, 5, 180, 2880, 15_000].map((m) => relative(before(m), now))).toEqual(['Now', '5m', '3h', '2d', '1w'])
  expect([0.5, 5, 180, 2880].map((m) => ago(before(m), now))).toEqual(['Just now', '5m ago', '3h ago', '2d ago'])
  expect([1, 0, -10, -11, -120, -121].map((m) => nearness(before(m), now))).toEqual([
    'past',
    'soon',
    'soon',
    'near',
    'near',
    'later',
  ])
})

test('counts the days ahead on the calendar, around midnight and when the clocks change', () => {
  const seen = (now: string, when: string) => countdown(when, zone, now)
  // Monday evening, Saturday morning.
  expect(seen('2026-11-24T02:00:00Z', '2026-11-28T15:00:00Z')).toBe('in 5 days')
  expect(seen('2026-11-24T02:00:00Z', '2026-11-24T02:00:00Z')).toBe('now')
  expect(seen('2026-11-24T02:00:00Z', '2026-11-24T04:05:00Z')).toBe('in 2 h 5 min')
  // 23:59, and the first minute of the day after next; one minute later it is tomorrow's.
  expect(seen('2026-11-24T05:59:00Z', '2026-11-25T06:00:00Z')).toBe('in 2 days')
  expect(seen('2026-11-24T06:00:00Z', '2026-11-25T06:00:00Z')).toBe('tomorrow')
  expect(seen('2026-11-24T06:01:00Z', '2026-11-25T06:00:00Z')).toBe('in 23 h 59 min')
  // 47 hours ahead, on the next day.
  expect(seen('2026-11-24T06:30:00Z', '2026-11-26T05:30:00Z')).toBe('tomorrow')
  // The day of 25 hours has no tomorrow in it; the day of 23 hours is one.
  expect(seen('2026-11-01T05:00:00Z', '2026-11-02T05:30:00Z')).toBe('in 24 h 30 min')
  expect(seen('2026-11-01T04:59:00Z', '2026-11-02T06:00:00Z')).toBe('in 2 days')
  expect(seen('2026-03-08T05:59:00Z', '2026-03-09T05:00:00Z')).toBe('in 2 days')
  expect(seen('2026-03-07T18:00:00Z', '2026-03-08T17:00:00Z')).toBe('in 23 h')
})
