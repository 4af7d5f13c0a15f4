import { expect, test } from 'vitest'
import { drawnFirst } from './first-screenful.ts'

const rows = Array.from({ length: 30 }, (_, n) => ({ n }))

test('[issue 4.1] the first drawing shows what the window shows, the next one all', () => {
  expect(drawnFirst(rows, { came: rows, whole: false, fits: 12 })).toEqual(rows.slice(0, 12))
  expect(drawnFirst(rows, { came: rows, whole: true, fits: 12 })).toEqual(rows)
  // The same rows in another list are the same.
  expect(drawnFirst([...rows], { came: rows, whole: false, fits: 12 })).toHaveLength(12)
})

test('[issue 4.1] rows that change before all are drawn are drawn at once: one more, one less, one that is not as it was', () => {
  const [first, ...rest] = rows
  const changes = [[...rows, { n: 30 }], rest, [{ ...first }, ...rest], rows.toReversed(), []]
  for (const changed of changes) expect(drawnFirst(changed, { came: rows, whole: false, fits: 12 })).toBe(changed)
  // And stay so.
  expect(drawnFirst(rows, { came: null, whole: false, fits: 12 })).toBe(rows)
})
