import { features } from '#features/month-figures/rules.ts'
import type { Measure, Metric } from '#features/reports/rules.ts'

/** The pages of analytics, in the order of their tabs. What each figure counts stands in docs/definitions.md. */
export const views = ['growth', 'filling', 'trials', 'features'] as const
export type View = (typeof views)[number]

export const groups = ['month', 'tier', 'feature'] as const
export type Group = (typeof groups)[number]
export const groupsOf = (view: View): readonly Group[] =>
  view === 'features' ? ['feature', 'month', 'tier'] : ['month', 'tier']

export const featureNames = features
export type FeatureName = (typeof features)[number]

/** Months shown unless told, the running one included; and the most that are. */
export const MONTHS_SHOWN = 12
export const MONTHS_MOST = 120

/** The figures of each page: the first is what its chart shows. */
export const metricsOf = {
  growth: [
    { name: 'active', head: 'Active', as: 'whole', hint: 'somebody of it did something' },
    { name: 'organizations', head: 'Organizations', as: 'whole' },
    { name: 'officers', head: 'Officers', as: 'whole' },
  ],
  filling: [
    { name: 'rate', head: 'Fill rate', as: 'percent', hint: 'places held at the start' },
    { name: 'median_minutes', head: 'Time to fill', as: 'minutes', hint: 'median' },
    { name: 'under_2h', head: 'Full in under 2 h', as: 'percent', hint: 'of full shifts' },
    { name: 'posted', head: 'Shifts posted', as: 'whole' },
    { name: 'shifts', head: 'Shifts begun', as: 'whole' },
    { name: 'filled', head: 'Full shifts', as: 'whole' },
    { name: 'required', head: 'Places', as: 'whole' },
    { name: 'held', head: 'Held', as: 'whole' },
  ],
  trials: [
    { name: 'rate', head: 'Conversion', as: 'percent', hint: 'of trials that ended' },
    { name: 'started', head: 'Started', as: 'whole' },
    { name: 'ended', head: 'Ended', as: 'whole' },
    { name: 'converted', head: 'Converted', as: 'whole' },
  ],
  features: [
    { name: 'rate', head: 'Adoption', as: 'percent', hint: 'of those that have it on' },
    { name: 'used', head: 'Used it', as: 'whole', hint: 'organizations' },
    { name: 'on', head: 'Have it on', as: 'whole', hint: 'organizations' },
  ],
} as const satisfies Record<View, readonly Metric[]>
export type { Measure, Metric }

export const isMonth = (text: string): boolean => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)

const countOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1

/** Months are `2026-11`. How many there are from one to the other, both counted. */
export const monthsBetween = (from: string, to: string): number => countOf(to) - countOf(from) + 1

export const monthPlus = (month: string, months: number): string => {
  const count = countOf(month) + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The month that has begun in every zone that departments have: milliseconds in, as the server reckons it. */
export const runningMonth = (now: number): string => new Date(now - 12 * 3_600_000).toISOString().slice(0, 7)
