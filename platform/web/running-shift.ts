import { useSyncExternalStore } from 'react'
import { MINUTE, type TimeFormat } from '#platform/shared/time.ts'
import { type Asked, pressClock, subscribeEnds } from './session-ends.ts'
import { storedFor } from './stored.ts'

/**
 * A note on this device about the shift that its officer is checked in to: ids and times, no names. It outlives a session that
 * ends for want of input, so that the officer can check out before signing in again (docs/offline.md). Always loaded, because
 * forgetting must not depend on a file.
 */
export type RunningShift = {
  /** The person and department, as in `stored.ts`. */
  owner: string
  signup_id: string
  starts_at: string
  ends_at: string
  /** The last check-in, by the server's clock. */
  since: string
  /** The last moment for a check-out, by the server's clock; the note is worthless after it. */
  until: string
  asks_position: boolean
  time_zone: string
  time_format: TimeFormat
  ahead_ms: number
  heard_at: string
  /** When a check-out was pressed while signed out, by this device's clock. */
  out_at: number | null
  /** A check-out before the start counts: an admin has moved the start since. */
  counts?: boolean
  /** When the note was made, by this device's clock; earlier versions didn't say. */
  noted_at?: number
  /** The check-in was pressed, and neither saved nor answered yet: the page may have been closed before. */
  unsure?: true
}
type Shift = Omit<RunningShift, 'owner' | 'ahead_ms' | 'heard_at' | 'out_at' | 'noted_at'>

const key = 'running-shift'
const listeners = new Set<() => void>()
const changed = () => {
  for (const told of listeners) told()
}
const keep = (text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Without storage the officer signs in first.
  }
  changed()
}
const textHere = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

let parsed: { text: string | null; shift: RunningShift | null } = { text: null, shift: null }
const noteHere = (): RunningShift | null => {
  const text = textHere()
  if (text !== parsed.text) {
    try {
      parsed = { text, shift: JSON.parse(text ?? 'null') as RunningShift | null }
    } catch {
      parsed = { text, shift: null }
    }
  }
  return parsed.shift
}
/** The note, of any person; null if there is none, or if the shift can no longer be checked out of. */
export const readRunning = (): RunningShift | null => {
  const shift = noteHere()
  return shift && Date.now() + shift.ahead_ms <= Date.parse(shift.until) ? shift : null
}
const subscribe = (told: () => void) => {
  listeners.add(told)
  window.addEventListener('storage', told)
  return () => {
    listeners.delete(told)
    window.removeEventListener('storage', told)
  }
}
export const useRunning = (): RunningShift | null => useSyncExternalStore(subscribe, readRunning)

/** What this page heard last, and its steady clock then: it goes on once the session has ended. Another tab may have heard more since. */
let heard: { at: string; steady: number } | null = null
const hear = (at: string, since_ms: number | null) => {
  heard = since_ms === null ? null : { at, steady: performance.now() - since_ms }
}
/** Notes the shift of the person who is signed in. */
export const noteRunning = (shift: Shift | RunningShift): void => {
  const owner = storedFor()
  const clocks = pressClock()
  if (owner === null || clocks === null) return
  const { ahead_ms, heard_at, since_ms } = clocks
  hear(heard_at, since_ms)
  keep(
    JSON.stringify({ owner, out_at: null, noted_at: Date.now(), ...shift, ahead_ms, heard_at } satisfies RunningShift),
  )
}
// The device's clock may have been set since the note was made.
subscribeEnds(() => {
  const shift = noteHere()
  if (shift && shift.owner === storedFor()) noteRunning(shift)
})
/** Milliseconds since the clocks of the note were heard; null if that was not in this page. */
export const sinceHeard = ({ heard_at }: RunningShift): number | null =>
  heard?.at === heard_at ? Math.max(0, Math.round(performance.now() - heard.steady)) : null

/** By how much the clocks may differ from the note before it was the device's clock that was set: the answer names the server's process. */
const SET_MS = MINUTE
/**
 * The server's time from an answer to someone who is not signed in. It may be as old as the answer was slow; if the device slept or its
 * clock was set on the way, it says nothing.
 */
export const correctRunning = (now_at: number, asked: Asked): void => {
  const shift = noteHere()
  const way = performance.now() - asked.steady
  if (!shift || Math.abs(Date.now() - asked.wall - way) > SET_MS) return
  const ahead_ms = Math.round(now_at + way / 2 - Date.now())
  if (!(Math.abs(ahead_ms - shift.ahead_ms) > SET_MS + way / 2)) return
  const heard_at = new Date(now_at).toISOString()
  hear(heard_at, 0)
  keep(JSON.stringify({ ...shift, ahead_ms, heard_at }))
}
/** A check-out is saved on the device: it stays noted until the same person signs in; null once it was refused. */
export const noteOut = (shift: RunningShift, out_at: number | null): void => keep(JSON.stringify({ ...shift, out_at }))
export const forgetRunning = (): void => {
  if (textHere() !== null) keep(null)
}
/** Deletes the note of anyone but this person. */
export const claimRunning = (owner: string | null): void => {
  if (readRunning()?.owner !== owner) forgetRunning()
}
