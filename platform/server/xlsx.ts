import { DAY } from '#platform/shared/time.ts'
import { type CellKind, type CellValue, type ExportColumn, figureOf } from './cells.ts'

// Writes a workbook as plain zip parts, so that a sheet can be streamed row by row; libraries hold every row in memory.

/** Maximum rows per sheet, including the header; a longer table continues in another sheet. */
export const sheetRows = 1_048_576

// Characters not allowed in XML; spreadsheets write them as _x0000_, so literal text of that form must be escaped too.
const unwritable = /_(?=x[0-9A-Fa-f]{4}_)|[^\P{Cc}\t\n]|[\ufffe\uffff]|\p{Cs}/gu
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const hex = (c: string) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
export const xmlText = (text: string): string =>
  text.replace(unwritable, (c) => (c.isWellFormed() ? hex(c) : '\ufffd')).replace(/[&<>"]/g, (c) => named[c] ?? c)

/** Indexes into the styles of `xl/styles.xml` below. */
const styleOf = { text: 1, whole: 3, decimal: 4, minutes: 4, cents: 4, date: 5, moment: 6 } as const
const headStyle = 2

const wall = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d))?$/
/** Days since December 31, 1899, as spreadsheets count; null before March 1900, where they count wrong. */
const serialOf = (text: string): number | null => {
  const found = wall.exec(text)
  if (!found || text < '1900-03-01') return null
  const [, year, month, day, hour = '0', minute = '0'] = found
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY + 25_569
  // A minute is not a finite fraction of a day: round up by less than a millisecond, so that the previous minute is never shown.
  return days + Math.ceil(((Number(hour) * 60 + Number(minute)) / 1440) * 1e9) / 1e9
}

/** `A`, `B`, ... `Z`, `AA`: a column's address, which some readers require in every cell. */
const letters = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : letters(Math.floor(n / 26) - 1) + letters(n % 26)

const textCell = (at: string, text: string, style: number): string =>
  // Spreadsheets refuse longer text; nothing here comes close.
  `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text.slice(0, 32_767))}</t></is></c>`

const cell = (at: string, value: CellValue, as: CellKind): string => {
  if (value === null || value === '') return ''
  const figure = as === 'date' || as === 'moment' ? serialOf(String(value)) : figureOf(value, as)
  return figure === null
    ? textCell(at, String(value), styleOf.text)
    : `<c r="${at}" s="${styleOf[as]}"><v>${figure}</v></c>`
}

const widths: Record<CellKind, number> = {
  text: 28,
  whole: 14,
  decimal: 14,
  minutes: 14,
  cents: 16,
  date: 13,
  moment: 18,
}
const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** The sheet up to its rows: column widths and a frozen header. */
export const sheetHead = (columns: readonly ExportColumn[]): string => {
  const cols = columns.map(({ as, head }, i) => {
    const width = Math.min(40, Math.max(widths[as], head.length + 2))
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`
  })
  const view =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  const heads = columns.map(({ head }, i) => textCell(`${letters(i)}1`, head, headStyle)).join('')
  return `${start}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${heads}</row>`
}
/** Rows of a sheet; the first goes on line `from`, the header is on line 1. */
export const sheetLines = (
  columns: readonly ExportColumn[],
  rows: readonly (readonly CellValue[])[],
  from: number,
): string => {
  const names = columns.map((_, i) => letters(i))
  return rows
    .map((row, n) => {
      const line = from + n
      const cells = columns.map(({ as }, i) => cell(`${names[i]}${line}`, row[i] ?? null, as))
      return `<row r="${line}">${cells.join('')}</row>`
    })
    .join('')
}
export const sheetEnd = '</sheetData></worksheet>'

/** A valid sheet name: 31 characters at most, none of the reserved ones. */
const sheetName = (name: string, n: number): string => {
  const clean = name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 26)
  return n === 0 ? clean : `${clean} (${n + 1})`
}

const styles = `${start}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${[
  [0, 0],
  [49, 0],
  [49, 1],
  [3, 0],
  [4, 0],
  [164, 0],
  [165, 0],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join('')}</cellXfs></styleSheet>`

/** Every part but the sheets themselves, which go to `xl/worksheets/sheet1.xml` and so on. */
export const workbookParts = (name: string, sheets: number): { path: string; text: string }[] => {
  const each = <T>(make: (n: number) => T) => Array.from({ length: sheets }, (_, n) => make(n))
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const overrides = each(
    (n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  )
  const listed = each((n) => `<sheet name="${xmlText(sheetName(name, n))}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
  const links = each(
    (n) => `<Relationship Id="rId${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  return [
    {
      path: '[Content_Types].xml',
      text: `${start}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${overrides.join('')}</Types>`,
    },
    {
      path: '_rels/.rels',
      text: `${start}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      path: 'xl/workbook.xml',
      text: `${start}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      text: `${start}<Relationships xmlns="${packages}/relationships">${links.join('')}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    },
    { path: 'xl/styles.xml', text: styles },
  ]
}
