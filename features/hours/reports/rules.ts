import { type ExtraTimeKind, extraTimeKinds } from '#features/hours/extra-time/rules.ts'
import { type AssignmentKind, assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { wholeCents } from '#platform/shared/money.ts'
import { plusDays, type WallDate, weekdayOf } from '#platform/shared/time.ts'

/** The reports, in tab order. docs/definitions.md defines what each figure counts. */
export const reportNames = ['hours', 'fill', 'extra_time', 'cost', 'signups', 'equalization'] as const
export type ReportName = (typeof reportNames)[number]

const periods = ['day', 'week', 'month'] as const
export const reportGroups = ['officer', 'unit', 'kind', ...periods] as const
export type ReportGroup = (typeof reportGroups)[number]
export const isPeriod = (group: ReportGroup): boolean => periods.some((period) => period === group)

/** An unfilled spot belongs to no one, so the fill report cannot be grouped by officer or unit. */
export const groupsOf: Readonly<Record<ReportName, readonly ReportGroup[]>> = {
  hours: reportGroups,
  fill: ['week', 'day', 'month', 'kind'],
  extra_time: reportGroups,
  cost: reportGroups,
  signups: reportGroups,
  equalization: reportGroups,
}

/** The kind under which the cost of claimed extra time is listed, in addition to the assignment kinds. */
export const EXTRA_TIME_KIND = 'extra_time'
export const kindsOf = (report: ReportName): readonly string[] =>
  report === 'extra_time' ? extraTimeKinds : report === 'cost' ? [...assignmentKinds, EXTRA_TIME_KIND] : assignmentKinds
export type ReportKind = AssignmentKind | ExtraTimeKind | typeof EXTRA_TIME_KIND

/** Format of a figure: `minutes` as hours and minutes, `cents` as currency units, `percent` as a whole number. */
export type Measure = 'whole' | 'minutes' | 'cents' | 'percent'
export type Metric = { name: string; head: string; as: Measure; hint?: string }

/** Hours of notice before the start; these bounds separate the `called_off_*` figures. */
export const NOTICE_HOURS = { long: 72, short: 24 } as const

/** The figures of each report; the first is the one its chart shows and its table is sorted by. */
export const metricsOf = {
  hours: [
    { name: 'worked', head: 'Worked', as: 'minutes', hint: 'approved' },
    { name: 'waiting', head: 'Pending', as: 'minutes', hint: 'awaiting approval' },
    { name: 'scheduled', head: 'Scheduled', as: 'minutes' },
    { name: 'shifts', head: 'Shifts', as: 'whole' },
  ],
  fill: [
    { name: 'rate', head: 'Fill rate', as: 'percent', hint: 'spots filled at shift start' },
    { name: 'required', head: 'Spots', as: 'whole' },
    { name: 'held', head: 'Filled', as: 'whole' },
    { name: 'shifts', head: 'Shifts', as: 'whole' },
    { name: 'filled', head: 'Full shifts', as: 'whole' },
    { name: 'median_minutes', head: 'Time to fill', as: 'minutes', hint: 'median' },
  ],
  extra_time: [
    { name: 'approved', head: 'Approved', as: 'minutes' },
    { name: 'waiting', head: 'Pending', as: 'minutes' },
    { name: 'requests', head: 'Requests', as: 'whole' },
    { name: 'approved_requests', head: 'Approved requests', as: 'whole' },
    { name: 'denied_requests', head: 'Denied', as: 'whole' },
  ],
  cost: [
    { name: 'cost', head: 'Estimated cost', as: 'cents' },
    { name: 'minutes', head: 'Hours with a rate', as: 'minutes' },
    { name: 'unrated_minutes', head: 'Hours without a rate', as: 'minutes' },
    { name: 'unrated_officers', head: 'Officers without a rate', as: 'whole' },
  ],
  signups: [
    { name: 'signups', head: 'Sign-ups', as: 'whole' },
    { name: 'approvals', head: 'Confirmed', as: 'whole' },
    { name: 'rejections', head: 'Denied', as: 'whole' },
    { name: 'withdrawals', head: 'Withdrawn', as: 'whole' },
    { name: 'called_off_long', head: 'Notice ≥ 72 h', hint: 'called off, by notice', as: 'whole' },
    { name: 'called_off_short', head: 'Notice 24–72 h', as: 'whole' },
    { name: 'called_off_late', head: 'Notice < 24 h', as: 'whole' },
    { name: 'no_shows', head: 'No-shows', as: 'whole' },
  ],
  equalization: [
    { name: 'assigned', head: 'Assigned', as: 'minutes', hint: 'order-ins included' },
    { name: 'shifts', head: 'Shifts', as: 'whole' },
    { name: 'offered', head: 'Offers', as: 'whole' },
    { name: 'declined', head: 'Declined', as: 'whole', hint: 'or no answer' },
    { name: 'ordered', head: 'Order-ins', as: 'whole' },
    { name: 'called_off', head: 'Called off', as: 'whole' },
  ],
} as const satisfies Record<ReportName, readonly Metric[]>

/** Grouped by officer, these also list active officers with no records: there, a zero is the finding. */
const listsEveryone: ReadonlySet<ReportName> = new Set(['equalization'])
export const hasZeros = (report: ReportName, group: ReportGroup): boolean =>
  group === 'officer' && listsEveryone.has(report)

/** Fewer officers than this have no spread: their rows say more than quartiles. */
export const SPREAD_OFFICERS = 4

/** Widths of a step of the spread, in minutes: the narrowest with which all officers fit into `SPREAD_STEPS` of them. */
export const spreadWidths = [60, 120, 300, 600, 1200, 3000, 6000, 12_000, 30_000, 60_000] as const
export const SPREAD_STEPS = 16
/** How many officers with the most, and how many with the least, are named beside the spread. */
export const SPREAD_NAMED = 5

/**
 * How evenly a report's first figure is spread over its officers, in the figure's unit. The middle half have `low` to `high`; `none` is
 * how many have zero. `counts` are officers by steps of `width`, from zero; each step has its lower bound.
 */
export type Spread = {
  officers: number
  least: number
  low: number
  median: number
  high: number
  most: number
  mean: number
  none: number
  width: number
  counts: number[]
}

/**
 * The cost of minutes at a rate, in whole cents, half a cent up: each record is rounded on its
 * own, so that sums by officer, unit, kind and period are the same money. `rate` is millionths of the currency unit an hour.
 */
export const costCents = (minutes: number, rate: number): number => wholeCents(BigInt(minutes) * BigInt(rate), 600_000n)

/** The first day of the period that contains the date; weeks begin on Sunday. */
export const periodOf = (period: 'day' | 'week' | 'month', date: WallDate): WallDate => {
  if (period === 'week') return plusDays(date, -weekdayOf(date))
  return period === 'month' ? `${date.slice(0, 7)}-01` : date
}

/** Maximum number of bars in a chart: the latest periods; otherwise the largest rows. */
export const CHART_PERIODS = 120
export const CHART_PARTS = 15

/** Days covered by a report when no dates are chosen, including today. */
export const REPORT_DAYS = 30

type Ordered = { report: ReportName; group?: ReportGroup | undefined; sort?: string | undefined }
export const groupOf = ({ report, group }: Ordered): ReportGroup => group ?? groupsOf[report][0] ?? 'officer'
/** Defaults to the period's label, or to the first figure, largest first. */
export const sortOf = (asked: Ordered): { by: string; down: boolean } => {
  const sort = asked.sort ?? (isPeriod(groupOf(asked)) ? 'label' : `-${metricsOf[asked.report][0].name}`)
  return { by: sort.replace(/^-/, ''), down: sort.startsWith('-') }
}

/** The cursor at the end of a page: the value sorted by, and the key; null if malformed. */
export const readPlace = (after: string | undefined): { value: string; key: string } | null => {
  try {
    const place: unknown = JSON.parse(after ?? '')
    if (!Array.isArray(place) || place.length !== 2 || !place.every((part) => typeof part === 'string')) return null
    const [value, key] = place as [string, string]
    return { value, key }
  } catch {
    return null
  }
}
export const isFigure = (value: string): boolean => /^-?\d{1,18}(\.\d{1,9})?$/.test(value)

type Counted = { values: Readonly<Record<string, number | null>> }
/** Periods from the first one with data: earlier ones are unknown, not zero. */
export const sinceData = <T extends Counted>(
  rows: readonly T[],
  metrics: readonly { name: string }[],
): readonly T[] => {
  const first = rows.findIndex(({ values }) => metrics.some(({ name }) => (values[name] ?? 0) !== 0))
  return first < 0 ? rows : rows.slice(first)
}
