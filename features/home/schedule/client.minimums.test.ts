import { expect, test } from 'vitest'
import { minimumsByDay } from './client.minimums.ts'

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
