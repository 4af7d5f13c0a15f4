import { useSyncExternalStore } from 'react'
import type { ErrorBody } from '#platform/shared/endpoint.ts'
import { MINUTE } from '#platform/shared/time.ts'

/** What the person in front of this device has saved on it (`outbox.ts`), for the screens. */
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
  /** Why it waits although the server can be reached: a refusal that passes. */
  held?: string
  /** When the server's answer came, by this device's clock; absent while it waits, or if it was refused. */
  answered_at?: number
}

/** A press that the server has answered, and whose it was, as in `stored.ts`. */
export type Answered = Saved & { owner: string; answered_at: number; key?: string }

let items: readonly Saved[] = []
/** How many more this person has saved in other departments. */
let elsewhere = 0
const listeners = new Set<() => void>()
/** Whether the device was asked what is saved on it. */
let known = false
export const setSaved = (next: readonly Saved[], others = 0): void => {
  if (known && next.length === 0 && items.length === 0 && others === elsewhere) return
  known = true
  items = next
  elsewhere = others
  for (const told of listeners) told()
}
/** Forgets what one person saved: for the next one, the device has to be read again. */
export const forgetSaved = (): void => {
  setSaved([])
  known = false
}
export const readSaved = (): readonly Saved[] => items
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}
export const useSaved = (): readonly Saved[] => useSyncExternalStore(subscribe, readSaved)
const isKnown = (): boolean => known
export const useSavedKnown = (): boolean => useSyncExternalStore(subscribe, isKnown)
export const readSavedElsewhere = (): number => elsewhere
export const useSavedElsewhere = (): number => useSyncExternalStore(subscribe, readSavedElsewhere)

/** What the server has not answered yet, or has refused. */
export const unsentOf = (saved: readonly Saved[]): Saved[] => saved.filter((one) => one.answered_at === undefined)

/** A clock is set by small steps all the time: an answer and a read are further apart. */
const setBackMs = MINUTE
/** The times of reads that were once in the future: made before the device's clock was set back. */
const setBack = new Set<number>()
/**
 * The presses of these calls, in order, whose address or body has this id and that a read doesn't contain: those that wait, and
 * those that were answered since it was read at `readAt`, by this device's clock. The connection may be lost right after an answer.
 * A read whose time is in the future counts as made before every answer, also once that time comes: the clock was set back since,
 * and applying a press twice changes nothing.
 */
export const missingIn = (readAt: number, saved: readonly Saved[], calls: readonly string[], id: string): Saved[] => {
  if (readAt > Date.now() + setBackMs) setBack.add(readAt)
  const since = setBack.has(readAt) ? 0 : readAt
  return saved.filter(
    ({ call, refused, url, body, answered_at = since }) =>
      calls.includes(call) && refused === null && answered_at >= since && `${url} ${body}`.includes(id),
  )
}
/** Only those that wait. */
export const waitingFor = (saved: readonly Saved[], calls: readonly string[], id: string): Saved[] =>
  missingIn(0, unsentOf(saved), calls, id)
