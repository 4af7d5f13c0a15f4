import { type Instant, minutesBetween, ms } from '#platform/shared/time.ts'

/** The dashboard looks this far back. The definitions stand in docs/definitions.md. */
export const FILL_DAYS = 30

/** A place taken (+1) or given up (-1). */
export type PlaceEvent = { at: Instant; delta: 1 | -1 }

export type ShiftHistory = {
  status: string
  starts_at: Instant
  /** When officers could see it first: published, or the later time it was published for. */
  posted_at: Instant
  /** Places of all its posts, as they stand. */
  required: number
  /** In the order in which they happened. */
  events: readonly PlaceEvent[]
}

export type ShiftFill = {
  required: number
  /** Places that were held when the shift began. */
  held: number
  /** From posting to the first moment at which every place was held; null where that did not come before the start. */
  minutes_to_fill: number | null
}

/** What a shift counts for; null where it does not count: a draft, a cancelled one, one that has not begun, one posted after its start. */
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

/** Whole percent, rounded down: 100 only where every place was held. Null where nothing counts. */
export const fillPercent = (held: number, required: number): number | null =>
  required === 0 ? null : Math.floor((100 * held) / required)
