import { type AssignmentKind, assignmentKinds } from '#features/assignments/rules.ts'
import { type ExtraTimeKind, extraTimeKinds } from '#features/extra-time/rules.ts'
import { plusDays, type WallDate, weekdayOf } from '#platform/shared/time.ts'

/** The reports, in the order of their tabs. What each figure counts stands in docs/definitions.md. */
export const reportNames = ['hours', 'fill', 'extra_time', 'cost', 'signups'] as const
export type ReportName = (typeof reportNames)[number]

export const periods = ['day', 'week', 'month'] as const
export const reportGroups = ['officer', 'unit', 'kind', ...periods] as const
export type ReportGroup = (typeof reportGroups)[number]
export const isPeriod = (group: ReportGroup): boolean => periods.some((period) => period === group)

/** A shift is nobody's before it is filled, so filling knows no officer and no unit. */
export const groupsOf: Readonly<Record<ReportName, readonly ReportGroup[]>> = {
  hours: reportGroups,
  fill: ['week', 'day', 'month', 'kind'],
  extra_time: reportGroups,
  cost: reportGroups,
  signups: reportGroups,
}

/** Beside the kinds of assignments, what the cost of claimed extra time is listed under. */
export const EXTRA_TIME_KIND = 'extra_time'
export const kindsOf = (report: ReportName): readonly string[] =>
  report === 'extra_time' ? extraTimeKinds : report === 'cost' ? [...assignmentKinds, EXTRA_TIME_KIND] : assignmentKinds
export type ReportKind = AssignmentKind | ExtraTimeKind | typeof EXTRA_TIME_KIND

/** How a figure is written: `minutes` as hours and minutes, `cents` as units, `percent` whole. */
export type Measure = 'whole' | 'minutes' | 'cents' | 'percent'
export type Metric = { name: string; head: string; as: Measure; hint?: string }

/** Hours before the start that a call-off came: `called_off_*` are from one bound to the next. */
export const NOTICE_HOURS = { long: 72, short: 24 } as const

/** The figures of each report: the first is what its chart shows and its table is sorted by. */
export const metricsOf = {
  hours: [
    { name: 'worked', head: 'Worked', as: 'minutes', hint: 'approved' },
    { name: 'waiting', head: 'Waiting', as: 'minutes', hint: 'not approved yet' },
    { name: 'scheduled', head: 'Scheduled', as: 'minutes' },
    { name: 'shifts', head: 'Shifts', as: 'whole' },
  ],
  fill: [
    { name: 'rate', head: 'Fill rate', as: 'percent', hint: 'places held at the start' },
    { name: 'required', head: 'Places', as: 'whole' },
    { name: 'held', head: 'Held', as: 'whole' },
    { name: 'shifts', head: 'Shifts', as: 'whole' },
    { name: 'filled', head: 'Full shifts', as: 'whole' },
    { name: 'median_minutes', head: 'Time to fill', as: 'minutes', hint: 'median' },
  ],
  extra_time: [
    { name: 'approved', head: 'Approved', as: 'minutes' },
    { name: 'waiting', head: 'Waiting', as: 'minutes' },
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
    { name: 'approvals', head: 'Got a place', as: 'whole' },
    { name: 'rejections', head: 'Rejected', as: 'whole' },
    { name: 'withdrawals', head: 'Withdrawn', as: 'whole' },
    { name: 'called_off_long', head: 'Off ≥ 72 h', hint: 'called off, by notice', as: 'whole' },
    { name: 'called_off_short', head: 'Off 24–72 h', as: 'whole' },
    { name: 'called_off_late', head: 'Off < 24 h', as: 'whole' },
    { name: 'no_shows', head: 'No-shows', as: 'whole' },
  ],
} as const satisfies Record<ReportName, readonly Metric[]>

/**
 * What minutes at a rate cost, in whole cents, half a cent up: the one place where money is rounded. Each record is rounded by
 * itself, so that sums by officer, unit, kind and period are the same money. `rate` is millionths of the currency unit an hour.
 */
export const costCents = (minutes: number, rate: number): number =>
  Number((BigInt(minutes) * BigInt(rate) + 300_000n) / 600_000n)

/** The first day of the period that holds the date; weeks begin on Sunday. */
export const periodOf = (period: 'day' | 'week' | 'month', date: WallDate): WallDate => {
  if (period === 'week') return plusDays(date, -weekdayOf(date))
  return period === 'month' ? `${date.slice(0, 7)}-01` : date
}

/** Bars of a chart at most: of people and units the most, of periods the latest. */
export const CHART_PERIODS = 120
export const CHART_PARTS = 15

/** Days that a report covers when no dates are chosen, today included. */
export const REPORT_DAYS = 30
