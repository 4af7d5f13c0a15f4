import type { Words } from '#platform/web/words.ts'

/** What can be wrong with a file of officers, in words; a part of `messages.ts`. */
export const importMessages = {
  file_missing: { title: 'No file', text: 'Choose a CSV or XLSX file first.' },
  file_empty: {
    title: 'The file is empty',
    text: 'Nothing stands in it: a first row with the names of the columns, then a row for each officer.',
  },
  file_html: {
    title: 'This is a web page',
    text: 'The file holds a page and no table. Export it again as CSV or XLSX.',
  },
  file_old_excel: {
    title: 'An old workbook',
    text: 'This is a workbook from before 2007 (.xls). Save it as .xlsx or CSV.',
  },
  file_renamed: {
    title: 'Not a workbook',
    text: 'The name says workbook, but it holds plain text. Name it .csv, or save it as a real .xlsx.',
  },
  file_unreadable: {
    title: 'Not a table',
    text: 'The file is neither CSV nor XLSX. Export the roster as one of these.',
  },
  file_workbook_broken: {
    title: 'The workbook is damaged',
    text: 'It cannot be read. Open it, save it again as .xlsx, and choose the new file.',
  },
  file_inflates: {
    title: 'Too much inside',
    text: 'Unpacked, the workbook is far larger than a roster. Copy the rows into a new workbook.',
  },
  file_quotes: {
    title: 'A quotation mark is out of place',
    text: 'Row {row}, column {column}: a quotation mark stands where none may, or is never closed.',
  },
  file_row_too_long: {
    title: 'A row is too long',
    text: 'Row {row} has {cells} cells, the header only {columns}. A comma inside a cell needs quotation marks around the cell.',
  },
  file_too_many_columns: {
    title: 'Too many columns',
    text: 'The file has {columns} columns; {most} are the most that are read.',
  },
  file_takes_too_long: {
    title: 'Takes too long',
    text: 'The file could not be read within 20 seconds. Make it smaller.',
  },
  too_many_rows: { title: 'Too many rows', text: 'At most 10,000 rows are imported at a time. Split the file.' },
  no_rows: { title: 'No officers in it', text: 'Below its header the file has no row of an officer.' },
  no_identity: {
    title: 'Who is who?',
    text: 'Choose the column with the badge number, or the one with the e-mail address.',
  },
  field_twice: { title: 'Chosen twice', text: 'Two columns fill the same field. Leave one of them out.' },
  name_and_halves: { title: 'Two kinds of names', text: 'Choose the whole name, or first and last name, not both.' },
  mapping_misfit: { title: 'Another file', text: 'The columns are not those of this file. Choose the file again.' },
  import_errors: {
    title: 'Nothing was imported',
    text: '{count} rows cannot be imported. The first is row {row}, column {column}: {problem}',
  },
  columns_missing: {
    title: 'Columns are missing',
    text: 'Choose the columns that hold the badge number, the date, and when the tour begins and ends.',
  },
  no_tours_in_file: { title: 'No tours in it', text: 'Below its header the file has no row of a tour.' },
  tours_changed: {
    title: 'Tours changed meanwhile',
    text: 'Nothing was imported: somebody else imported tours of these days. Check the file again.',
  },
  roster_changed: {
    title: 'The roster changed meanwhile',
    text: 'Nothing was imported: somebody changed officers of this file while it ran. Check the file again.',
  },
  import_repeated: {
    title: 'Ran already',
    text: 'This import has run before. Check the file again to see how it stands.',
  },
  export_running: {
    title: 'An export is running',
    text: '{by} is exporting "{title}". A department has one at a time: wait for its end, or cancel it.',
  },
  export_over: { title: 'Over already', text: 'The export had ended before it could be cancelled.' },
} satisfies Record<string, Words>
