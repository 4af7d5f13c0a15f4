import { type FeatureName, hasFeature } from '#features/people/organizations/rules.features.ts'
import { isTrialActive } from '#features/people/organizations/rules.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import type { Feature } from '#platform/shared/endpoint.ts'
import type { Tier } from '#platform/shared/plans.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import type { Instant, WallDate } from '#platform/shared/time.ts'

/** Why vendor staff cannot become a department's admin. */
export const staffWords = 'This person is vendor staff. Use support access instead.'

/** Why an address cannot be assigned. */
export const addressWords = {
  empty: 'The name needs at least one letter (a to z) or digit.',
  reserved: 'This web address is reserved. Choose another.',
  malformed: "Use up to 63 lowercase letters, digits and hyphens. Don't start or end with a hyphen.",
} as const

/** The flags that gate something (specification section 6); the other two in the plans' table are names only. */
export const gatedFlags = [
  'reports',
  'overtime',
  'officer_stats',
  'custom_branding',
  'location_verification',
  'audit_logs',
  'bulk_operations',
] as const satisfies readonly (Feature & FeatureName)[]

export const flagChoices = ['inherit', 'on', 'off'] as const
export type FlagChoice = (typeof flagChoices)[number]
export type Choices = Readonly<Record<Feature, FlagChoice>>
export type Flags = Readonly<Record<string, boolean>>

/** What is stored for the choices; flags other than the seven stay unchanged. */
export const flagsOf = (stored: Flags, choices: { readonly [Name in Feature]?: FlagChoice | undefined }): Flags => {
  const kept = Object.entries(stored).filter(
    ([name]) => !Object.hasOwn(choices, name) || choices[name as Feature] === undefined,
  )
  const chosen = Object.entries(choices).flatMap(([name, choice]) =>
    choice === 'inherit' || choice === undefined ? [] : [[name, choice === 'on'] as const],
  )
  return Object.fromEntries([...kept, ...chosen])
}

/** An organization's fields that the vendor sets. */
export type VendorFields = {
  name: string
  subdomain: string
  time_zone: string
  subscription_tier: Tier
  trial_end_date: WallDate | null
  max_officers: number | null
  features_enabled: Flags
}

/** Data that exists behind the features, as counts only. */
export type Behind = {
  officers_counted: number
  extra_time_open: number
  primary_color: string
  has_logo: boolean
}

export const effectKinds = [
  'feature_lost',
  'feature_gained',
  'trial_over',
  'trial_open',
  'trial_moved',
  'over_limit',
  'limit_moved',
  'address_moved',
  'zone_moved',
] as const
export type EffectKind = (typeof effectKinds)[number]
/** One effect of a change. `count`: how much data is affected, null if that is not counted. */
export type Effect = { kind: EffectKind; feature: Feature | null; count: number | null }

const behindOf = (feature: Feature, behind: Behind): number | null => {
  if (feature === 'overtime') return behind.extra_time_open
  if (feature === 'officer_stats') return behind.officers_counted
  if (feature === 'custom_branding')
    return Number(behind.has_logo) + Number(behind.primary_color.toLowerCase() !== DEFAULT_COLOR)
  return null
}

const effect = (kind: EffectKind, count: number | null = null, feature: Feature | null = null): Effect => ({
  kind,
  feature,
  count,
})

const trialEffects = (before: VendorFields, after: VendorFields, now: Instant): Effect[] => {
  const [was, is] = [isTrialActive(before, now), isTrialActive(after, now)]
  if (was !== is) return [effect(is ? 'trial_open' : 'trial_over')]
  const ends = (it: VendorFields) => (it.subscription_tier === 'trial' ? `${it.trial_end_date} ${it.time_zone}` : null)
  return ends(before) === ends(after) ? [] : [effect('trial_moved')]
}

/** A lower limit removes no approved officer; it only blocks further approvals while there are more. */
const limitEffects = (before: VendorFields, after: VendorFields, { officers_counted }: Behind): Effect[] => {
  if (before.max_officers === after.max_officers) return []
  const over = after.max_officers === null ? 0 : Math.max(0, officers_counted - after.max_officers)
  return [over > 0 ? effect('over_limit', over) : effect('limit_moved', after.max_officers)]
}

/** What saving `after` over `before` removes and adds: losses first. */
export function previewOf(before: VendorFields, after: VendorFields, behind: Behind, now: Instant): Effect[] {
  const has = (it: VendorFields, name: Feature) => hasFeature(name, it.subscription_tier, it.features_enabled)
  const turned = (from: boolean) => gatedFlags.filter((name) => has(before, name) === from && has(after, name) !== from)
  return [
    ...trialEffects(before, after, now),
    ...turned(true).map((name) => effect('feature_lost', behindOf(name, behind), name)),
    ...limitEffects(before, after, behind),
    ...(before.subdomain === after.subdomain ? [] : [effect('address_moved')]),
    ...(before.time_zone === after.time_zone ? [] : [effect('zone_moved')]),
    ...turned(false).map((name) => effect('feature_gained', null, name)),
  ]
}

export const states = ['active', 'suspended', 'closing', 'erased'] as const
export type State = (typeof states)[number]
/** The states shown in the list; erased organizations have their certificate elsewhere. */
export const listedStates = presentStates satisfies readonly State[]

export const trialStates = ['active', 'ending_soon', 'expired'] as const
export const organizationSorts = ['name', 'officers', 'last_activity', 'created'] as const

/** An organization without activity by a person for this long is inactive. */
export const QUIET_DAYS = 14
export const MAX_OFFICERS_MOST = 100_000
