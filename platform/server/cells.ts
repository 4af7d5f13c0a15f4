import { stringify } from 'csv-stringify/sync'

/**
 * What a column holds, as the database answers it: `whole` and `decimal` numbers, `minutes` (shown as hours with two
 * decimals), `cents` (as units with two), `date` as `2026-11-01`, `moment` as wall time `2026-11-01 06:30`.
 */
export type CellKind = 'text' | 'whole' | 'decimal' | 'minutes' | 'cents' | 'date' | 'moment'
export type ExportColumn = { head: string; as: CellKind }
/** A value as `pg` gives it: numbers beyond 32 bits and decimals come as text. */
export type CellValue = string | number | boolean | null

const numeric = /^-?\d+(\.\d+)?$/

/** The figure of a numeric cell in plain decimal notation; null for an empty cell, or for what is no number after all. */
export const figureOf = (value: CellValue, as: CellKind): string | null => {
  if (value === null || as === 'text' || as === 'date' || as === 'moment') return null
  const text = String(value)
  if (!numeric.test(text)) return null
  if (as === 'minutes') return (Number(text) / 60).toFixed(2)
  return as === 'cents' ? (Number(text) / 100).toFixed(2) : text
}

const lineBegins = '\ufeff'
// A spreadsheet reads a formula where one of these comes first, or first behind blanks, quotes and marks that are not seen.
const formula = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"'`’‘“”]*[=+\-@\u2212]/u
/** As it stands and as it is normalized: `＝` becomes `=`, but `=` with a stroke laid over it becomes `≠`. */
const dangerous = (text: string): boolean =>
  /^[\t\r]/.test(text) || formula.test(text) || formula.test(text.normalize('NFKC'))

/** Text that no spreadsheet takes for a formula: an apostrophe before what could be one, the rest untouched. */
export const inert = (text: string): string => (dangerous(text) ? `'${text}` : text)

const csvCell = (value: CellValue, as: CellKind): string =>
  value === null ? '' : (figureOf(value, as) ?? inert(String(value)))

const lines = (rows: string[][]): string => stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n\t]/ })

/** The first line, behind the mark by which Excel knows UTF-8. */
export const csvHead = (columns: readonly ExportColumn[]): string =>
  lineBegins + lines([columns.map(({ head }) => inert(head))])

export const csvRows = (columns: readonly ExportColumn[], rows: readonly (readonly CellValue[])[]): string =>
  lines(rows.map((row) => columns.map(({ as }, i) => csvCell(row[i] ?? null, as))))
