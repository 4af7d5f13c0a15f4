import type { ComponentType } from 'react'
import type { RoutePath } from './routes.ts'

/** The screen of each route; each module default-exports a component. What is not built yet stands in `not-yet.ts`. */
export type Importer = () => Promise<{ default: ComponentType }>

export const screens = {
  '/admin/assignments': () => import('#features/assignments/screens/assignments.tsx'),
  '/admin/assignments/new': () => import('#features/assignment-editor/screens/new-assignment.tsx'),
  '/admin/assignments/{id}': () => import('#features/assignments/screens/assignment.tsx'),
  '/admin/assignments/{id}/edit': () => import('#features/assignment-editor/screens/edit-assignment.tsx'),
  '/super-admin/login': () => import('#features/super-admins/screens/sign-in.tsx'),
  '/super-admin/dashboard': () => import('#features/vendor-dashboard/screens/dashboard.tsx'),
  '/super-admin/settings': () => import('#features/vendor-settings/screens/settings.tsx'),
  '/super-admin/profile': () => import('#features/super-admins/screens/profile.tsx'),
  '/app': () => import('#features/accounts/screens/sign-in.tsx'),
  '/auth': () => import('#features/accounts/screens/sign-in.tsx'),
  '/admin/login': () => import('#features/accounts/screens/admin-sign-in.tsx'),
  '/{agency}': () => import('#features/accounts/screens/agency-sign-in.tsx'),
  '/{agency}/login': () => import('#features/accounts/screens/agency-sign-in.tsx'),
  '/{agency}/register': () => import('#features/account-links/screens/agency-registration.tsx'),
  '/register/{organizationId}': () => import('#features/account-links/screens/registration.tsx'),
  '/{agency}/admin/setup': () => import('#features/account-links/screens/admin-setup.tsx'),
  '/auth/link': () => import('#features/account-links/screens/account-link.tsx'),
  '/auth/reset-password': () => import('#features/account-links/screens/reset-password.tsx'),
  '/admin/officers': () => import('#features/officers/screens/officers.tsx'),
  '/admin/officers/import': () => import('#features/officer-imports/screens/officer-import.tsx'),
  '/admin/officers/{officerId}': () => import('#features/officers/screens/officer.tsx'),
  '/officer/assignments': () => import('#features/signups/screens/open-jobs.tsx'),
  '/admin/audit': () => import('#features/audit/screens/audit.tsx'),
  '/admin/faq': () => import('#features/faq/screens/manage.tsx'),
  '/faq': () => import('#features/faq/screens/faq.tsx'),
  '/admin/setup': () => import('#features/onboarding/screens/setup.tsx'),
  '/admin/dashboard': () => import('#features/dashboards/screens/admin.tsx'),
  '/admin/attendance': () => import('#features/attendance-review/screens/review.tsx'),
  '/admin/overtime': () => import('#features/extra-time/screens/approval.tsx'),
  '/admin/branding': () => import('#features/branding/screens/branding.tsx'),
  '/admin/settings': () => import('#features/settings/screens/settings.tsx'),
  '/admin/reports': () => import('#features/reports/screens/reports.tsx'),
  '/officer/dashboard': () => import('#features/dashboards/screens/officer.tsx'),
  '/officer/history': () => import('#features/attendance/screens/history.tsx'),
  '/officer/profile': () => import('#features/profiles/screens/profile.tsx'),
  '/notifications': () => import('#features/notifications/screens/notifications.tsx'),
} as const satisfies Partial<Record<RoutePath, Importer>>
