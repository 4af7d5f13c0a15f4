import { describe, expect, it } from 'vitest'
import { byDay, countDays, stripDays, takeWords } from './rules.days.ts'

const zone = 'America/Chicago'
const at = (starts_at: string, open = true) => ({ starts_at, open })
const isOpen = ({ open }: { open: boolean }) => open
/** `many` rows of each day, at noon in Chicago. */
const rowsOf = (days: number, many: number) =>
  Array.from({ length: days * many }, (_, n) =>
    at(`2025-11-${String(1 + Math.floor(n / many)).padStart(2, '0')}T18:00:00Z`),
  )
const stripOf = (rows: ReturnType<typeof rowsOf>) => stripDays(rows, countDays(rows, isOpen, zone), zone)

describe('the days of Available Jobs', () => {
  it('are local: a night begins on its own day', () => {
    const rows = [at('2025-11-22T05:30:00.000Z'), at('2025-11-22T06:30:00.000Z')]
    expect(byDay(rows, zone).map(({ date }) => date)).toEqual(['2025-11-21', '2025-11-22'])
    expect(byDay(rows, 'UTC')).toHaveLength(1)
  })

  it('come back where a held row does, under a key of its own', () => {
    const rows = [at('2025-11-01T18:00:00Z'), at('2025-11-02T18:00:00Z'), at('2025-11-01T19:00:00Z')]
    expect(byDay(rows, zone).map(({ key }) => key)).toEqual(['2025-11-01 0', '2025-11-02 0', '2025-11-01 1'])
  })

  it('count only what can be taken', () => {
    const rows = [at('2025-11-01T18:00:00Z'), at('2025-11-01T19:00:00Z', false), at('2025-11-02T18:00:00Z', false)]
    expect([...countDays(rows, isOpen, zone)]).toEqual([['2025-11-01', 1]])
    expect([takeWords(3), takeWords(0), takeWords(undefined)]).toEqual(['3 you can take', null, null])
  })
})

describe('the strip of days', () => {
  it('is for long lists of several days', () => {
    expect(stripOf(rowsOf(11, 1))).toEqual([])
    expect(stripOf(rowsOf(1, 20))).toEqual([])
    expect(stripOf(rowsOf(4, 3))).toEqual(['2025-11-01', '2025-11-02', '2025-11-03', '2025-11-04'])
  })

  it('has at most 14 days, and none without a shift to take', () => {
    expect(stripOf(rowsOf(20, 1))).toHaveLength(14)
    const taken = rowsOf(6, 2).map((row, n) => ({ ...row, open: n > 1 }))
    expect(stripOf(taken)[0]).toBe('2025-11-02')
  })

  it('stays while the shifts of a long list are taken', () => {
    const taken = rowsOf(6, 2).map((row, n) => ({ ...row, open: n > 5 }))
    expect(stripOf(taken)).toHaveLength(3)
  })
})
