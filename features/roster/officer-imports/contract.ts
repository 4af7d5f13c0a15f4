import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant } from '#platform/shared/shapes.ts'
import { dateOrders } from './rules.dates.ts'
import { importFields } from './rules.mapping.ts'
import { sharedFields } from './rules.new-values.ts'
import { MAX_IMPORT_BYTES, valueFields } from './rules.ts'

/** Problems with the file as a whole; `row` and `column` are 1-based, as in a spreadsheet. */
export const fileErrors = {
  file_missing: 400,
  file_empty: 422,
  file_html: 422,
  file_old_excel: 422,
  file_renamed: 422,
  file_unreadable: 422,
  file_pdf: 422,
  file_no_header: 422,
  file_workbook_broken: 422,
  file_inflates: 422,
  file_quotes: 422,
  file_row_too_long: 422,
  file_too_many_columns: 422,
  file_takes_too_long: 422,
  too_many_rows: 422,
} as const
export type FileProblem = { code: keyof typeof fileErrors; details?: Record<string, unknown> }

const mappingErrors = { no_identity: 422, field_twice: 422, name_and_halves: 422, mapping_misfit: 422 } as const
export const mappingRefusals = ['no_identity', 'field_twice', 'name_and_halves', 'no_rows', 'officers_full'] as const

/** One entry per column, comma-separated; an empty entry skips the column: `badge_number,,,rank`. */
const MappingText = z.string().max(4000)

/** `none`: the first row is an officer, not the names of the columns. */
const Header = z.enum(['none']).optional()

/** How to read numeric dates whose order no value of the column proves. Without it they are errors. */
const Dates = z.enum(dateOrders).optional()

const Counts = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  error: z.int(),
  skipped_total: z.int(),
  skipped_blank: z.int(),
})

export const CheckedRow = z.object({
  row: z.int(),
  verdict: z.enum(['create', 'update', 'unchanged', 'error', 'skipped_total', 'skipped_blank']),
  badge_number: z.string(),
  name: z.string(),
  changes: z.array(z.object({ field: z.enum(valueFields), from: z.string().nullable(), to: z.string().nullable() })),
  errors: z.array(
    z.object({
      field: z.enum([...valueFields, 'row']),
      /** The column's header, and the cell exactly as in the file. */
      column: z.string().nullable(),
      value: z.string(),
      message: z.string(),
      other_row: z.int().nullable(),
    }),
  ),
})
export type CheckedRow = z.infer<typeof CheckedRow>

export const checkImport = endpoint({
  name: 'officers.import_check',
  summary: 'Dry run of an import: matches the columns and checks every row. Changes nothing.',
  method: 'POST',
  path: '/api/officer-imports/check',
  who: 'admin',
  input: z.object({ mapping: MappingText.optional(), header: Header, dates: Dates }),
  output: z.object({
    file_name: z.string(),
    file_hash: z.string(),
    /** When this exact file was imported before. */
    imported_before: Instant.nullable(),
    columns: z.array(
      z.object({ header: z.string(), field: z.enum(importFields).nullable(), sample: z.array(z.string()) }),
    ),
    refused: z.enum(mappingRefusals).nullable(),
    /** A date that only `dates` can settle; null if there is none. */
    ambiguous_date: z.string().nullable(),
    rows_total: z.int(),
    counts: Counts,
    /** Units and ranks that no officer has yet, at most 40: new ones, or `nearest` misspelled. */
    new_values: z.array(
      z.object({ field: z.enum(sharedFields), value: z.string(), rows: z.int(), nearest: z.string().nullable() }),
    ),
    rows: z.array(CheckedRow),
  }),
  errors: { ...fileErrors, mapping_misfit: 422 },
  upload: true,
  limit: MAX_IMPORT_BYTES,
  bookkeeping: true,
})

export const importOfficers = endpoint({
  name: 'officers.import',
  summary: 'Imports the file, all or nothing. Read progress from `officers.import_status` with the id sent here.',
  method: 'POST',
  path: '/api/officer-imports',
  who: 'admin',
  input: z.object({ import_id: Id, mapping: MappingText, header: Header, dates: Dates }),
  output: z.object({
    import_id: Id,
    rows_total: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
  }),
  errors: {
    ...fileErrors,
    ...mappingErrors,
    no_rows: 422,
    import_errors: 422,
    officers_full: 409,
    roster_changed: 409,
    import_repeated: 409,
  },
  upload: true,
  limit: MAX_IMPORT_BYTES,
})

export const getImport = endpoint({
  name: 'officers.import_status',
  summary: "An import's progress: rows done out of the total.",
  method: 'GET',
  path: '/api/officer-imports/:import_id',
  who: 'admin',
  input: z.object({ import_id: Id }),
  output: z.object({
    id: Id,
    file_name: z.string(),
    /** An import still running after two minutes has failed along with its process. */
    state: z.enum(['running', 'done', 'failed']),
    rows_total: z.int(),
    rows_done: z.int(),
    created_count: z.int(),
    updated_count: z.int(),
    unchanged_count: z.int(),
    failure: z.string().nullable(),
    created_at: Instant,
    finished_at: Instant.nullable(),
  }),
  errors: {},
  topics: ['imports'],
})
