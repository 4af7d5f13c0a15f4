import { expect, test } from 'vitest'
import { minimumsByDay, shortIn } from './client.minimums.ts'

const day = (name: string, on_day: string, needed: number, missing: number) => ({ name, on_day, needed, missing })

test('adds up the minimums of each day from today on, and names each', () => {
  const found = minimumsByDay(
    [
      day('Day watch', '2026-11-25', 5, 1),
      day('Day watch', '2026-11-26', 5, 2),
      day('Night watch', '2026-11-26', 4, 0),
      day('Day watch', '2026-11-27', 5, 0),
    ],
    '2026-11-26',
  )
  expect([...found]).toEqual([
    ['2026-11-26', { need: 9, have: 7, short: 2, each: ['Day watch: 3 of 5', 'Night watch: 4 of 4'] }],
    ['2026-11-27', { need: 5, have: 5, short: 0, each: ['Day watch: 5 of 5'] }],
  ])
})

test('shows nothing without minimums', () => {
  expect(minimumsByDay([], '2026-11-26').size).toBe(0)
})

test('finds the minimums that are short during a tour, and the shift that is open for them', () => {
  const day = (
    minimum_id: string,
    missing: number,
    from: string,
    to: string,
    shift: null | { assignment_id: string },
  ) =>
    ({
      ...{ minimum_id, name: `Watch ${minimum_id}`, on_day: '2026-11-30', needed: 4, missing },
      ...{ gap: { starts_at: from, ends_at: to }, shift },
    }) as unknown as Parameters<typeof shortIn>[0][number]
  const range = { starts_at: '2026-11-30T18:00:00.000Z', ends_at: '2026-12-01T02:00:00.000Z' }
  const early = ['2026-11-30T10:00:00.000Z', '2026-11-30T18:00:00.000Z'] as const
  const late = ['2026-11-30T20:00:00.000Z', '2026-12-01T02:00:00.000Z'] as const
  const days = [
    ...[day('a', 1, ...early, null), day('b', 1, ...late, null), day('c', 0, ...late, null)],
    day('d', 2, ...late, { assignment_id: 'x' }),
  ]
  expect(shortIn(days, range)).toEqual([
    { key: 'b 2026-11-30', name: 'Watch b', have: 3, needed: 4, opened: null },
    { key: 'd 2026-11-30', name: 'Watch d', have: 2, needed: 4, opened: 'x' },
  ])
})
