import type { Feature } from '#platform/shared/endpoint.ts'

/** The route table of specification section 2, one line per route, as written there. The screens are in `screens.ts`. */

export type Guard = 'public' | 'signed_in' | 'officer' | 'admin' | 'super_admin'
export type RouteEntry = {
  guard: Guard
  /** `plain`: a footer only. `shell`: sidebar, header, breadcrumb, footer, help button. */
  layout: 'plain' | 'shell'
  feature?: Feature
  /** The breadcrumb's label; admin paths only. */
  label?: string
  /** Reachable after the trial has ended. */
  afterTrial?: true
}

const open = { guard: 'public', layout: 'plain' } as const
const vendor = { guard: 'super_admin', layout: 'plain' } as const
const admin = { guard: 'admin', layout: 'shell' } as const
const officer = { guard: 'officer', layout: 'shell' } as const

export const routes = {
  '/': open,
  '/landing': open,
  '/app': open,
  '/super-admin/login': open,
  '/super-admin/dashboard': vendor,
  '/super-admin/organizations': vendor,
  '/super-admin/organizations/{orgId}': vendor,
  '/super-admin/erasures': vendor,
  '/super-admin/features': vendor,
  '/super-admin/users': vendor,
  '/super-admin/users/{userId}': vendor,
  '/super-admin/billing': vendor,
  '/super-admin/billing/{orgId}': vendor,
  '/super-admin/billing/{orgId}/invoices/{invoiceId}': vendor,
  '/super-admin/analytics': vendor,
  '/super-admin/billing-analytics': vendor,
  '/super-admin/audit': vendor,
  '/super-admin/settings': vendor,
  '/super-admin/profile': vendor,
  '/super-admin/requests': vendor,
  '/admin/login': open,
  '/admin/dashboard': { ...admin, label: 'Dashboard' },
  '/admin/setup': { ...admin, label: 'Set up' },
  '/admin/officers': { ...admin, label: 'Officer Management' },
  '/admin/officers/import': { ...admin, label: 'Import' },
  '/admin/officers/posters': { ...admin, label: 'QR posters' },
  '/admin/officers/{officerId}': { ...admin, label: 'Officer' },
  '/admin/assignments': { ...admin, label: 'Assignment Management' },
  '/admin/attendance': { ...admin, label: 'Attendance' },
  '/admin/assignments/new': { ...admin, label: 'New shift' },
  '/admin/assignments/{id}': { ...admin, label: 'Shift' },
  '/admin/assignments/{id}/edit': { ...admin, label: 'Edit' },
  '/admin/staffing': { ...admin, label: 'Staffing' },
  '/admin/staffing/escalation': { ...admin, label: 'Escalation' },
  '/admin/staffing/leave': { ...admin, label: 'Leave requests' },
  '/admin/staffing/swaps': { ...admin, label: 'Swaps' },
  '/admin/staffing/force-list': { ...admin, label: 'Force list' },
  '/admin/staffing/minimum': { ...admin, label: 'Minimum staffing' },
  '/admin/staffing/tours': { ...admin, label: 'Tours and leave' },
  '/admin/staffing/tours/import': { ...admin, label: 'Import' },
  '/admin/staffing/tours/{platoonId}': { ...admin, label: 'Platoon' },
  '/admin/staffing/plan': { ...admin, label: 'Fill assistant' },
  '/admin/staffing/rules': { ...admin, label: 'Award rules' },
  '/admin/staffing/rules/{id}': { ...admin, label: 'Rule' },
  '/admin/staffing/order': { ...admin, label: 'Current order' },
  '/admin/staffing/work-rules': { ...admin, label: 'Rest and hours' },
  '/admin/staffing/cases': { ...admin, label: 'Skipped officers' },
  '/admin/staffing/opportunities': { ...admin, label: 'Offers and responses' },
  '/admin/overtime': { ...admin, label: 'Extra Time Approval', feature: 'overtime' },
  '/admin/reports': { ...admin, label: 'Reports', feature: 'reports' },
  '/admin/branding': { ...admin, label: 'Branding', feature: 'custom_branding' },
  '/admin/audit': { ...admin, label: 'Audit Logs', feature: 'audit_logs' },
  '/admin/announcements': { ...admin, label: 'Announcements' },
  '/admin/announcements/{id}': { ...admin, label: 'Announcement' },
  '/admin/faq': { ...admin, label: 'FAQ Management' },
  '/admin/settings': { ...admin, label: 'Settings' },
  '/admin/vendor-access': { ...admin, label: 'Vendor Access' },
  '/officer/dashboard': officer,
  '/officer/assignments': officer,
  '/officer/assignments/{id}': officer,
  '/officer/schedule': officer,
  '/officer/schedule/leave': officer,
  '/officer/announcements': officer,
  '/officer/history': officer,
  '/officer/standing': officer,
  '/officer/profile': { ...officer, afterTrial: true },
  '/notifications': officer,
  '/register/{organizationId}': open,
  '/{agency}/admin/setup': open,
  '/{agency}/login': open,
  '/{agency}': open,
  '/{agency}/register': open,
  '/auth': open,
  '/auth/link': open,
  '/auth/reset-password': open,
  '/faq': open,
  '/terms': open,
  '/privacy': open,
} as const satisfies Record<string, RouteEntry>

export type RoutePath = keyof typeof routes

/** Pages the server delivers prerendered, signed in or not (docs/decisions/0110): the application only links to them. */
export const prerendered = ['/', '/landing', '/terms', '/privacy'] as const satisfies readonly RoutePath[]

/** Redirects to other paths. `/org/{agency}/...` goes to `/{agency}/...` (see router.tsx). */
export const redirects = {
  '/super-admin': '/super-admin/dashboard',
} as const
