import { type Instant, minutesBetween, ms } from '#platform/shared/time.ts'

/** Days covered by the dashboard, in the department's zone and today included. See docs/definitions.md for the definitions. */
export const FILL_DAYS = 30

/** A spot taken (+1) or given up (-1). */
export type PlaceEvent = { at: Instant; delta: 1 | -1 }

export type ShiftHistory = {
  status: string
  starts_at: Instant
  /** When officers could first see it: on publishing, or at the later scheduled time. */
  posted_at: Instant
  /** Current total of spots across all its posts. */
  required: number
  /** In chronological order. */
  events: readonly PlaceEvent[]
}

export type ShiftFill = {
  required: number
  /** Spots held when the shift began. */
  held: number
  /** Minutes from posting until every spot was first held; null if that did not happen before the start. */
  minutes_to_fill: number | null
}

/** The shift's figures; null if it does not count: a draft, canceled, not yet begun, or posted after its start. */
export const fillOf = (shift: ShiftHistory, now: Instant): ShiftFill | null => {
  const { required, starts_at, posted_at } = shift
  if (shift.status !== 'published' && shift.status !== 'closed') return null
  if (ms(starts_at) > ms(now) || ms(posted_at) >= ms(starts_at) || required === 0) return null
  let held = 0
  let filled: Instant | null = null
  for (const event of shift.events) {
    if (ms(event.at) > ms(starts_at)) continue
    held += event.delta
    if (filled === null && held >= required) filled = event.at
  }
  return {
    required,
    held: Math.min(required, Math.max(0, held)),
    minutes_to_fill: filled === null ? null : Math.max(0, minutesBetween(posted_at, filled)),
  }
}

/** Whole percent, rounded down: 100 only if every spot was held. Null if nothing counts. */
export const fillPercent = (held: number, required: number): number | null =>
  required === 0 ? null : Math.floor((100 * held) / required)
