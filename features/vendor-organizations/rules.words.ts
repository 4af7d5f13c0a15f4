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

/** What stands behind a feature that goes. */
const behind: Readonly<Partial<Record<Feature, (n: number) => string>>> = {
  overtime: (n) => `${n} undecided ${n === 1 ? 'claim' : 'claims'} wait there and cannot be decided on.`,
  officer_stats: (n) => `${n} ${n === 1 ? 'officer sees' : 'officers see'} no statistics any more.`,
  custom_branding: () => 'The logo and colour are kept and not shown.',
}

const lost = ({ feature, count }: Effect): string => {
  if (!feature) return ''
  const words = count ? behind[feature]?.(count) : null
  return `${flagWords[feature]}: taken away. ${words ?? 'What was made with it is kept.'}`
}

const words: Readonly<Record<EffectKind, (effect: Effect) => string>> = {
  trial_over: () => 'The trial is over at once: nobody can do anything there but sign in, and admins export.',
  trial_open: () => 'The department works again: its trial is no longer over.',
  trial_moved: () => 'The trial ends on another day.',
  feature_lost: lost,
  feature_gained: ({ feature }) => (feature ? `${flagWords[feature]}: added.` : ''),
  over_limit: ({ count }) =>
    `${count} ${count === 1 ? 'officer is' : 'officers are'} above the new limit. They keep their places; nobody further can be approved.`,
  limit_moved: ({ count }) =>
    count === null
      ? 'No limit of officers any more.'
      : `Up to ${count} ${count === 1 ? 'officer' : 'officers'} from now on.`,
  address_moved: () => 'The old address stops working: bookmarks and links in mails that are out lead nowhere.',
  zone_moved: () => 'Days, weeks, quiet hours and the end of a trial go by the new zone. Posted shifts keep theirs.',
}

/** Takes something away, or may. */
const takes: ReadonlySet<EffectKind> = new Set([
  'trial_over',
  'feature_lost',
  'over_limit',
  'address_moved',
  'zone_moved',
])
export const effectText = (effect: Effect): string => words[effect.kind](effect)
export const isTaking = (effect: Effect): boolean => takes.has(effect.kind)
