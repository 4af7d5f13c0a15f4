import type { Feature } from './endpoint.ts'

export const tiers = ['basic', 'trial', 'pro', 'enterprise'] as const
export type Tier = (typeof tiers)[number]

/** Every flag with the plan it needs (specification section 6). `api_access` and `advanced_analytics` are gate names only. */
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

/** Specification section 9: the department sizes that have a plan each, in officers. */
export const departmentSizes = ['5-25', '26-100', '100+'] as const
