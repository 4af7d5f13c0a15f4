import { type Price, postToTwilio, priceOf, readTwilio } from './texting.ts'

/** How calls are placed: `off` has no provider; `outbox` keeps them on this machine, for trying things out. */
export type CallingConfig =
  | { kind: 'off' }
  | { kind: 'outbox' }
  | { kind: 'twilio'; url: string; account: string; token: string; from: string }

/** Set once, at startup. */
let current: CallingConfig = { kind: 'off' }
export const setCalling = (to: CallingConfig): void => {
  current = to
}
export const hasCalling = (): boolean => current.kind !== 'off'

export type CallResult = { kind: 'sent'; provider_id: string | null } | { kind: 'again' | 'refused'; status: number }
/** `url`: where the provider asks what to say; the status of the call goes to `<url>/status`. */
export type PlaceCall = (to: string, url: string) => Promise<CallResult>

/** Shorter than most voicemail takes to pick up. */
const RING_SECONDS = 25

/** Places calls through the provider; null without one. */
export const createCalling = (config: CallingConfig): PlaceCall | null => {
  if (config.kind === 'off') return null
  if (config.kind === 'outbox') return async () => ({ kind: 'sent', provider_id: null })
  return async (to, url) => {
    try {
      const { status, answer } = await postToTwilio(config, 'Calls', {
        ...{ To: to, From: config.from, Url: url, Method: 'POST', Timeout: String(RING_SECONDS) },
        ...{ MachineDetection: 'Enable', StatusCallback: `${url}/status`, StatusCallbackMethod: 'POST' },
      })
      if (status >= 200 && status < 300)
        return { kind: 'sent', provider_id: typeof answer.sid === 'string' ? answer.sid.slice(0, 120) : null }
      return { kind: status === 429 || status >= 500 ? 'again' : 'refused', status }
    } catch {
      return { kind: 'again', status: 0 }
    }
  }
}

export type IncomingCall = {
  id: string
  to: string
  /** The key that was pressed; empty without one. */
  key: string
  machine: boolean
  /** How the call ended; null while it lasts. */
  ended: 'answered' | 'busy' | 'no_answer' | 'failed' | null
  seconds: number | null
  price: Price | null
}

const ends = {
  completed: 'answered',
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'no_answer',
  failed: 'failed',
} as const
const secondsOf = (text: string | undefined): number | null => {
  const seconds = Number(text)
  return text !== undefined && Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400 ? seconds : null
}

/** What the provider says about a call under way, or null if the signature is not the provider's. */
export const readCall = (
  config: CallingConfig,
  asked: { url: string; signature: string; body: string },
): IncomingCall | null => {
  const form = config.kind === 'twilio' ? readTwilio(config.token, asked) : null
  if (!form?.CallSid || form.CallSid.length > 120) return null
  return {
    id: form.CallSid,
    to: form.To ?? '',
    key: form.Digits ?? '',
    machine: /^(machine|fax)/.test(form.AnsweredBy ?? ''),
    ended: ends[form.CallStatus as keyof typeof ends] ?? null,
    seconds: secondsOf(form.CallDuration),
    price: priceOf(form.Price, form.PriceUnit),
  }
}
