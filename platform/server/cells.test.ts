import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvHead, csvRows, type ExportColumn, inert } from './cells.ts'

const columns: ExportColumn[] = [
  { head: 'Name', as: 'text' },
  { head: 'Minutes', as: 'whole' },
  { head: 'Note', as: 'text' },
]
const read = (text: string): string[][] => parse(text, { bom: true, relax_column_count: false })

const hostile = [
  '=HYPERLINK("http://example.org","x")',
  '+1 312 555 0100',
  '-2+3+cmd|calc',
  '@SUM(A1:A9)',
  '\t=1',
  '\r=1',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '﹦1',
  '"\r\n=1',
  '  =1',
  '\n\n@x',
  "'=1",
  '\u00a0=1',
  '\u200b=1',
  '\ufeff=1',
  '“=1”',
  '\u2212 1',
  // Normalizes to ≠, but unnormalized it begins with =.
  '=\u0338',
  '=\u0338HYPERLINK("http://example.org")',
  ' "=\u03381',
  '\ufe0f=1',
  '\u3164=1',
  `${' '.repeat(300)}=1`,
  `${'\u200b'.repeat(300)}＝1`,
]

const begins = /^[\s"]*[=+\-@＝＋－＠﹦⁼₌⁺₊﬩﹢﹣⁻₋−﹫⩵⩶]/

describe('CSV cells are neutralized', { meta: { shows: ['issue 3.5'] } }, () => {
  test.each(hostile)('%j opens as text, keeps its value and its column', (text) => {
    const [, row] = read(csvHead(columns) + csvRows(columns, [[text, 7, 'after']]))
    expect(row).toEqual([`'${text}`, '7', 'after'])
  })

  test('text that is not a formula stays as typed', () => {
    for (const text of ['Night = long', 'a@example.org', '10-4', 'O’Neill, "Red"', 'two\nlines', ' lead', '', '7'])
      expect(read(csvRows(columns, [[text, 1, 'z']]))[0]).toEqual([text, '1', 'z'])
  })

  test('numbers stay numbers, including negative ones; non-numbers in a number column become text', () => {
    const kinds: ExportColumn[] = (['whole', 'decimal', 'minutes', 'cents'] as const).map((as) => ({ head: as, as }))
    expect(csvRows(kinds, [['-5', '-1.25', '-90', '-1005']])).toBe('-5,-1.25,-1.50,-10.05\r\n')
    expect(csvRows(kinds, [[0, '0.5', 60, 5]])).toBe('0,0.5,1.00,0.05\r\n')
    expect(csvRows(kinds, [['-1+1', null, null, '=1']])).toBe("'-1+1,,,'=1\r\n")
  })

  test('neutralizes formulas despite combining marks or invisible prefixes', () => {
    for (let point = 0x80; point < 0x11_0000; point++) {
      const mark = String.fromCodePoint(point)
      if (/\p{M}/u.test(mark)) for (const first of '=+-@') expect(inert(`${first}${mark}1`)[0]).toBe("'")
      if (/[\p{Cf}\p{DI}\p{Z}]/u.test(mark)) expect(inert(`${mark}=1`)[0], point.toString(16)).toBe("'")
    }
  })

  test('any table round-trips cell by cell, and no cell starts a formula', () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostile, ',', '"', '\r\n', ';'),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
    )
    const cell = fc.array(piece, { maxLength: 3 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, fc.integer(), cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const [, ...back] = read(csvHead(columns) + csvRows(columns, rows))
        expect(back).toEqual(rows.map(([a, n, b]) => [inert(a), String(n), inert(b)]))
        for (const [a = '', , b = ''] of back) {
          for (const text of [a, b]) expect(begins.test(text), JSON.stringify(text)).toBe(false)
        }
        for (const [i, [a, , b]] of rows.entries()) {
          expect(back[i]?.[0]?.endsWith(a)).toBe(true)
          expect(back[i]?.[2]?.endsWith(b)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('marks the file as UTF-8 for Excel', () => {
    expect(csvHead(columns)).toBe('\ufeffName,Minutes,Note\r\n')
  })
})
