import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  cycleOf,
  type Hours,
  hoursOn,
  type Pattern,
  problemOfPattern,
  type Schedule,
  type TourFacts,
  tourRange,
  toursIn,
} from './rules.ts'

const none: TourFacts = { memberships: [], exceptions: [], imported: [], leaves: [] }
const member = (schedule: Partial<Schedule> & { pattern: Pattern }, over: object = {}): TourFacts => ({
  ...none,
  memberships: [
    {
      starts_on: '2026-01-01',
      ends_on: null,
      platoon: 'A',
      ended_on: null,
      schedules: [{ starts_on: '2026-01-01', anchor_on: '2026-03-01', keeps: 'length', ...schedule }],
      ...over,
    },
  ],
})
const zone = 'America/Chicago'
const between = (from: string, to: string) => ({ starts_at: `${from}T00:00:00Z`, ends_at: `${to}T00:00:00Z` })
const startsOf = (facts: TourFacts, from: string, to: string, of = zone) =>
  toursIn(facts, between(from, to), of).map((tour) =>
    Temporal.Instant.from(tour.starts_at).toZonedDateTimeISO(of).toPlainDateTime().toString({ smallestUnit: 'minute' }),
  )
const marksOf = (pattern: Pattern) => cycleOf(pattern).map((day) => (day === null ? '.' : day.start.slice(0, 2)))

describe('patterns', { meta: { shows: ['issue 5.2 tours'] } }, () => {
  const hours = { start: '06:00', minutes: 720 }
  it('covers four on two off, Pitman, Panama with its nights, and fixed weekdays', () => {
    expect(marksOf({ kind: 'four_two', ...hours }).join(' ')).toBe('06 06 06 06 . .')
    expect(marksOf({ kind: 'pitman', ...hours }).join(' ')).toBe('06 06 . . 06 06 06 . . 06 06 . . .')
    expect(marksOf({ kind: 'panama', ...hours, night_start: '18:00' }).join(' ')).toBe(
      '06 06 . . 06 06 06 . . 06 06 . . . 18 18 . . 18 18 18 . . 18 18 . . .',
    )
    expect(marksOf({ kind: 'weekdays', ...hours, weekdays: [1, 5] }).join(' ')).toBe('. 06 . . . 06 .')
  })
  it('repeat in both directions from the anchor, which weekdays don’t use', () => {
    const schedule = { anchor_on: '2026-03-10', pattern: { kind: 'four_two', ...hours } } as const
    expect(hoursOn(schedule, '2026-03-13')).toEqual(hours)
    expect(hoursOn(schedule, '2026-03-14')).toBeNull()
    expect(hoursOn(schedule, '2026-03-09')).toBeNull()
    expect(hoursOn(schedule, '2026-03-04')).toEqual(hours)
    const fixed = { anchor_on: '2026-03-10', pattern: { kind: 'weekdays', ...hours, weekdays: [0] } } as const
    expect(hoursOn(fixed, '2026-03-15')).toEqual(hours)
    expect(hoursOn(fixed, '2026-03-10')).toBeNull()
  })
  it('are refused when they have no tours, exceed a day, or one tour overlaps the next', () => {
    expect(problemOfPattern({ kind: 'pitman', ...hours })).toBeNull()
    expect(problemOfPattern({ kind: 'weekdays', ...hours, weekdays: [] })).toEqual({ problem: 'no_tours' })
    expect(problemOfPattern({ kind: 'cycle', days: [null, null] })).toEqual({ problem: 'no_tours' })
    expect(problemOfPattern({ kind: 'four_two', start: '24:00', minutes: 60 })).toEqual({
      problem: 'not_a_time',
      day: 1,
    })
    expect(problemOfPattern({ kind: 'four_two', start: '06:00', minutes: 1441 })?.problem).toBe('not_minutes')
    expect(
      problemOfPattern({
        kind: 'cycle',
        days: [null, { start: '18:00', minutes: 720 }, { start: '05:59', minutes: 60 }],
      }),
    ).toEqual({ problem: 'reaches_into_next', day: 2 })
    expect(problemOfPattern({ kind: 'cycle', days: [{ start: '07:00', minutes: 1440 }] })).toBeNull()
    expect(problemOfPattern({ kind: 'cycle', days: Array.from({ length: 85 }, () => hours) })?.problem).toBe(
      'too_many_days',
    )
  })
})

describe('across clock changes', { meta: { shows: ['issue 5.2 tours'] } }, () => {
  const night: Hours = { start: '22:00', minutes: 480 }
  const minutes = (date: string, hours: Hours, keeps: 'length' | 'end') => {
    const { starts_at, ends_at } = tourRange(date, hours, keeps, zone)
    return (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000
  }
  it('keeps the local start, and the length unless the wall-clock end is kept', () => {
    expect([minutes('2026-10-31', night, 'length'), minutes('2026-10-31', night, 'end')]).toEqual([480, 540])
    expect([minutes('2027-03-13', night, 'length'), minutes('2027-03-13', night, 'end')]).toEqual([480, 420])
    expect(
      startsOf(member({ pattern: { kind: 'weekdays', weekdays: [0, 6], ...night } }), '2026-10-31', '2026-11-03'),
    ).toEqual(['2026-10-31T22:00', '2026-11-01T22:00'])
  })
  it('uses the earlier time for a wall-clock end that occurs twice', () => {
    expect(tourRange('2026-10-31', { start: '17:30', minutes: 480 }, 'end', zone).ends_at).toBe(
      '2026-11-01T06:30:00.000Z',
    )
  })
  it('moves a start that the clock skips forward, and an end before it too', () => {
    const skipped = { start: '02:30', minutes: 60 }
    expect(tourRange('2027-03-14', skipped, 'end', zone)).toEqual({
      starts_at: '2027-03-14T08:30:00.000Z',
      ends_at: '2027-03-14T09:30:00.000Z',
    })
  })
})

describe('changes to single days', { meta: { shows: ['issue 5.2 tours'] } }, () => {
  const daily: Pattern = { kind: 'weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6], start: '08:00', minutes: 600 }
  const facts = member({ pattern: daily })
  const days = (over: Partial<TourFacts>) => startsOf({ ...facts, ...over }, '2026-03-02', '2026-03-05')
  const exception = { works_on: null, start_time: null, minutes: null }
  it('apply a day off, a swapped day and an extra tour', () => {
    expect(days({ exceptions: [{ ...exception, kind: 'off', on_day: '2026-03-03' }] })).toEqual([
      '2026-03-02T08:00',
      '2026-03-04T08:00',
    ])
    const swap = {
      kind: 'swap',
      on_day: '2026-03-03',
      works_on: '2026-03-02',
      start_time: '20:00',
      minutes: 300,
    } as const
    expect(days({ exceptions: [swap] })).toEqual(['2026-03-02T08:00', '2026-03-02T20:00', '2026-03-04T08:00'])
    const extra = { ...exception, kind: 'extra', on_day: '2026-03-03', start_time: '01:00', minutes: 60 } as const
    expect(days({ exceptions: [extra] })).toContain('2026-03-03T01:00')
  })
  it('an imported tour replaces the rotation’s tour that day, and overlapping work counts once', () => {
    const imported = [{ starts_at: '2026-03-03T22:00:00Z', ends_at: '2026-03-04T06:00:00Z' }]
    expect(days({ imported })).toEqual(['2026-03-02T08:00', '2026-03-03T16:00', '2026-03-04T08:00'])
    const extra = { ...exception, kind: 'extra', on_day: '2026-03-03', start_time: '17:00', minutes: 180 } as const
    const tours = toursIn({ ...facts, exceptions: [extra] }, between('2026-03-03', '2026-03-05'), zone)
    expect(tours[1]).toEqual({
      kind: 'tour',
      starts_at: '2026-03-04T00:00:00.000Z',
      ends_at: '2026-03-04T02:00:00.000Z',
    })
  })
  it('leave removes tours, partly when it starts or ends within one', () => {
    const leaves = [{ starts_at: '2026-03-02T18:00:00Z', ends_at: '2026-03-03T20:00:00Z' }]
    expect(toursIn({ ...facts, leaves }, between('2026-03-02', '2026-03-04'), zone)).toMatchObject([
      { starts_at: '2026-03-02T14:00:00.000Z', ends_at: '2026-03-02T18:00:00.000Z' },
      { starts_at: '2026-03-03T20:00:00.000Z', ends_at: '2026-03-04T00:00:00.000Z' },
    ])
    expect(days({ leaves: [{ starts_at: '2026-01-01T00:00:00Z', ends_at: null }] })).toEqual([])
  })
  it('apply a membership and a schedule from a day on, and a platoon’s end', () => {
    expect(startsOf(member({ pattern: daily }, { ends_on: '2026-03-03' }), '2026-03-02', '2026-03-05')).toHaveLength(1)
    expect(startsOf(member({ pattern: daily }, { ended_on: '2026-03-04' }), '2026-03-02', '2026-03-05')).toHaveLength(2)
    const later = member({ pattern: daily })
    const [first] = later.memberships
    const moved = { starts_on: '2026-03-03', anchor_on: '2026-03-03', keeps: 'length' } as const
    const schedules = [{ ...moved, pattern: { ...daily, start: '10:00' } }, ...(first?.schedules ?? [])]
    expect(
      startsOf(
        { ...none, memberships: [{ ...(first as never as object), schedules } as never] },
        '2026-03-02',
        '2026-03-05',
      ),
    ).toEqual(['2026-03-02T08:00', '2026-03-03T10:00', '2026-03-04T10:00'])
  })
})
