import { expect, test } from 'vitest'
import { drawnFirst } from './first-screenful.ts'

const rows = Array.from({ length: 30 }, (_, n) => ({ n }))

test('the first render shows what fits the window, the next one everything', { meta: { shows: ['issue 4.1'] } }, () => {
  expect(drawnFirst(rows, { came: rows, whole: false, fits: 12 })).toEqual(rows.slice(0, 12))
  expect(drawnFirst(rows, { came: rows, whole: true, fits: 12 })).toEqual(rows)
  // The same rows in a new array count as the same.
  expect(drawnFirst([...rows], { came: rows, whole: false, fits: 12 })).toHaveLength(12)
})

test('rows that change before the full render are rendered at once: one more, one less, one different', {
  meta: { shows: ['issue 4.1'] },
}, () => {
  const [first, ...rest] = rows
  const changes = [[...rows, { n: 30 }], rest, [{ ...first }, ...rest], rows.toReversed(), []]
  for (const changed of changes) expect(drawnFirst(changed, { came: rows, whole: false, fits: 12 })).toBe(changed)
  // And stay so.
  expect(drawnFirst(rows, { came: null, whole: false, fits: 12 })).toBe(rows)
})
