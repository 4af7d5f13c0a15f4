import { createHmac, timingSafeEqual } from 'node:crypto'

/** How texts leave: `off` has no provider; `outbox` keeps them on this machine, for trying things out. */
export type TextingConfig =
  | { kind: 'off' }
  | { kind: 'outbox' }
  | { kind: 'twilio'; url: string; account: string; token: string; from: string }
  | {
      kind: 'gateway'
      url: string
      headers: Readonly<Record<string, string>>
      /** The body as JSON, with `{to}`, `{text}` and `{receipt}` inside its strings. */
      template: unknown
      /** Signs texts that come in; null: none are accepted. */
      secret: string | null
    }

/** Set once, at startup. */
let current: TextingConfig = { kind: 'off' }
export const setTexting = (to: TextingConfig): void => {
  current = to
}
export const hasTexting = (): boolean => current.kind !== 'off'

/** `opted_out`: the carrier says that the person wants no texts. */
export type TextResult =
  | { kind: 'sent'; provider_id: string | null }
  | { kind: 'opted_out' }
  | { kind: 'again' | 'refused'; status: number }
/** `receipt`: the address to which the provider reports what became of it; null: nowhere. */
export type SendText = (to: string, text: string, receipt?: string | null) => Promise<TextResult>

const TIMEOUT_MS = 10_000
/** Twilio's word for a recipient who replied STOP. */
const OPTED_OUT = 21610

const filled = (template: unknown, values: Readonly<Record<string, string>>): unknown => {
  if (typeof template === 'string')
    return template.replace(/\{(to|text|receipt)\}/g, (_, name: string) => values[name] ?? '')
  if (Array.isArray(template)) return template.map((one) => filled(one, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, values)]))
}

/** Posts to a provider; its answer as JSON, as far as it is. */
const postTo = async (url: string, headers: Readonly<Record<string, string>>, body: string) => {
  const response = await fetch(url, {
    ...{ method: 'POST', headers, body, redirect: 'manual' as const },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = (await response.text()).slice(0, 10_000)
  let answer: Record<string, unknown> = {}
  try {
    answer = JSON.parse(text) as Record<string, unknown>
  } catch {
    // Not JSON: the status says what became of it.
  }
  return { status: response.status, answer }
}

const resultOf = ({ status, answer }: Awaited<ReturnType<typeof postTo>>): TextResult => {
  const id = answer.sid ?? answer.id
  if (status >= 200 && status < 300)
    return { kind: 'sent', provider_id: typeof id === 'string' ? id.slice(0, 120) : null }
  if (answer.code === OPTED_OUT) return { kind: 'opted_out' }
  return { kind: status === 429 || status >= 500 ? 'again' : 'refused', status }
}

type TwilioAccess = { url: string; account: string; token: string }
/** A form that Twilio takes in, under one of the account's lists. */
export const postToTwilio = ({ url, account, token }: TwilioAccess, list: string, form: Record<string, string>) =>
  postTo(
    `${url}/2010-04-01/Accounts/${account}/${list}.json`,
    {
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    new URLSearchParams(form).toString(),
  )

/** Sends texts through the provider; null without one. */
export const createTexting = (config: TextingConfig): SendText | null => {
  if (config.kind === 'off') return null
  if (config.kind === 'outbox') return async () => ({ kind: 'sent', provider_id: null })
  return async (to, text, receipt = null) => {
    try {
      if (config.kind === 'gateway') {
        const headers = { 'content-type': 'application/json', ...config.headers }
        const body = filled(config.template, { to, text, receipt: receipt ?? '' })
        return resultOf(await postTo(config.url, headers, JSON.stringify(body)))
      }
      const form = { To: to, From: config.from, Body: text, ...(receipt === null ? {} : { StatusCallback: receipt }) }
      return resultOf(await postToTwilio(config, 'Messages', form))
    } catch {
      return { kind: 'again', status: 0 }
    }
  }
}

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Twilio signs the address it calls, followed by the form's fields in the order of their names. */
export const twilioSignature = (token: string, url: string, fields: Readonly<Record<string, string>>): string =>
  createHmac('sha1', token)
    .update(
      url +
        Object.keys(fields)
          .sort()
          .map((name) => name + fields[name])
          .join(''),
    )
    .digest('base64')

/** A gateway signs the body that it sends. */
export const gatewaySignature = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

type Asked = { url: string; signature: string; body: string }

/** The fields of a form that Twilio sent, or null if the signature is not Twilio's. `url` is the address as Twilio calls it. */
export const readTwilio = (token: string, { url, signature, body }: Asked): Record<string, string> | null => {
  const fields = Object.fromEntries(new URLSearchParams(body))
  return same(signature, twilioSignature(token, url, fields)) ? fields : null
}

/** The object that a gateway sent, or null if it is not signed with its secret. */
const readGateway = (secret: string | null, { signature, body }: Asked): Record<string, unknown> | null => {
  if (secret === null || !same(signature, gatewaySignature(secret, body))) return null
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The provider's id tells a message that is sent again from another with the same words. */
export type IncomingText = { id: string; from: string; text: string }

const idOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** A text that came in, or null if it has no id or its signature is not the provider's. */
export const readIncoming = (config: TextingConfig, asked: Asked): IncomingText | null => {
  let found: IncomingText | null = null
  if (config.kind === 'twilio') {
    const form = readTwilio(config.token, asked)
    found = form && { id: form.MessageSid ?? '', from: form.From ?? '', text: form.Body ?? '' }
  } else if (config.kind === 'gateway') {
    const { id, from, text } = readGateway(config.secret, asked) ?? {}
    if (typeof from === 'string' && typeof text === 'string') found = { id: idOf(id), from, text }
  }
  return found && found.id !== '' && found.id.length <= 120 ? found : null
}

export type Receipt = {
  id: string
  /** Null: still under way. */
  receipt: 'delivered' | 'undelivered' | 'failed' | null
  segments: number | null
  price: Price | null
}
export type Price = { amount: number; currency: string }

/** What the provider charges, where it says so. Twilio writes costs as negative amounts. */
export const priceOf = (amount: unknown, currency: unknown): Price | null => {
  const value = amount === null || amount === undefined || amount === '' ? Number.NaN : Math.abs(Number(amount))
  const unit = String(currency ?? '').toUpperCase()
  return Number.isFinite(value) && value < 100_000 && /^[A-Z]{3}$/.test(unit) ? { amount: value, currency: unit } : null
}

const receipts = ['delivered', 'undelivered', 'failed'] as const
const segmentsIn = (value: unknown): number | null => {
  const count = Number(value)
  return Number.isInteger(count) && count > 0 && count < 100 ? count : null
}

/** What the provider reports about a text, or null if its signature is not the provider's. */
export const readReceipt = (config: TextingConfig, asked: Asked): Receipt | null => {
  const known = (status: unknown) => receipts.find((one) => one === status) ?? null
  if (config.kind === 'twilio') {
    const form = readTwilio(config.token, asked)
    if (!form) return null
    const price = priceOf(form.Price, form.PriceUnit)
    return {
      id: form.MessageSid ?? '',
      receipt: known(form.MessageStatus),
      segments: segmentsIn(form.NumSegments),
      price,
    }
  }
  if (config.kind !== 'gateway') return null
  const body = readGateway(config.secret, asked)
  if (!body) return null
  const price = priceOf(body.price, body.currency)
  return { id: idOf(body.id), receipt: known(body.status), segments: segmentsIn(body.segments), price }
}
