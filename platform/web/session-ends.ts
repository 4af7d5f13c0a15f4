import { useSyncExternalStore } from 'react'

/**
 * When the session ends, by the server's clock, and how far that clock is ahead of this device's. A separate small store, since
 * it changes every minute and must not re-render the frame.
 */
export type EndsAnswer = { now_at: string; idle_ends_at: string; ends_at: string }
export type Ends = {
  /** End without further activity, and latest possible end; milliseconds on the server's clock. */
  idle: number
  last: number
  ahead: number
  heard: number
  /** The steady clock of this page when the response arrived; null if the page was opened since. */
  steady: number | null
}

let ends: Ends | null = null
const listeners = new Set<() => void>()
const set = (next: Ends | null) => {
  ends = next
  for (const told of listeners) told()
}

/** Stores a server response; ignores one older than what is known. */
export const noteEnds = (answer: EndsAnswer): void => {
  const heard = Date.parse(answer.now_at)
  if (ends && heard < ends.heard) return
  set({
    idle: Date.parse(answer.idle_ends_at),
    last: Date.parse(answer.ends_at),
    ahead: heard - Date.now(),
    heard,
    steady: performance.now(),
  })
}
/** A message between tabs that takes longer waited for a tab that slept. */
const PROMPT_MS = 2_000
/**
 * The ends that another tab heard, sent at this time of the device. Late, they say nothing about the clocks: the server's time in them
 * has passed.
 */
export const noteToldEnds = (answer: EndsAnswer, at: number): void => {
  if (Math.abs(Date.now() - at) < PROMPT_MS) noteEnds(answer)
  else if (ends)
    set({ ...ends, idle: Math.max(ends.idle, Date.parse(answer.idle_ends_at)), last: Date.parse(answer.ends_at) })
}
/** What was noted before the page was opened again. */
export const restoreEnds = (kept: Ends): void => {
  if (!ends) set({ ...kept, steady: null })
}
/** The person's own input while the server can't be told: moves the end for want of input, on this device only. */
export const prolongHere = (idleMs: number): void => {
  if (ends) set({ ...ends, idle: Math.max(ends.idle, serverNow() + idleMs) })
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

/** The server's clock, as estimated on this device. */
export const serverNow = (): number => Date.now() + (ends?.ahead ?? 0)

/** The clocks that a saved press brings along, so that the server can tell when it was made; null if the server was never heard. */
export const pressClock = () =>
  ends && {
    ahead_ms: Math.round(ends.ahead),
    heard_at: new Date(ends.heard).toISOString(),
    since_ms: ends.steady === null ? null : Math.max(0, Math.round(performance.now() - ends.steady)),
  }

/** Why the session ended, judging by the clocks, with one second of tolerance for network delay. */
export const endOf = (): 'idle' | 'lasted' | 'elsewhere' => {
  const now = serverNow() + 1000
  if (ends && now >= ends.last) return 'lasted'
  return ends && now >= ends.idle ? 'idle' : 'elsewhere'
}
