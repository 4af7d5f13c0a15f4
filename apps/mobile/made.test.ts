import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nativeOrigins } from '#platform/server/native-app.ts'
import { manifestOf, ownPermissions } from './android.ts'
import { delegateOf, entitlementsOf, plistOf, projectOf, purposes } from './ios.ts'
import { appPage } from './page.ts'
import { kindOf } from './pictures.ts'
import { capacitorConfig, example, exampleServices, readSettings } from './settings.ts'

/** What is made from Capacitor's templates, in small. `npm run mobile -- check` reads what is made from the real ones. */
const root = join(import.meta.dirname, '../..')
const shows = { meta: { shows: ['1 native wrapper'] } }

test('the packages of the app are pinned, with the command line of Capacitor, in a lock of their own', shows, () => {
  const json = (name: string) => JSON.parse(readFileSync(join(root, 'apps/mobile/project', name), 'utf8'))
  const { dependencies, devDependencies } = json('package.json')
  const pinned: Record<string, string> = { ...dependencies, ...devDependencies }
  expect(pinned['@capacitor/cli']).toBe('8.5.2')
  const { packages } = json('package-lock.json')
  for (const [name, version] of Object.entries(pinned)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect([name, packages[`node_modules/${name}`].version]).toEqual([name, version])
  }
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = Object.keys({ ...product.dependencies, ...product.devDependencies })
  expect(names.filter((name) => name.includes('capacitor'))).toEqual([])
})

test('the app’s page has the origins that the server admits, and logs nothing', shows, () => {
  const { server, loggingBehavior, plugins } = capacitorConfig(example)
  expect([`${server.iosScheme}://${server.hostname}`, `${server.androidScheme}://${server.hostname}`]).toEqual([
    ...nativeOrigins,
  ])
  expect([loggingBehavior, plugins.CapacitorHttp.enabled, plugins.CapacitorCookies.enabled]).toEqual([
    'none',
    false,
    false,
  ])
})

test('the page names its server, and may reach nothing else', shows, () => {
  const page = appPage(readFileSync(join(root, 'index.html'), 'utf8'), example)
  const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(policy.split('; ')).toContain(`connect-src 'self' capacitor://localhost ${example.server}`)
  expect(policy).not.toMatch(/unsafe|\*|https: /)
  expect(page.indexOf('content-security-policy')).toBeLessThan(page.indexOf('<script'))
  expect(page).toContain(`<meta name="server" content="${example.server}" />`)
  expect(page).not.toMatch(/rel="(manifest|apple-touch-icon)"/)
})

const manifest = `<manifest>
    <application android:allowBackup="true">
            <intent-filter>
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
    </application>
    <uses-permission android:name="android.permission.INTERNET" />
</manifest>`

test(
  'on Android, links are verified, nothing is backed up, and the location is never asked for in the background',
  shows,
  () => {
    const made = manifestOf(manifest, example)
    expect(made).toContain('android:autoVerify="true"')
    expect(made).toContain('android:host="shifts.example.org"')
    expect(made).toContain('android:allowBackup="false"')
    const asked = [...made.matchAll(/android\.permission\.(\w+)"/g)].map(([, name]) => name)
    expect(asked).toEqual([...ownPermissions])
    expect(made).not.toContain('BACKGROUND')
    expect(() => manifestOf('<manifest />', example)).toThrow(/template has changed/)
  },
)

test('on iOS, each question says why, links are this server’s, and nothing runs in the background', shows, () => {
  const made = plistOf('<plist><dict>\n<string>armv7</string>\n</dict>\n</plist>\n')
  for (const [key, text] of Object.entries(purposes))
    expect(made).toContain(`<key>${key}</key>\n\t<string>${text}</string>`)
  expect(made).not.toContain('UIBackgroundModes')
  expect(entitlementsOf(example)).toContain('<string>applinks:shifts.example.org</string>')
  expect(entitlementsOf(example)).toContain('<key>aps-environment</key>\n\t<string>production</string>')
  const project = projectOf('\t\tINFOPLIST_FILE = App/Info.plist;\nMARKETING_VERSION = 1.0;\n', {
    ...example,
    version: '2.3',
  })
  expect(project).toContain('\t\tCODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n\t\tINFOPLIST_FILE')
  expect(project).toContain('MARKETING_VERSION = 2.3;')
})

test.each([
  ['a server without https', ['--server', 'http://shifts.example.org', '--app', 'org.example.a']],
  ['a server with a path', ['--server', 'https://shifts.example.org/x', '--app', 'org.example.a']],
  ['no server', ['--app', 'org.example.a']],
  ['an id that Android refuses', ['--server', 'https://shifts.example.org', '--app', 'org.example-pd.a']],
])('refuses %s', shows, (_name, args) => {
  expect(() => readSettings(args, [])).toThrow(/missing or has a value/)
})

test('takes a server and an id', shows, () => {
  expect(readSettings(['--server', example.server, '--app', example.id], [])).toEqual(example)
  expect(kindOf('res/mipmap-hdpi/ic_launcher_round.png')).toBe('round')
})

test('on iOS, the token or the failure of a registration goes to the push plugin', shows, () => {
  const made = delegateOf('class AppDelegate {\n\n    var window: UIWindow?\n\n}\n')
  expect(made).toContain('didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data')
  expect(made).toContain('.capacitorDidFailToRegisterForRemoteNotifications')
  expect(made.split('{').length).toBe(made.split('}').length)
  expect(() => delegateOf('struct App')).toThrow(/template has changed/)
})

test('the Android app has pushes if Firebase’s file for it is given, and the page says so', shows, () => {
  const args = ['--server', example.server, '--app', example.id, '--google-services', 'services.json']
  const made = readSettings(args, [], (path) => (path === 'services.json' ? exampleServices : ''))
  expect(made).toEqual({ ...example, googleServices: exampleServices })
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  expect(appPage(html, made)).toContain('<meta name="push" content="ios android" />')
  expect(appPage(html, example)).toContain('<meta name="push" content="ios" />')
  for (const other of ['', '{}', exampleServices.replace(example.id, 'org.example.other')])
    expect(() => readSettings(args, [], () => other)).toThrow(/--google-services is not/)
})
