import { counted } from '#platform/shared/text.ts'
import type { Unreached } from './contract.contact.ts'

export const noAccountWords = "No account yet. Won't be notified."

/** Shown after an action that affects one or two officers: that they were notified, or who needs a call. */
export const notifiedWords = (of: number, unreached: readonly Unreached[]): string => {
  if (unreached.length === 0) return of === 1 ? 'The officer was notified.' : 'Both officers were notified.'
  return unreached
    .map(({ name, phone }) => `${name} has no account yet and wasn't notified.${phone ? ` Call ${phone}.` : ''}`)
    .join(' ')
}

/** `35 of 37 officers will be notified`: how many people a message to everyone reaches. */
export const willBeNotified = (people: number, without_account: number, noun: readonly [string, string]): string => {
  const all = counted(people, ...noun)
  return `${without_account === 0 ? all : `${(people - without_account).toLocaleString('en-US')} of ${all}`} will be notified`
}
