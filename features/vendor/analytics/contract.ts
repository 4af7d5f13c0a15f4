import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { tiers } from '#platform/shared/plans.ts'
import { Instant } from '#platform/shared/shapes.ts'
import { claimNames } from './rules.claims.ts'
import { featureNames, groups, groupsOf, isMonth, MONTHS_MOST, monthsBetween, views } from './rules.ts'

/** `2026-11` */
export const Month = z.string().refine(isMonth, 'Enter a valid month.')

const filters = {
  view: z.enum(views),
  /** By default the first grouping of the page. */
  by: z.enum(groups).optional(),
  /** Months, inclusive; by default the last twelve, including the current one. */
  from: Month.optional(),
  to: Month.optional(),
  tier: z.enum(tiers).optional(),
  /** For `features`: by default all of them together. */
  feature: z.enum(featureNames).optional(),
}
type Filters = z.output<z.ZodObject<typeof filters>>

const check = (f: Filters, context: z.RefinementCtx) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (f.from && f.to && f.from > f.to) refuse('to', "The end month can't be before the start month.")
  if (f.from && f.to && monthsBetween(f.from, f.to) > MONTHS_MOST) refuse('to', `At most ${MONTHS_MOST} months.`)
  if (f.by && !groupsOf(f.view).includes(f.by)) refuse('by', "This page can't be grouped that way.")
  if (f.view !== 'features' && f.feature !== undefined) refuse('feature', 'This page has no feature filter.')
}

/** By the names in `metricsOf`; null if there is nothing to count. */
const Values = z.record(z.string(), z.number().nullable())
const Row = z.object({
  /** The month, the tier or the feature. */
  key: z.string(),
  values: Values,
})
export type AnalyticsRow = z.output<typeof Row>

const across = 'to see figures for all organizations'

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
    /** The time up to which every department is known to be counted; null if one never was. */
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
        /** Percent, minutes or departments; null if it is not measured, or if there was nothing to measure. */
        measured: z.number().nullable(),
        /** The number of shifts, spots or departments it is based on. */
        of: z.int().nullable(),
      }),
    ),
  }),
  errors: {},
})
