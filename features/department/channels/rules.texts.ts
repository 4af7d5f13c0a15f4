import type { EventName } from '#features/department/notifications/rules.ts'

/** What a person agrees to; kept with the consent, word for word. */
export const consentText =
  'I agree to get text messages from my department through Watchbill about shifts, offers and order-ins at this number. Message and data rates may apply. Message frequency varies. Reply STOP to stop, HELP for help.'

/** Texts end here, so that none takes more than three segments. */
const MOST_CHARACTERS = 400
const shorten = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}...`)

const replyWords = (event: EventName, code: string): string => {
  if (event === 'ordered_in') return `Reply YES ${code} to acknowledge.`
  return `Reply YES ${code} or NO ${code}.`
}

/** Typographic signs would double the price: the basic alphabet has none. */
export const plain = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-')

/** The whole text: who writes, what it is about, how to answer, how to stop. */
export const textWords = (
  department: string,
  about: { event: EventName; title: string; message: string; code: string | null },
): string => {
  const head = `${shorten(department, 60)}: `
  const tail = `${about.code === null ? '' : ` ${replyWords(about.event, about.code)}`} Reply STOP to stop.`
  const title = /[.!?]$/.test(about.title) ? about.title : `${about.title}.`
  return plain(head + shorten(`${title} ${about.message}`, MOST_CHARACTERS - head.length - tail.length) + tail)
}

export const codeWords = (department: string, code: string): string =>
  `${shorten(department, 60)}: Your code is ${code}. It expires in 10 minutes. Reply STOP to stop.`

const basic = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
const twice = /[\^{}\\[~\]|€]/g

/** The number of segments that carriers bill for a text. */
export const segmentsOf = (text: string): number => {
  if (!basic.test(text)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  const length = text.length + (text.match(twice)?.length ?? 0)
  return length <= 160 ? 1 : Math.ceil(length / 153)
}

export type Incoming = { kind: 'stop' } | { kind: 'answer'; yes: boolean; code: string } | { kind: 'other' }

const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']

/** What a person wrote back. */
export const readText = (text: string): Incoming => {
  const words = text
    .trim()
    .toUpperCase()
    .replace(/[.!]+$/, '')
  if (stopWords.includes(words)) return { kind: 'stop' }
  const [, answer, code] = /^(YES|Y|NO|N)[\s,:-]*(\d{4})$/.exec(words) ?? []
  return answer && code ? { kind: 'answer', yes: answer.startsWith('Y'), code } : { kind: 'other' }
}

/** A reply counts this long. */
export const REPLY_HOURS = 24
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
/** Codes that one person may ask for in a day. */
export const CODES_A_DAY = 5
