import type { ComponentType } from 'react'
import type { RoutePath } from './routes.ts'

/** The screen of each route; each module default-exports a component. What is not built yet stands in `not-yet.ts`. */
export type Importer = () => Promise<{ default: ComponentType }>

export const screens = {
  '/app': () => import('#features/accounts/screens/sign-in.tsx'),
  '/auth': () => import('#features/accounts/screens/sign-in.tsx'),
  '/admin/login': () => import('#features/accounts/screens/admin-sign-in.tsx'),
  '/{agency}': () => import('#features/accounts/screens/agency-sign-in.tsx'),
  '/{agency}/login': () => import('#features/accounts/screens/agency-sign-in.tsx'),
  '/{agency}/register': () => import('#features/accounts/screens/agency-registration.tsx'),
  '/register/{organizationId}': () => import('#features/accounts/screens/registration.tsx'),
  '/{agency}/admin/setup': () => import('#features/accounts/screens/admin-setup.tsx'),
  '/auth/link': () => import('#features/accounts/screens/account-link.tsx'),
  '/auth/reset-password': () => import('#features/accounts/screens/reset-password.tsx'),
  '/officer/assignments': () => import('#features/signups/screens/open-jobs.tsx'),
} as const satisfies Partial<Record<RoutePath, Importer>>
