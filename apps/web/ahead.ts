import type { QueryClient } from '@tanstack/react-query'
import { idle, whenSettled } from '#platform/web/settled.ts'
import { fetchConfirm } from '#platform/web/ui/late-confirm.tsx'
import { fetchToaster } from '#platform/web/ui/toast.tsx'
import { type RoutePath, routes } from './routes.ts'
import { screens } from './screens.ts'

const isRoute = (path: string): path is RoutePath => path in routes

const isTheirs = (path: string, admin: boolean): boolean => {
  const guard = isRoute(path) ? routes[path].guard : null
  return guard === 'officer' || (admin && guard === 'admin')
}

/** What the first screens open: confirmations, and what hangs from the header. */
const opened: readonly (() => Promise<unknown>)[] = [
  fetchConfirm,
  () => import('#features/department/notifications/parts/bell-panel.tsx'),
  () => import('./layouts/account-menu.tsx'),
  () => import('./layouts/theme-items.tsx'),
]

/**
 * Prefetches, one after another in idle moments, the toaster that shows failures, what the first screens open and the screens this person
 * may open, so that they open without a connection and show what was read before.
 */
export const fetchAhead = async (client: QueryClient, admin: boolean): Promise<void> => {
  await whenSettled(client)
  const theirs = Object.entries(screens).filter(([route]) => isTheirs(route, admin))
  for (const fetch of [fetchToaster, ...opened, ...theirs.map(([, importer]) => importer)]) {
    await idle()
    // A browser may remember that a file could not be fetched, and not ask again.
    if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    // A failed prefetch is retried when the screen is opened.
    await fetch().catch(() => undefined)
  }
}
