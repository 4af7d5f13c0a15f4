import { useSyncExternalStore } from 'react'
import type { ErrorBody } from '#platform/shared/endpoint.ts'

/** What the person in front of this device has saved on it and not sent (`outbox.ts`), for the screens. */
export type Saved = {
  id: number
  /** The endpoint's name, and what it is called on screen. */
  call: string
  what: string
  url: string
  body: string
  /** When it was pressed, by the server's clock as this device knew it. */
  at: number
  /** Why the server refused it; null while it waits. */
  refused: (Pick<ErrorBody['error'], 'code' | 'details'> & { status: number }) | null
}

let items: readonly Saved[] = []
/** How many more this person has saved in other departments. */
let elsewhere = 0
const listeners = new Set<() => void>()
export const setSaved = (next: readonly Saved[], others = 0): void => {
  if (next.length === 0 && items.length === 0 && others === elsewhere) return
  items = next
  elsewhere = others
  for (const told of listeners) told()
}
export const readSaved = (): readonly Saved[] => items
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}
export const useSaved = (): readonly Saved[] => useSyncExternalStore(subscribe, readSaved)
export const readSavedElsewhere = (): number => elsewhere
export const useSavedElsewhere = (): number => useSyncExternalStore(subscribe, readSavedElsewhere)

/** The waiting presses of these calls whose address or body has this id, in order. */
export const waitingFor = (saved: readonly Saved[], calls: readonly string[], id: string): Saved[] =>
  saved.filter((one) => calls.includes(one.call) && one.refused === null && `${one.url} ${one.body}`.includes(id))
