import { requiredPlan, type Tier } from '#platform/shared/plans.ts'

export type FeatureName = keyof typeof requiredPlan

const plansOf: Readonly<Record<Tier, readonly Tier[]>> = {
  basic: ['basic'],
  trial: ['basic', 'pro'],
  pro: ['basic', 'pro'],
  enterprise: ['basic', 'pro', 'enterprise'],
}

export type Overrides = Readonly<Record<string, boolean>> | null

/** Whether the flag is on: an explicit override beats the tier (section 4). The gate grants super admins access, not this function. */
export function hasFeature(feature: FeatureName, tier: Tier, overrides: Overrides = null): boolean {
  const own = overrides !== null && Object.hasOwn(overrides, feature) ? overrides[feature] : undefined
  return own ?? plansOf[tier].includes(requiredPlan[feature])
}
