import type { RouterHistory } from '@tanstack/react-router'
import { paths } from '#platform/shared/paths.ts'
import { plugins } from './bridge.ts'
import { targetOf } from './target.ts'

/** Links into the app, links out of it, and the phone's Back. */

const openInBrowser = (url: string) => void plugins().Browser.open({ url })

const isReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')

/** The app always starts at `/`, where a browser shows the landing page. After a reload the link it was started with is old. */
const startPlace = async (server: string): Promise<string | null> => {
  if (window.location.pathname !== '/') return null
  if (isReloaded()) return paths.app()
  const target = targetOf((await plugins().App.getLaunchUrl())?.url ?? '', server)
  if (target && 'browser' in target) openInBrowser(target.browser)
  return target && 'app' in target ? target.app : paths.app()
}

export const followLinks = async (history: RouterHistory, server: string): Promise<void> => {
  const start = await startPlace(server)
  if (start !== null) history.replace(start)
  plugins().App.addListener('appUrlOpen', ({ url }) => {
    const target = targetOf(url, server)
    if (target === null) return
    if ('browser' in target) openInBrowser(target.browser)
    // iOS also reports the link that started the app.
    else if (target.app !== history.location.href) history.push(target.app)
  })
  // Each sheet and dialog has an entry of its own above the page's (platform/web/layers.ts), so Back closes it first.
  plugins().App.addListener('backButton', ({ canGoBack }) => {
    if (canGoBack) window.history.back()
    else void plugins().App.minimizeApp()
  })
  // Before the router, which would look for the page in the app.
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const url = link && new URL((link as HTMLAnchorElement).href)
      // Not `origin`: it is "null" for the scheme that iOS uses.
      const { host, protocol } = window.location
      if (!url || url.host !== host || url.protocol !== protocol) return
      const target = targetOf(server + url.pathname + url.search, server)
      if (!target || !('browser' in target)) return
      event.preventDefault()
      event.stopPropagation()
      openInBrowser(target.browser)
    },
    { capture: true },
  )
}
