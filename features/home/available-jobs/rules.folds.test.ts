import { describe, expect, it } from 'vitest'
import { foldRows, foldWords, isDated, unfolded } from './rules.folds.ts'

const zone = 'America/Chicago'
const base = { title: 'Stadium gate', kind: 'extra_duty', location_name: 'Memorial Stadium', location_address: null }
/** From 17:00 to 22:00 on that day of December in Chicago. */
const at = (key: string, date: number, more: Partial<typeof base> & { id?: string; hour?: number } = {}) => {
  const { hour = 23, id = key, ...job } = more
  const starts_at = new Date(Date.UTC(2025, 11, date, hour)).toISOString()
  const ends_at = new Date(Date.UTC(2025, 11, date, hour + 5)).toISOString()
  return { key, starts_at, post: { starts_at, ends_at }, standing: { job: { ...base, ...job, id } } }
}
const linesOf = (rows: ReturnType<typeof at>[], grouped: boolean) =>
  foldRows(rows, zone, grouped).map((line) => line.rows.map(({ key }) => key).join(' '))

describe('alike shifts', () => {
  it('are one line on one day, in the place of the first of them', () => {
    const rows = [at('a', 1), at('b', 1, { title: 'Parade' }), at('c', 1), at('d', 2)]
    expect(linesOf(rows, false)).toEqual(['a c', 'b', 'd'])
    expect(foldRows(rows, zone, false).map(({ key }) => key)).toEqual(['a', 'b', 'd'])
  })

  it('are one line on all days where they are grouped, from the soonest', () => {
    expect(linesOf([at('a', 1), at('b', 1, { title: 'Parade' }), at('c', 2), at('d', 3)], true)).toEqual(['a c d', 'b'])
  })

  it('have the same type, location and local times', () => {
    const rows = [
      at('a', 1),
      at('b', 2, { kind: 'overtime' }),
      at('c', 3, { location_name: 'Gate B' }),
      at('d', 4, { hour: 22 }),
    ]
    expect(linesOf(rows, true)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are alike by the clock also after it is set back', () => {
    const before = at('a', 1)
    const summer = { ...before, key: 'b', starts_at: '2026-06-01T22:00:00.000Z' }
    const post = { starts_at: summer.starts_at, ends_at: '2026-06-02T03:00:00.000Z' }
    expect(linesOf([before, { ...summer, post }], true)).toEqual(['a b'])
  })

  it('keep their line when a row of it is added last', () => {
    const rows = [at('a', 1), at('b', 2, { title: 'Parade' }), at('c', 2)]
    expect(linesOf([...rows, at('d', 9)], true)).toEqual(['a c d', 'b'])
    expect(unfolded(rows).map((line) => line.rows.length)).toEqual([1, 1, 1])
  })
})

describe('what a line has', () => {
  const dates = [at('a', 1), at('b', 2), at('c', 2)]
  const posts = [at('a', 1, { id: 'one' }), at('b', 1, { id: 'one' })]

  it('is counted in dates, posts or shifts that can still be taken', () => {
    expect(foldWords(dates, dates, zone)).toBe('2 dates')
    expect(foldWords(dates, dates.slice(1), zone)).toBe('1 date')
    expect(foldWords(posts, posts, zone)).toBe('2 posts')
    expect(foldWords([at('a', 1), at('b', 1)], [at('a', 1)], zone)).toBe('1 shift')
    expect(foldWords(dates, [], zone)).toBe('None left')
  })

  it('is told apart by date only where the dates differ', () => {
    expect([isDated(dates, zone), isDated(posts, zone)]).toEqual([true, false])
  })
})
