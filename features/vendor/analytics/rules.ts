import type { Measure, Metric } from '#features/hours/reports/rules.ts'
import { HOUR } from '#platform/shared/time.ts'
import { features } from './rules.months.ts'

/** The pages of analytics, in tab order. docs/definitions.md defines what each figure counts. */
export const views = ['growth', 'filling', 'trials', 'features'] as const
export type View = (typeof views)[number]

export const groups = ['month', 'tier', 'feature'] as const
export type Group = (typeof groups)[number]
export const groupsOf = (view: View): readonly Group[] =>
  view === 'features' ? ['feature', 'month', 'tier'] : ['month', 'tier']

export const featureNames = features
export type FeatureName = (typeof features)[number]

/** Default number of months shown, including the current one, and the maximum. */
export const MONTHS_SHOWN = 12
export const MONTHS_MOST = 120

/** The figures of each page: the chart shows the first by default. */
export const metricsOf = {
  growth: [
    { name: 'active', head: 'Active', as: 'whole', hint: 'used by at least one person' },
    { name: 'organizations', head: 'Organizations', as: 'whole' },
    { name: 'officers', head: 'Officers', as: 'whole' },
  ],
  filling: [
    { name: 'rate', head: 'Fill rate', as: 'percent', hint: 'spots filled at shift start' },
    { name: 'median_minutes', head: 'Time to fill', as: 'minutes', hint: 'median' },
    { name: 'under_2h', head: 'Full in under 2 h', as: 'percent', hint: 'of full shifts' },
    { name: 'posted', head: 'Shifts posted', as: 'whole' },
    { name: 'shifts', head: 'Shifts started', as: 'whole' },
    { name: 'filled', head: 'Full shifts', as: 'whole' },
    { name: 'required', head: 'Spots', as: 'whole' },
    { name: 'held', head: 'Filled', as: 'whole' },
  ],
  trials: [
    { name: 'rate', head: 'Conversion', as: 'percent', hint: 'of trials that ended' },
    { name: 'started', head: 'Started', as: 'whole' },
    { name: 'ended', head: 'Ended', as: 'whole' },
    { name: 'converted', head: 'Converted', as: 'whole' },
  ],
  features: [
    { name: 'rate', head: 'Adoption', as: 'percent', hint: 'of those with it turned on' },
    { name: 'used', head: 'Used', as: 'whole', hint: 'organizations' },
    { name: 'on', head: 'Turned on', as: 'whole', hint: 'organizations' },
  ],
} as const satisfies Record<View, readonly Metric[]>
export type { Measure, Metric }

export const isMonth = (text: string): boolean => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)

const countOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1

/** Months are `2026-11`. The number of months from one to the other, inclusive. */
export const monthsBetween = (from: string, to: string): number => countOf(to) - countOf(from) + 1

export const monthPlus = (month: string, months: number): string => {
  const count = countOf(month) + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The latest month that has begun in every department's zone; takes milliseconds, same calculation as on the server. */
export const runningMonth = (now: number): string => new Date(now - 12 * HOUR).toISOString().slice(0, 7)
