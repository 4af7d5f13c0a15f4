import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockWords, readClock } from './time.ts'

const times = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

test('12 hours: midnight is 12 AM, noon 12 PM, and the rest matches Intl', {
  meta: { shows: ['issue 3.9 time format'] },
}, () => {
  expect(
    ['00:00', '00:05', '06:30', '11:59', '12:00', '12:01', '18:30', '23:59'].map((t) => clockWords(t, '12h')),
  ).toEqual(['12:00 AM', '12:05 AM', '6:30 AM', '11:59 AM', '12:00 PM', '12:01 PM', '6:30 PM', '11:59 PM'])
  const oracle = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' })
  fc.assert(
    fc.property(times, (time) => {
      const said = oracle.format(new Date(`2026-11-21T${time}:00Z`)).replace(/\s/gu, ' ')
      expect(clockWords(time, '12h')).toBe(said)
      expect(clockWords(time, '24h')).toBe(time)
      expect(readClock(clockWords(time, '12h'))).toBe(time)
      expect(readClock(time)).toBe(time)
    }),
  )
  expect(clockWords('half past', '12h')).toBe('half past')
})

test('reads a time in any common format and nothing else', { meta: { shows: ['issue 3.9 time format'] } }, () => {
  const read = ['1830', '18.30', '18h30', '630', '6:30pm', '6:30 p.m.', '6 PM', '12am', '12 pm', ' 07:05 '].map(
    readClock,
  )
  expect(read).toEqual(['18:30', '18:30', '18:30', '06:30', '18:30', '18:30', '18:00', '00:00', '12:00', '07:05'])
  for (const typed of ['', '6', '18', '24:00', '18:60', '13 pm', '0 am', '6:3', '18:30:00', 'noon', '-6:30']) {
    expect(readClock(typed), typed).toBeNull()
  }
})
