import { opensInBrowser } from '#platform/shared/native-app.ts'

/** What a link leads to: a place in the app, an address for the browser, or null if it is not this server's. */
export const targetOf = (link: string, server: string): { app: string } | { browser: string } | null => {
  const url = URL.canParse(link) ? new URL(link) : null
  if (url?.origin !== server) return null
  if (opensInBrowser(url.pathname)) return { browser: url.href }
  return { app: url.pathname + url.search + url.hash }
}
