import { useSyncExternalStore } from 'react'

/** When the session ends, by the server's clock, and how far ahead of this device's clock that one is. A small store of its
 * own, since it moves every minute and the frame need not be drawn anew for it. */
export type EndsAnswer = { now_at: string; idle_ends_at: string; ends_at: string }
export type Ends = {
  /** Without another act, and at the latest; milliseconds of the server's clock. */
  idle: number
  last: number
  ahead: number
  heard: number
}

let ends: Ends | null = null
const listeners = new Set<() => void>()
const set = (next: Ends | null) => {
  ends = next
  for (const told of listeners) told()
}

/** Takes an answer of the server; one that is older than what is known changes nothing. */
export const noteEnds = (answer: EndsAnswer): void => {
  const heard = Date.parse(answer.now_at)
  if (ends && heard < ends.heard) return
  set({
    idle: Date.parse(answer.idle_ends_at),
    last: Date.parse(answer.ends_at),
    ahead: heard - Date.now(),
    heard,
  })
}
export const forgetEnds = (): void => set(null)
export const readEnds = (): Ends | null => ends

const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}
export const useEnds = (): Ends | null => useSyncExternalStore(subscribe, readEnds)

/** The server's clock, as far as this device can tell. */
export const serverNow = (): number => Date.now() + (ends?.ahead ?? 0)

/** Why a session that is over is over, as far as the clocks tell: a second's grace for the way. */
export const endOf = (): 'idle' | 'lasted' | 'elsewhere' => {
  const now = serverNow() + 1000
  if (ends && now >= ends.last) return 'lasted'
  return ends && now >= ends.idle ? 'idle' : 'elsewhere'
}
