import {
  type AssignmentKind,
  assignmentKinds,
  phase,
  type SignupMode,
  signupModes,
  type Timed,
} from '#features/assignments/rules.ts'
import { movesRule, type RuleTerms } from '#features/award-rules/rules.window.ts'
import { refuseText } from '#platform/shared/text.ts'
import { type Instant, ms } from '#platform/shared/time.ts'
import { isZone, wallOf } from '#platform/shared/zone.ts'

/** Bounds of an assignment; the specification is silent, trust.md names the attacks. */
export const assignmentBounds = {
  title: 160,
  description: 4000,
  postName: 80,
  posts: 50,
  required: 500,
  days: 7,
  years: [2000, 2100],
  radius: [10, 5000],
  /** Minutes of the smallest piece of a post that is taken in parts. */
  split_minutes: [15, 720],
} as const

export type PostShape = {
  name: string
  required: number
  /** Own range; null means the assignment's. */
  starts_at?: Instant | null
  ends_at?: Instant | null
  split_minutes?: number | null
}

export type AssignmentShape = {
  title: string
  description?: string | null
  kind: AssignmentKind
  signup_mode: SignupMode
  time_zone: string
  starts_at: Instant
  ends_at: Instant
  min_required: number
  posts: readonly PostShape[]
  signup_opens_at?: Instant | null
  signup_closes_at?: Instant | null
  publish_at?: Instant | null
  min_pay_minutes?: number | null
  location?: { lat?: number | null; lng?: number | null; radius_m?: number | null } | null
}

export type Problem = { field: string; message: ProblemCode }
export type ProblemCode =
  | 'required'
  | 'too_long'
  | 'control_character'
  | 'direction_override'
  | 'unknown'
  | 'unknown_zone'
  | 'end_not_after_start'
  | 'longer_than_7_days'
  | 'year_out_of_range'
  | 'out_of_range'
  | 'too_many'
  | 'more_than_required'
  | 'outside_assignment'
  | 'closes_not_after_opens'
  | 'closes_after_end'
  | 'opens_after_start'
  | 'publish_after_start'
  | 'duplicate'
  | 'awarded_whole'

const isWholeIn = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

/** Every wrong field with a reason, empty when the assignment may be stored (trust.md, "Assignments and sign-up race"). */
export function problemsOf(a: AssignmentShape): Problem[] {
  return [...textProblems(a), ...timeProblems(a), ...postProblems(a), ...windowProblems(a), ...placeProblems(a)]
}

/** The sum of the posts' places: `required_count`. */
export const requiredCountOf = (posts: readonly { required: number }[]): number =>
  posts.reduce((sum, post) => sum + post.required, 0)

function textProblems(a: AssignmentShape): Problem[] {
  const found: Problem[] = []
  const title = refuseText(a.title, { min: 1, max: assignmentBounds.title })
  if (title !== null) found.push({ field: 'title', message: title })
  const description = refuseText(a.description ?? '', { max: assignmentBounds.description, lines: true })
  if (description !== null) found.push({ field: 'description', message: description })
  if (!assignmentKinds.includes(a.kind)) found.push({ field: 'kind', message: 'unknown' })
  if (!signupModes.includes(a.signup_mode)) found.push({ field: 'signup_mode', message: 'unknown' })
  if (a.min_pay_minutes != null && !isWholeIn(a.min_pay_minutes, 0, 1440))
    found.push({ field: 'min_pay_minutes', message: 'out_of_range' })
  return found
}

function timeProblems(a: AssignmentShape): Problem[] {
  if (!isZone(a.time_zone)) return [{ field: 'time_zone', message: 'unknown_zone' }]
  const years = (['starts_at', 'ends_at'] as const).filter((field) => !isYearAllowed(a[field], a.time_zone))
  const found: Problem[] = years.map((field) => ({ field, message: 'year_out_of_range' }))
  const length = ms(a.ends_at) - ms(a.starts_at)
  if (length <= 0) found.push({ field: 'ends_at', message: 'end_not_after_start' })
  // A week of wall time lasts an hour more where the clock goes back.
  if (length > assignmentBounds.days * 86_400_000 + 3_600_000)
    found.push({ field: 'ends_at', message: 'longer_than_7_days' })
  return found
}

function isYearAllowed(instant: Instant, zone: string): boolean {
  const [first, last] = assignmentBounds.years
  const utc = new Date(ms(instant)).getUTCFullYear()
  if (utc < first - 1 || utc > last + 1) return false
  const year = Number(wallOf(instant, zone).date.slice(0, 4))
  return year >= first && year <= last
}

function postProblems(a: AssignmentShape): Problem[] {
  const { posts, required, postName } = assignmentBounds
  if (a.posts.length === 0) return [{ field: 'posts', message: 'required' }]
  if (a.posts.length > posts) return [{ field: 'posts', message: 'too_many' }]
  const found: Problem[] = []
  const names = new Set<string>()
  a.posts.forEach((post, i) => {
    const name = refuseText(post.name, { min: 1, max: postName })
    const key = post.name.trim().toLowerCase()
    if (name !== null) found.push({ field: `posts.${i}.name`, message: name })
    else if (names.has(key)) found.push({ field: `posts.${i}.name`, message: 'duplicate' })
    names.add(key)
    // An award ranks for the whole time of a post: what somebody may work of it is not asked part by part.
    if (a.signup_mode === 'award' && post.split_minutes != null)
      found.push({ field: `posts.${i}.split_minutes`, message: 'awarded_whole' })
    if (!isWholeIn(post.required, 1, required)) found.push({ field: `posts.${i}.required`, message: 'out_of_range' })
    found.push(...postTimeProblems(a, post, i))
  })
  if (!isWholeIn(a.min_required, 0, Number.MAX_SAFE_INTEGER))
    found.push({ field: 'min_required', message: 'out_of_range' })
  else if (a.min_required > requiredCountOf(a.posts))
    found.push({ field: 'min_required', message: 'more_than_required' })
  return found
}

function postTimeProblems(a: AssignmentShape, post: PostShape, i: number): Problem[] {
  const start = ms(post.starts_at ?? a.starts_at)
  const end = ms(post.ends_at ?? a.ends_at)
  const found: Problem[] = []
  if (start < ms(a.starts_at)) found.push({ field: `posts.${i}.starts_at`, message: 'outside_assignment' })
  if (end > ms(a.ends_at)) found.push({ field: `posts.${i}.ends_at`, message: 'outside_assignment' })
  // With neither given the assignment's own problem is already told.
  if ((post.starts_at != null || post.ends_at != null) && end <= start)
    found.push({ field: `posts.${i}.ends_at`, message: 'end_not_after_start' })
  return found
}

function windowProblems(a: AssignmentShape): Problem[] {
  const found: Problem[] = []
  const [opens, closes] = [a.signup_opens_at ?? null, a.signup_closes_at ?? null]
  if (opens !== null && ms(opens) >= ms(a.starts_at))
    found.push({ field: 'signup_opens_at', message: 'opens_after_start' })
  if (closes !== null && ms(closes) > ms(a.ends_at))
    found.push({ field: 'signup_closes_at', message: 'closes_after_end' })
  if (opens !== null && closes !== null && ms(closes) <= ms(opens))
    found.push({ field: 'signup_closes_at', message: 'closes_not_after_opens' })
  if (a.publish_at != null && ms(a.publish_at) >= ms(a.starts_at))
    found.push({ field: 'publish_at', message: 'publish_after_start' })
  return found
}

function placeProblems({ location }: AssignmentShape): Problem[] {
  if (location == null) return []
  const [lat, lng, radius] = [location.lat ?? null, location.lng ?? null, location.radius_m ?? null]
  const found: Problem[] = []
  if ((lat === null) !== (lng === null)) found.push({ field: 'location.lat', message: 'required' })
  if (lat !== null && !(Math.abs(lat) <= 90)) found.push({ field: 'location.lat', message: 'out_of_range' })
  if (lng !== null && !(Math.abs(lng) <= 180)) found.push({ field: 'location.lng', message: 'out_of_range' })
  const [least, most] = assignmentBounds.radius
  if (radius !== null && !isWholeIn(radius, least, most))
    found.push({ field: 'location.radius_m', message: 'out_of_range' })
  return found
}

export type EditRefusal =
  | 'cancelled'
  | 'closed'
  | 'changed_meanwhile'
  | 'time_is_over'
  | 'below_confirmed'
  | 'mode_fixed'
  | 'rule_fixed'
  | 'parts_taken'

/** What stands now, read under the lock. `held_by_post` counts held places by post id. */
export type Standing = Timed & RuleTerms & { version: number; signup_mode: SignupMode; live_count: number }

/** A post as it would be after the save, with the places held on it now; a removed post has `required` 0. */
export type PostAfter = {
  required: number
  held_count: number
  /** Its time or its pieces change while somebody has a part of it. */
  cuts_parts?: boolean
}

/**
 * Why a save is refused as a whole, or null; single fields are `problemsOf`'s. Time and places of a completed assignment
 * are history; capacity never goes below what is held (trust.md); the mode is fixed while signups are live.
 */
export function refuseEdit(
  now: Standing,
  after: RuleTerms & {
    version: number
    starts_at: Instant
    ends_at: Instant
    signup_mode: SignupMode
    posts: readonly PostAfter[]
  },
  at: Instant,
): EditRefusal | null {
  if (now.status === 'cancelled' || now.status === 'closed') return now.status
  if (after.version !== now.version) return 'changed_meanwhile'
  const moved = ms(after.starts_at) !== ms(now.starts_at) || ms(after.ends_at) !== ms(now.ends_at)
  const resized = requiredCountOf(after.posts) !== now.required_count
  if (phase(now, at) === 'completed' && (moved || resized)) return 'time_is_over'
  if (after.posts.some((post) => post.required < post.held_count)) return 'below_confirmed'
  if (after.posts.some((post) => post.cuts_parts)) return 'parts_taken'
  if (now.live_count === 0) return null
  if (after.signup_mode !== now.signup_mode) return 'mode_fixed'
  return now.signup_mode === 'award' && movesRule(now, after) ? 'rule_fixed' : null
}

export type Told = 'time' | 'place' | 'posts'

/** What of a published assignment changed that every live signup must be told of, and that frees a call-off (domain.md). */
export function tellsSignups(
  before: Pick<AssignmentShape, 'starts_at' | 'ends_at' | 'posts'> & { location?: unknown },
  after: Pick<AssignmentShape, 'starts_at' | 'ends_at' | 'posts'> & { location?: unknown },
): Told[] {
  const told: Told[] = []
  if (ms(before.starts_at) !== ms(after.starts_at) || ms(before.ends_at) !== ms(after.ends_at)) told.push('time')
  if (JSON.stringify(before.location ?? null) !== JSON.stringify(after.location ?? null)) told.push('place')
  const posts = (list: readonly PostShape[]) =>
    JSON.stringify(list.map((p) => [p.name, p.required, p.starts_at ?? null, p.ends_at ?? null]))
  if (posts(before.posts) !== posts(after.posts)) told.push('posts')
  return told
}
