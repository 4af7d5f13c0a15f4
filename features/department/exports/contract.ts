import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors } from '#platform/shared/export.ts'
import { Done, Id, Instant, text } from '#platform/shared/shapes.ts'

export const currentExport = endpoint({
  name: 'exports.current',
  summary: 'The export that is running in the organization, with how far it is; null when there is none.',
  method: 'GET',
  path: '/api/exports/current',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    running: z
      .object({
        id: Id,
        title: z.string(),
        by: z.string(),
        mine: z.boolean(),
        created_at: Instant,
        rows_done: z.int(),
        /** Null until counted. */
        rows_total: z.int().nullable(),
      })
      .nullable(),
  }),
  errors: {},
  topics: ['exports'],
  afterTrial: true,
})

export const cancelExport = endpoint({
  name: 'exports.cancel',
  summary: 'Ends the running export: its file breaks off within a second or two.',
  method: 'POST',
  path: '/api/exports/:id/cancel',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Done,
  errors: { export_over: 409 },
  afterTrial: true,
})

export const exportOrganization = endpoint({
  name: 'exports.organization',
  summary: "All of one organization's own records, taken by the vendor with a reason that stands in its audit.",
  method: 'POST',
  path: '/api/vendor/organizations/:organization_id/export',
  who: 'super_admin',
  input: z.object({ organization_id: Id, reason: text(1, 500) }),
  output: ExportedFile,
  errors: { ...exportErrors, not_fresh: 403 },
  file: true,
})

export const exportEverything = endpoint({
  name: 'exports.everything',
  summary: "The organization's records, a CSV for each kind in one zip; after the trial too.",
  method: 'POST',
  path: '/api/exports/everything',
  who: 'admin',
  input: z.object({}),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
  afterTrial: true,
})
