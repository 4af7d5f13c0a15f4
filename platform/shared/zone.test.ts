import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { ms } from './time.ts'
import { clockChangeOf, endOfDayIn, rangeFromWall, resolveWall, startOfDayIn, startOfWeek } from './wall.ts'
import { isZone, wallOf } from './zone.ts'

const zones = Intl.supportedValuesOf('timeZone').filter((zone) => isZone(zone))
const dense = [
  'America/Chicago',
  'America/St_Johns',
  'America/Nuuk',
  'America/Havana',
  'America/Santiago',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Pacific/Apia',
  'Pacific/Chatham',
  'America/Phoenix',
  'Pacific/Honolulu',
]
const anyZone = fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...dense))
const minute = 60_000
const [from, to] = [Date.UTC(1975, 0, 1) / minute, Date.UTC(2101, 0, 1) / minute]

/** Half of the minutes are near a clock change; purely random ones would hit one only once in thousands of tries. */
const zoneAndMinute = fc
  .tuple(anyZone, fc.integer({ min: from, max: to }), fc.integer({ min: -200, max: 200 }), fc.boolean())
  .map(([zone, at, near, wantsChange]) => {
    const start = Temporal.Instant.fromEpochMilliseconds(at * minute).toZonedDateTimeISO(zone)
    const change = wantsChange ? start.getTimeZoneTransition('next') : null
    return { zone, at: change === null ? at * minute : change.epochMilliseconds + near * minute }
  })
/** Wall times read with the previous day's offset, so that they also fall inside gaps, which no instant shows. */
const wallNear = zoneAndMinute.map(({ zone, at }) => {
  const before = Temporal.Instant.fromEpochMilliseconds(at - 86_400_000).toZonedDateTimeISO(zone)
  const local = Temporal.Instant.fromEpochMilliseconds(at + before.offsetNanoseconds / 1e6).toZonedDateTimeISO('UTC')
  return { zone, plain: local.toPlainDateTime().round('minute') }
})
const iso = (z: { epochMilliseconds: number }) => new Date(z.epochMilliseconds).toISOString()

describe('compared with temporal-polyfill, every zone, 1975 to 2100', () => {
  it('wallOf', () => {
    const seen = new Set<number>()
    fc.assert(
      fc.property(zoneAndMinute, ({ zone, at }) => {
        const z = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
        seen.add(z.offsetNanoseconds)
        expect(wallOf(iso(z), zone)).toEqual({
          date: z.toPlainDate().toString(),
          time: z.toPlainTime().toString({ smallestUnit: 'minute' }),
          weekday: z.dayOfWeek % 7,
          offset_minutes: Math.round(z.offsetNanoseconds / 6e10),
        })
      }),
      { numRuns: 3000 },
    )
    expect(seen.size).toBeGreaterThan(20)
  })

  it('resolveWall finds every gap and every repeated time, and nothing else', () => {
    const kinds = { ok: 0, gap: 0, twice: 0 }
    fc.assert(
      fc.property(wallNear, ({ zone, plain }) => {
        const [earlier, later] = [
          plain.toZonedDateTime(zone, { disambiguation: 'earlier' }),
          plain.toZonedDateTime(zone, { disambiguation: 'later' }),
        ]
        const q = {
          date: plain.toPlainDate().toString(),
          time: plain.toPlainTime().toString({ smallestUnit: 'minute' }),
          zone,
        }
        const answer = resolveWall(q)
        kinds[answer.kind] += 1
        if (iso(earlier) === iso(later)) expect(answer).toEqual({ kind: 'ok', instant: iso(earlier) })
        else if (earlier.toPlainDateTime().equals(plain)) {
          expect(answer).toEqual({ kind: 'twice', earlier: iso(earlier), later: iso(later) })
          expect(resolveWall({ ...q, which: 'earlier' })).toEqual({ kind: 'ok', instant: iso(earlier) })
          expect(resolveWall({ ...q, which: 'later' })).toEqual({ kind: 'ok', instant: iso(later) })
        } else
          expect(answer).toEqual({
            kind: 'gap',
            moved_to: {
              instant: iso(later),
              date: later.toPlainDate().toString(),
              time: later.toPlainTime().toString({ smallestUnit: 'minute' }),
            },
          })
      }),
      { numRuns: 6000 },
    )
    expect(kinds.gap).toBeGreaterThan(100)
    expect(kinds.twice).toBeGreaterThan(100)
    expect(kinds.ok).toBeGreaterThan(1000)
  })

  it('startOfDayIn and endOfDayIn', () => {
    fc.assert(
      fc.property(wallNear, ({ zone, plain }) => {
        const date = plain.toPlainDate()
        expect(startOfDayIn(zone, date.toString())).toBe(iso(date.toZonedDateTime(zone)))
        const end = endOfDayIn(zone, date.toString())
        const shown = wallOf(end, zone)
        const next = new Date(ms(end) + 1).toISOString()
        expect(shown.date <= date.toString()).toBe(true)
        expect(wallOf(next, zone).date > date.toString()).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('known cases', () => {
  const night = (date: string, zone = 'America/Chicago') =>
    rangeFromWall({ date, start_time: '22:00', end_time: '06:00', zone })

  it('a night shift in Chicago is 9 h, 7 h and 8 h', () => {
    expect(night('2026-10-31')).toEqual({
      kind: 'ok',
      starts_at: '2026-11-01T03:00:00.000Z',
      ends_at: '2026-11-01T12:00:00.000Z',
      minutes: 540,
    })
    expect(night('2027-03-13')).toMatchObject({ minutes: 420 })
    expect(night('2027-03-14')).toMatchObject({ minutes: 480 })
  })

  it.each(['America/Phoenix', 'Pacific/Honolulu'])('%s has no clock change', (zone) => {
    for (const date of ['2026-10-31', '2027-03-13']) {
      const range = night(date, zone)
      expect(range).toMatchObject({ kind: 'ok', minutes: 480 })
      if (range.kind === 'ok') expect(clockChangeOf(range, zone)).toBe(0)
    }
    expect(resolveWall({ date: '2027-03-14', time: '02:30', zone }).kind).toBe('ok')
    expect(resolveWall({ date: '2026-11-01', time: '01:30', zone }).kind).toBe('ok')
  })

  it('02:30 on March 14, 2027 does not exist; 01:30 on November 1, 2026 occurs twice', () => {
    const zone = 'America/Chicago'
    expect(resolveWall({ date: '2027-03-14', time: '02:30', zone })).toEqual({
      kind: 'gap',
      moved_to: { instant: '2027-03-14T08:30:00.000Z', date: '2027-03-14', time: '03:30' },
    })
    expect(resolveWall({ date: '2026-11-01', time: '01:30', zone })).toEqual({
      kind: 'twice',
      earlier: '2026-11-01T06:30:00.000Z',
      later: '2026-11-01T07:30:00.000Z',
    })
  })

  it('names the field of a time range that is ambiguous or missing', () => {
    const zone = 'America/Chicago'
    expect(rangeFromWall({ date: '2027-03-14', start_time: '02:30', end_time: '10:00', zone })).toMatchObject({
      kind: 'gap',
      field: 'start_time',
    })
    expect(rangeFromWall({ date: '2026-10-31', start_time: '20:00', end_time: '01:30', zone })).toMatchObject({
      kind: 'twice',
      field: 'end_time',
    })
    const late = { date: '2026-11-01', start_time: '01:30', end_time: '01:45', zone, start_which: 'later' } as const
    expect(rangeFromWall(late)).toMatchObject({ kind: 'ok', minutes: 15 })
  })

  it('the same start and end time is a whole day', () => {
    const whole = { date: '2026-10-31', start_time: '08:00', end_time: '08:00', zone: 'America/Chicago' }
    expect(rangeFromWall(whole)).toMatchObject({ minutes: 25 * 60 })
  })

  it('day ends next to a clock change: a trial in Honolulu, a repeated evening and a missing one', () => {
    expect(endOfDayIn('Pacific/Honolulu', '2026-11-21')).toBe('2026-11-22T09:59:59.999Z')
    expect(endOfDayIn('America/Chicago', '2026-11-01')).toBe('2026-11-02T05:59:59.999Z')
    expect(endOfDayIn('America/Nuuk', '2024-03-30')).toBe('2024-03-31T00:59:59.999Z')
    expect(endOfDayIn('America/St_Johns', '2010-11-06')).toBe('2010-11-07T03:29:59.999Z')
    expect(endOfDayIn('Pacific/Apia', '2011-12-30')).toBe('2011-12-30T09:59:59.999Z')
  })

  it('a week with a clock change has 167 or 169 hours', () => {
    const hours = (date: string) => {
      const week = startOfWeek('America/Chicago', date, 1)
      return [week.date, (ms(week.ends_at) - ms(week.starts_at)) / 3_600_000]
    }
    expect(hours('2026-11-01')).toEqual(['2026-10-26', 169])
    expect(hours('2027-03-08')).toEqual(['2027-03-08', 167])
    expect(startOfWeek('UTC', '2026-11-21', 0).date).toBe('2026-11-15')
    expect(startOfWeek('UTC', '2026-11-21', 6).date).toBe('2026-11-21')
  })

  it('keeps apart what two zones show whose names end in digits', () => {
    const shown = (seconds: number, zone: string) => wallOf(new Date(seconds * 1000).toISOString(), zone).offset_minutes
    expect([shown(764_400_000, 'Etc/GMT+11'), shown(1_764_400_000, 'Etc/GMT+1')]).toEqual([-660, -60])
  })

  it('accepts only time zone names with a region', () => {
    expect(['America/Chicago', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'].filter((z) => !isZone(z))).toEqual(
      [],
    )
    const bad = [
      '',
      'EST',
      '+05:00',
      'America/Gotham',
      'America/Chicago ',
      'PST8PDT',
      "x'/y",
      '../etc/passwd',
      'A/'.repeat(99),
    ]
    expect(bad.filter(isZone)).toEqual([])
  })
})
