import type { Feature } from '#platform/shared/endpoint.ts'
import type { Tier } from '#platform/shared/plans.ts'
import type { Effect, EffectKind, State } from './rules.ts'

export const tierWords: Readonly<Record<Tier, string>> = {
  basic: 'Basic',
  trial: 'Trial',
  pro: 'Pro',
  enterprise: 'Enterprise',
}
export const stateWords: Readonly<Record<State, string>> = {
  active: 'Active',
  suspended: 'Suspended',
  closing: 'Closing',
  erased: 'Erased',
}
export const flagWords: Readonly<Record<Feature, string>> = {
  reports: 'Reports',
  overtime: 'Extra time',
  officer_stats: 'Officer statistics',
  custom_branding: 'Custom branding',
  location_verification: 'Location verification',
  audit_logs: 'Audit logs',
  bulk_operations: 'Bulk operations',
}

/** What is affected when a feature is removed. */
const behind: Readonly<Partial<Record<Feature, (n: number) => string>>> = {
  overtime: (n) => `${n} undecided ${n === 1 ? 'claim' : 'claims'} can no longer be decided.`,
  officer_stats: (n) => `${n} ${n === 1 ? 'officer' : 'officers'} can no longer see statistics.`,
  custom_branding: () => 'The logo and color are hidden but kept.',
}

const lost = ({ feature, count }: Effect): string => {
  if (!feature) return ''
  const words = count ? behind[feature]?.(count) : null
  return `${flagWords[feature]}: removed. ${words ?? 'Existing data is kept.'}`
}

const words: Readonly<Record<EffectKind, (effect: Effect) => string>> = {
  trial_over: () => 'The trial ends right away. People can only sign in, and admins can export.',
  trial_open: () => 'The trial is active again.',
  trial_moved: () => 'The trial end date changes.',
  feature_lost: lost,
  feature_gained: ({ feature }) => (feature ? `${flagWords[feature]}: added.` : ''),
  over_limit: ({ count }) =>
    `${count} ${count === 1 ? 'officer is' : 'officers are'} above the new limit. They stay on the roster, but no more officers can be approved.`,
  limit_moved: ({ count }) =>
    count === null ? 'No officer limit.' : `Up to ${count} ${count === 1 ? 'officer' : 'officers'}.`,
  address_moved: () => 'The old web address stops working. Bookmarks and links in sent emails will break.',
  zone_moved: () => 'Days, weeks, quiet hours and the end of the trial use the new time zone.',
}

/** Effects that remove, or may remove, something. */
const takes: ReadonlySet<EffectKind> = new Set([
  'trial_over',
  'feature_lost',
  'over_limit',
  'address_moved',
  'zone_moved',
])
export const effectText = (effect: Effect): string => words[effect.kind](effect)
export const isTaking = (effect: Effect): boolean => takes.has(effect.kind)
