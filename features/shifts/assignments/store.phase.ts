import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/**
 * The phase in SQL, by the same rule as `phase` of rules.ts (a property test keeps them in sync). Expects the assignment as `a`;
 * the counts are columns or expressions of the statement.
 */
export const phaseOf = (confirmed: Sql, required: Sql, at: Sql = sql`now()`): Sql => sql`(case
  when a.status <> 'published' then a.status
  when ${at} >= a.ends_at then 'completed'
  when ${at} >= a.starts_at then 'in_progress'
  when a.publish_at > ${at} then 'scheduled'
  when ${confirmed} >= ${required} then 'filled'
  when a.signup_opens_at > ${at} then 'announced'
  when ${at} < coalesce(a.signup_closes_at, a.starts_at) then 'open'
  else 'window_closed' end)`

/** `signupWindow` of rules.ts: open at that instant. `starts` is the start of what is signed up for. */
export const windowIsOpen = (starts: Sql = sql`a.starts_at`, at: Sql = sql`now()`): Sql =>
  sql`((a.signup_opens_at is null or a.signup_opens_at <= ${at}) and ${at} < coalesce(a.signup_closes_at, ${starts}))`

/** `isUnfilled` of rules.ts. Beside in_progress and completed: fewer than `min_required` had the place when it began (no-shows count as had). */
export const unfilledOf = (confirmed: Sql, at: Sql = sql`now()`): Sql =>
  sql`(a.status = 'published' and ${at} >= a.starts_at and ${confirmed} < a.min_required)`

/** Required and held spots of assignment `a`, from its posts: columns `p.required`, `p.confirmed`, `p.posts`. */
export const postsOf = (post: Sql): Sql => sql`cross join lateral (
  select coalesce(sum(o.required_count), 0)::int as required, coalesce(sum(o.confirmed_count), 0)::int as confirmed,
    coalesce(jsonb_agg(${post} order by o.position, o.id), '[]') as posts
  from posts o where ${ours('o')} and o.assignment_id = a.id) p`

/** Sign-ups of `a` that are waiting: columns `w.pending`, `w.calloffs`, `w.waiting`. */
export const waitingOf: Sql = sql`cross join lateral (
  select count(*) filter (where s.status = 'pending_approval')::int as pending,
    count(*) filter (where s.status = 'calloff_requested')::int as calloffs,
    count(*) filter (where s.status = 'waitlisted')::int as waiting
  from officer_assignments s where ${ours('s')} and s.assignment_id = a.id
    and s.status in ('pending_approval', 'calloff_requested', 'waitlisted')) w`

/** Its award has yet to be made: officers have applied, or still can. Alias `a`. */
export const awardToCome: Sql = sql`(a.signup_mode = 'award' and a.awarded_at is null)`

/** When its sign-up closes, and so when an award is made. Alias `a`. */
export const awardAt: Sql = sql`coalesce(a.signup_closes_at, a.starts_at)`
