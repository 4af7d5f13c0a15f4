import type { Feature } from './endpoint.ts'

export const tiers = ['basic', 'trial', 'pro', 'enterprise'] as const
export type Tier = (typeof tiers)[number]

/** Every flag with the plan it requires (specification section 6). `api_access` and `advanced_analytics` are gate names only. */
export const requiredPlan = {
  reports: 'basic',
  overtime: 'basic',
  officer_stats: 'basic',
  custom_branding: 'pro',
  location_verification: 'pro',
  audit_logs: 'pro',
  bulk_operations: 'pro',
  api_access: 'enterprise',
  advanced_analytics: 'enterprise',
} as const satisfies Record<Feature | 'api_access' | 'advanced_analytics', Tier>

/** Specification section 9: department sizes in officers, one plan each. */
export const departmentSizes = ['5-25', '26-100', '100+'] as const
/** The size class for a number of officers. */
export const sizeFor = (officers: number): (typeof departmentSizes)[number] =>
  officers <= 25 ? '5-25' : officers <= 100 ? '26-100' : '100+'

/** Organization columns that no admin sets: the vendor or the database does. */
export const ofOrganization: readonly string[] = [
  'id',
  'subdomain',
  'subscription_tier',
  'features_enabled',
  'logo_url',
  'trial_end_date',
  'max_officers',
  'primary_color',
  'state',
]
