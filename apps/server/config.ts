import { resolve } from 'node:path'
import { StartError } from '#platform/server/start-error.ts'

export type Config = {
  port: number
  host: string
  publicOrigin: string
  /** Without PUBLIC_URL a loopback server is the same under its three names. */
  otherOrigins: readonly string[]
  /** null: the embedded server with its data in `dataDir`. */
  databaseUrl: string | null
  /** The unprivileged role's own URL, where DATABASE_URL's user may not make roles. */
  databaseAppUrl: string | null
  databaseVendorUrl: string | null
  databaseEraserUrl: string | null
  dataDir: string
  /** Where the anchors of the audit's seals are added, outside of the database; null: nowhere. */
  auditAnchors: string | null
  poolSize: number
  /** After SIGTERM `/readyz` says no for so long before the door closes, so that a balancer sends nobody into it. */
  drainNoticeSeconds: number
  pipeline: boolean
  namedStatements: boolean
  trustProxy: boolean
  /** Calls of one kind that one source may make in a minute without being signed in. */
  anonymousPerMinute: number
  smtpUrl: string | null
  mailFrom: string
  /** The vendor's address for what departments ask of it; null mails nobody. */
  supportEmail: string | null
  /** The vendor as its terms and privacy pages name it, and its postal address in one line. */
  legalName: string | null
  legalAddress: string | null
  logLevel: string
  checkOutputs: boolean
  demo: boolean
  demoPassword: string | null
  /** The demo admins' authenticator, in base32. */
  demoTotpSecret: string | null
  /** Seals what must not be read from a copy of the database; null: one is made in `dataDir`. */
  secretKey: string | null
  productName: string
  weather: WeatherSource
}

/** Who is asked for the weather. `off` asks nobody. */
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

const onOff = (name: string, text: string | undefined, fallback: boolean): boolean => {
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

const textOf = (name: string, text: string | undefined, fallback: string, pattern: RegExp): string => {
  if (!text) return fallback
  if (!pattern.test(text)) throw new StartError(`${name} has a value that cannot be used.`)
  return text
}

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

const secretOf = (text: string | undefined): string | null => {
  if (!text) return null
  if (!/^[\x21-\x7e]{32,200}$/.test(text)) {
    throw new StartError('SECRET_KEY must have 32 to 200 characters: letters, figures and signs, no spaces.')
  }
  return text
}

/** Every setting, from the environment and the command line; the first bad one throws a StartError that names it. */
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
  const databaseUrl = url('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:'])
  return {
    port,
    host,
    publicOrigin: publicUrl?.origin ?? `http://localhost:${port}`,
    otherOrigins: publicUrl ? [] : [`http://127.0.0.1:${port}`, `http://[::1]:${port}`],
    databaseUrl: databaseUrl?.href ?? null,
    databaseVendorUrl: url('DATABASE_VENDOR_URL', env.DATABASE_VENDOR_URL, ['postgres:', 'postgresql:'])?.href ?? null,
    databaseEraserUrl: url('DATABASE_ERASER_URL', env.DATABASE_ERASER_URL, ['postgres:', 'postgresql:'])?.href ?? null,
    databaseAppUrl: url('DATABASE_APP_URL', env.DATABASE_APP_URL, ['postgres:', 'postgresql:'])?.href ?? null,
    dataDir,
    auditAnchors: env.AUDIT_ANCHORS
      ? resolve(folder, env.AUDIT_ANCHORS)
      : databaseUrl === null
        ? resolve(dataDir, 'audit-anchors.log')
        : null,
    poolSize: number('DB_POOL', env.DB_POOL, 8, 1, 64),
    drainNoticeSeconds: number('DRAIN_NOTICE_SECONDS', env.DRAIN_NOTICE_SECONDS, databaseUrl ? 2 : 0, 0, 5),
    pipeline: onOff('DB_PIPELINE', env.DB_PIPELINE, true),
    namedStatements: onOff('DB_NAMED_STATEMENTS', env.DB_NAMED_STATEMENTS, true),
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
    secretKey: secretOf(env.SECRET_KEY),
    productName: textOf('PRODUCT_NAME', env.PRODUCT_NAME, 'Watchbill', /^[^\r\n<>]{1,40}$/),
    weather: weatherOf(env),
  }
}
