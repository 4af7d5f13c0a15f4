import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { ms } from '#platform/shared/time.ts'
import { datesOf, MAX_OCCURRENCES, occurrences, problemsOfSeries, type Series } from './rules.series.ts'

const nightly = (start_date: string, start_time: string, end_time: string, count = 3): Series => ({
  start_date,
  start_time,
  end_time,
  zone: 'America/Chicago',
  repeat: { unit: 'days', every: 1 },
  count,
})

describe('clock changes', () => {
  it('moves a nonexistent 02:30 to 03:30 and marks it, and the days around keep 02:30', () => {
    const list = occurrences(nightly('2027-03-13', '02:30', '10:00'))
    expect(list.map((o) => [o.starts_at, o.start_time, o.start_mark])).toEqual([
      ['2027-03-13T08:30:00.000Z', '02:30', null],
      ['2027-03-14T08:30:00.000Z', '03:30', 'moved'],
      ['2027-03-15T07:30:00.000Z', '02:30', null],
    ])
  })

  it('uses the earlier 01:30 when it occurs twice and marks it', () => {
    const list = occurrences(nightly('2026-10-31', '01:30', '09:00'))
    expect(list.map((o) => [o.starts_at, o.start_mark])).toEqual([
      ['2026-10-31T06:30:00.000Z', null],
      ['2026-11-01T06:30:00.000Z', 'earlier'],
      ['2026-11-02T07:30:00.000Z', null],
    ])
  })

  it('an end is never before its moved start', () => {
    const [, short] = occurrences(nightly('2027-03-13', '02:30', '03:15'))
    expect(short).toMatchObject({ start_time: '03:30', end_time: '04:15', start_mark: 'moved', end_mark: 'moved' })
  })
})

const series = fc.record({
  start_date: fc
    .integer({ min: 0, max: 3650 })
    .map((d) => Temporal.PlainDate.from('2024-01-01').add({ days: d }).toString()),
  start_time: fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([h, m]) => Temporal.PlainTime.from({ hour: h, minute: m }).toString().slice(0, 5)),
  end_time: fc
    .tuple(fc.nat(4), fc.nat(59))
    .map(([h, m]) => Temporal.PlainTime.from({ hour: h, minute: m }).toString().slice(0, 5)),
  zone: fc.constantFrom(
    'America/Chicago',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ),
  repeat: fc.oneof(
    fc.record({ unit: fc.constant('days' as const), every: fc.integer({ min: 1, max: 9 }) }),
    fc.record({
      unit: fc.constant('weeks' as const),
      every: fc.integer({ min: 1, max: 4 }),
      weekdays: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
    }),
  ),
  count: fc.integer({ min: 1, max: 80 }),
})

describe('properties', () => {
  it('dates match a week-by-week walk through the calendar', () => {
    fc.assert(
      fc.property(series, (s) => {
        const wanted: string[] = []
        const start = Temporal.PlainDate.from(s.start_date)
        if (s.repeat.unit === 'days') {
          for (let i = 0; i < s.count; i++) wanted.push(start.add({ days: i * s.repeat.every }).toString())
        } else {
          let sunday = start.subtract({ days: start.dayOfWeek % 7 })
          const days = s.repeat.weekdays.toSorted()
          while (wanted.length < s.count) {
            const week = days
              .map((d) => sunday.add({ days: d }))
              .filter((d) => Temporal.PlainDate.compare(d, start) >= 0)
            wanted.push(...week.map(String))
            sunday = sunday.add({ weeks: s.repeat.every })
          }
        }
        expect(datesOf(s)).toEqual(wanted.slice(0, s.count))
      }),
    )
  })

  it('every occurrence keeps its local time, checked with Temporal, and has a duration', () => {
    fc.assert(
      fc.property(series, (s) => {
        for (const o of occurrences(s)) {
          const at = Temporal.PlainDate.from(o.date).toPlainDateTime(Temporal.PlainTime.from(s.start_time))
          const wanted = at.toZonedDateTime(s.zone, { disambiguation: 'compatible' })
          expect(ms(o.starts_at)).toBe(wanted.epochMilliseconds)
          expect(o.start_mark === 'moved').toBe(!wanted.toPlainDateTime().equals(at))
          expect(ms(o.ends_at)).toBeGreaterThan(ms(o.starts_at))
          expect(ms(o.ends_at) - ms(o.starts_at)).toBeLessThanOrEqual(25 * 3_600_000)
        }
      }),
    )
  })
})

describe('bounds', () => {
  const good = nightly('2026-01-01', '08:00', '16:00')
  it.each<[string, Partial<Series>]>([
    ['until', { until: '2025-12-31' }],
    ['until', { count: null }],
    ['until', { count: null, until: '2027-01-02' }],
    ['count', { count: 0 }],
    ['count', { count: MAX_OCCURRENCES + 1 }],
    ['zone', { zone: 'Mars/Base' }],
    ['start_date', { start_date: '2026-02-30' }],
    ['repeat', { repeat: { unit: 'weeks', every: 1, weekdays: [] } }],
    ['repeat', { repeat: { unit: 'days', every: 0.5 } }],
  ])('refuses %s', (field, change) => {
    expect(problemsOfSeries({ ...good, ...change }).map((p) => p.field)).toContain(field)
  })
  it('allows a whole leap year', () => {
    expect(occurrences({ ...good, start_date: '2028-01-01', until: '2028-12-31', count: null })).toHaveLength(366)
  })
})
