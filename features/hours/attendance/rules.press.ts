import type { DeviceClock } from '#platform/shared/device-clock.ts'
import { HOUR, type Instant, isoInstant, MINUTE, ms } from '#platform/shared/time.ts'

/** A press that took longer than this to arrive counts from the time it was made. */
export const CLAIM_AFTER_SECONDS = 10
/** A press that took longer than this is marked as sent late. */
const LATE_AFTER_SECONDS = 120
/** A press older than this is refused: an admin enters the times. */
const OLDEST_PRESS_HOURS = 24
/** Until when a press must arrive; milliseconds, like its own time. */
export const lastArrival = (pressed: number): number => pressed + OLDEST_PRESS_HOURS * HOUR

/** The device's clocks at the press, next to its time of day. */
export type PressClock = {
  /** How far the server's clock was ahead of the device's, in milliseconds, when the device last heard from it. */
  ahead_ms: number
  /** The server's clock when the device last heard from it. */
  heard_at: Instant
  /** Milliseconds since then by a clock that nobody can set; null if the page was opened since. It may stop while the device sleeps. */
  since_ms: number | null
}

/** `device`: of the phone that sends it; earlier versions don't say. */
export type Press = {
  device_at: Instant
  clock?: PressClock | null | undefined
  device?: DeviceClock | null | undefined
}

/** A press that came too late, and when it was made, by the server's clock. */
type TooOld = { too_old: Instant }
export const isTooOld = (made: Instant | TooOld | null): made is TooOld => made !== null && typeof made !== 'string'

/** A device's clock that is off by more than this, in milliseconds, was set. */
const SET_MS = MINUTE

/**
 * The time of day of a press by what its device shows as it is sent. `least`: it was not made earlier. If the clock was set
 * forward since the server was last heard, it was set either before the press or after it; where that can't be told, the earlier time
 * counts, so that a press that is wrong by more than two minutes is marked as sent late.
 */
const byDevice = (byDay: number, least: number, ahead_ms: number, sent: DeviceClock, now: number): number => {
  const set = sent.now_ms + ahead_ms - now
  const wasBefore = set > SET_MS && byDay - least > set - SET_MS
  if (wasBefore) return byDay - set
  // Set forward before the press and back since.
  return byDay > now + SET_MS ? least : byDay
}

/**
 * When a press was made, by the server's clock: null if it arrived at once, or without clocks, and the server's own time counts.
 * A device clock that was set back cannot put it before what the other clock shows, nothing puts it into the future, and a clock that was
 * set forward shows by the time of day as it is sent.
 */
export function claimedAt({ device_at, clock, device }: Press, now: Instant): Instant | TooOld | null {
  if (!clock) return null
  const byDay = ms(device_at) + clock.ahead_ms
  const least = ms(clock.heard_at) + (clock.since_ms ?? 0)
  const most = ms(now) - (device?.made_ms ?? 0)
  const day = device ? byDevice(byDay, least, clock.ahead_ms, device, ms(now)) : byDay
  const at = Math.round(Math.max(Math.min(day, most), least))
  if (ms(now) - at <= CLAIM_AFTER_SECONDS * 1000) return null
  return ms(now) > lastArrival(at) ? { too_old: isoInstant(at) } : isoInstant(at)
}

/**
 * A press that arrives at once counts from its arrival, up to 10 seconds after it was made. A saved press that was made in that time
 * after it counts from `earliest`; any other from when it was made.
 */
export const claimedAfter = (claimed: Instant | null, earliest: Instant | null): Instant | null => {
  if (claimed === null || earliest === null) return claimed
  const short = ms(earliest) - ms(claimed)
  return short > 0 && short <= CLAIM_AFTER_SECONDS * 1000 ? isoInstant(ms(earliest)) : claimed
}

/** Whether it arrived so late that an admin should look at it. */
export const isLate = (pressed: Instant | null, arrived: Instant | null | undefined): boolean =>
  pressed !== null && arrived != null && ms(arrived) - ms(pressed) > LATE_AFTER_SECONDS * 1000
