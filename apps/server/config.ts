import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CallingConfig } from '#platform/server/calling.ts'
import { editUrl, hostUrls } from '#platform/server/db-hosts.ts'
import { type MapTiles, tileOrigins } from '#platform/server/map-tiles.ts'
import type { AppPushConfig } from '#platform/server/push-app.ts'
import { StartError } from '#platform/server/start-error.ts'
import type { TextingConfig } from '#platform/server/texting.ts'
import { type NativeConfig, nativeOf } from './config.native.ts'
import { appPushOf } from './config.pushes.ts'
import { phonesOf } from './config.texting.ts'
import { tracingOf } from './config.tracing.ts'

export type Config = {
  port: number
  host: string
  publicOrigin: string
  /** Without PUBLIC_URL, a loopback server is reachable under all three of its names. */
  otherOrigins: readonly string[]
  /** null: use the embedded server with its data in `dataDir`. */
  databaseUrl: string | null
  /** URL of the embedded server that `npm run dev` keeps running while this process restarts. */
  embeddedUrl: string | null
  /** The unprivileged role's own URL, for when DATABASE_URL's user may not create roles. */
  databaseAppUrl: string | null
  databaseVendorUrl: string | null
  databaseEraserUrl: string | null
  /** Streaming replicas of the database for the reads of screens; null: everything is read on the primary. */
  databaseReplicaUrl: string | null
  dataDir: string
  /** Where the embedded database is backed up to, another disk or machine if possible; null: nowhere. */
  backupDir: string | null
  backupKeepDays: number
  /** The operator's own roles, schemas, extensions and publications in the database, which the watch of the fence does not report. */
  fenceAllows: readonly string[]
  /** Where to append the anchors of the audit seals, outside the database; null: nowhere. */
  auditAnchors: string | null
  poolSize: number
  /**
   * How long `/readyz` reports not ready after SIGTERM before the server stops listening, so that a load balancer stops routing
   * to it.
   */
  drainNoticeSeconds: number
  pipeline: boolean
  /** null: on, unless there is a pooler in front of the database. */
  namedStatements: boolean | null
  trustProxy: boolean
  /** Calls of one kind that one source may make per minute without being signed in. */
  anonymousPerMinute: number
  smtpUrl: string | null
  mailFrom: string
  /** The vendor's email address for requests from departments; null: no mail is sent. */
  supportEmail: string | null
  /** The vendor's name on the terms and privacy pages, and its postal address on one line. */
  legalName: string | null
  legalAddress: string | null
  logLevel: string
  checkOutputs: boolean
  demo: boolean
  demoPassword: string | null
  /** The demo admins' authenticator, in base32. */
  demoTotpSecret: string | null
  /** Encrypts values that must not be readable in a copy of the database; null: a key is created in `dataDir`. */
  secretKey: string | null
  /** While the secret is being rotated: the one before or after it, for reading only. */
  otherSecretKey: string | null
  /** Encrypts the archive of an organization on its way to another installation. */
  moveKey: string | null
  /** The loopback port of the figures for Prometheus; null: none. */
  metricsPort: number | null
  /** Whether traces are exported, to where OpenTelemetry's own settings say. */
  tracing: boolean
  productName: string
  weather: WeatherSource
  push: PushConfig
  texting: TextingConfig
  calling: CallingConfig
  /** Off unless set: without tiles the form of a shift draws a radius and loads nothing from elsewhere. */
  mapTiles: MapTiles
  native: NativeConfig
  appPush: AppPushConfig
}

/** Web push. Without keys of its own, the installation derives them from its secret. */
export type PushConfig = {
  keys: { publicKey: string; privateKey: string } | null
  /** A push service of one's own besides those of the browsers, and the certificate it is trusted by. */
  besides: string | null
  ca: string | null
}

/** The weather provider. `off` makes no requests. */
export type WeatherSource =
  | { kind: 'off' }
  | { kind: 'open-meteo'; url: string; geocodingUrl: string }
  | { kind: 'openweather'; url: string; key: string }

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
export const isLoopback = (host: string) => loopback.has(host)

const number = (name: string, text: string | undefined, fallback: number, low: number, high: number): number => {
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new StartError(`${name} must be a whole number from ${low} to ${high}, not "${text}".`)
  }
  return value
}

const onOff = <F extends boolean | null>(name: string, text: string | undefined, fallback: F): boolean | F => {
  if (text === undefined || text === '') return fallback
  if (text === 'on' || text === 'off') return text === 'on'
  throw new StartError(`${name} must be "on" or "off", not "${text}".`)
}

const url = (name: string, text: string | undefined, schemes: readonly string[]): URL | null => {
  if (!text) return null
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (!parsed || !schemes.includes(parsed.protocol)) {
    throw new StartError(`${name} must be a URL that starts with ${schemes.map((s) => `${s}//`).join(' or ')}.`)
  }
  return parsed
}

const postgres = ['postgres:', 'postgresql:']

/** May name several hosts, of which the one that takes writes is used. */
const databaseUrlOf = (name: string, text: string | undefined): string | null => {
  if (!text) return null
  for (const one of hostUrls(text)) url(name, one, postgres)
  return editUrl(text, () => undefined)
}

const textOf = (name: string, text: string | undefined, fallback: string, pattern: RegExp): string => {
  if (!text) return fallback
  if (!pattern.test(text)) throw new StartError(`${name} has a value that cannot be used.`)
  return text
}

/** Names in the database, separated by commas. */
const namesOf = (name: string, text: string | undefined): readonly string[] =>
  textOf(name, text, '', /^[\w$-]{1,63}(,[\w$-]{1,63}){0,99}$/)
    .split(',')
    .filter((one) => one !== '')

const weatherOf = (env: Record<string, string | undefined>): WeatherSource => {
  const kind = env.WEATHER || 'open-meteo'
  const at = (fallback: string) => {
    const found = url('WEATHER_URL', env.WEATHER_URL, ['http:', 'https:'])
    if (found?.protocol === 'http:' && !isLoopback(found.hostname))
      throw new StartError('WEATHER_URL must be https, but on this machine.')
    return found?.origin ?? fallback
  }
  if (kind === 'off') return { kind }
  if (kind === 'openweather') {
    if (!env.OPENWEATHER_KEY) throw new StartError('WEATHER=openweather needs a key: set OPENWEATHER_KEY.')
    const key = textOf('OPENWEATHER_KEY', env.OPENWEATHER_KEY, '', /^[A-Za-z0-9]{8,64}$/)
    return { kind, url: at('https://api.openweathermap.org'), key }
  }
  if (kind !== 'open-meteo')
    throw new StartError(`WEATHER must be "open-meteo", "openweather" or "off", not "${kind}".`)
  return {
    kind,
    url: at('https://api.open-meteo.com'),
    geocodingUrl: env.WEATHER_URL ? at('') : 'https://geocoding-api.open-meteo.com',
  }
}

const mapTilesOf = (env: Record<string, string | undefined>): MapTiles => {
  const given = env.MAP_TILES_URL || null
  const attribution = textOf(
    'MAP_ATTRIBUTION',
    env.MAP_ATTRIBUTION,
    '© OpenStreetMap contributors',
    /^[^\p{C}<>]{1,200}$/u,
  )
  if (given === null) return { url: null, attribution: '' }
  const whole = ['{z}', '{x}', '{y}'].every((part) => given.includes(part))
  const found = url('MAP_TILES_URL', given.replace('{s}', 'sub'), ['http:', 'https:'])
  if (!whole || !/^[\x21-\x7e]+$/.test(given) || /[;,'"]/.test(given))
    throw new StartError('MAP_TILES_URL must be an address with {z}, {x} and {y}.')
  if (found?.protocol === 'http:' && !isLoopback(found.hostname))
    throw new StartError('MAP_TILES_URL must be https, but on this machine.')
  if (tileOrigins(given).length === 0) throw new StartError('MAP_TILES_URL has no host.')
  return { url: given, attribution }
}

const pushOf = (env: Record<string, string | undefined>): PushConfig => {
  const publicKey = textOf('VAPID_PUBLIC_KEY', env.VAPID_PUBLIC_KEY, '', /^[A-Za-z0-9_-]{87}$/)
  const privateKey = textOf('VAPID_PRIVATE_KEY', env.VAPID_PRIVATE_KEY, '', /^[A-Za-z0-9_-]{43}$/)
  if ((publicKey === '') !== (privateKey === ''))
    throw new StartError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or none.')
  const service = url('PUSH_SERVICE_URL', env.PUSH_SERVICE_URL, ['https:'])
  const file = env.PUSH_SERVICE_CA
  if (file && !existsSync(file)) throw new StartError('PUSH_SERVICE_CA must be the path of a certificate.')
  return {
    keys: publicKey === '' ? null : { publicKey, privateKey },
    besides: service?.host ?? null,
    ca: file ? readFileSync(file, 'utf8') : null,
  }
}

const secretOf = (name: string, text: string | undefined): string | null => {
  if (!text) return null
  if (!/^[\x21-\x7e]{32,200}$/.test(text)) {
    throw new StartError(`${name} must have 32 to 200 characters: letters, figures and signs, no spaces.`)
  }
  return text
}

const secretsOf = (env: Record<string, string | undefined>) => ({
  secretKey: secretOf('SECRET_KEY', env.SECRET_KEY),
  otherSecretKey: secretOf('SECRET_KEY_OTHER', env.SECRET_KEY_OTHER),
  moveKey: secretOf('MOVE_KEY', env.MOVE_KEY),
})

/** How the databases are reached, besides `DATABASE_URL` itself. */
const databasesOf = (env: Record<string, string | undefined>) => ({
  embeddedUrl: url('EMBEDDED_URL', env.EMBEDDED_URL, ['postgresql:'])?.href ?? null,
  databaseVendorUrl: databaseUrlOf('DATABASE_VENDOR_URL', env.DATABASE_VENDOR_URL),
  databaseEraserUrl: databaseUrlOf('DATABASE_ERASER_URL', env.DATABASE_ERASER_URL),
  databaseAppUrl: databaseUrlOf('DATABASE_APP_URL', env.DATABASE_APP_URL),
  databaseReplicaUrl: databaseUrlOf('DATABASE_REPLICA_URL', env.DATABASE_REPLICA_URL),
  fenceAllows: namesOf('FENCE_ALLOWS', env.FENCE_ALLOWS),
  poolSize: number('DB_POOL', env.DB_POOL, 8, 1, 64),
  pipeline: onOff('DB_PIPELINE', env.DB_PIPELINE, true),
  namedStatements: onOff('DB_NAMED_STATEMENTS', env.DB_NAMED_STATEMENTS, null),
})

/** What operators watch it with. */
const watchingOf = (env: Record<string, string | undefined>) => ({
  metricsPort: env.METRICS_PORT ? number('METRICS_PORT', env.METRICS_PORT, 0, 1, 65_535) : null,
  tracing: tracingOf(env),
})

/** The native app, and pushes to it. */
const appOf = (env: Record<string, string | undefined>) => {
  const native = nativeOf(env)
  return { native, appPush: appPushOf(env, native.iosApp) }
}

/** Reads every setting from the environment and the command line. The first invalid one throws a StartError that names it. */
export const readConfig = (
  env: Record<string, string | undefined>,
  args: readonly string[],
  folder: string,
): Config => {
  const unknown = args.find((arg) => arg !== '--demo')
  if (unknown) throw new StartError(`Unknown option "${unknown}". The only one is --demo.`)
  const port = number('PORT', env.PORT, 3000, 1, 65_535)
  const host = textOf('HOST', env.HOST, '127.0.0.1', /^[A-Za-z0-9.:_-]{1,255}$/)
  const publicUrl = url('PUBLIC_URL', env.PUBLIC_URL, ['http:', 'https:'])
  if (publicUrl && publicUrl.pathname !== '/') throw new StartError('PUBLIC_URL must have no path.')
  if (!isLoopback(host) && publicUrl?.protocol !== 'https:') {
    throw new StartError(
      `HOST=${host} can be reached from outside: set PUBLIC_URL to the https address that people use.`,
    )
  }
  const dataDir = resolve(folder, env.DATA_DIR || 'data')
  const databaseUrl = databaseUrlOf('DATABASE_URL', env.DATABASE_URL)
  const publicOrigin = publicUrl?.origin ?? `http://localhost:${port}`
  if (env.BACKUP_DIR && databaseUrl !== null)
    throw new StartError('BACKUP_DIR is for the embedded database. For your own, see "Backup" in docs/runbook.md.')
  return {
    port,
    host,
    publicOrigin,
    otherOrigins: publicUrl ? [] : [`http://127.0.0.1:${port}`, `http://[::1]:${port}`],
    databaseUrl,
    ...databasesOf(env),
    dataDir,
    backupDir: env.BACKUP_DIR ? resolve(folder, env.BACKUP_DIR) : null,
    backupKeepDays: number('BACKUP_KEEP_DAYS', env.BACKUP_KEEP_DAYS, 14, 1, 3650),
    auditAnchors: env.AUDIT_ANCHORS
      ? resolve(folder, env.AUDIT_ANCHORS)
      : databaseUrl === null
        ? resolve(dataDir, 'audit-anchors.log')
        : null,
    drainNoticeSeconds: number('DRAIN_NOTICE_SECONDS', env.DRAIN_NOTICE_SECONDS, databaseUrl ? 2 : 0, 0, 5),
    trustProxy: onOff('TRUST_PROXY', env.TRUST_PROXY, false),
    anonymousPerMinute: number('ANONYMOUS_PER_MINUTE', env.ANONYMOUS_PER_MINUTE, 600, 1, 1_000_000),
    smtpUrl: url('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:'])?.href ?? null,
    mailFrom: textOf('MAIL_FROM', env.MAIL_FROM, 'Watchbill <no-reply@localhost>', /^[^\r\n]{3,200}$/),
    supportEmail:
      textOf('SUPPORT_EMAIL', env.SUPPORT_EMAIL, '', /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+$/) || null,
    legalName: textOf('LEGAL_NAME', env.LEGAL_NAME, '', /^[^\p{C}<>]{1,120}$/u) || null,
    legalAddress: textOf('LEGAL_ADDRESS', env.LEGAL_ADDRESS, '', /^[^\p{C}<>]{1,240}$/u) || null,
    logLevel: textOf('LOG_LEVEL', env.LOG_LEVEL, 'info', /^(fatal|error|warn|info|debug|trace|silent)$/),
    checkOutputs: onOff('CHECK_OUTPUTS', env.CHECK_OUTPUTS, false),
    demo: databaseUrl === null || args.includes('--demo'),
    demoPassword: env.DEMO_PASSWORD || null,
    demoTotpSecret: textOf('DEMO_TOTP_SECRET', env.DEMO_TOTP_SECRET, '', /^[A-Z2-7]{16,128}$/) || null,
    ...secretsOf(env),
    ...watchingOf(env),
    productName: textOf('PRODUCT_NAME', env.PRODUCT_NAME, 'Watchbill', /^[^\r\n<>]{1,40}$/),
    weather: weatherOf(env),
    push: pushOf(env),
    ...phonesOf(env, publicOrigin, databaseUrl === null && isLoopback(host) && !env.SMTP_URL),
    mapTiles: mapTilesOf(env),
    ...appOf(env),
  }
}
