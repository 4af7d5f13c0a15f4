import { stringify } from 'csv-stringify/sync'

/**
 * What a column holds, as the database returns it: `whole` and `decimal` numbers, `minutes` (shown as hours with two decimals),
 * `cents` (shown in units with two decimals), `date` as `2026-11-01`, `moment` as wall time `2026-11-01 06:30`.
 */
export type CellKind = 'text' | 'whole' | 'decimal' | 'minutes' | 'cents' | 'date' | 'moment'
export type ExportColumn = { head: string; as: CellKind }
/** A value from `pg`: numbers beyond 32 bits and decimals arrive as text. */
export type CellValue = string | number | boolean | null

const numeric = /^-?\d+(\.\d+)?$/

/** A numeric cell in plain decimal notation; null for an empty cell or a value that is not a number. */
export const figureOf = (value: CellValue, as: CellKind): string | null => {
  if (value === null || as === 'text' || as === 'date' || as === 'moment') return null
  const text = String(value)
  if (!numeric.test(text)) return null
  if (as === 'minutes') return (Number(text) / 60).toFixed(2)
  return as === 'cents' ? (Number(text) / 100).toFixed(2) : text
}

const lineBegins = '\ufeff'
// Spreadsheets read text as a formula if it starts with one of these, even after whitespace, quotes or invisible characters.
const formula = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"'`’‘“”]*[=+\-@\u2212]/u
/** Checks both raw and normalized text: `＝` becomes `=`, but `=` with a combining stroke becomes `≠`. */
const dangerous = (text: string): boolean =>
  /^[\t\r]/.test(text) || formula.test(text) || formula.test(text.normalize('NFKC'))

/** Text that no spreadsheet reads as a formula: prefixes risky text with an apostrophe and leaves the rest unchanged. */
export const inert = (text: string): string => (dangerous(text) ? `'${text}` : text)

const csvCell = (value: CellValue, as: CellKind): string =>
  value === null ? '' : (figureOf(value, as) ?? inert(String(value)))

const lines = (rows: string[][]): string => stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n\t]/ })

/** The header line, after the byte order mark that tells Excel the file is UTF-8. */
export const csvHead = (columns: readonly ExportColumn[]): string =>
  lineBegins + lines([columns.map(({ head }) => inert(head))])

export const csvRows = (columns: readonly ExportColumn[], rows: readonly (readonly CellValue[])[]): string =>
  lines(rows.map((row) => columns.map(({ as }, i) => csvCell(row[i] ?? null, as))))
