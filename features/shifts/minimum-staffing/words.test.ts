import { expect, test } from 'vitest'
import { idleWords } from './words.ts'

test('names in one line why minimums ask for no one on a day, and each platoon once', () => {
  const off = { group: 'C watch', why: 'platoon_off' } as const
  expect(
    idleWords([
      { ...off, name: 'Days, C watch' },
      { ...off, name: 'Sergeants, C watch' },
      { name: 'Court', group: 'Patrol', why: 'weekday' },
      { name: 'Nights, D watch', group: 'D watch', why: 'platoon_off' },
      { name: 'Days, A watch', group: 'A watch', why: 'over' },
    ]),
  ).toBe('Over for today: Days, A watch · Off: C watch, D watch · Not on this weekday: Court')
  expect(idleWords([])).toBe('')
})
