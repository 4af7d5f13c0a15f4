import { noted } from '#features/shifts/assignments/store.ts'
import { methodOf } from '#features/shifts/award-rules/store.ts'
import { seenSnapshot } from '#platform/server/db-position.ts'
import { isPublic, isPublished } from '#platform/server/public-shift.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { ownSignup } from './store.ts'

/** `starts_at` and id of the last row of a page; without one, a key before everything. */
export const keyOf = (after: string | undefined): { at: string; id: string } =>
  readCursor(after) ?? { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

// An offer made to several officers holds no spot: the first to accept gets it.
const isOpen = sql`h.kind = 'offered' and h.until > now()`
const ofPost = sql`from place_holds h where ${ours('h')} and h.post_id = p.id`
/**
 * The taken spots of post `p` for rules and cards: a count, and for a post that can be split, what each covers. Posts without a waitlist,
 * which are most of them, are not asked whether their spots are kept for it.
 */
const spokenFor = sql`least(p.required_count, case when exists (select ${ofPost} and h.kind = 'waiting') and app.is_kept(p)
  then p.required_count else p.confirmed_count + (select count(*) ${ofPost} and ${isOpen})::int end) as held_count`
const waiting = sql`(select count(*) ${ofPost} and h.kind = 'waiting')::int`
const holds = sql`case when p.split_minutes is null then '[]'::json else coalesce((select json_agg(json_build_object(
  'starts_at', h.starts_at, 'ends_at', h.ends_at) order by h.starts_at, h.ends_at) ${ofPost}
    and (h.kind = 'confirmed' or ${isOpen})), '[]') end`

/** Posts of assignment `a` for rules and cards. Building JSON from a row costs half of building the same object by name. */
export const postsOf = sql`(select coalesce(json_agg(post), '[]')
  from (select p.id, p.name, p.starts_at, p.ends_at, p.required_count, p.confirmed_count, p.requirements, p.split_minutes,
      ${spokenFor}, ${waiting} as waiting_count, ${holds} as holds
    from posts p where ${ours('p')} and p.assignment_id = a.id
    order by p.position, p.id) post)`

/**
 * The order of the statement's snapshot among all others, as an integer. Of two snapshots, the later one has a larger `xmax`, or the
 * same and fewer transactions still running below it; with both equal, they see the same.
 */
const asOf = sql`(select pg_snapshot_xmax(s)::text::bigint * 10000 - (select count(*) from pg_snapshot_xip(s))
  from (select ${seenSnapshot} as s) seen)`

/** Posted and not over, for every officer; aliased `a`. */
const isPosted = sql`${isPublished} and a.ends_at > now()`

const jobColumns = sql`a.id, a.title, a.description, a.kind, ${noted.of('a')}, a.time_zone, a.starts_at, a.ends_at, a.status,
  a.publish_at, a.signup_mode, a.awarded_at, a.keeps_waitlist, a.signup_opens_at, a.signup_closes_at, a.group_steps,
  a.min_pay_minutes, ${methodOf} as award_method`

/** More posted shifts at once than screens get sent: they read their lists again. */
const jobsLimit = 20

/**
 * These assignments as the list shows them, for every officer, and the ids of those that are canceled or over. Says nothing if one of
 * them is a draft or not published yet: its id is not for officers, and the screens read again.
 */
export const listChangedJobs = (ids: readonly string[]) =>
  ids.length > jobsLimit
    ? undefined
    : sql`
  with asked as (select a.* from assignments a where ${ours('a')} and a.id = any(${ids}::uuid[]))
  select case when not exists (select from asked a where not ${isPublic}) then
    json_build_object('as_of', ${asOf},
      'jobs', coalesce((select json_agg(job) from (
        select ${jobColumns}, ${postsOf} as posts from asked a where ${isPosted}) job), '[]'),
      'gone', coalesce((select json_agg(a.id) from asked a where not (${isPosted})), '[]'))::text end as json`

/** What sign-ups changed about these assignments, for every officer: posted ones only, and nothing about a person. */
export const listSpots = (ids: readonly string[]) => sql`
  select json_build_object('as_of', ${asOf}, 'posts', coalesce((select json_agg(post) from (
    select p.id, p.confirmed_count, ${spokenFor}, ${waiting} as waiting_count, ${holds} as holds
    from posts p join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
    where ${ours('p')} and p.assignment_id = any(${ids}::uuid[]) and ${isPublished}) post), '[]'))::text as json`

type Asked = { days: number; kind?: string | undefined; limit: number; after?: string | undefined }

/**
 * The posted shifts of the coming days, by start: the same for every officer of the department. No assignment is longer than 7 days,
 * which bounds the index range from below. Posts lie within their assignment, so one index scan finds all posts without a lookup for
 * each. They are materialized: the planner expects one shift, and would count the spots of all posts again for every shift. `json`, not
 * `jsonb`: nothing is looked up in it, and the text is built once, from rows rather than named pieces.
 */
export const listPosted = ({ days, kind, limit, after }: Asked) => {
  const key = keyOf(after)
  return sql`
  with found as materialized (
    select a.* from assignments a
    where ${ours('a')} and ${isPosted}
      and a.starts_at > now() - interval '7 days' and a.starts_at < now() + make_interval(days => ${days}::int)
      and (${kind ?? null}::text is null or a.kind = ${kind ?? null})
      and (a.starts_at, a.id) > (${key.at}::timestamptz, ${key.id}::uuid)
    order by a.starts_at, a.id limit ${limit + 1}::int),
  shown as (select * from found order by starts_at, id limit ${limit}::int),
  places as materialized (
    select p.assignment_id, json_agg(json_build_object('id', p.id, 'name', p.name, 'starts_at', p.starts_at,
        'ends_at', p.ends_at, 'required_count', p.required_count, 'confirmed_count', p.confirmed_count,
        'held_count', p.held_count, 'waiting_count', p.waiting_count, 'requirements', p.requirements,
        'split_minutes', p.split_minutes, 'holds', p.holds) order by p.position, p.id) as posts
    from (select p.*, ${spokenFor}, ${waiting} as waiting_count, ${holds} as holds from posts p where ${ours('p')}
      and p.starts_at >= (select min(starts_at) from shown) and p.starts_at < (select max(ends_at) from shown)) p
    group by 1)
  select json_build_object(
    'as_of', ${asOf},
    'items', coalesce((select json_agg(job) from (select ${jobColumns}, coalesce(p.posts, '[]') as posts
        from shown a left join places p on p.assignment_id = a.id
        order by a.starts_at, a.id) job), '[]'),
    'next', case when (select count(*) from found) > ${limit}::int then
      (select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from shown order by starts_at desc, id desc limit 1) end)::text as json`
}

/**
 * The officer's own part of the list. `mine_as_of` is never larger than the list's `as_of`: it is read first.
 */
export const listOwnOpen = ({ days }: Pick<Asked, 'days'>) => sql`
  select json_build_object(
    'mine_as_of', ${asOf},
    'mine', coalesce((select json_agg(${ownSignup} order by s.starts_at, s.applied_at, s.id) from officer_assignments s
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where ${ours('s')} and s.officer_id = (select app.officer_id())
        and s.starts_at > now() - interval '7 days' and s.ends_at > now()
        and s.starts_at < now() + make_interval(days => ${days + 7}::int) and ${isPublic}), '[]'),
    'me', json_build_object('id', o.id, 'unit', o.unit, 'rank', o.rank, 'notice_minutes', g.calloff_notice_minutes,
      'desk_minutes', g.calloff_desk_minutes, 'desk_phone', g.phone))::text
    as json
  from officers o join organizations g on g.id = o.organization_id
  where ${ours('o')} and o.id = (select app.officer_id())`
