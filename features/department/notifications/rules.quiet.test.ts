import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hoursOf, quietFor, quietUntil } from './rules.quiet.ts'

const zones = [
  'America/Chicago',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Honolulu',
  'Asia/Kathmandu',
  'UTC',
]
const pad = (n: number) => String(n).padStart(2, '0')
const clock = (minute: number) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
const minute = 60_000

/** The wall clock time, computed in a different way than the code under test. */
const faces = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  ]),
)
const shown = (at: number, zone: string) => faces.get(zone)?.format(at) ?? ''

/** Marks every minute of the day as quiet or not by stepping from one clock time to the other. */
const oracle = (now: number, from: string, to: string, zone: string): number | null => {
  const quiet = new Set<string>()
  for (let m = Number(from.slice(0, 2)) * 60 + Number(from.slice(3)); clock(m) !== to; m = (m + 1) % 1440)
    quiet.add(clock(m))
  let at = Math.floor(now / minute) * minute
  if (!quiet.has(shown(at, zone))) return null
  while (quiet.has(shown(at, zone))) at += minute
  return at
}

const year = Date.UTC(2026, 9, 1)
/** Any moment in a year, often around the clock changes of November 1, 2026 and March 14, 2027, or of Lord Howe in April. */
const moments = fc.oneof(
  fc.integer({ min: 0, max: 366 * 24 * 60 }).map((m) => year + m * minute),
  fc.integer({ min: -1500, max: 1500 }).map((m) => Date.UTC(2026, 10, 1, 7) + m * minute),
  fc.integer({ min: -1500, max: 1500 }).map((m) => Date.UTC(2027, 2, 14, 8) + m * minute),
  fc.integer({ min: -1500, max: 1500 }).map((m) => Date.UTC(2027, 3, 3, 15) + m * minute),
)
const times = fc.oneof(
  fc.integer({ min: 0, max: 1439 }).map(clock),
  fc.constantFrom('22:00', '06:00', '02:30', '01:30', '00:00', '23:59', '02:00', '03:00'),
)

describe('emails wait until quiet hours are over', { meta: { shows: ['9 quiet hours'] } }, () => {
  it('ends at the first minute the wall clock shows outside them: over midnight and both clock changes', () => {
    let quiet = 0
    fc.assert(
      fc.property(moments, fc.nat(59_999), times, times, fc.constantFrom(...zones), (at, rest, from, to, zone) => {
        fc.pre(from !== to)
        const expected = oracle(at + rest, from, to, zone)
        if (expected !== null) quiet++
        const found = quietUntil(new Date(at + rest).toISOString(), { from, to }, zone)
        expect(found).toBe(expected === null ? null : new Date(expected).toISOString())
      }),
      { numRuns: 300, seed: 85 },
    )
    expect(quiet).toBeGreaterThan(80)
  })
  it('over the clock changes in Chicago: an hour shorter in spring, an hour longer in fall', () => {
    const hours = { from: '22:00', to: '06:00' }
    const until = (now: string) => quietUntil(now, hours, 'America/Chicago')
    expect(until('2027-03-14T04:00:00.000Z')).toBe('2027-03-14T11:00:00.000Z')
    expect(until('2026-11-01T03:00:00.000Z')).toBe('2026-11-01T12:00:00.000Z')
    expect(until('2026-11-01T12:00:00.000Z')).toBeNull()
    // 02:30 does not occur that day: the quiet hours end when the clock jumps past it.
    expect(quietUntil('2027-03-14T07:00:00.000Z', { from: '22:00', to: '02:30' }, 'America/Chicago')).toBe(
      '2027-03-14T08:00:00.000Z',
    )
  })
  it('a person’s own hours, or none, override the organization’s', () => {
    const organization = { from: '22:00', to: '06:00' }
    const own = { quiet_from: '20:00', quiet_to: '05:00' }
    expect(quietFor({ ...own, quiet: 'organization' }, organization)).toEqual(organization)
    expect(quietFor({ ...own, quiet: 'own' }, organization)).toEqual({ from: '20:00', to: '05:00' })
    expect(quietFor({ ...own, quiet: 'none' }, organization)).toBeNull()
    expect(quietFor({ ...own, quiet: 'organization' }, null)).toBeNull()
    expect(hoursOf('22:00:00', '22:00')).toBeNull()
  })
})
