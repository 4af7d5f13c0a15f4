import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { after, DateText, Id, page } from '#platform/shared/shapes.ts'
import { groupsOf, kindsOf, metricsOf, type ReportName, reportGroups, reportNames } from './rules.ts'

const filters = {
  report: z.enum(reportNames),
  /** By officer unless told; `fill` by week. */
  group: z.enum(reportGroups).optional(),
  /** Days in the department's zone, both included; the last 30 unless told. A shift counts on the day on which it starts. */
  from: DateText.optional(),
  to: DateText.optional(),
  kind: z.string().max(40).optional(),
  unit: z.string().max(120).optional(),
  officer_id: Id.optional(),
  /** `label`, or the name of a figure; `-` before it for the largest first. */
  sort: z.string().max(40).optional(),
}
type Filters = z.output<z.ZodObject<typeof filters>>

const isSort = (report: ReportName, sort: string): boolean =>
  ['label', ...metricsOf[report].map(({ name }) => name)].includes(sort.replace(/^-/, ''))

const check = (f: Filters, context: z.RefinementCtx) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (f.from && f.to && f.from > f.to) refuse('to', 'The last day is before the first.')
  if (f.group && !groupsOf[f.report].includes(f.group)) refuse('group', 'This report is not made by that.')
  if (f.kind !== undefined && !kindsOf(f.report).includes(f.kind)) refuse('kind', 'This report knows no such kind.')
  if (f.sort !== undefined && !isSort(f.report, f.sort)) refuse('sort', 'This report has no such figure.')
  if (f.report === 'fill' && f.unit !== undefined) refuse('unit', 'Filling is not counted by unit.')
  if (f.report === 'fill' && f.officer_id !== undefined) refuse('officer_id', 'Filling is not counted by officer.')
}

/** By the names of `metricsOf`; null where there is nothing to count from. */
const Values = z.record(z.string(), z.number().nullable())
const Row = z.object({
  /** The officer's id, the unit (empty: none), the kind, or the first day of the period. */
  key: z.string(),
  /** The officer's name; else as `key`. */
  label: z.string(),
  badge_number: z.string().nullable(),
  values: Values,
})
export type ReportRow = z.output<typeof Row>
export type ReportValues = z.output<typeof Values>

export const readReport = endpoint({
  name: 'reports.read',
  summary: 'One report by officer, unit, kind or period: its rows, their totals, and what its chart shows.',
  method: 'GET',
  path: '/api/reports/:report',
  who: 'admin',
  feature: 'reports',
  input: z
    .object({ ...filters, after, limit: z.coerce.number<number>().int().min(1).max(200).optional() })
    .superRefine(check),
  output: page(Row).extend({
    /** The days that were asked for, or stood in for them. */
    from: z.iso.date(),
    to: z.iso.date(),
    rows: z.int(),
    totals: Values,
    /** On the first page: periods in their order, the rest with the most first. */
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
