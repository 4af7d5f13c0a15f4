import { nativeOrigins } from '#platform/server/native-app.ts'
import { StartError } from '#platform/server/start-error.ts'

/** The native app: the origins it may call from, and the apps that may open this server's addresses. */
export type NativeConfig = {
  origins: readonly string[]
  /** Team and bundle: `ABCDE12345.org.example.watchbill`. */
  iosApp: string | null
  androidApp: { name: string; certificates: readonly string[] } | null
}

type Env = Readonly<Record<string, string | undefined>>

const listOf = (env: Env, name: string): string[] => (env[name] ?? '').split(/[\s,]+/).filter(Boolean)

const originsOf = (env: Env): string[] => {
  const given = listOf(env, 'NATIVE_ORIGINS')
  const other = given.find((one) => !nativeOrigins.some((known) => known === one))
  if (other) throw new StartError(`NATIVE_ORIGINS may name ${nativeOrigins.join(' and ')}, not "${other}".`)
  return given
}

export const nativeOf = (env: Env): NativeConfig => {
  const iosApp = env.IOS_APP_ID || null
  if (iosApp && !/^[A-Z0-9]{10}(\.[A-Za-z0-9-]+){2,}$/.test(iosApp))
    throw new StartError('IOS_APP_ID must be a team and a bundle, for example ABCDE12345.org.example.watchbill.')
  const name = env.ANDROID_APP_ID || null
  if (name && !/^[a-z]\w*(\.[a-z]\w*)+$/i.test(name))
    throw new StartError('ANDROID_APP_ID must be a package name, for example org.example.watchbill.')
  const certificates = listOf(env, 'ANDROID_CERT_SHA256')
  if (!certificates.every((one) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(one)))
    throw new StartError('ANDROID_CERT_SHA256 must be SHA-256 fingerprints: 32 pairs of hex digits with colons.')
  if ((name === null) !== (certificates.length === 0))
    throw new StartError('ANDROID_APP_ID and ANDROID_CERT_SHA256 belong together: set both or none.')
  return { origins: originsOf(env), iosApp, androidApp: name ? { name, certificates } : null }
}
