import { daysBetween, plusDays, type WallDate } from '#platform/shared/time.ts'
import type { AssignmentSeen } from './contract.shapes.ts'
import type { AssignmentFields } from './routes.input.ts'
import { refuseAssignmentAction } from './rules.ts'
import { typedOf } from './rules.wall.ts'
import type { Locked } from './store.write.ts'

/** What the work is and where, whenever it is: kept by a copy and by a template. */
export const workOf = (seen: AssignmentSeen) => ({
  title: seen.title,
  description: seen.description,
  kind: seen.kind,
  client: seen.client,
  location_name: seen.location_name,
  location_address: seen.location_address,
  location_lat: seen.location_lat,
  location_lng: seen.location_lng,
  location_radius_m: seen.location_radius_m,
})

/** What would have to be typed to get this assignment on another date: the same local times, the same distance in days. */
export const typedAgain = (seen: AssignmentSeen, startsOn?: WallDate): AssignmentFields => {
  const { time_zone } = seen
  const starts = typedOf(seen.starts_at, time_zone)
  const move = startsOn === undefined ? 0 : daysBetween(starts.date, startsOn)
  const again = (instant: string) => {
    const typed = typedOf(instant, time_zone)
    return move === 0 ? typed : { date: plusDays(typed.date, move), time: typed.time }
  }
  const own = (instant: string, assignments: string) => (instant === assignments ? null : again(instant))
  return {
    ...workOf(seen),
    time_zone,
    starts: again(seen.starts_at),
    ends: again(seen.ends_at),
    posts: seen.posts.map((post) => ({
      name: post.name,
      required_count: post.required_count,
      starts: own(post.starts_at, seen.starts_at),
      ends: own(post.ends_at, seen.ends_at),
      requirements: post.requirements,
    })),
    min_required: seen.min_required,
    signup_mode: seen.signup_mode,
    signup_opens: seen.signup_opens_at === null ? null : again(seen.signup_opens_at),
    signup_closes: seen.signup_closes_at === null ? null : again(seen.signup_closes_at),
    pay_code: seen.pay_code,
    min_pay_minutes: seen.min_pay_minutes,
  }
}

export const refuseDelete = ({ seen, now }: Locked): 'not_draft' | 'has_signups' | null => {
  const no = refuseAssignmentAction('delete_draft', seen, { now, signup_count: seen.signup_count })
  return no === 'not_draft' || no === 'has_signups' ? no : null
}
