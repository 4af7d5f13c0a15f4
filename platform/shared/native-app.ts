/** To the native app only: the secret of its new session; empty when the session has ended. Browsers get a cookie. */
export const sessionHeader = 'x-session'
/** From the native app: its random id, which browsers keep in a cookie. */
export const browserIdHeader = 'x-browser-id'

/** The channel of the app's notifications on Android: the app makes it, and each push names it. */
export const androidChannel = 'shifts'

/** Which addresses of this server the native app leaves to the browser (docs/decisions/0233). */

/** Visitors' pages: the server renders them, so the app does not contain them. */
const visitorPaths = ['/', '/landing', '/terms', '/privacy'] as const
/** Not pages of the application: calls and the calendar feed, and the outbox of a server for trying things out. */
const otherPaths = ['/api/*', '/dev/*'] as const
/** In the words of Apple's file about universal links. */
export const browserPaths: readonly string[] = [...visitorPaths, ...otherPaths]

export const opensInBrowser = (path: string): boolean =>
  browserPaths.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one))
