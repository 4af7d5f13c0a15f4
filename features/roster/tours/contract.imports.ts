import { z } from 'zod'
import { fileErrors } from '#features/roster/officer-imports/contract.ts'
import { MAX_IMPORT_BYTES } from '#features/roster/officer-imports/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { tourFields } from './rules.imports.ts'

/** One entry per column, comma-separated; an empty entry skips the column: `badge_number,,date,start,end`. */
const MappingText = z.string().max(4000)

/** Maximum number of rows with errors returned at once. */
export const ERRORS_SHOWN = 200

export const checkTours = endpoint({
  name: 'tour_imports.check',
  summary:
    'Dry run of a tour import: matches the columns, previews the changes and lists every error. Changes nothing.',
  method: 'POST',
  path: '/api/tour-imports/check',
  who: 'admin',
  input: z.object({ mapping: MappingText.optional() }),
  output: z.object({
    file_name: z.string(),
    columns: z.array(
      z.object({ header: z.string(), field: z.enum(tourFields).nullable(), sample: z.array(z.string()) }),
    ),
    refused: z.enum(['columns_missing', 'field_twice', 'no_tours_in_file']).nullable(),
    rows_total: z.int(),
    counts: z.object({ create: z.int(), unchanged: z.int(), remove: z.int(), error: z.int(), blank: z.int() }),
    /** The first 200. */
    errors: z.array(
      z.object({ row: z.int(), field: z.enum(tourFields), column: z.string(), value: z.string(), message: z.string() }),
    ),
  }),
  errors: { ...fileErrors, mapping_misfit: 422 },
  upload: true,
  limit: MAX_IMPORT_BYTES,
  bookkeeping: true,
})

export const importTours = endpoint({
  name: 'tour_imports.import',
  summary: 'Imports the file, all or nothing. Its tours replace earlier imports for the same officers and days.',
  method: 'POST',
  path: '/api/tour-imports',
  who: 'admin',
  input: z.object({ mapping: MappingText }),
  output: z.object({ rows_total: z.int(), created: z.int(), unchanged: z.int(), removed: z.int() }),
  errors: {
    ...fileErrors,
    mapping_misfit: 422,
    field_twice: 422,
    columns_missing: 422,
    no_tours_in_file: 422,
    import_errors: 422,
    tours_changed: 409,
  },
  upload: true,
  limit: MAX_IMPORT_BYTES,
})
