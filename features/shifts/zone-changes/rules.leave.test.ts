import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaveRange } from '#features/roster/leaves/rules.ts'
import { isoInstant, ms, plusDays } from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { type Leave, moveLeaves } from './rules.leave.ts'

const zones = ['UTC', 'America/Chicago', 'America/New_York', 'America/Phoenix', 'America/Havana', 'Asia/Kathmandu']
const zone = fc.constantFrom(...zones, 'Australia/Lord_Howe', 'Pacific/Honolulu')
/** Days around clock changes, and any others. */
const day = fc.tuple(
  fc.constantFrom('2027-03-12', '2027-04-02', '2027-10-01', '2027-11-05', '2028-06-01'),
  fc.integer({ min: 0, max: 4 }),
)
const wholeDays = (first: string, days: number, at: string): Omit<Leave, 'id'> => {
  const given = { whole_days: true, first_day: first, last_day: plusDays(first, days), start_time: '', end_time: '' }
  const range = leaveRange(given, at)
  if ('field' in range) throw new Error('days that cannot be')
  return range
}

test('leave of whole days is leave of the same days in the new zone', () => {
  fc.assert(
    fc.property(zone, zone, fc.array(fc.tuple(day, fc.nat(3)), { maxLength: 4 }), (from, to, list) => {
      const firsts = list.map(([[base, n], days], i) => ({ first: plusDays(base, n + 400 * i), days }))
      const before = firsts.map((one, i) => ({ id: `${i}`, ...wholeDays(one.first, one.days, from) }))
      const after = new Map(moveLeaves(before, from, to).map((one) => [one.id, one]))
      firsts.forEach(({ first, days }, i) => {
        expect(after.get(`${i}`)).toEqual({ id: `${i}`, ...wholeDays(first, days, to) })
      })
    }),
  )
})

test('a day that begins at 01:00 becomes a day that begins at midnight', () => {
  const [from, to] = [wholeDays('2027-03-14', 0, 'America/Havana'), wholeDays('2027-03-14', 0, 'America/Denver')]
  expect(from.starts_at).toBe('2027-03-14T05:00:00.000Z')
  expect(moveLeaves([{ id: 'a', ...from }], 'America/Havana', 'America/Denver')).toEqual([{ id: 'a', ...to }])
})

test('leave of some hours keeps its times on the clock, and leave until further notice stays open', () => {
  fc.assert(
    fc.property(zone, zone, fc.nat(400 * 24 * 4), fc.integer({ min: 1, max: 60 }), (from, to, at, quarters) => {
      const starts = Date.parse('2027-01-01T00:00:00Z') + at * 900_000
      const [starts_at, ends_at] = [isoInstant(starts), isoInstant(starts + quarters * 900_000)]
      const [moved] = moveLeaves([{ id: 'a', starts_at, ends_at }], from, to)
      const is = [starts_at, ends_at].map((instant) => wallOf(instant, from))
      // An hour that is skipped or happens twice on either side has no equal.
      const plain = [from, to].every((in_zone) =>
        is.every(({ date, time }) => resolveWall({ date, time, zone: in_zone }).kind === 'ok'),
      )
      if (!plain) return
      const becomes = [moved?.starts_at ?? '', moved?.ends_at ?? ''].map((instant) => wallOf(instant, to))
      expect(becomes.map((one) => `${one.date} ${one.time}`)).toEqual(is.map((one) => `${one.date} ${one.time}`))
    }),
  )
  const open = { id: 'a', starts_at: '2027-05-01T00:00:00.000Z', ends_at: null }
  expect(moveLeaves([open], 'UTC', 'America/Chicago')).toEqual([{ ...open, starts_at: '2027-05-01T05:00:00.000Z' }])
})

test('leave of one officer never overlaps afterward, whatever the clocks do', () => {
  const pieces = fc.array(fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 16 })), { minLength: 2, maxLength: 12 })
  const changes = ['2027-03-14T05:00:00Z', '2027-04-03T13:00:00Z', '2027-10-02T13:00:00Z', '2027-11-07T03:00:00Z']
  fc.assert(
    fc.property(zone, zone, fc.constantFrom(...changes), pieces, (from, to, base, list) => {
      let at = Date.parse(base)
      const leaves = list.map(([gap, length], i) => {
        const starts = at + gap * 900_000
        at = starts + length * 900_000
        return { id: `${i}`, starts_at: isoInstant(starts), ends_at: isoInstant(at) }
      })
      const moved = moveLeaves(leaves, from, to)
      expect(moved.map((one) => one.id).toSorted()).toEqual(leaves.map((one) => one.id).toSorted())
      const sorted = moved.toSorted((a, b) => ms(a.starts_at) - ms(b.starts_at))
      sorted.forEach((one, i) => {
        expect(ms(one.starts_at)).toBeLessThan(ms(one.ends_at ?? ''))
        const next = sorted[i + 1]
        if (next) expect(ms(one.ends_at ?? '')).toBeLessThanOrEqual(ms(next.starts_at))
      })
    }),
    { numRuns: 500 },
  )
})
