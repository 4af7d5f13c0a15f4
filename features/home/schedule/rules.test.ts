import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoInstant, ms, plusDays } from '#platform/shared/time.ts'
import { wallAt, wallOf } from '#platform/shared/zone.ts'
import { columnOf, placeOf, sheetOf, stepOf, tonightOf, type View, views, type WeekBegins } from './rules.ts'

const zones = ['America/Chicago', 'America/New_York', 'America/Phoenix', 'Europe/London', 'Australia/Lord_Howe', 'UTC']
const quarter = 900_000
/** As often around the clock changes of 2026 and 2027 as anywhere else. */
const starts = fc.oneof(
  fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') }),
  ...['2026-03-08', '2026-11-01', '2027-03-14', '2027-11-07', '2026-03-29', '2026-10-25'].map((date) =>
    fc.integer({ min: Date.parse(date) - 86_400_000, max: Date.parse(date) + 2 * 86_400_000 }),
  ),
)
const ranges = fc.tuple(starts, fc.integer({ min: 1, max: 7 * 96 })).map(([start, quarters]) => {
  const from = Math.floor(start / quarter) * quarter
  return { starts_at: isoInstant(from), ends_at: isoInstant(from + quarters * quarter) }
})

/** Every local date during the range, sampled every quarter hour. */
const datesOf = (range: { starts_at: string; ends_at: string }, zone: string): string[] => {
  const dates = new Set<string>()
  for (let at = ms(range.starts_at); at < ms(range.ends_at); at += quarter) dates.add(wallAt(at, zone).date)
  return [...dates].toSorted()
}

test('puts a shift on the day it starts, with a tail into each further day it covers', () => {
  fc.assert(
    fc.property(ranges, fc.constantFrom(...zones), (range, zone) => {
      const dates = datesOf(range, zone)
      const { day, tail } = placeOf(range, zone)
      expect(day).toBe(wallOf(range.starts_at, zone).date)
      expect([day, plusDays(day, tail)]).toEqual([dates[0], dates.at(-1)])
    }),
    { numRuns: 400 },
  )
})

test('a shift ending at midnight has no tail, even when the clock changes at midnight', () => {
  const at = (starts_at: string, ends_at: string) => placeOf({ starts_at, ends_at }, 'America/Chicago')
  expect(at('2026-11-24T00:00:00Z', '2026-11-24T06:00:00Z')).toEqual({ day: '2026-11-23', tail: 0 })
  expect(at('2026-11-24T00:00:00Z', '2026-11-24T06:01:00Z')).toEqual({ day: '2026-11-23', tail: 1 })
})

test('gives each shift one column of a sheet, and repeats only shifts longer than a night', () => {
  fc.assert(
    fc.property(
      ranges,
      fc.constantFrom(...zones),
      fc.integer({ min: -9, max: 9 }),
      fc.integer({ min: 1, max: 42 }),
      (range, zone, shift, days) => {
        const place = placeOf(range, zone)
        const from = plusDays(place.day, shift)
        const sheet = Array.from({ length: days }, (_, n) => plusDays(from, n))
        const dates = datesOf(range, zone)
        const column = columnOf(place, from, days)
        const starts = sheet.indexOf(dates[0] ?? '')
        if (starts >= 0) {
          expect(column).toMatchObject({ index: starts, since: null })
          expect(column?.tail).toBeLessThanOrEqual(days - starts)
        } else if (dates.length > 2 && dates.slice(1).includes(from)) {
          expect(column).toMatchObject({ index: 0, since: place.day })
        } else expect(column).toBeNull()
      },
    ),
    { numRuns: 400 },
  )
})

test('finds the night now running or next, 18:00 to 06:00 on the wall clock', () => {
  fc.assert(
    fc.property(starts, fc.constantFrom(...zones), (now, zone) => {
      const night = tonightOf(now, zone)
      expect(wallOf(night.starts_at, zone)).toMatchObject({ date: night.day, time: '18:00' })
      expect(wallOf(night.ends_at, zone)).toMatchObject({ date: plusDays(night.day, 1), time: '06:00' })
      expect(now).toBeLessThan(ms(night.ends_at))
      expect(now).toBeGreaterThanOrEqual(ms(tonightOf(ms(night.starts_at) - 14 * 3_600_000, zone).ends_at) - 3_600_000)
    }),
  )
})

const sheet = (view: View, date: string, begins: WeekBegins, now = 0) =>
  sheetOf(view, { date, now, zone: 'America/Chicago', begins })

test('weeks begin on Sunday, or today and every seven days before and after it', () => {
  // Thursday, in Chicago still the 3rd.
  const now = Date.parse('2026-12-04T03:00:00Z')
  const first = (date: string, begins: WeekBegins) => sheet('week', date, begins, now).from
  expect(['2026-12-03', '2026-12-05', '2026-12-06'].map((date) => first(date, 'sunday'))).toEqual([
    '2026-11-29',
    '2026-11-29',
    '2026-12-06',
  ])
  expect(['2026-12-02', '2026-12-03', '2026-12-09', '2026-12-10'].map((date) => first(date, 'today'))).toEqual([
    '2026-11-26',
    '2026-12-03',
    '2026-12-03',
    '2026-12-10',
  ])
})

test('shows whole weeks, at most 42 days, always including the requested date', () => {
  const dates = fc.integer({ min: 0, max: 2000 }).map((n) => plusDays('2024-01-01', n))
  fc.assert(
    fc.property(
      dates,
      fc.constantFrom(...views.slice(0, 3)),
      fc.constantFrom('sunday', 'today'),
      (date, view, begins) => {
        const { from, days } = sheet(view, date, begins)
        expect(days).toBeLessThanOrEqual(42)
        expect(from <= date && date < plusDays(from, days)).toBe(true)
        if (view !== 'day') expect(days % 7).toBe(0)
        const next = sheet(view, stepOf(view, date, 1), begins)
        const back = sheet(view, stepOf(view, stepOf(view, date, 1), -1), begins)
        expect(next.from > from || (view === 'month' && next.from === from)).toBe(true)
        expect(back).toEqual({ from, days })
      },
    ),
  )
})
