import type { RoutePath } from './routes.ts'

/** The vendor's navigation, one line per item. */
export const vendorItems: readonly { label: string; route: RoutePath; also?: string }[] = [
  { label: 'Dashboard', route: '/super-admin/dashboard' },
  { label: 'Organizations', route: '/super-admin/organizations', also: 'departments' },
  { label: 'Requests', route: '/super-admin/requests', also: 'trials contact wishes problems' },
  { label: 'Features', route: '/super-admin/features', also: 'flags' },
  { label: 'Users', route: '/super-admin/users', also: 'accounts people' },
  { label: 'Billing', route: '/super-admin/billing', also: 'invoices' },
  { label: 'Billing Analytics', route: '/super-admin/billing-analytics', also: 'revenue' },
  { label: 'Analytics', route: '/super-admin/analytics', also: 'figures' },
  { label: 'Audit', route: '/super-admin/audit', also: 'log records reads who did' },
  { label: 'Settings', route: '/super-admin/settings', also: 'legal name address prices invoices' },
]
