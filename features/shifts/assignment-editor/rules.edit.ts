import { type AssignmentShape, type PostShape, requiredCountOf } from '#features/shifts/assignments/rules.bounds.ts'
import { phase, type SignupMode, type Timed } from '#features/shifts/assignments/rules.ts'
import { movesRule, type RuleTerms } from '#features/shifts/award-rules/rules.window.ts'
import { type Instant, ms } from '#platform/shared/time.ts'

export type EditRefusal =
  | 'cancelled'
  | 'closed'
  | 'changed_meanwhile'
  | 'time_is_over'
  | 'below_confirmed'
  | 'mode_fixed'
  | 'rule_fixed'
  | 'parts_taken'

/** The current state, read under the lock. `held_by_post` counts held spots by post id. */
export type Standing = Timed & RuleTerms & { version: number; signup_mode: SignupMode; live_count: number }

/** A post as it would be after the save, with its currently held spots; a removed post has `required` 0. */
export type PostAfter = {
  required: number
  held_count: number
  /** Its time or split size changes while an officer has a part of it. */
  cuts_parts?: boolean
}

/**
 * Why a save is refused as a whole, or null; `problemsOf` covers single fields. Time and spots of a completed assignment cannot
 * change; capacity never drops below the held spots; the mode is fixed while there are live sign-ups.
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

/** Changes to a published assignment that every live sign-up has to be notified of and that permit a free call-off. */
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
