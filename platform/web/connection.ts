import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Whether the server can be reached, as the live stream finds it. */

export type LiveState = 'live' | 'connecting' | 'offline'

let state: LiveState = 'connecting'
const listeners = new Set<() => void>()
export const setLiveState = (next: LiveState): void => {
  if (state === next) return
  state = next
  // Reads that wait for a connection go on, whatever the browser says of it.
  if (next === 'live') onlineManager.setOnline(true)
  for (const told of listeners) told()
}
export const liveState = (): LiveState => state
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => listeners.delete(told)
}
export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, liveState)

/**
 * Whether a call need not be tried. The browser's word alone is only a hint: with some VPNs it says that there is no connection while
 * the stream is live.
 */
export const isOffline = (): boolean => !navigator.onLine && state !== 'live'
