import { expect, test } from 'vitest'
import type { Pair, Problem } from './rules.ts'
import { explain } from './rules.why.ts'

const HOUR = 60
/** Two shifts at the same time, and one a day later; officers have 0, 10 and 20 hours so far. */
const problem: Problem = {
  shifts: [0, 0, 24].map((hour, i) => ({ id: `s${i}`, start: hour * HOUR, end: (hour + 4) * HOUR, places: 1 })),
  officers: [0, 10, 20].map((hours, i) => ({ id: `o${i}`, minutes: hours * HOUR, work: [], may: [0, 1, 2] })),
  limits: { rest_minutes: 0, windows: [] },
}
const line = (pairs: Pair[], asking: string[], allowed = true) => {
  const asked = (officer: number, shift: number) => asking.includes(`${officer}.${shift}`)
  const [first] = explain(problem, { pairs }, { asked, allowed: () => allowed })
  return first?.passed.map(({ officer, why, instead }) => [officer, why, instead])
}

test('names an officer with fewer hours who did not ask where the officer of the line did', () => {
  expect(line([{ officer: 1, shift: 0 }], ['1.0'])).toEqual([[0, 'not_asked', null]])
  expect(line([{ officer: 1, shift: 0 }], [])).toEqual([[0, 'evens_out', null]])
})

test('names first who asked and was passed over, also with more hours, and the shift or the rule that stopped it', () => {
  const pairs = [
    { officer: 1, shift: 0 },
    { officer: 2, shift: 1 },
  ]
  expect(line(pairs, ['2.0'])).toEqual([
    [2, 'busy', 1],
    [0, 'evens_out', null],
  ])
  const apart = [
    { officer: 1, shift: 0 },
    { officer: 2, shift: 2 },
  ]
  expect(line(apart, ['2.0'], false)?.[0]).toEqual([2, 'rules', 2])
})
