import { parseArgs } from 'node:util'

/** What an app is made for: one server, under one name in the stores. */
export type AppSettings = {
  /** `https://shifts.example.org`, without a path. */
  server: string
  /** Bundle of the iOS app and package of the Android app. */
  id: string
  name: string
  version: string
  build: string
  /** Origins of map images, as in the server's policy. */
  tiles: readonly string[]
}

/** The values of a check, which makes an app that nobody gets. */
export const example: AppSettings = {
  server: 'https://shifts.example.org',
  id: 'org.example.watchbill',
  name: 'Watchbill',
  version: '1.0.0',
  build: '1',
  tiles: [],
}

const wanted = (name: string, value: string | undefined, pattern: RegExp, like: string): string => {
  if (value && pattern.test(value)) return value
  throw new Error(`--${name} is missing or has a value that cannot be used. For example: --${name} ${like}`)
}

export const readSettings = (args: readonly string[], tiles: readonly string[]): AppSettings => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { server: text, app: text, name: text, version: text, build: text },
  })
  return {
    server: wanted('server', values.server, /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+$/, example.server),
    // Both stores allow this, and Android nothing else.
    id: wanted('app', values.app, /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/, example.id),
    name: wanted('name', values.name ?? example.name, /^[\p{L}\p{N} .-]{1,30}$/u, example.name),
    version: wanted('version', values.version ?? example.version, /^\d{1,3}(\.\d{1,3}){1,2}$/, example.version),
    build: wanted('build', values.build ?? example.build, /^[1-9]\d{0,8}$/, example.build),
    tiles,
  }
}

/** The background of the dark theme, which is the default. */
export const canvas = '#0d1017'

/** The app's configuration. Nothing in it is secret. */
export const capacitorConfig = ({ id, name }: AppSettings) => ({
  appId: id,
  appName: name,
  webDir: 'www',
  // Capacitor logs each call to a plugin with its values, and one of them is the session's secret.
  loggingBehavior: 'none',
  backgroundColor: canvas,
  // The defaults, since the server admits exactly these origins.
  server: { hostname: 'localhost', androidScheme: 'https', iosScheme: 'capacitor' },
  android: { allowMixedContent: false, webContentsDebuggingEnabled: false, minWebViewVersion: 111 },
  ios: { contentInset: 'never', webContentsDebuggingEnabled: false },
  plugins: {
    SystemBars: { style: 'DARK', insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    CapacitorCookies: { enabled: false },
    CapacitorHttp: { enabled: false },
  },
})
