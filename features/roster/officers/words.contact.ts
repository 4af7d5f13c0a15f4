import { counted } from '#platform/shared/text.ts'
import type { Unreached } from './contract.contact.ts'

export const noAccountWords = "No account yet. Won't be notified."

const notReached = ({ name, phone }: Unreached) =>
  `${name} has no account yet and wasn't notified.${phone ? ` Call ${phone}.` : ''}`

/** Shown after an action that concerns `of` officers: how many were notified, and who needs a call. Empty if it concerns nobody. */
export const notifiedWords = (of: number, unreached: readonly Unreached[]): string => {
  const reached = of - unreached.length
  if (of === 0) return ''
  if (unreached.length === 0)
    return of === 1
      ? 'The officer was notified.'
      : `${of === 2 ? 'Both' : of.toLocaleString('en-US')} officers were notified.`
  if (unreached.length > 2)
    return `${reached.toLocaleString('en-US')} of ${counted(of, 'officer')} were notified. The others have no account yet.`
  return [
    ...(of > 2 ? [`${reached.toLocaleString('en-US')} of ${counted(of, 'officer')} were notified.`] : []),
    ...unreached.map(notReached),
  ].join(' ')
}

/** `35 of 37 officers will be notified`, `1 officer won't be notified`: how many people a message to everyone reaches. */
export const willBeNotified = (people: number, without_account: number, noun: readonly [string, string]): string => {
  const all = counted(people, ...noun)
  if (people > 0 && without_account === people) return `${all} won't be notified`
  return `${without_account === 0 ? all : `${(people - without_account).toLocaleString('en-US')} of ${all}`} will be notified`
}
