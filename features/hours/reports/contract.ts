import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { afterPlace, DateText, Id, page } from '#platform/shared/shapes.ts'
import {
  groupsOf,
  isFigure,
  kindsOf,
  metricsOf,
  type ReportName,
  readPlace,
  reportGroups,
  reportNames,
  type Spread,
  sortOf,
} from './rules.ts'

const filters = {
  report: z.enum(reportNames),
  /** Defaults to officer; for `fill`, to week. */
  group: z.enum(reportGroups).optional(),
  /** Dates in the department's zone, both inclusive; defaults to the last 30 days. A shift counts on the day it starts. */
  from: DateText.optional(),
  to: DateText.optional(),
  kind: z.string().max(40).optional(),
  unit: z.string().max(120).optional(),
  officer_id: Id.optional(),
  /** `label`, or the name of a figure; a leading `-` sorts largest first. */
  sort: z.string().max(40).optional(),
}
type Filters = z.output<z.ZodObject<typeof filters>>

const isSort = (report: ReportName, sort: string): boolean =>
  ['label', ...metricsOf[report].map(({ name }) => name)].includes(sort.replace(/^-/, ''))

const check = (f: Filters, context: z.RefinementCtx) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (f.from && f.to && f.from > f.to) refuse('to', "The end date can't be before the start date.")
  if (f.group && !groupsOf[f.report].includes(f.group)) refuse('group', "This report can't be grouped that way.")
  if (f.kind !== undefined && !kindsOf(f.report).includes(f.kind))
    refuse('kind', "This report isn't available by that type.")
  if (f.sort !== undefined && !isSort(f.report, f.sort)) refuse('sort', "This report doesn't have that figure.")
  if (f.report === 'fill' && f.unit !== undefined) refuse('unit', "Fill rate isn't available by unit.")
  if (f.report === 'fill' && f.officer_id !== undefined) refuse('officer_id', "Fill rate isn't available by officer.")
}

/** Keyed by the names of `metricsOf`; null if there is no data. */
const Values = z.record(z.string(), z.number().nullable())
const Row = z.object({
  /** The officer's id, the unit (empty: none), the kind, or the first day of the period. */
  key: z.string(),
  /** The officer's name; otherwise the same as `key`. */
  label: z.string(),
  badge_number: z.string().nullable(),
  values: Values,
})
export type ReportRow = z.output<typeof Row>
export type ReportValues = z.output<typeof Values>

/** Minutes, except for `officers`, `none` and `counts`, which count officers. */
const SpreadShape = z.object({
  officers: z.int(),
  least: z.int(),
  low: z.int(),
  median: z.int(),
  high: z.int(),
  most: z.int(),
  mean: z.int(),
  none: z.int(),
  width: z.int(),
  counts: z.array(z.int()),
}) satisfies z.ZodType<Spread>

export const readReport = endpoint({
  name: 'reports.read',
  summary: 'A report by officer, unit, type or period: rows, totals and chart data.',
  method: 'GET',
  path: '/api/reports/:report',
  who: 'admin',
  feature: 'reports',
  input: z
    .object({
      ...filters,
      after: afterPlace((place) => readPlace(place) !== null),
      limit: z.coerce.number<number>().int().min(1).max(200).optional(),
    })
    .superRefine((f, context) => {
      check(f, context)
      const place = readPlace(f.after)
      if (place && sortOf(f).by !== 'label' && !isFigure(place.value))
        context.addIssue({ code: 'custom', path: ['after'], message: 'Invalid position in this list.' })
    }),
  output: page(Row).extend({
    /** The requested dates, or the defaults. */
    from: z.iso.date(),
    to: z.iso.date(),
    rows: z.int(),
    totals: Values,
    /** How evenly the first figure is spread over all rows. On the first page of equalization by officer, from four officers. */
    spread: SpreadShape.nullable(),
    /** With the spread: the officers with the least, the least first. */
    least: z.array(Row),
    /** On the first page only: periods in order, other groups largest first. */
    chart: z.array(Row),
    /** Units of the roster, for the filter. */
    units: z.array(z.string()),
  }),
  errors: {},
  topics: ['attendance', 'signups', 'assignments', 'extra_time', 'officers'],
})

export const exportReport = endpoint({
  name: 'reports.export',
  summary: 'The whole report as a file.',
  method: 'POST',
  path: '/api/reports/:report/export',
  who: 'admin',
  feature: 'reports',
  input: z.object({ ...filters, ...exportInput }).superRefine(check),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})
