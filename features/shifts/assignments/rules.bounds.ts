import { refuseText } from '#platform/shared/text.ts'
import { DAY, HOUR, type Instant, ms } from '#platform/shared/time.ts'
import { isZone, wallOf } from '#platform/shared/zone.ts'
import { type AssignmentKind, assignmentKinds, type SignupMode, signupModes } from './rules.ts'

/** Limits for an assignment. The specification sets none. */
export const assignmentBounds = {
  title: 160,
  description: 4000,
  postName: 80,
  posts: 50,
  required: 500,
  days: 7,
  years: [2000, 2100],
  radius: [10, 5000],
  /** Minimum and maximum minutes for the smallest part of a post. */
  split_minutes: [15, 720],
} as const

export type PostShape = {
  name: string
  required: number
  /** The post's own range; null means the assignment's. */
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

/** Every invalid field with a reason; empty if the assignment may be stored. */
export function problemsOf(a: AssignmentShape): Problem[] {
  return [...textProblems(a), ...timeProblems(a), ...postProblems(a), ...windowProblems(a), ...placeProblems(a)]
}

/** The sum of the posts' spots: `required_count`. */
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
  // A week of local time lasts an hour longer when clocks go back.
  if (length > assignmentBounds.days * DAY + HOUR) found.push({ field: 'ends_at', message: 'longer_than_7_days' })
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
    // An award ranks officers for a post's whole time and never checks eligibility part by part.
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
  // If neither is given, the assignment's own problem has already been reported.
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
