import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { delimiterOf, encodingOf, fileKindOf, isUtf8, lineEndOf } from './rules.cells.ts'
import { dateOrderOf, parseDate } from './rules.dates.ts'

describe('dates', () => {
  it.each([
    ['2019-03-14', '2019-03-14'],
    ['2019/3/4', '2019-03-04'],
    ['3/14/2019', '2019-03-14'],
    ['14/3/2019', '2019-03-14'],
    ['4.3.2019', '2019-03-04'],
    ['4 Mar 2019', '2019-03-04'],
    ['March 4, 2019', '2019-03-04'],
    ['04-MAR-2019', '2019-03-04'],
    ['5/5/2019', '2019-05-05'],
    ['2019-03-14 00:00:00', '2019-03-14'],
    ['Sept 3rd, 2019', '2019-09-03'],
  ])('reads %s', (text, date) => {
    expect(parseDate(text, 'unknown')).toEqual({ date })
  })
  it.each(['', 'soon', '2019-02-29', '31/2/2019', '3/4/19', '13/13/2019', '1/1/1900', '43543', 'Marble 4, 2019'])(
    'refuses %j',
    (text) => {
      expect(parseDate(text, 'unknown')).toEqual({ problem: 'invalid_date' })
    },
  )
  it('the first number that can’t be a month is 13', () => {
    expect([dateOrderOf(['13/1/2019']), dateOrderOf(['1/13/2019']), dateOrderOf(['12/12/2019'])]).toEqual([
      'day_first',
      'month_first',
      'unknown',
    ])
  })
  it('a single date that shows the order sets it for the whole column', () => {
    const day = fc.record({
      y: fc.integer({ min: 1950, max: 2030 }),
      m: fc.integer({ min: 1, max: 12 }),
      d: fc.integer({ min: 1, max: 28 }),
    })
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 9 }), fc.boolean(), (days, monthFirst) => {
        const texts = days.map(({ y, m, d }) => (monthFirst ? `${m}/${d}/${y}` : `${d}/${m}/${y}`))
        const shows = days.some(({ d }) => d > 12)
        const order = dateOrderOf(texts)
        expect(order).toBe(shows ? (monthFirst ? 'month_first' : 'day_first') : 'unknown')
        days.forEach(({ y, m, d }, i) => {
          const two = (n: number) => `${n}`.padStart(2, '0')
          const wanted = shows || m === d ? { date: `${y}-${two(m)}-${two(d)}` } : { problem: 'ambiguous_date' }
          expect(parseDate(texts[i] ?? '', order)).toEqual(wanted)
        })
      }),
    )
  })
})

describe('cells', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text)
  const utf16 = (text: string, little: boolean) =>
    Uint8Array.from(
      [...Array(text.length).keys()].flatMap((i) => {
        const unit = text.charCodeAt(i)
        return little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]
      }),
    )
  it('accepts as UTF-8 exactly what a strict decoder does', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc
        .array(
          fc.constantFrom(0x41, 0x80, 0xa0, 0x9f, 0xbf, 0xc0, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0x8f, 0x90),
          { maxLength: 6 },
        )
        .map((b) => Uint8Array.from(b)),
      fc.string({ unit: 'binary', maxLength: 4 }).map(utf8),
    )
    let [good, bad] = [0, 0]
    fc.assert(
      fc.property(bytes, (b) => {
        let wanted = true
        try {
          new TextDecoder('utf-8', { fatal: true }).decode(b)
        } catch {
          wanted = false
        }
        if (wanted) good += 1
        else bad += 1
        expect(isUtf8(b)).toBe(wanted)
      }),
      { numRuns: 5000 },
    )
    expect(Math.min(good, bad)).toBeGreaterThan(500)
  })
  it('detects encodings and file types', () => {
    const text = 'badge,name\r\n1,José\r\n'
    expect(encodingOf(utf8(`\ufeff${text}`))).toEqual({ encoding: 'utf-8', skip: 3 })
    expect(encodingOf(utf8(text))).toEqual({ encoding: 'utf-8', skip: 0 })
    for (const little of [true, false]) {
      const encoding = little ? 'utf-16le' : 'utf-16be'
      expect(encodingOf(utf16(`\ufeff${text}`, little))).toEqual({ encoding, skip: 2 })
      expect(encodingOf(utf16(text, little))).toEqual({ encoding, skip: 0 })
      expect(fileKindOf(utf16(text, little))).toBe('text')
    }
    expect(encodingOf(Uint8Array.from([0x4a, 0x6f, 0x73, 0xe9]))).toEqual({ encoding: 'windows-1252', skip: 0 })
    expect(fileKindOf(Uint8Array.from([0x50, 0x4b, 3, 4, 0]))).toBe('xlsx')
    expect(fileKindOf(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0]))).toBe('xls')
    expect(fileKindOf(Uint8Array.from([1, 2, 0, 0, 0, 3, 4]))).toBe('binary')
    expect([fileKindOf(new Uint8Array()), fileKindOf(utf8(text))]).toEqual(['empty', 'text'])
  })
  it('detects delimiters and line endings, whatever is in quotes', () => {
    const word = fc.constantFrom('a', '1,5', 'x;y', 'p|q', 'two\rlines', 'Ann "A" Lee', '')
    const table = fc.array(fc.array(word, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom('\n', '\r\n', '\r'), (rows, d, end) => {
        const quoted = rows.map((r) => r.map((c) => `"${c.replaceAll('"', '""')}"`).join(d))
        const text = [`badge${d}name${d}unit`, ...quoted].join(end)
        expect(delimiterOf(text)).toBe(d)
        expect(lineEndOf(text)).toBe(end)
      }),
    )
    expect(delimiterOf('sep=;\r\na,b;c\r\n')).toBe(';')
    expect(delimiterOf('name;rate\nAnn;45,50\nBob;46,10\n')).toBe(';')
    expect(delimiterOf('"name, first, last";rate\n"Lee, Ann, B";45\n"Ray, Bob, C";46\n')).toBe(';')
  })
})
