import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  file_missing: { title: 'No file', text: 'Choose a CSV or XLSX file first.' },
  file_empty: {
    title: 'The file is empty',
    text: 'The file needs a header row, then one row per officer.',
  },
  file_html: {
    title: 'This is a web page',
    text: 'The file contains a web page, not a table. Export it again as CSV or XLSX.',
  },
  file_old_excel: {
    title: 'Old Excel format',
    text: 'This file uses the old .xls format. Save it as .xlsx or CSV.',
  },
  file_renamed: {
    title: 'Not an Excel file',
    text: 'The file is named .xlsx but contains plain text. Rename it to .csv, or save it as .xlsx.',
  },
  file_unreadable: {
    title: 'Not a table',
    text: 'The file is neither CSV nor XLSX. Export the roster in one of these formats.',
  },
  file_pdf: {
    title: 'This is a PDF',
    text: 'A PDF has no rows to read. Export the roster as CSV or XLSX.',
  },
  file_no_header: {
    title: 'Is the header row missing?',
    text: 'Row {row} looks like an officer, not like column names. Add a row above it that names the columns, such as "Badge" and "Name", or import the file without a header row.',
  },
  file_workbook_broken: {
    title: 'The workbook is damaged',
    text: "The file can't be read. Open it, save it again as .xlsx, and choose the new file.",
  },
  file_inflates: {
    title: 'File too large',
    text: 'The unpacked workbook is too large. Copy the rows into a new workbook.',
  },
  file_quotes: {
    title: 'Misplaced quotation mark',
    text: 'Row {row}, column {column}: a quotation mark is misplaced or never closed.',
  },
  file_row_too_long: {
    title: 'Row too long',
    text: 'Row {row} has {cells} cells, but the header has {columns}. Put quotation marks around cells that contain commas.',
  },
  file_too_many_columns: {
    title: 'Too many columns',
    text: 'The file has {columns} columns. The limit is {most}.',
  },
  file_takes_too_long: {
    title: 'Import timed out',
    text: 'Reading the file took more than 20 seconds. Split it into smaller files.',
  },
  too_many_rows: { title: 'Too many rows', text: 'You can import at most 10,000 rows at a time. Split the file.' },
  no_rows: { title: 'No officers found', text: 'The file has no officer rows below the header.' },
  no_identity: {
    title: 'Choose an identifier',
    text: 'Choose the column with the badge number or email.',
  },
  field_twice: { title: 'Field chosen twice', text: 'Two columns fill the same field. Skip one of them.' },
  name_and_halves: { title: 'Name chosen twice', text: 'Choose the full name or first and last name, not both.' },
  mapping_misfit: { title: 'Different file', text: "The columns don't match this file. Choose the file again." },
  import_errors: {
    title: 'Nothing was imported',
    text: "{count} rows can't be imported. First problem: row {row}, column {column}: {problem}",
  },
  roster_changed: {
    title: 'The roster has changed',
    text: 'Nothing was imported. Someone changed officers in this file during the import. Check the file again.',
  },
  import_repeated: {
    title: 'Already imported',
    text: 'This file was already imported. Check it again to see the current status.',
  },
} as const satisfies RefusalWords<typeof contract, keyof typeof officers>
