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
  /** Firebase's file for this app, `google-services.json`; without it, the Android app is made without pushes. */
  googleServices: string | null
}

/** The values of a check, which makes an app that nobody gets. */
export const example: AppSettings = {
  server: 'https://shifts.example.org',
  id: 'org.example.watchbill',
  name: 'Watchbill',
  version: '1.0.0',
  build: '1',
  tiles: [],
  googleServices: null,
}

/** Firebase's file, in small, for a check. */
export const exampleServices = JSON.stringify({
  project_info: { project_number: '123456789012', project_id: 'example-project' },
  client: [
    {
      client_info: {
        mobilesdk_app_id: '1:123456789012:android:0123456789abcdef',
        android_client_info: { package_name: example.id },
      },
      api_key: [{ current_key: 'not-a-key' }],
    },
  ],
  configuration_version: '1',
})

type Services = { client?: { client_info?: { android_client_info?: { package_name?: string } } }[] }
/** Firebase's file names the packages it is for; with another one the app ends when it registers. */
const servicesOf = (text: string | null, id: string): string | null => {
  if (text === null) return null
  let file: Services = {}
  try {
    file = JSON.parse(text) as Services
  } catch {
    // Said below.
  }
  const names = file.client?.map(({ client_info: info }) => info?.android_client_info?.package_name) ?? []
  if (names.includes(id)) return text
  throw new Error(`--google-services is not Firebase's google-services.json for the app ${id}.`)
}

/** Platforms for which the app is made with pushes. */
export const pushPlatforms = ({ googleServices }: Pick<AppSettings, 'googleServices'>): string =>
  googleServices === null ? 'ios' : 'ios android'

const wanted = (name: string, value: string | undefined, pattern: RegExp, like: string): string => {
  if (value && pattern.test(value)) return value
  throw new Error(`--${name} is missing or has a value that cannot be used. For example: --${name} ${like}`)
}

export const readSettings = (
  args: readonly string[],
  tiles: readonly string[],
  readFile: (path: string) => string = () => '',
): AppSettings => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { server: text, app: text, name: text, version: text, build: text, 'google-services': text },
  })
  const file = values['google-services']
  // Both stores allow this, and Android nothing else.
  const id = wanted('app', values.app, /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/, example.id)
  return {
    server: wanted('server', values.server, /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+$/, example.server),
    id,
    name: wanted('name', values.name ?? example.name, /^[\p{L}\p{N} .-]{1,30}$/u, example.name),
    version: wanted('version', values.version ?? example.version, /^\d{1,3}(\.\d{1,3}){1,2}$/, example.version),
    build: wanted('build', values.build ?? example.build, /^[1-9]\d{0,8}$/, example.build),
    tiles,
    googleServices: servicesOf(file === undefined ? null : readFile(file), id),
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
    // Also while the app is open, as browsers do.
    PushNotifications: { presentationOptions: ['alert', 'sound'] },
    CapacitorCookies: { enabled: false },
    CapacitorHttp: { enabled: false },
  },
})
