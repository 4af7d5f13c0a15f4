import { inflateRawSync } from 'node:zlib'
import { CsvError, parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/universal'
import type { FileProblem } from './contract.ts'
import { delimiterOf, encodingOf, fileKindOf, lineEndOf } from './rules.cells.ts'
import { MAX_IMPORT_ROWS } from './rules.ts'

/** `first` is the spreadsheet's line number of the first of `rows`. Without a header row, all `headers` are empty. */
export type ParsedFile = { headers: string[]; rows: string[][]; first: number }
type Answer = ParsedFile | { problem: FileProblem }

const MAX_COLUMNS = 200
/** Cells between the first one and the farthest one, which the reader makes room for. A full file of every allowed column has 2 million. */
const MAX_SPREAD = 2_500_000
/** Maximum unpacked size of a workbook: about five times what 10,000 rows of 20 columns need. */
const MAX_UNPACKED = 64_000_000
const problem = (code: FileProblem['code'], details?: Record<string, unknown>) => ({
  problem: details ? { code, details } : { code },
})

/**
 * The file's header and rows as text, or a file problem. `header` false: its first row is data, as the person said. Slow for large
 * files: call it in a worker.
 */
export const parseFile = async (bytes: Uint8Array<ArrayBuffer>, name: string, header = true): Promise<Answer> => {
  const tableOf = header ? asTable : asRows
  const kind = fileKindOf(bytes)
  if (kind === 'empty') return problem('file_empty')
  if (kind === 'xls') return problem('file_old_excel')
  if (kind === 'pdf') return problem('file_pdf')
  if (kind === 'binary') return problem('file_unreadable')
  if (kind === 'xlsx') return parseWorkbook(bytes, tableOf)
  if (/\.xls[xmb]?$/i.test(name)) return problem('file_renamed')
  return parseText(decode(bytes), tableOf)
}

const decode = (bytes: Uint8Array): string => {
  const { encoding, skip } = encodingOf(bytes)
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(skip))
}

type TableOf = (records: string[][]) => Answer

const parseText = (whole: string, tableOf: TableOf): Answer => {
  if (/^\s*<(!doctype|html|head|body|table|\?xml)\b/i.test(whole.slice(0, 500))) return problem('file_html')
  const delimiter = delimiterOf(whole)
  const text = whole.replace(/^sep=[,;\t|]\r?\n?/i, '')
  const end = lineEndOf(text)
  try {
    const records: string[][] = parse(text, {
      delimiter,
      record_delimiter: end === '\r' ? ['\r'] : ['\r\n', '\n'],
      relax_column_count: true,
      // Trailing blank rows do not count, so this reads somewhat more rows than allowed.
      to: MAX_IMPORT_ROWS + 2000,
      max_record_size: 100_000,
    })
    return tableOf(records)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at: Record<string, unknown> = { ...error }
    return problem('file_quotes', { row: Number(at.records ?? 0) + 1, column: Number(at.column ?? 0) + 1 })
  }
}

const parseWorkbook = async (bytes: Uint8Array<ArrayBuffer>, tableOf: TableOf): Promise<Answer> => {
  const refused = checkZip(bytes)
  if (refused) return refused
  try {
    const sheets = await readWorkbook(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    const sheet = sheets.find((one) => one.data.length > 0)
    return tableOf((sheet?.data ?? []).map((row) => row.map(cellText)))
  } catch {
    return problem('file_workbook_broken')
  }
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isFinite(cell.getTime()) ? cell.toISOString().slice(0, 10) : ''
  // Fifteen digits match what a spreadsheet shows: 46.053305 and not 46.053304999999998.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  return typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : String(cell)
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** No column is called like that: an email address, a date, a rate, a phone number. */
const looksLikeData = (cells: readonly string[]): boolean =>
  cells.some((cell) =>
    /^(\S+@\S+\.\S+|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\$?\d+\.\d+|\+?[\d ().-]{10,})$/.test(cell.trim()),
  )

const asTable = (records: string[][]): Answer => {
  const first = records.findIndex((cells) => !isBlank(cells))
  const header = records[first]
  if (header === undefined) return problem('file_empty')
  const columns = header.findLastIndex((cell) => cell.trim() !== '') + 1
  if (columns > MAX_COLUMNS) return problem('file_too_many_columns', { columns, most: MAX_COLUMNS })
  const last = records.findLastIndex((cells) => !isBlank(cells))
  // Keeps blank rows above the header, so that row numbers match the spreadsheet.
  const above = records.slice(0, first)
  const body = records.slice(first + 1, last + 1)
  if (above.length + body.length > MAX_IMPORT_ROWS) return problem('too_many_rows', { most: MAX_IMPORT_ROWS })
  const long = body.findIndex((cells) => cells.slice(columns).some((cell) => cell.trim() !== ''))
  if (long >= 0) {
    const cells = (body[long] ?? []).findLastIndex((cell) => cell.trim() !== '') + 1
    return problem('file_row_too_long', { row: first + long + 2, cells, columns, column: columns + 1 })
  }
  if (looksLikeData(header)) return problem('file_no_header', { row: first + 1 })
  return {
    headers: header.slice(0, columns).map((cell) => cell.trim().slice(0, 120)),
    rows: [...above, ...body].map((cells) => cells.slice(0, columns)),
    first: 2,
  }
}

/** All rows are data: as many columns as the widest one has. */
const asRows = (records: string[][]): Answer => {
  const rows = records.slice(0, records.findLastIndex((cells) => !isBlank(cells)) + 1)
  if (rows.length === 0) return problem('file_empty')
  if (rows.length > MAX_IMPORT_ROWS) return problem('too_many_rows', { most: MAX_IMPORT_ROWS })
  const columns = rows.reduce((most, cells) => Math.max(most, cells.findLastIndex((cell) => cell.trim() !== '') + 1), 0)
  if (columns > MAX_COLUMNS) return problem('file_too_many_columns', { columns, most: MAX_COLUMNS })
  return {
    headers: Array.from({ length: columns }, () => ''),
    rows: rows.map((cells) => Array.from({ length: columns }, (_, at) => cells[at] ?? '')),
    first: 1,
  }
}

const columnOf = (letters: string): number => [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0)

/** A single cell in a far corner makes a small file slow to read. */
const spreadOf = (sheet: Buffer): { problem: FileProblem } | null => {
  let [rows, columns] = [0, 0]
  for (const [, letters = '', row = ''] of sheet
    .toString('latin1')
    .matchAll(/(?:\br="|\bref="(?:[A-Z]+\d+:)?)([A-Z]{0,3})(\d+)"/g)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, columnOf(letters))
  }
  if (rows * Math.max(1, columns) <= MAX_SPREAD) return null
  return columns > MAX_COLUMNS
    ? problem('file_too_many_columns', { columns, most: MAX_COLUMNS })
    : problem('too_many_rows', { most: MAX_IMPORT_ROWS })
}

/** Unpacks every entry once against a budget: the sizes declared in the archive are not trusted. */
const checkZip = (bytes: Uint8Array): { problem: FileProblem } | null => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = data.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > data.length) return problem('file_workbook_broken')
  const entries = data.readUInt16LE(end + 10)
  let at = data.readUInt32LE(end + 16)
  let left = MAX_UNPACKED
  if (entries > 2000) return problem('file_workbook_broken')
  try {
    for (let i = 0; i < entries; i++) {
      if (data.readUInt32LE(at) !== 0x02014b50) return problem('file_workbook_broken')
      const [method, packed, said] = [
        data.readUInt16LE(at + 10),
        data.readUInt32LE(at + 20),
        data.readUInt32LE(at + 24),
      ]
      const local = data.readUInt32LE(at + 42)
      if (said > left) return problem('file_inflates')
      const start = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28)
      const body = data.subarray(start, start + packed)
      const unpacked = method === 8 ? inflateRawSync(body, { maxOutputLength: Math.max(1, left) }) : body
      const size = unpacked.length
      const name = data.toString('latin1', at + 46, at + 46 + data.readUInt16LE(at + 28))
      const spread = /^xl\/worksheets\/[^/]+\.xml$/i.test(name) ? spreadOf(unpacked) : null
      if (spread) return spread
      if (size !== said || (method !== 8 && method !== 0)) return problem('file_workbook_broken')
      left -= size
      at += 46 + data.readUInt16LE(at + 28) + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32)
    }
  } catch (error) {
    const tooMuch = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return problem(tooMuch ? 'file_inflates' : 'file_workbook_broken')
  }
  return null
}
