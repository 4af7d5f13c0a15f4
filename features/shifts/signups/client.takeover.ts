import { type Instant, isoInstant } from '#platform/shared/time.ts'
import { useServerNow } from '#platform/web/clock.ts'
import { clock } from '#platform/web/time.ts'
import { heldFrom, takesOver } from './rules.takeover.ts'

/** From when an officer would have a spot of the post that is given now, if the shift is under way; null for others. */
export const useTakeoverStart = (post: Parameters<typeof takesOver>[0] | undefined): Instant | null => {
  const now = isoInstant(useServerNow())
  return post && takesOver(post, now) ? heldFrom(post, now) : null
}

/** ` from 23:10`, after who was assigned; nothing for a shift that had not started. */
export const sinceWords = (since: Instant | null, zone: string): string =>
  since === null ? '' : ` from ${clock(since, zone)}`
