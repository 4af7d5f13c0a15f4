import { type Asked, type EndsAnswer, noteEnds, prolongHere, serverNow } from './session-ends.ts'
import { keepEnds } from './stored.ts'

/** What the tabs of one browser tell each other about the session. */
type Told<End> =
  | { kind: 'changed' }
  | { kind: 'ended'; why: End }
  /** `at`: this device's clock when it was sent. `way`: how long the response took, in milliseconds. */
  | { kind: 'extended'; ends: EndsAnswer; at: number; way: number }
  /** Input that the server couldn't be told of. `idle`: the end without more, by the server's clock. */
  | { kind: 'used'; idle: number }

const sessions = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
export const tellTabs = <End>(told: Told<End>): void => sessions?.postMessage(told)
export const hearTabs = <End>(hear: (told: Told<End>) => void): void => {
  if (sessions) sessions.onmessage = ({ data }: MessageEvent<Told<End>>) => hear(data)
}

/** The inactivity limit has moved: for this tab, all others, and pages that open later without a connection. */
export const prolongSession = (ends: EndsAnswer, asked: Asked): void => {
  noteEnds(ends, asked)
  tellTabs({ kind: 'extended', ends, at: Date.now(), way: performance.now() - asked.steady })
  void keepEnds().catch(() => undefined)
}
/** The person is active while the server can't be told: for this tab, all others, and pages that open later. */
export const prolongUntold = (idleMs: number): Promise<void> => {
  const idle = serverNow() + idleMs
  prolongHere(idle)
  tellTabs({ kind: 'used', idle })
  return keepEnds()
}
