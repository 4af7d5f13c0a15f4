import { type Instant, isoInstant, ms } from '#platform/shared/time.ts'

/** Specification section 9: minutes without an action, and the warning before it. */
export const IDLE_MINUTES = 30
export const WARNING_MINUTES = 5
/** How long the warning's toast stays, and the least time between two heartbeats. */
export const WARNING_TOAST_MS = 10_000
export const HEARTBEAT_MS = 60_000
/** domain.md: hours in all, however active. */
export const ABSOLUTE_HOURS = 12

export type SessionTimes = { created_at: Instant; last_action_at: Instant }

/** The instant from which the session no longer is; polling and live streams are no actions. Half-open: at it, it has ended. */
export function endsAt(s: SessionTimes): Instant {
  return isoInstant(
    Math.min(ms(s.last_action_at) + IDLE_MINUTES * 60_000, ms(s.created_at) + ABSOLUTE_HOURS * 3_600_000),
  )
}

/** From when to warn: 5 minutes before the end. */
export const warnsAt = (s: SessionTimes): Instant => isoInstant(ms(endsAt(s)) - WARNING_MINUTES * 60_000)

export const isAlive = (s: SessionTimes, now: Instant): boolean => ms(now) < ms(endsAt(s))

/** Whether an action would prolong it: not when the 12 hours, rather than idleness, are what ends it. */
export const canExtend = (s: SessionTimes, now: Instant): boolean =>
  isAlive(s, now) && ms(s.created_at) + ABSOLUTE_HOURS * 3_600_000 > ms(endsAt(s))

/** `active`, `warning` in the last 5 minutes, `ended`. */
export function sessionState(s: SessionTimes, now: Instant): 'active' | 'warning' | 'ended' {
  if (!isAlive(s, now)) return 'ended'
  return ms(now) >= ms(warnsAt(s)) ? 'warning' : 'active'
}

/** The two ends as the server said them, in milliseconds of its clock. */
export type KnownEnds = { idle: number; last: number }

/** The guard's view of the same: what the server said last, against its clock as this device reckons it. */
export function guardPhase(ends: KnownEnds, now: number): 'active' | 'warning' | 'ended' {
  const end = Math.min(ends.idle, ends.last)
  if (now >= end) return 'ended'
  return now >= end - WARNING_MINUTES * 60_000 ? 'warning' : 'active'
}

/** Whether going on would move the end: not when the 12 hours are what ends it. */
export const isExtendable = (ends: KnownEnds): boolean => ends.idle < ends.last

/** Whether a person's input is to be told now: once a minute at most, over all tabs, since each told one moved the idle end. */
export const isHeartbeatDue = (ends: KnownEnds, now: number): boolean =>
  now < Math.min(ends.idle, ends.last) && now - (ends.idle - IDLE_MINUTES * 60_000) >= HEARTBEAT_MS

export type Clocks = { wall: number; steady: number }
/** Whether the device slept, stood still, or had its clock set since the last look: then only the server knows the time. */
export const hasJumped = (before: Clocks, now: Clocks): boolean =>
  now.wall - before.wall > 10_000 || Math.abs(now.wall - before.wall - (now.steady - before.steady)) > 2000

/**
 * The path to go to after signing in, or null when it is not a plain path of this origin (trust.md): `//host`, `\/host`,
 * `javascript:`, control characters and backslashes anywhere, encoded or not, are refused; 2,000 characters at most.
 */
export function safeRedirect(path: string | null | undefined): string | null {
  if (path == null || path.length > 2000 || !/^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?#[\]]*$/.test(path)) return null
  const [place = ''] = path.split(/[?#]/)
  // What a proxy or router may decode once more: an encoded slash, backslash or control character.
  if (/%(2f|5c|[01][0-9a-f]|7f|25)/i.test(place) || /\/\.{1,2}(\/|$)/.test(place) || place.includes('//')) return null
  return /%(?![0-9a-f]{2})/i.test(path) ? null : path
}
