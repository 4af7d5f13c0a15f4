import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AppPushConfig } from '#platform/server/push-app.ts'
import { StartError } from '#platform/server/start-error.ts'

/** Pushes to the native app: the service account of Firebase for Android, the key of Apple for iOS. */
type Env = Readonly<Record<string, string | undefined>>

const fileOf = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartError(`${name} must be the path of a file that this server can read.`)
  }
}

const isHere = (host: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(host)

const addressOf = (name: string, text: string): string => {
  const parsed = URL.canParse(text) ? new URL(text) : null
  const safe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isHere(parsed.hostname))
  if (!parsed || !safe) throw new StartError(`${name} must be an https URL, or http on this machine.`)
  return parsed.href.replace(/\/$/, '')
}

const keyOf = (name: string, pem: string, kind: 'rsa' | 'ec'): KeyObject => {
  try {
    const key = createPrivateKey(pem)
    const { namedCurve } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === kind && (kind === 'rsa' || namedCurve === 'prime256v1')) return key
  } catch {
    // Said below, without a word of the key.
  }
  throw new StartError(`${name} has no private key of the kind that is needed.`)
}

const accountOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

const androidOf = (env: Env): AppPushConfig['android'] => {
  const name = 'FCM_SERVICE_ACCOUNT'
  if (!env.FCM_SERVICE_ACCOUNT) return null
  const account = accountOf(fileOf(name, env.FCM_SERVICE_ACCOUNT))
  const field = (key: string, pattern: RegExp): string => {
    const value = account[key]
    if (typeof value === 'string' && pattern.test(value)) return value
    throw new StartError(`${name} must be the JSON file of a service account of Firebase: its ${key} is missing.`)
  }
  return {
    project: field('project_id', /^[a-z0-9:.-]{4,100}$/),
    account: field('client_email', /^[^\s@]+@[^\s@]+$/),
    key: keyOf(name, field('private_key', /PRIVATE KEY/), 'rsa'),
    keyId: field('private_key_id', /^[\w-]{1,100}$/),
    tokenUrl: addressOf(`token_uri in ${name}`, field('token_uri', /./)),
    url: addressOf('FCM_URL', env.FCM_URL || 'https://fcm.googleapis.com'),
  }
}

const iosOf = (env: Env, iosApp: string | null): AppPushConfig['ios'] => {
  const file = env.APNS_KEY
  const keyId = env.APNS_KEY_ID
  if (!file && !keyId) return null
  if (!file || !keyId) throw new StartError('APNS_KEY and APNS_KEY_ID belong together: set both or none.')
  if (!/^[A-Z0-9]{10}$/.test(keyId)) throw new StartError('APNS_KEY_ID must have 10 letters and figures.')
  if (iosApp === null) throw new StartError('APNS_KEY needs IOS_APP_ID: Apple asks for the team and the bundle.')
  return {
    team: iosApp.slice(0, 10),
    bundle: iosApp.slice(11),
    keyId,
    key: keyOf('APNS_KEY', fileOf('APNS_KEY', file), 'ec'),
    url: addressOf('APNS_URL', env.APNS_URL || 'https://api.push.apple.com'),
  }
}

export const appPushOf = (env: Env, iosApp: string | null): AppPushConfig => ({
  ios: iosOf(env, iosApp),
  android: androidOf(env),
})
