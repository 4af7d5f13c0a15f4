import type { EventName } from '#features/department/notifications/rules.ts'
import { escaped } from '#platform/shared/text.ts'

/** What a person agrees to before the first call; kept with the consent, word for word. */
export const callConsentText =
  'I agree to get automated voice calls from my department through Watchbill about order-ins and offers at this number. Calls use a synthetic voice. Press 9 during a call to stop them.'

/** What became of a call, as the log has it; `failed`: the phone never rang. */
export type CallReceipt =
  | 'accepted'
  | 'declined'
  | 'answered'
  | 'opted_out'
  | 'no_answer'
  | 'busy'
  | 'machine'
  | 'failed'

/** What became of a call, as the ledger has it. */
export const contacts = ['answered', 'declined', 'no_answer', 'busy', 'machine'] as const
export type Contact = (typeof contacts)[number]

/** Null: the person was never called. */
export const contactOf = (receipt: CallReceipt): Contact | null => {
  if (receipt === 'failed') return null
  return receipt === 'accepted' || receipt === 'opted_out' ? 'answered' : receipt
}

export type Key = 'yes' | 'no' | 'stop'
const keys: Readonly<Record<string, Key>> = { '1': 'yes', '2': 'no', '9': 'stop' }
/** Null: no key that means anything. */
export const keyOf = (digits: string): Key | null => keys[digits] ?? null

const askWords = (event: EventName): string => {
  if (event === 'ordered_in') return 'Press 1 to acknowledge.'
  return `Press 1 to ${event === 'volunteers_asked' ? 'volunteer' : 'accept'}. Press 2 to decline.`
}
const stopWords = 'Press 9 to stop these calls.'

const say = (text: string): string => `<Say>${escaped(text)}</Say>`
const respond = (inside: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`

/** Says it and hangs up. */
export const sayAndEnd = (text: string): string => respond(`${say(`${text} Goodbye.`)}<Hangup/>`)

type About = { event: EventName; department: string; title: string; message: string }

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Says what it is about and waits for a key, twice. `first` comes before it, such as what was wrong with the last key. */
export const askForKey = (about: About, answerUrl: string, first?: string): string => {
  const asked = `${askWords(about.event)} ${stopWords}`
  const words = first
    ? `${first} ${asked}`
    : `This is ${about.department}. ${sentence(about.title)} ${about.message} ${asked}`
  const gather = (text: string) =>
    `<Gather numDigits="1" timeout="8" method="POST" action="${escaped(answerUrl)}">${say(text)}</Gather>`
  return respond(`${gather(words)}${gather(words)}${say('Open the app to answer. Goodbye.')}<Hangup/>`)
}

/** What a machine records: nothing about the shift, because others may listen to it. */
export const machineWords = (department: string): string => `This is ${department}. Open Watchbill to answer a message.`
