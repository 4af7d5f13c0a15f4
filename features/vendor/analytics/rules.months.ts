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

/** Upper bounds in minutes for counting filled shifts: `under_15` ... of month_figures, used to find a median. */
export const FILL_BOUNDS = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 960, 1440, 2880, 4320, 10_080] as const

/** A month is settled once it has been over for this long; before that, it is recounted at this interval. */
export const SETTLED_MINUTES = 60
