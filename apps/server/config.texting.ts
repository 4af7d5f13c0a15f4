import type { CallingConfig } from '#platform/server/calling.ts'
import { StartError } from '#platform/server/start-error.ts'
import type { TextingConfig } from '#platform/server/texting.ts'

type Env = Readonly<Record<string, string | undefined>>

/** JSON of a setting. */
const jsonOf = (name: string, text: string | undefined, fallback: unknown): unknown => {
  if (!text) return fallback
  try {
    return JSON.parse(text)
  } catch {
    throw new StartError(`${name} must be JSON.`)
  }
}

const patternOf = (env: Env, name: string, pattern: RegExp): string => {
  const text = env[name] ?? ''
  if (text !== '' && !pattern.test(text)) throw new StartError(`${name} has a value that cannot be used.`)
  return text
}

const isHere = (host: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(host)

const addressOf = (env: Env, name: string, fallback: string): string => {
  const text = env[name]
  if (!text) return fallback
  const parsed = URL.canParse(text) ? new URL(text) : null
  const safe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isHere(parsed.hostname))
  if (!parsed || !safe) throw new StartError(`${name} must be an https URL, or http on this machine.`)
  return parsed.href.replace(/\/$/, '')
}

const headersOf = (env: Env): Record<string, string> => {
  const found = jsonOf('TEXT_GATEWAY_HEADERS', env.TEXT_GATEWAY_HEADERS, {})
  const plain =
    typeof found === 'object' && found !== null && Object.values(found).every((one) => typeof one === 'string')
  if (!plain) throw new StartError('TEXT_GATEWAY_HEADERS must be a JSON object of texts.')
  return found as Record<string, string>
}

const number = /^\+[1-9]\d{6,14}$/

/** The account at Twilio; null without one. */
const twilioOf = (env: Env) => {
  const account = patternOf(env, 'TWILIO_ACCOUNT_SID', /^AC[0-9a-f]{32}$/)
  if (account === '') return null
  const token = patternOf(env, 'TWILIO_AUTH_TOKEN', /^[\x21-\x7e]{16,100}$/)
  if (token === '') throw new StartError('TWILIO_ACCOUNT_SID needs TWILIO_AUTH_TOKEN.')
  return { kind: 'twilio' as const, url: addressOf(env, 'TWILIO_URL', 'https://api.twilio.com'), account, token }
}

/** Twilio, a gateway, or none. On a machine for trying things out, texts go to the outbox page instead. */
const textingOf = (env: Env, tryingOut: boolean): TextingConfig => {
  const twilio = twilioOf(env)
  const from = patternOf(env, 'TWILIO_FROM', number)
  if (twilio && from !== '') return { ...twilio, from }
  const url = addressOf(env, 'TEXT_GATEWAY_URL', '')
  if (url === '') {
    if (twilio) throw new StartError('TWILIO_ACCOUNT_SID needs TWILIO_FROM, or TEXT_GATEWAY_URL for texts.')
    return { kind: tryingOut ? 'outbox' : 'off' }
  }
  return {
    kind: 'gateway',
    url,
    headers: headersOf(env),
    template: jsonOf('TEXT_GATEWAY_TEMPLATE', env.TEXT_GATEWAY_TEMPLATE, { to: '{to}', text: '{text}' }),
    secret: patternOf(env, 'TEXT_GATEWAY_SECRET', /^[\x21-\x7e]{32,200}$/) || null,
  }
}

/** Twilio or none; on a machine for trying things out, calls go to the outbox page, as texts do. */
const callingOf = (env: Env, publicOrigin: string, texting: TextingConfig): CallingConfig => {
  const from = patternOf(env, 'TWILIO_VOICE_FROM', number)
  if (from === '') return { kind: texting.kind === 'outbox' ? 'outbox' : 'off' }
  const twilio = twilioOf(env)
  if (!twilio) throw new StartError('TWILIO_VOICE_FROM needs TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.')
  if (!publicOrigin.startsWith('https:'))
    throw new StartError('TWILIO_VOICE_FROM needs a PUBLIC_URL with https: Twilio asks there what to say.')
  return { ...twilio, from }
}

/** How texts and calls leave. `tryingOut`: on a machine where emails are not sent either. */
export const phonesOf = (
  env: Env,
  publicOrigin: string,
  tryingOut: boolean,
): { texting: TextingConfig; calling: CallingConfig } => {
  const texting = textingOf(env, tryingOut)
  return { texting, calling: callingOf(env, publicOrigin, texting) }
}
