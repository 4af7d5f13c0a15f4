import { monthWords, tickWords } from '#features/reports/rules.figures.ts'
import type { Claim } from './rules.claims.ts'
import { type FeatureName, type Group, groupsOf, type View } from './rules.ts'

export const viewWords: Readonly<Record<View, { title: string; hint: string; empty: string }>> = {
  growth: {
    title: 'Growth',
    hint: 'Departments as they stood at the end of each month, and in how many of them somebody did something.',
    empty: 'There was no department in these months.',
  },
  filling: {
    title: 'Filling',
    hint: 'Shifts posted, places held when shifts began, and how long it took from posting until every place was held.',
    empty: 'No posted shift has begun in these months.',
  },
  trials: {
    title: 'Trials',
    hint: 'Trials that ended in the month, by a plan, by their last day or with the department; and how many have taken a plan by now.',
    empty: 'No trial began or ended in these months.',
  },
  features: {
    title: 'Features',
    hint: 'Departments that have a feature on, and those in which somebody used it.',
    empty: 'No department had a feature on in these months.',
  },
}

export const groupWords: Readonly<Record<Group, string>> = { month: 'Month', tier: 'Tier', feature: 'Feature' }

export const tierWords: Readonly<Record<string, string>> = {
  basic: 'Basic',
  trial: 'Trial',
  pro: 'Pro',
  enterprise: 'Enterprise',
}

/** What counts as its use stands beside each. */
export const featureWords: Readonly<Record<FeatureName, { name: string; use: string }>> = {
  reports: { name: 'Reports', use: 'somebody read or exported a report' },
  overtime: { name: 'Extra time', use: 'somebody opened or claimed extra time' },
  officer_stats: { name: 'Officer statistics', use: 'somebody looked at the statistics of an officer' },
  custom_branding: { name: 'Custom branding', use: 'it showed a logo or a colour of its own' },
  location_verification: { name: 'Location verification', use: 'somebody checked in or out with a position' },
  audit_logs: { name: 'Audit logs', use: 'somebody read or exported the audit' },
  bulk_operations: { name: 'Bulk operations', use: 'somebody decided on several rows at once' },
}

const features: Readonly<Record<string, { name: string }>> = featureWords

/** A row's name: the month, the tier, the feature. */
export const keyWords = (group: Group, key: string): string => {
  if (group === 'month') return monthWords(`${key}-01`)
  return group === 'tier' ? (tierWords[key] ?? key) : (features[key]?.name ?? key)
}

/** The same at the foot of a column of a chart. */
export const shortKeyWords = (group: Group, key: string): string =>
  group === 'month' ? tickWords('month', `${key}-01`) : keyWords(group, key)

/** `Filling by month`: the heading of a table, and the name of its file. */
export const viewTitle = (of: {
  view: View
  by?: Group | undefined
  tier?: string | undefined
  feature?: FeatureName | undefined
}): string => {
  const by = groupWords[of.by ?? groupsOf(of.view)[0] ?? 'month'].toLowerCase()
  const only = [of.feature && featureWords[of.feature].name, of.tier && tierWords[of.tier]].filter(Boolean)
  return `${viewWords[of.view].title} by ${by}${only.length > 0 ? ` (${only.join(', ')})` : ''}`
}

/** Why there is no figure, or what the figure is of. */
export const claimNotes: Readonly<Record<Claim, string>> = {
  fill_rate: 'Places held when shifts began, of places asked for, over 12 months.',
  time_to_fill: 'Median from posting to a full board, of shifts that were full before they began, over 12 months.',
  savings: 'What a department paid for phone time and double pay before it came is in no record here.',
  support: 'At what hours people of ours sit and answer is in no record here.',
  departments: 'Departments that posted a shift this month or in the two before it.',
  live: 'Median from the making of a department to its first published shift, of those that published their first in 12 months.',
}
