import { describe, expect, it } from 'vitest'
import { guessMapping, type Known, planTours, readTime, refuseMapping } from './rules.imports.ts'

const known: Known = {
  badges: new Map([
    ['101', 'one'],
    ['202', 'two'],
  ]),
  imported: [],
  zone: 'America/Chicago',
}
const mapping = ['badge_number', 'date', 'start', 'end'] as const
const plan = (rows: string[][], over: Partial<Known> = {}) => planTours(rows, mapping, { ...known, ...over })
const problems = (rows: string[][]) =>
  plan(rows).errors.map((error) => [error.row, error.field, error.problem, error.other_row ?? null])

describe('a tours file', { meta: { shows: ['issue 5.2 tour import'] } }, () => {
  it('guesses columns from many spellings, and needs each of the four once', () => {
    expect(guessMapping(['Employee ID', 'Shift Date', 'TIME_IN', 'Time Out', 'Remarks'])).toEqual([...mapping, null])
    expect(refuseMapping([...mapping, 'date'])).toBe('field_twice')
    expect(refuseMapping(['badge_number', 'date', 'start', null])).toBe('columns_missing')
  })

  it('accepts times as people and spreadsheets write them', () => {
    expect(['06:00', '600', '1830', '6 PM', '06:00:00', '0.25', '0', '24:00', '7', 'x'].map(readTime)).toEqual([
      '06:00',
      '06:00',
      '18:30',
      '18:00',
      '06:00',
      '06:00',
      '00:00',
      null,
      null,
      null,
    ])
  })

  it('an end at or before the start is the next day by wall clock: an hour longer on the night of the change', () => {
    const { tours, counts } = plan([
      ['101', '2026-10-31', '22:00', '06:00'],
      ['202', '10/31/2026', '0700', '0700'],
      ['', '', '', ''],
    ])
    expect(tours).toEqual([
      {
        officer_id: 'one',
        on_day: '2026-10-31',
        starts_at: '2026-11-01T03:00:00.000Z',
        ends_at: '2026-11-01T12:00:00.000Z',
      },
      {
        officer_id: 'two',
        on_day: '2026-10-31',
        starts_at: '2026-10-31T12:00:00.000Z',
        ends_at: '2026-11-01T13:00:00.000Z',
      },
    ])
    expect(counts).toEqual({ create: 2, unchanged: 0, remove: 0, error: 0, blank: 1 })
  })

  it('names each wrong cell by its row', () => {
    expect(
      problems([
        ['999', '2026-13-01', '6 o clock', '14:00'],
        ['', '3/4/2026', '06:00', ''],
        ['101', '2026-03-01', '06:00', '14:00'],
        ['101', '2026-03-01', '13:59', '15:00'],
        ['101', '2026-03-01', '06:00', '14:00'],
      ]),
    ).toEqual([
      [2, 'badge_number', 'unknown_badge', null],
      [2, 'date', 'invalid_date', null],
      [2, 'start', 'invalid_time', null],
      [3, 'badge_number', 'required', null],
      [3, 'date', 'ambiguous_date', null],
      [3, 'end', 'required', null],
      [5, 'start', 'overlaps_row', 4],
      [6, 'start', 'same_as_row', 4],
    ])
  })

  it('the same file again changes nothing, a corrected one replaces its days, and a row without times deletes them', () => {
    const row = ['101', '2026-03-01', '06:00', '14:00']
    const imported = plan([row]).tours
    expect(plan([row], { imported }).counts).toMatchObject({ create: 0, unchanged: 1, remove: 0 })
    expect(plan([['101', '2026-03-01', '07:00', '15:00']], { imported }).counts).toMatchObject({ create: 1, remove: 1 })
    expect(plan([['101', '2026-03-01', '', '']], { imported }).counts).toMatchObject({ create: 0, remove: 1 })
    expect(plan([['202', '2026-03-01', '', '']], { imported }).counts).toMatchObject({ create: 0, remove: 0 })
  })

  it('is refused when it is too long or has no rows', () => {
    expect(plan([['', '', '', '']]).refused).toBe('no_tours_in_file')
    expect(plan(Array.from({ length: 10_001 }, () => ['101', '2026-03-01', '', ''])).refused).toBe('too_many_rows')
  })
})
