import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import readWorkbook from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import type { CellValue, ExportColumn } from './cells.ts'
import type { Snapshot } from './cursors.ts'
import { streamExport } from './export-streams.ts'
import { sql } from './sql.ts'
import { sheetLines, workbookParts, xmlText } from './xlsx.ts'

const columns: ExportColumn[] = [
  { head: 'Name', as: 'text' },
  { head: 'Shifts', as: 'whole' },
  { head: 'Hours', as: 'minutes' },
  { head: 'Cost', as: 'cents' },
  { head: 'Day', as: 'date' },
  { head: 'Starts', as: 'moment' },
]

const workbookOf = async (rows: CellValue[][]) => {
  const snapshot: Snapshot = {
    rows: async () => [],
    batches: async function* () {
      for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2)
    },
  }
  const seen: number[] = []
  const sheets = [{ name: 'Hours', columns, statement: sql`select 1`, count: rows.length }]
  const bytes = await buffer(streamExport('xlsx', { snapshot, sheets, onRows: (n) => seen.push(n) }))
  return { bytes, seen }
}
const read = async (bytes: Buffer): Promise<unknown[][]> => {
  const [sheet] = await readWorkbook(new Uint8Array(bytes).buffer)
  return sheet?.data ?? []
}

/** A strict parser for the XML written here: all elements closed in order, only allowed characters, no stray text. */
const faultOf = (xml: string): string | null => {
  const open: string[] = []
  const token =
    /<\?xml [^<>]*\?>|<(\/?)([A-Za-z][\w:]*)((?: [\w:]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>|([^<>]+)/gy
  let at = 0
  for (let found = token.exec(xml); found; found = token.exec(xml)) {
    at = token.lastIndex
    const [, closing, name, , empty, text] = found
    if (text !== undefined) {
      if (/&(?!(amp|lt|gt|quot);)/.test(text)) return `a loose & in ${text}`
      if (/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) return `a character in ${text}`
    } else if (closing) {
      if (open.pop() !== name) return `</${name}> closes nothing`
    } else if (name && !empty) open.push(name)
  }
  return at === xml.length && open.length === 0 ? null : `stopped at ${xml.slice(at, at + 40)}`
}

describe('XLSX: typed cells, text never a formula', { meta: { shows: ['issue 3.5'] } }, () => {
  test('round-trips text, whole numbers, hours, money, dates and instants by type', async () => {
    const { bytes, seen } = await workbookOf([
      ['=1+1', '12', '90', '-12345', '2026-11-01', '2026-11-01 01:30'],
      ['O’Neill <b>&amp; "x"', 0, null, 5, null, null],
      ['', '3', '30', '0', '1899-12-01', '2027-03-14 23:59'],
    ])
    const [head, ...rows] = await read(bytes)
    expect(head).toEqual(['Name', 'Shifts', 'Hours', 'Cost', 'Day', 'Starts'])
    expect(rows[0]).toEqual(['=1+1', 12, 1.5, -123.45, new Date('2026-11-01'), new Date('2026-11-01T01:30Z')])
    expect(rows[1]).toEqual(['O’Neill <b>&amp; "x"', 0, null, 0.05, null, null])
    expect(rows[2]).toEqual([null, 3, 0.5, 0, '1899-12-01', new Date('2027-03-14T23:59Z')])
    expect(seen).toEqual([2, 1])
  })

  test('no text creates another element, a formula or malformed XML', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    const nasty = fc.constantFrom(
      '=1',
      '</t>',
      ']]>',
      '<f>1</f>',
      '&#61;',
      '_x0041_',
      '\u0000',
      '\ud800',
      '\ufffe',
      '"',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(text, nasty), { minLength: 1, maxLength: 6 }), (values) => {
        const xml = `<a>${sheetLines(
          [{ head: 'a', as: 'text' }],
          values.map((value) => [value]),
          2,
        )}</a>`
        expect(faultOf(xml)).toBeNull()
        expect(xml).not.toContain('<f>')
        expect(xml.match(/<row /g)?.length).toBe(values.length)
      }),
      { numRuns: 300 },
    )
    for (const { text: part } of workbookParts('Hours by officer & "unit"', 3)) expect(faultOf(part)).toBeNull()
  })

  test('the strict reader finds planted faults', () => {
    for (const bad of ['<a>', '<a></b>', '<a>&</a>', '<a>\u0001</a>', '<a b=c></a>', '<a>]]></a><'])
      expect(faultOf(bad), bad).not.toBeNull()
  })

  test('characters XML can’t hold are escaped like spreadsheets do, and round-trip', () => {
    const decode = (text: string) =>
      text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    for (const text of ['a\u0007b', 'line\rend', '_x0041_', '_x005F_x0041_', '\u009f'])
      expect(decode(xmlText(text))).toBe(text)
    expect(xmlText('plain _x text_')).toBe('plain _x text_')
  })
})
