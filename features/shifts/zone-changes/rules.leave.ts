import { type Instant, isoInstant, ms } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { sameWall } from './rules.ts'

/** Leave, or a request for it. */
export type Leave = { id: string; starts_at: Instant; ends_at: Instant | null }

/** The start of a day becomes the start of that day, any other time the same time on the clock. */
function followClock(instant: Instant, from: string, to: string): Instant {
  const { date } = wallOf(instant, from)
  return ms(startOfDayIn(from, date)) === ms(instant) ? startOfDayIn(to, date) : sameWall(instant, from, to).instant
}

/**
 * Leave that may not overlap, at the same dates and times in another zone. Where clocks change during leave of some hours, it
 * keeps its length and begins no earlier than the leave before it ends.
 */
export function moveLeaves(leaves: readonly Leave[], from: string, to: string): Leave[] {
  let free = Number.NEGATIVE_INFINITY
  return leaves
    .toSorted((a, b) => ms(a.starts_at) - ms(b.starts_at))
    .map(({ id, starts_at, ends_at }) => {
      const start = Math.max(ms(followClock(starts_at, from, to)), free)
      if (ends_at === null) return { id, starts_at: isoInstant(start), ends_at: null }
      const end = ms(followClock(ends_at, from, to))
      free = end > start ? end : start + ms(ends_at) - ms(starts_at)
      return { id, starts_at: isoInstant(start), ends_at: isoInstant(free) }
    })
}
