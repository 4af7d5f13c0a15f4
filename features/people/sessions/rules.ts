import { IDLE_MINUTES } from '#platform/shared/session-length.ts'
import { HOUR, type Instant, MINUTE, ms } from '#platform/shared/time.ts'

/** Specification section 9: minutes of warning before a session ends for want of an action. */
const WARNING_MINUTES = 5
/** How long the warning's toast stays, and the minimum time between two heartbeats. */
export const WARNING_TOAST_MS = 10_000
const HEARTBEAT_MS = MINUTE
/** Maximum hours in total, regardless of activity. */
const ABSOLUTE_HOURS = 12

export type SessionTimes = { created_at: Instant; last_action_at: Instant }

/** The idle and absolute ends reported by the server, in milliseconds of its clock. */
export type KnownEnds = { idle: number; last: number }

/** When the session ends: for want of an action (polling and live streams are none), and in any case. Half-open: at either, it has ended. */
export const endsOf = (s: SessionTimes): KnownEnds => ({
  idle: ms(s.last_action_at) + IDLE_MINUTES * MINUTE,
  last: ms(s.created_at) + ABSOLUTE_HOURS * HOUR,
})

/** The guard's version of the same: the last ends the server reported, against the server's clock as estimated on this device. */
export function guardPhase(ends: KnownEnds, now: number): 'active' | 'warning' | 'ended' {
  const end = Math.min(ends.idle, ends.last)
  if (now >= end) return 'ended'
  return now >= end - WARNING_MINUTES * MINUTE ? 'warning' : 'active'
}

/** Whether activity would extend the session: false if the 12-hour limit ends it. */
export const isExtendable = (ends: KnownEnds): boolean => ends.idle < ends.last

/** Whether to report input now: at most once a minute across all tabs, since each report extends the idle end. */
export const isHeartbeatDue = (ends: KnownEnds, now: number): boolean =>
  now < Math.min(ends.idle, ends.last) && now - (ends.idle - IDLE_MINUTES * MINUTE) >= HEARTBEAT_MS

export type Clocks = { wall: number; steady: number }
/** Whether the device slept, froze, or had its clock changed since the last check: then only the server knows the time. */
export const hasJumped = (before: Clocks, now: Clocks): boolean =>
  now.wall - before.wall > 10_000 || Math.abs(now.wall - before.wall - (now.steady - before.steady)) > 2000

/**
 * The path to open after sign-in, or null if it is not a plain path on this origin: refuses `//host`, `\/host`,
 * `javascript:`, control characters and backslashes anywhere, encoded or not; at most 2,000 characters.
 */
export function safeRedirect(path: string | null | undefined): string | null {
  if (path == null || path.length > 2000 || !/^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?#[\]]*$/.test(path)) return null
  const [place = ''] = path.split(/[?#]/)
  // Characters that a proxy or router might decode again: an encoded slash, backslash or control character.
  if (/%(2f|5c|[01][0-9a-f]|7f|25)/i.test(place) || /\/\.{1,2}(\/|$)/.test(place) || place.includes('//')) return null
  return /%(?![0-9a-f]{2})/i.test(path) ? null : path
}
