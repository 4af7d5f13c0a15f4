import { Work } from '#features/shifts/assignments/contract.shapes.ts'
import { daysBetween, plusDays, type WallDate } from '#platform/shared/time.ts'
import type { AssignmentFields } from './routes.input.ts'
import { typedOf } from './rules.wall.ts'
import type { Repeatable } from './store.copies.ts'

/** The input that would recreate this assignment on another date: same local times, same distance in days. */
export const typedAgain = (seen: Repeatable, startsOn?: WallDate): AssignmentFields => {
  const { time_zone } = seen
  const starts = typedOf(seen.starts_at, time_zone)
  const move = startsOn === undefined ? 0 : daysBetween(starts.date, startsOn)
  const again = (instant: string) => {
    const typed = typedOf(instant, time_zone)
    return move === 0 ? typed : { date: plusDays(typed.date, move), time: typed.time }
  }
  const own = (instant: string, assignments: string) => (instant === assignments ? null : again(instant))
  return {
    ...Work.parse(seen),
    time_zone,
    starts: again(seen.starts_at),
    ends: again(seen.ends_at),
    posts: seen.posts.map((post) => ({
      name: post.name,
      required_count: post.required_count,
      starts: own(post.starts_at, seen.starts_at),
      ends: own(post.ends_at, seen.ends_at),
      requirements: post.requirements,
      split_minutes: post.split_minutes,
    })),
    min_required: seen.min_required,
    signup_mode: seen.signup_mode,
    award_rule_id: seen.award_rule_id,
    signup_opens: seen.signup_opens_at === null ? null : again(seen.signup_opens_at),
    signup_closes: seen.signup_closes_at === null ? null : again(seen.signup_closes_at),
  }
}
