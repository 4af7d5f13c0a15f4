import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { androidChannel } from '#platform/shared/native-app.ts'
import { type AppSettings, canvas } from './settings.ts'

/** Changes to the Android project as Capacitor makes it. Each fails if there is nothing to change, so that an update is noticed. */
export const swap = (text: string, what: string | RegExp, by: string): string => {
  const next = text.replace(what, by)
  if (next === text) throw new Error(`nothing to replace for ${what}: Capacitor's template has changed`)
  return next
}

/** Location only while the app is used. The network plugin brings ACCESS_NETWORK_STATE, biometrics USE_BIOMETRIC. */
export const ownPermissions = [
  ...(['INTERNET', 'ACCESS_COARSE_LOCATION', 'ACCESS_FINE_LOCATION'] as const),
  // Asked for when the officer turns on notifications, on Android 13 and later.
  'POST_NOTIFICATIONS',
] as const

/** The icon and channel of pushes; and nothing is registered with Firebase, or measured, before the officer turns them on. */
const messaging = `
        <meta-data android:name="com.google.firebase.messaging.default_notification_icon" android:resource="@drawable/ic_push" />
        <meta-data android:name="com.google.firebase.messaging.default_notification_channel_id" android:value="${androidChannel}" />
        <meta-data android:name="firebase_messaging_auto_init_enabled" android:value="false" />
        <meta-data android:name="firebase_analytics_collection_deactivated" android:value="true" />
    </application>`

/** A bell, white on nothing, as Android draws it in the status bar. */
const pushIcon = `<?xml version="1.0" encoding="utf-8"?>
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="24dp" android:height="24dp" android:viewportWidth="24" android:viewportHeight="24">
    <path android:fillColor="#FFFFFFFF"
        android:pathData="M12,22a2,2 0,0 0,2 -2h-4a2,2 0,0 0,2 2zM18,16v-5c0,-3.1 -1.6,-5.6 -4.5,-6.3V4a1.5,1.5 0,0 0,-3 0v0.7C7.6,5.4 6,7.9 6,11v5l-2,2v1h16v-1z" />
</vector>
`

const linksOf = ({ server }: AppSettings): string => `
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" />
                <data android:host="${new URL(server).host}" />
            </intent-filter>
`

export const manifestOf = (template: string, settings: AppSettings): string => {
  // Backups and transfers to another phone would carry what officers read without a connection.
  const closed = swap(
    template,
    'android:allowBackup="true"',
    `android:allowBackup="false"
        android:fullBackupContent="false"
        android:dataExtractionRules="@xml/no_backup"
        android:usesCleartextTraffic="false"`,
  )
  const linked = swap(
    closed,
    /(android\.intent\.category\.LAUNCHER" \/>\s*<\/intent-filter>\n)/,
    `$1${linksOf(settings)}`,
  )
  const permissions = ownPermissions.map((name) => `    <uses-permission android:name="android.permission.${name}" />`)
  const gps = '    <uses-feature android:name="android.hardware.location.gps" android:required="false" />'
  const pushed = swap(linked, /\n\s*<\/application>/, messaging)
  return swap(pushed, /^.*android\.permission\.INTERNET".*$/m, [...permissions, gps].join('\n'))
}

const noBackup = `<?xml version="1.0" encoding="utf-8"?>
<data-extraction-rules>
${['cloud-backup', 'device-transfer']
  .map((way) => {
    const domains = ['root', 'file', 'database', 'sharedpref', 'external']
    return `    <${way}>\n${domains.map((one) => `        <exclude domain="${one}" />`).join('\n')}\n    </${way}>`
  })
  .join('\n')}
</data-extraction-rules>
`

const splash = `<style name="AppTheme.NoActionBarLaunch" parent="Theme.SplashScreen">
        <item name="windowSplashScreenBackground">${canvas}</item>
        <item name="windowSplashScreenAnimatedIcon">@mipmap/ic_launcher_foreground</item>`

const change = (path: string, by: (text: string) => string): void => writeFileSync(path, by(readFileSync(path, 'utf8')))

export const finishAndroid = (project: string, settings: AppSettings, iconColor: string): void => {
  const main = join(project, 'app/src/main')
  change(join(main, 'AndroidManifest.xml'), (text) => manifestOf(text, settings))
  mkdirSync(join(main, 'res/xml'), { recursive: true })
  writeFileSync(join(main, 'res/xml/no_backup.xml'), noBackup)
  mkdirSync(join(main, 'res/drawable'), { recursive: true })
  writeFileSync(join(main, 'res/drawable/ic_push.xml'), pushIcon)
  // The template's build file looks for it, and takes Firebase in if it is there.
  if (settings.googleServices !== null)
    writeFileSync(join(project, 'app/google-services.json'), settings.googleServices)
  // Only what is shared on purpose, not the whole of the external storage.
  change(join(main, 'res/xml/file_paths.xml'), (text) =>
    swap(swap(text, /\s*<external-path[^>]*>/, ''), 'path="."', 'path="shared/"'),
  )
  change(join(main, 'res/values/styles.xml'), (text) =>
    swap(text, '<style name="AppTheme.NoActionBarLaunch" parent="Theme.SplashScreen">', splash),
  )
  change(join(main, 'res/values/ic_launcher_background.xml'), (text) => swap(text, '#FFFFFF', iconColor))
  change(join(project, 'app/build.gradle'), (text) =>
    text
      .replace(/versionCode \d+/, `versionCode ${settings.build}`)
      .replace(/versionName "[^"]*"/, `versionName "${settings.version}"`),
  )
}
