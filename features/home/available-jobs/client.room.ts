import { openStretches } from '#features/shifts/signups/rules.places.ts'
import { clock } from '#platform/web/time.ts'
import { type JobPost, shortSpotsLeft, spotsLeft, spotsLeftWords } from './rules.ts'

/** `13:00–22:00 open`, of a post with a part taken: a count of spots would hide that. Null for any other. */
const openWords = (post: JobPost, zone: string): string | null => {
  if (post.split_minutes === null || post.holds.length === 0 || spotsLeft(post) === 0) return null
  const open = openStretches(post, post.holds).map((one) => `${clock(one.starts_at, zone)}–${clock(one.ends_at, zone)}`)
  return `${open.join(', ')} open`
}

/** `2 of 3 spots left`, `Full` or `13:00–22:00 open`. */
export const roomWords = (post: JobPost, zone: string): string => openWords(post, zone) ?? spotsLeftWords(post)

/** The same where there is little room: `2 left`. */
export const shortRoomWords = (post: JobPost, zone: string): string => openWords(post, zone) ?? shortSpotsLeft(post)
