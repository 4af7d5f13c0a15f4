import type { Feature } from '#platform/shared/endpoint.ts'

/** The features, in the order of their bits in `features_on` and `features_used`. */
export const features = [
  'reports',
  'overtime',
  'officer_stats',
  'custom_branding',
  'location_verification',
  'audit_logs',
  'bulk_operations',
] as const satisfies readonly Feature[]

/** Minutes below which filled shifts are counted: `under_15` ... of month_figures, where a median is looked for. */
export const FILL_BOUNDS = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 960, 1440, 2880, 4320, 10_080] as const

/** A month is counted for good when it has been over for so long; until then again after as long. */
export const SETTLED_MINUTES = 60
