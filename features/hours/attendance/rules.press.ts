import { type Instant, isoInstant, ms } from '#platform/shared/time.ts'

/** A press that took longer than this to arrive counts from the time it was made. */
export const CLAIM_AFTER_SECONDS = 10
/** A press that took longer than this is marked as sent late. */
export const LATE_AFTER_SECONDS = 120
/** A press older than this is refused: an admin enters the times. */
const OLDEST_PRESS_HOURS = 24
/** Until when a press must arrive; milliseconds, like its own time. */
export const lastArrival = (pressed: number): number => pressed + OLDEST_PRESS_HOURS * 3_600_000

/** The device's clocks at the press, next to its time of day. */
export type PressClock = {
  /** How far the server's clock was ahead of the device's, in milliseconds, when the device last heard from it. */
  ahead_ms: number
  /** The server's clock when the device last heard from it. */
  heard_at: Instant
  /** Milliseconds since then by a clock that nobody can set; null if the page was opened since. It may stop while the device sleeps. */
  since_ms: number | null
}

/** A press that came too late, and when it was made, by the server's clock. */
type TooOld = { too_old: Instant }
export const isTooOld = (made: Instant | TooOld | null): made is TooOld => made !== null && typeof made !== 'string'

/**
 * When a press was made, by the server's clock: null if it arrived at once, or without clocks, and the server's own time counts.
 * A device clock that was set back cannot put it before what the other clock shows, and nothing puts it into the future.
 */
export function claimedAt(device_at: Instant, clock: PressClock | null, now: Instant): Instant | TooOld | null {
  if (clock === null) return null
  const byDay = ms(device_at) + clock.ahead_ms
  const bySteady = ms(clock.heard_at) + (clock.since_ms ?? 0)
  const at = Math.round(Math.max(byDay, bySteady))
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
