import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { wallAt, wallOf } from '#platform/shared/zone.ts'
import { type AheadShift, type AheadSignup, blocksOf, moveShift, rewriteTemplate, sameWall } from './rules.ts'

const zones = ['UTC', 'America/Chicago', 'America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'Asia/Kathmandu']
const zone = fc.constantFrom(...zones, 'Australia/Lord_Howe', 'America/St_Johns')
const from2026 = Date.parse('2026-01-01T00:00:00Z')
/** Whole minutes of three years; half of them around clock changes in the United States. */
const changes = ['2026-03-08', '2026-11-01', '2027-03-14', '2027-11-07'].map((day) => Date.parse(`${day}T00:00:00Z`))
const instant = fc
  .oneof(
    fc.nat(3 * 365 * 1440).map((minutes) => from2026 + minutes * 60_000),
    fc.tuple(fc.constantFrom(...changes), fc.nat(2 * 1440)).map(([at, minutes]) => at + minutes * 60_000),
  )
  .map((at) => isoInstant(at))

describe('the same wall time in another time zone', () => {
  it('shows the old clock time, except for a time skipped there', () => {
    fc.assert(
      fc.property(instant, zone, zone, (at, from, to) => {
        const { date, time } = wallOf(at, from)
        const moved = sameWall(at, from, to)
        const there = wallOf(moved.instant, to)
        const exists = resolveWall({ date, time, zone: to }).kind !== 'gap'
        expect(moved.note === 'moved').toBe(!exists)
        if (exists) expect([there.date, there.time]).toEqual([date, time])
        else expect(`${there.date} ${there.time}` > `${date} ${time}`).toBe(true)
      }),
    )
  })
  it('changes nothing between zones with the same clock', () => {
    expect(sameWall('2026-11-23T00:00:00.000Z', 'UTC', 'Europe/London').instant).toBe('2026-11-23T00:00:00.000Z')
  })
  it('moves a shift written 18:00 in UTC to 18:00 in Chicago', () => {
    expect(sameWall('2026-11-24T18:00:00.000Z', 'UTC', 'America/Chicago').instant).toBe('2026-11-25T00:00:00.000Z')
  })
})

const signup = (over: Partial<AheadSignup> = {}): AheadSignup => ({
  id: 's1',
  officer_id: 'o1',
  name: 'Ann Lee',
  status: 'confirmed',
  checked_in: false,
  starts_at: '2026-11-24T18:00:00.000Z',
  ends_at: '2026-11-25T02:00:00.000Z',
  ...over,
})
const shift = (over: Partial<AheadShift> = {}): AheadShift => ({
  id: 'a1',
  title: 'Parade',
  status: 'published',
  signup_mode: 'approval',
  signup_opens_at: null,
  signup_closes_at: '2026-11-24T12:00:00.000Z',
  publish_at: null,
  starts_at: '2026-11-24T18:00:00.000Z',
  ends_at: '2026-11-25T02:00:00.000Z',
  posts: [{ id: 'p1', starts_at: '2026-11-24T18:00:00.000Z', ends_at: '2026-11-25T02:00:00.000Z' }],
  signups: [signup()],
  ...over,
})
const toChicago = { from: 'UTC', to: 'America/Chicago' }
const now = '2026-11-23T00:00:00.000Z'
const why = (shifts: AheadShift[], standing: Parameters<typeof blocksOf>[1] = [], zones = toChicago) =>
  blocksOf(shifts, standing, zones, now).map((one) => [one.id, one.why, one.officers])

describe('moving a shift at its wall time', () => {
  it('moves its posts, sign-ups and sign-up window too', () => {
    const moved = moveShift(shift(), 'UTC', 'America/Chicago')
    const at = { starts_at: '2026-11-25T00:00:00.000Z', ends_at: '2026-11-25T08:00:00.000Z' }
    expect(moved).toMatchObject({ ...at, posts: [at], signups: [at], signup_closes_at: '2026-11-24T18:00:00.000Z' })
  })
  it('leaves the sign-up opening of an award with applicants at its instant', () => {
    const award = shift({ signup_mode: 'award', signup_opens_at: '2026-11-22T12:00:00.000Z' })
    expect(moveShift(award, 'UTC', 'America/Chicago').signup_opens_at).toBe(award.signup_opens_at)
    const open = moveShift({ ...award, signups: [] }, 'UTC', 'America/Chicago')
    expect(open.signup_opens_at).toBe('2026-11-22T18:00:00.000Z')
  })
  it('keeps its length unless the clock changes on one side', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 16 }), zone, zone, (starts_at, hours, from, to) => {
        const ends_at = isoInstant(ms(starts_at) + hours * 3_600_000)
        const moved = moveShift(shift({ starts_at, ends_at, posts: [], signups: [] }), from, to)
        const offset = (at: string, z: string) => wallAt(ms(at), z).offset_minutes
        const was = offset(ends_at, from) - offset(starts_at, from)
        const is = offset(moved.ends_at, to) - offset(moved.starts_at, to)
        if (moved.clock_note === null && sameWall(ends_at, from, to).note === null)
          expect((ms(moved.ends_at) - ms(moved.starts_at)) / 60_000).toBe(hours * 60 + was - is)
      }),
    )
  })
})

describe('obstacles to keeping the wall time', () => {
  it('are none when officers only have shifts that move together', () => {
    const next = { starts_at: '2026-11-25T02:00:00.000Z', ends_at: '2026-11-25T10:00:00.000Z' }
    const second = shift({ id: 'a2', ...next, posts: [], signups: [signup({ id: 's2', ...next })] })
    expect(why([shift(), second])).toEqual([])
  })
  it('include a confirmed officer who would overlap a shift that does not move', () => {
    const standing = [{ officer_id: 'o1', starts_at: '2026-11-25T03:00:00.000Z', ends_at: '2026-11-25T11:00:00.000Z' }]
    expect(why([shift()], standing)).toEqual([['a1', 'overlaps', ['Ann Lee']]])
    expect(why([shift({ signups: [signup({ status: 'pending_approval' })] })], standing)).toEqual([])
    expect(why([shift()], [{ ...standing[0], officer_id: 'o2' } as (typeof standing)[number]])).toEqual([])
  })
  it('include an officer who has checked in, a start in the past, and an end before the start', () => {
    expect(why([shift({ signups: [signup({ checked_in: true })] })])).toEqual([['a1', 'checked_in', ['Ann Lee']]])
    const soon = { starts_at: '2026-11-23T02:00:00.000Z', ends_at: '2026-11-23T04:00:00.000Z' }
    const kathmandu = { from: 'UTC', to: 'Asia/Kathmandu' }
    expect(why([shift({ ...soon, posts: [], signups: [] })], [], kathmandu)).toEqual([['a1', 'past', []]])
    expect(why([shift({ ...soon, status: 'draft', posts: [], signups: [] })], [], kathmandu)).toEqual([])
    // Chicago skips 02:30 on this day and moves it to 03:30, after the end at 03:15.
    const short = { starts_at: '2027-03-14T02:30:00.000Z', ends_at: '2027-03-14T03:15:00.000Z' }
    expect(why([shift({ ...short, posts: [], signups: [], signup_closes_at: null })])).toEqual([['a1', 'over', []]])
  })
  it('never lets two of an officer’s spots overlap afterward', () => {
    const hours = fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 12 })), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(hours, zone, zone, instant, (list, from, to, base) => {
        const shifts = list.map(([start, length], i) => {
          const starts_at = isoInstant(ms(base) + start * 3_600_000)
          const ends_at = isoInstant(ms(starts_at) + length * 3_600_000)
          const own = { starts_at, ends_at }
          return shift({ ...own, id: `a${i}`, posts: [], signups: [signup({ ...own, id: `s${i}` })] })
        })
        const blocked = new Set(blocksOf(shifts, [], { from, to }, '2020-01-01T00:00:00.000Z').map((one) => one.id))
        const free = shifts
          .filter((one) => !blocked.has(one.id))
          .map((one) => moveShift(one, from, to))
          .sort((a, b) => ms(a.starts_at) - ms(b.starts_at))
        free.forEach((one, i) => {
          const next = free[i + 1]
          if (next) expect(ms(one.ends_at)).toBeLessThanOrEqual(ms(next.starts_at))
        })
      }),
    )
  })
})

describe('templates', () => {
  const body = { time_zone: 'UTC', start_time: '18:00', end_time: '02:00', end_days: 1, posts: [] }
  it('keep their times of day, or are rewritten to the instants they meant', () => {
    expect(rewriteTemplate(body, 'wall', 'America/Chicago', '2026-11-23')).toEqual({
      ...body,
      time_zone: 'America/Chicago',
    })
    const posts = [{ start_time: '19:00', end_time: null }]
    expect(rewriteTemplate({ ...body, posts }, 'instant', 'America/Chicago', '2026-11-23')).toEqual({
      ...{ time_zone: 'America/Chicago', start_time: '12:00', end_time: '20:00', end_days: 0 },
      posts: [{ start_time: '13:00', end_time: null }],
    })
  })
})
