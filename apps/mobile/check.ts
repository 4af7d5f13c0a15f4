import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { bridgeMethods } from '#apps/web/native/bridge.ts'
import { androidChannel } from '#platform/shared/native-app.ts'
import { purposes } from './ios.ts'
import { appPolicy } from './page.ts'
import { kindOf } from './pictures.ts'
import type { AppSettings } from './settings.ts'

/** Reads what was made and compares it with what the stores, the phones and the web application expect. */

type Find = (name: string, found: unknown, wanted: unknown) => void
const text = (...path: string[]) => readFileSync(join(...path), 'utf8')
const json = (...path: string[]) => JSON.parse(text(...path))
const under = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path))
const all = (within: string, what: RegExp): string[] => [...within.matchAll(what)].map(([, one = '']) => one)

const checkVersions = (folder: string, doctor: string, find: Find): void => {
  const { dependencies, devDependencies } = json(folder, 'package.json')
  const pinned: Record<string, string> = { ...dependencies, ...devDependencies }
  for (const [name, version] of Object.entries(pinned))
    find(`${name} is installed as pinned`, json(folder, 'node_modules', name, 'package.json').version, version)
  const installed = doctor.split('Installed Dependencies:')[1] ?? ''
  for (const name of ['cli', 'core', 'android', 'ios'])
    find(
      `the doctor sees @capacitor/${name}`,
      installed.includes(`@capacitor/${name}: ${pinned[`@capacitor/${name}`]}`),
      true,
    )
  // Everything but the kits of the phones' makers, which this machine may not have.
  const complaints = all(doctor, /^\[error\] (.*)$/gm).filter((one) => !/Xcode|Android Studio|SDK/.test(one))
  find('the doctor has no other complaint', complaints, [])
}

/** The ways in which a plugin's Swift lists a method. */
const exported = (method: string) =>
  new RegExp(`(CAPPluginMethod|\\.init)\\((name: )?("${method}"|#selector\\(${method}\\))`)

/** The page calls plugins by these names, without their own JavaScript. */
const checkBridge = (folder: string, find: Find): void => {
  const packages = ['@capacitor', '@aparajita'].flatMap((scope) =>
    readdirSync(join(folder, 'node_modules', scope)).map((name) => join(folder, 'node_modules', scope, name)),
  )
  const sources = (ending: RegExp) => packages.flatMap((one) => under(one, ending)).map((path) => text(path))
  const [swift, java] = [sources(/\.swift$/), sources(/\.(java|kt)$/)]
  for (const [plugin, methods] of Object.entries(bridgeMethods)) {
    const ios = swift.find((source) => source.includes(`jsName = "${plugin}"`)) ?? ''
    // A plugin without a name has that of its class.
    const android = java.find(
      (source) =>
        source.includes('@CapacitorPlugin') &&
        (new RegExp(`name = "${plugin}"`).test(source) ||
          new RegExp(`@CapacitorPlugin\\s+public class ${plugin} `).test(source)),
    )
    for (const method of Object.keys(methods)) {
      // Only Android has a key for Back, and something to go to the background with.
      if (method !== 'minimizeApp') find(`${plugin}.${method} on iOS`, exported(method).test(ios), true)
      const declared = new RegExp(`@PluginMethod(\\([^)]*\\))?\\s+(public void|fun) ${method}\\(`)
      find(`${plugin}.${method} on Android`, declared.test(android ?? ''), true)
    }
  }
}

const permissionsOf = (manifest: string): string[] =>
  all(manifest, /uses-permission[^>]*android:name="android\.permission\.(\w+)"/g)

const checkAndroidPush = (folder: string, manifest: string, id: string, find: Find): void => {
  const app = join(folder, 'android/app')
  const metadata = Object.fromEntries(
    [...manifest.matchAll(/<meta-data android:name="([^"]+)" android:(?:value|resource)="([^"]+)"/g)].map(
      ([, name = '', value]) => [name.replace('com.google.firebase.messaging.', ''), value],
    ),
  )
  find('what pushes look like, and nothing registers before the officer asks for it', metadata, {
    default_notification_icon: '@drawable/ic_push',
    default_notification_channel_id: androidChannel,
    firebase_messaging_auto_init_enabled: 'false',
    firebase_analytics_collection_deactivated: 'true',
  })
  find('the icon of pushes is drawn', text(app, 'src/main/res/drawable/ic_push.xml').includes('<vector'), true)
  const [client] = json(app, 'google-services.json').client
  find("Firebase's file is the app's", client.client_info.android_client_info.package_name, id)
  const parts: readonly [string, string, string][] = [
    ["the build takes Firebase's file in", 'app/build.gradle', "file('google-services.json')"],
    ["the project has Firebase's build plugin", 'build.gradle', 'com.google.gms:google-services'],
    ['the push plugin is a part of the app', 'app/capacitor.build.gradle', ':capacitor-push-notifications'],
  ]
  for (const [name, file, part] of parts) find(name, text(folder, 'android', file).includes(part), true)
  const plugin = text(folder, 'node_modules/@capacitor/push-notifications/android/src/main/AndroidManifest.xml')
  find("Firebase's messages reach the plugin", plugin.includes('com.google.firebase.MESSAGING_EVENT'), true)
}

const checkIosPush = (folder: string, app: string, find: Find): void => {
  find('the key of pushes', text(app, 'App.entitlements').includes('<key>aps-environment</key>'), true)
  const delegate = text(app, 'AppDelegate.swift')
  const posted = all(delegate, /post\(name: \.(capacitorDid\w+)/g)
  find('the token, or the failure, goes to the plugin', posted, [
    'capacitorDidRegisterForRemoteNotifications',
    'capacitorDidFailToRegisterForRemoteNotifications',
  ])
  find('the delegate closes each brace', all(delegate, /(\{)/g).length, all(delegate, /(\})/g).length)
  const plugin = under(
    join(folder, 'node_modules/@capacitor/push-notifications/ios'),
    /PushNotificationsPlugin\.swift$/,
  )
  for (const name of posted) find(`the plugin waits for ${name}`, text(plugin[0] ?? '').includes(`.${name}`), true)
  const parts = text(folder, 'ios/App/CapApp-SPM/Package.swift')
  find('the push plugin is a part of the app', parts.includes('CapacitorPushNotifications'), true)
}

const checkAndroid = (folder: string, { server, id, build, version }: AppSettings, find: Find): void => {
  const main = join(folder, 'android/app/src/main')
  const manifest = text(main, 'AndroidManifest.xml')
  const plugins = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((path) =>
      /^@(capacitor|aparajita)\/[^/]+\/android\/(capacitor\/)?src\/main\/AndroidManifest\.xml$/.test(path),
    )
    .map((path) => text(folder, 'node_modules', path))
  // The manifests of the plugins are merged into the app's.
  const asked = [...new Set([manifest, ...plugins].flatMap(permissionsOf))].toSorted()
  find('permissions, none for the background', asked, [
    'ACCESS_COARSE_LOCATION',
    'ACCESS_FINE_LOCATION',
    'ACCESS_NETWORK_STATE',
    'INTERNET',
    'POST_NOTIFICATIONS',
  ])
  find(
    'nothing is backed up',
    /allowBackup="false"/.test(manifest) && /dataExtractionRules="@xml\/no_backup"/.test(manifest),
    true,
  )
  find('both ways out are closed', all(text(main, 'res/xml/no_backup.xml'), /<exclude domain="(\w+)"/g).length, 10)
  find('no plain http', manifest.includes('usesCleartextTraffic="false"'), true)
  find('the host of the links', all(manifest, /android:host="([^"]+)"/g), [new URL(server).host])
  find('the links are verified', all(manifest, /autoVerify="(\w+)"/g), ['true'])
  find('one activity can be opened from outside', all(manifest, /android:exported="true"/g).length, 1)
  checkAndroidPush(folder, manifest, id, find)
  const gradle = text(folder, 'android/app/build.gradle')
  find('the package', all(gradle, /applicationId "([^"]+)"/g), [id])
  find('the version', [all(gradle, /versionCode (\d+)/g), all(gradle, /versionName "([^"]+)"/g)], [[build], [version]])
  const target = Number(all(text(folder, 'android/variables.gradle'), /targetSdkVersion = (\d+)/g)[0])
  find('a target that Google Play takes', target >= 35, true)
}

const valuesOf = (plist: string): Record<string, string> =>
  Object.fromEntries(
    [...plist.matchAll(/<key>([^<]+)<\/key>\s*<(string|true|false)\/?>(?:([^<]*)<\/string>)?/g)].map(
      ([, key = '', kind, value]) => [key, kind === 'string' ? (value ?? '') : (kind ?? '')],
    ),
  )

const checkIos = (folder: string, { server, id, name, build, version }: AppSettings, find: Find): void => {
  const app = join(folder, 'ios/App/App')
  const plist = text(app, 'Info.plist')
  const values = valuesOf(plist)
  for (const tag of ['dict', 'array', 'string', 'key'])
    find(
      `the plist closes each ${tag}`,
      all(plist, new RegExp(`<${tag}(>)`, 'g')).length,
      all(plist, new RegExp(`</${tag}(>)`, 'g')).length,
    )
  for (const [key, purpose] of Object.entries(purposes)) find(key, values[key], purpose)
  const asked = Object.keys(values)
    .filter((key) => key.endsWith('UsageDescription'))
    .toSorted()
  find('no other permission', asked, Object.keys(purposes).toSorted())
  find('nothing in the background', plist.includes('UIBackgroundModes'), false)
  find('no exception for plain http', plist.includes('NSAppTransportSecurity'), false)
  find('no scheme of its own, which any app could claim', plist.includes('CFBundleURLTypes'), false)
  find('the bars follow the page', values.UIViewControllerBasedStatusBarAppearance, 'true')
  find('the name', values.CFBundleDisplayName, name)
  find('no encryption to declare', values.ITSAppUsesNonExemptEncryption, 'false')
  const entitled = all(text(app, 'App.entitlements'), /<string>([^<]+)<\/string>/g)
  find('associated domains, and pushes', entitled, [`applinks:${new URL(server).host}`, 'production'])
  checkIosPush(folder, app, find)
  const project = text(folder, 'ios/App/App.xcodeproj/project.pbxproj')
  find(
    'both builds have the entitlements',
    all(project, /(CODE_SIGN_ENTITLEMENTS) = App\/App.entitlements;/g).length,
    2,
  )
  find('the bundle', [...new Set(all(project, /PRODUCT_BUNDLE_IDENTIFIER = ([^;]+);/g))], [id])
  find(
    'the version',
    [...new Set(all(project, /(?:MARKETING|CURRENT_PROJECT)_VERSION = ([^;]+);/g))].toSorted(),
    [build, version].toSorted(),
  )
}

/** The sizes by which the stores and the phones know icons and launch pictures. */
const sizes: Readonly<Record<string, string>> = {
  'mipmap-mdpi/ic_launcher.png': '48x48',
  'mipmap-xxxhdpi/ic_launcher.png': '192x192',
  'mipmap-xxxhdpi/ic_launcher_round.png': '192x192',
  'mipmap-mdpi/ic_launcher_foreground.png': '108x108',
  'mipmap-xxxhdpi/ic_launcher_foreground.png': '432x432',
  'drawable-port-xxxhdpi/splash.png': '1280x1920',
  'drawable-land-xxxhdpi/splash.png': '1920x1280',
  'AppIcon.appiconset/AppIcon-512@2x.png': '1024x1024',
  'Splash.imageset/splash-2732x2732.png': '2732x2732',
}

const checkPictures = async (folder: string, find: Find): Promise<void> => {
  const files = ['android/app/src', 'ios/App/App'].flatMap((one) => under(join(folder, one), /\.png$/))
  for (const [ending, size] of Object.entries(sizes)) {
    const file = files.find((path) => path.endsWith(ending))
    const { width, height, hasAlpha } = file ? await sharp(file).metadata() : { width: 0, height: 0, hasAlpha: false }
    find(ending, `${width}x${height}`, size)
    if (ending.startsWith('AppIcon')) find('the icon for the App Store is opaque', hasAlpha, false)
  }
  find(
    'every picture is ours',
    files.filter((path) => kindOf(path) === null),
    [],
  )
}

const checkPages = (folder: string, settings: AppSettings, find: Find): void => {
  for (const [platform, assets] of [
    ['Android', 'android/app/src/main/assets'],
    ['iOS', 'ios/App/App'],
  ] as const) {
    const config = json(folder, assets, 'capacitor.config.json')
    find(`${platform}: nothing is logged, above all not the secret`, config.loggingBehavior, 'none')
    find(
      `${platform}: the page is not loaded from elsewhere`,
      [config.server.url, config.server.allowNavigation],
      [undefined, undefined],
    )
    find(
      `${platform}: the origin`,
      [config.server.hostname, config.server.androidScheme, config.server.iosScheme],
      ['localhost', 'https', 'capacitor'],
    )
    find(`${platform}: insets under the bars`, config.plugins.SystemBars.insetsHandling, 'css')
    const page = text(folder, assets, 'public/index.html')
    find(`${platform}: the policy`, page.includes(`content="${appPolicy(settings)}"`), true)
    find(`${platform}: the server`, all(page, /<meta name="server" content="([^"]+)"/g), [settings.server])
    find(`${platform}: pushes`, all(page, /<meta name="push" content="([^"]+)"/g), ['ios android'])
    const shown = config.plugins.PushNotifications.presentationOptions
    find(`${platform}: pushes while the app is open`, shown, ['alert', 'sound'])
    find(`${platform}: edge to edge`, page.includes('viewport-fit=cover'), true)
    const names = readdirSync(join(folder, assets, 'public'))
    find(
      `${platform}: no service worker`,
      names.filter((name) => /worker|manifest|pages\.json/.test(name)),
      [],
    )
  }
}

export const checkApp = async (
  folder: string,
  settings: AppSettings,
  doctor: string,
  say: (line: string) => void,
): Promise<void> => {
  let [passed, failed] = [0, 0]
  const find: Find = (name, found, wanted) => {
    if (JSON.stringify(found) === JSON.stringify(wanted)) {
      passed += 1
      return
    }
    failed += 1
    say(`not right: ${name}: ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`)
  }
  checkVersions(folder, doctor, find)
  checkBridge(folder, find)
  checkAndroid(folder, settings, find)
  checkIos(folder, settings, find)
  await checkPictures(folder, find)
  checkPages(folder, settings, find)
  say(`${passed} passed, ${failed} failed`)
  if (failed > 0 || passed < 120) throw new Error('The app is not as expected.')
}
