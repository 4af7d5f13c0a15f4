import { monthWords, tickWords } from '#features/hours/reports/words.figures.ts'
import type { Claim } from './rules.claims.ts'
import { type FeatureName, type Group, groupsOf, type View } from './rules.ts'

export const viewWords: Readonly<Record<View, { title: string; hint: string; empty: string }>> = {
  growth: {
    title: 'Growth',
    hint: 'Organizations at the end of each month, and how many were active.',
    empty: 'No organizations in these months.',
  },
  filling: {
    title: 'Fill rates',
    hint: 'Shifts posted, spots filled at shift start, and time from posting to full.',
    empty: 'No posted shifts started in these months.',
  },
  trials: {
    title: 'Trials',
    hint: 'Trials that ended in the month, and how many converted to a plan.',
    empty: 'No trials started or ended in these months.',
  },
  features: {
    title: 'Features',
    hint: 'Organizations with a feature turned on, and those that used it.',
    empty: 'No organizations had features turned on in these months.',
  },
}

export const groupWords: Readonly<Record<Group, string>> = { month: 'Month', tier: 'Tier', feature: 'Feature' }

export const tierWords: Readonly<Record<string, string>> = {
  basic: 'Basic',
  trial: 'Trial',
  pro: 'Pro',
  enterprise: 'Enterprise',
}

/** Name of each feature, and what counts as its usage. */
export const featureWords: Readonly<Record<FeatureName, { name: string; use: string }>> = {
  reports: { name: 'Reports', use: 'a report was viewed or exported' },
  overtime: { name: 'Extra time', use: 'extra time was opened or claimed' },
  officer_stats: { name: 'Officer statistics', use: 'officer statistics were viewed' },
  custom_branding: { name: 'Custom branding', use: 'a custom logo or color was shown' },
  location_verification: { name: 'Location verification', use: 'a check-in or check-out had a location' },
  audit_logs: { name: 'Audit logs', use: 'the audit log was viewed or exported' },
  bulk_operations: { name: 'Bulk operations', use: 'a bulk decision was made' },
}

const features: Readonly<Record<string, { name: string }>> = featureWords

/** A row's name: the month, the tier, the feature. */
export const keyWords = (group: Group, key: string): string => {
  if (group === 'month') return monthWords(`${key}-01`)
  return group === 'tier' ? (tierWords[key] ?? key) : (features[key]?.name ?? key)
}

/** The same as an axis label of a chart. */
export const shortKeyWords = (group: Group, key: string): string =>
  group === 'month' ? tickWords('month', `${key}-01`) : keyWords(group, key)

/** `Fill rates by month`: the heading of a table, and its file name. */
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

/** Why there is no figure, or what it is based on. */
export const claimNotes: Readonly<Record<Claim, string>> = {
  fill_rate: 'Spots filled at shift start out of spots posted, over 12 months.',
  time_to_fill: 'Median time from posting to full, for shifts filled before they start, over 12 months.',
  savings: "Not measurable: organizations' earlier costs are unknown.",
  support: "Not measurable: support hours aren't recorded.",
  departments: 'Organizations that posted a shift in the last 3 months.',
  live: 'Median time from creating an organization to its first published shift, over 12 months.',
}
