import { fetchToaster } from '#platform/web/ui/toast.tsx'
import { type RoutePath, routes } from './routes.ts'
import { screens } from './screens.ts'

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 4000 })
    else setTimeout(resolve, 1000)
  })

const isRoute = (path: string): path is RoutePath => path in routes

const isTheirs = (path: string, admin: boolean): boolean => {
  const guard = isRoute(path) ? routes[path].guard : null
  return guard === 'officer' || (admin && guard === 'admin')
}

/** Fetches, in idle moments one after the other, the screens that this person may open and what tells of a failure: without a
 * connection they open all the same, with what was read before. */
export const fetchAhead = async (admin: boolean): Promise<void> => {
  const theirs = Object.entries(screens).filter(([route]) => isTheirs(route, admin))
  for (const fetch of [fetchToaster, ...theirs.map(([, importer]) => importer)]) {
    await idle()
    // What fails now is fetched when it is wanted.
    await fetch().catch(() => undefined)
  }
}
