import { type FeatureName, hasFeature, isTrialActive } from '#features/organizations/rules.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import type { Feature } from '#platform/shared/endpoint.ts'
import type { Tier } from '#platform/shared/plans.ts'
import type { Instant, WallDate } from '#platform/shared/time.ts'

/** Why nobody of the vendor's own staff is made a department's admin. */
export const staffWords = 'One of the vendor’s staff: support access is the way inside.'

/** Why an address cannot be given. */
export const addressWords = {
  empty: 'The name needs a letter a to z or a figure, for the address is made of it.',
  reserved: 'This address belongs to the product. Choose another.',
  malformed: 'Small letters a to z, figures and hyphens, neither first nor last; 63 at most.',
} as const

/** The flags that gate something (specification section 6); the other two of the plans' table are names only. */
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

/** What is chosen for each flag, from what is stored: no entry is what the plan gives. */
export const choicesOf = (flags: Flags): Choices => {
  const of = (name: Feature): FlagChoice => (Object.hasOwn(flags, name) ? (flags[name] ? 'on' : 'off') : 'inherit')
  return Object.fromEntries(gatedFlags.map((name) => [name, of(name)])) as Choices
}

/** What is stored for the choices; flags that are none of the seven stay as they are. */
export const flagsOf = (stored: Flags, choices: { readonly [Name in Feature]?: FlagChoice | undefined }): Flags => {
  const kept = Object.entries(stored).filter(
    ([name]) => !Object.hasOwn(choices, name) || choices[name as Feature] === undefined,
  )
  const chosen = Object.entries(choices).flatMap(([name, choice]) =>
    choice === 'inherit' || choice === undefined ? [] : [[name, choice === 'on'] as const],
  )
  return Object.fromEntries([...kept, ...chosen])
}

/** What the vendor sets of an organization. */
export type VendorFields = {
  name: string
  subdomain: string
  time_zone: string
  subscription_tier: Tier
  trial_end_date: WallDate | null
  max_officers: number | null
  features_enabled: Flags
}

/** What stands behind the features, without looking inside. */
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
/** One thing that a change brings. `count`: how much stands behind it, null where that is not counted. */
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

/** Nobody who is approved loses the place to a smaller limit: only nobody further is approved while they are more. */
const limitEffects = (before: VendorFields, after: VendorFields, { officers_counted }: Behind): Effect[] => {
  if (before.max_officers === after.max_officers) return []
  const over = after.max_officers === null ? 0 : Math.max(0, officers_counted - after.max_officers)
  return [over > 0 ? effect('over_limit', over) : effect('limit_moved', after.max_officers)]
}

/** What saving `after` over `before` takes away and gives: what is lost first. */
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
/** Those that the list shows; what is erased has its certificate elsewhere. */
export const listedStates = ['active', 'suspended', 'closing'] as const

export const trialStates = ['active', 'ending_soon', 'expired'] as const
export const organizationSorts = ['name', 'officers', 'last_activity', 'created'] as const

/** Without a person's doing for so long an organization has gone quiet. */
export const QUIET_DAYS = 14
export const MAX_OFFICERS_MOST = 100_000
