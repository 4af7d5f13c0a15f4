import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { tiers } from '#platform/shared/plans.ts'
import { Instant } from '#platform/shared/shapes.ts'
import { claimNames } from './rules.claims.ts'
import { featureNames, groups, groupsOf, isMonth, MONTHS_MOST, monthsBetween, views } from './rules.ts'

/** `2026-11` */
export const Month = z.string().refine(isMonth, 'Not a month.')

const filters = {
  view: z.enum(views),
  /** The first of the page's own unless told. */
  by: z.enum(groups).optional(),
  /** Months, both included; the last twelve unless told, the running one included. */
  from: Month.optional(),
  to: Month.optional(),
  tier: z.enum(tiers).optional(),
  /** Of `features`: all together unless told. */
  feature: z.enum(featureNames).optional(),
}
type Filters = z.output<z.ZodObject<typeof filters>>

const check = (f: Filters, context: z.RefinementCtx) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (f.from && f.to && f.from > f.to) refuse('to', 'The last month is before the first.')
  if (f.from && f.to && monthsBetween(f.from, f.to) > MONTHS_MOST) refuse('to', `At most ${MONTHS_MOST} months.`)
  if (f.by && !groupsOf(f.view).includes(f.by)) refuse('by', 'This page is not made by that.')
  if (f.view !== 'features' && f.feature !== undefined) refuse('feature', 'This page is not of a feature.')
}

/** By the names of `metricsOf`; null where there is nothing to count from. */
const Values = z.record(z.string(), z.number().nullable())
const Row = z.object({
  /** The month, the tier or the feature. */
  key: z.string(),
  values: Values,
})
export type AnalyticsRow = z.output<typeof Row>

const across = 'figures of all departments'

export const readAnalytics = endpoint({
  name: 'analytics.read',
  summary: 'One page of figures over all departments by month, tier or feature, with what all of it comes to.',
  method: 'GET',
  path: '/api/vendor/analytics/:view',
  who: 'super_admin',
  across,
  input: z.object(filters).superRefine(check),
  output: z.object({
    from: z.string(),
    to: z.string(),
    /** Up to when every department is known to be counted; null where none ever was. */
    kept_at: Instant.nullable(),
    rows: z.array(Row),
    totals: Values,
  }),
  errors: {},
})

export const exportAnalytics = endpoint({
  name: 'analytics.export',
  summary: 'The table of a page of figures as a file.',
  method: 'POST',
  path: '/api/vendor/analytics/:view/export',
  who: 'super_admin',
  across,
  input: z.object({ ...filters, ...exportInput }).superRefine(check),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})

export const readClaims = endpoint({
  name: 'analytics.claims',
  summary: 'Each claim of the front page beside what is measured.',
  method: 'GET',
  path: '/api/vendor/claims',
  who: 'super_admin',
  across,
  input: z.object({}),
  output: z.object({
    from: z.string(),
    to: z.string(),
    items: z.array(
      z.object({
        claim: z.enum(claimNames),
        /** Percent, minutes or departments; null where it is not measured, or nothing was there to measure. */
        measured: z.number().nullable(),
        /** Of how many shifts, places or departments. */
        of: z.int().nullable(),
      }),
    ),
  }),
  errors: {},
})
