import { expect, test } from 'vitest'
import { countDrawn } from './first-screenful.ts'

const rows = Array.from({ length: 30 }, (_, n) => `${n}`)
const keyOf = (row: string) => row
const count = (wanted: readonly string[], drawn: readonly string[]) => countDrawn(wanted, keyOf, new Set(drawn), 12)

test('rows that were not there come in steps until all are there', { meta: { shows: ['issue 4.1'] } }, () => {
  expect(count(rows, [])).toBe(12)
  expect(count(rows, rows.slice(0, 12))).toBe(24)
  expect(count(rows, rows.slice(0, 24))).toBe(30)
  expect(count([], rows)).toBe(0)
})

test('rows that are there already stay: one more, one less, one different, another order', {
  meta: { shows: ['issue 4.1'] },
}, () => {
  const changes = [[...rows, 'new'], rows.slice(1), ['new', ...rows.slice(1)], rows.toReversed()]
  for (const changed of changes) expect(count(changed, rows)).toBe(changed.length)
  // New ones among them count, wherever they are.
  const others = Array.from({ length: 13 }, (_, n) => `other ${n}`)
  expect(count([...others, ...rows], rows)).toBe(12)
  expect(count([...rows, ...others], rows)).toBe(42)
})
