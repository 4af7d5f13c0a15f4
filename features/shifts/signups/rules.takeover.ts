import { type Instant, isoInstant, MINUTE, ms, type Range } from '#platform/shared/time.ts'

type Post = Range & { split_minutes: number | null }

/**
 * Whether an officer whom an admin gives a spot of the post at `now` takes over a shift under way. Posts that are worked in parts are
 * given in whole parts instead.
 */
export const takesOver = (post: Post, now: Instant): boolean =>
  post.split_minutes === null && ms(post.starts_at) <= ms(now) && ms(now) < ms(post.ends_at)

/** From when that officer has the spot: the minute of `now` in a takeover, else the post's start. */
export const heldFrom = (post: Post, now: Instant): Instant =>
  isoInstant(
    takesOver(post, now) ? Math.max(ms(post.starts_at), Math.floor(ms(now) / MINUTE) * MINUTE) : ms(post.starts_at),
  )
