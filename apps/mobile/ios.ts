import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { swap } from './android.ts'
import type { AppSettings } from './settings.ts'

/** Changes to the Xcode project as Capacitor makes it. */

const location = 'To confirm where you check in and out, if your department asks for it. Never in the background.'
/** What the phone says when the app asks. The library behind the location plugin needs the second text; that question is never asked. */
export const purposes = {
  NSLocationWhenInUseUsageDescription: location,
  NSLocationAlwaysAndWhenInUseUsageDescription: location,
  NSFaceIDUsageDescription: 'To unlock the app with Face ID, if you turn that on.',
  NSCameraUsageDescription: "To take a picture that you upload, such as your department's logo.",
} as const

export const plistOf = (template: string): string => {
  const added = Object.entries(purposes).map(([key, text]) => `\t<key>${key}</key>\n\t<string>${text}</string>\n`)
  const encryption = '\t<key>ITSAppUsesNonExemptEncryption</key>\n\t<false/>\n'
  const end = /<\/dict>\s*<\/plist>\s*$/
  return swap(
    swap(template, end, `${added.join('')}${encryption}</dict>\n</plist>\n`),
    '<string>armv7</string>',
    '<string>arm64</string>',
  )
}

export const entitlementsOf = ({ server }: AppSettings): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>com.apple.developer.associated-domains</key>
\t<array>
\t\t<string>applinks:${new URL(server).host}</string>
\t</array>
\t<key>aps-environment</key>
\t<string>production</string>
</dict>
</plist>
`

export const projectOf = (template: string, { version, build }: AppSettings): string => {
  const signed = swap(
    template,
    /(\t*)INFOPLIST_FILE = App\/Info\.plist;/g,
    '$1CODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n$1INFOPLIST_FILE = App/Info.plist;',
  )
  const numbered = signed.replace(/CURRENT_PROJECT_VERSION = [^;]+;/g, `CURRENT_PROJECT_VERSION = ${build};`)
  return numbered.replace(/MARKETING_VERSION = [^;]+;/g, `MARKETING_VERSION = ${version};`)
}

/** iOS hands the device's token to the application, and the plugin reads it from there. */
const registered = `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
`

export const delegateOf = (template: string): string => swap(template, /\n}\s*$/, `\n${registered.trimEnd()}\n}\n`)

export const finishIos = (project: string, settings: AppSettings): void => {
  const app = join(project, 'App/App')
  const plist = join(app, 'Info.plist')
  writeFileSync(plist, plistOf(readFileSync(plist, 'utf8')))
  writeFileSync(join(app, 'App.entitlements'), entitlementsOf(settings))
  const delegate = join(app, 'AppDelegate.swift')
  writeFileSync(delegate, delegateOf(readFileSync(delegate, 'utf8')))
  const xcode = join(project, 'App/App.xcodeproj/project.pbxproj')
  writeFileSync(xcode, projectOf(readFileSync(xcode, 'utf8'), settings))
}
