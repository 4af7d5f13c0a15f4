import { EXPIRES_AFTER_DAYS } from '#features/extra-time/rules.ts'
import { readCursor } from '#platform/server/cursor.ts'
import { sql } from '#platform/server/sql.ts'
import { ownSignup, visible } from './store.ts'

/** `starts_at` and id of the last row of a page; before everything where there is none. */
export const keyOf = (after: string | undefined): { at: string; id: string } =>
  readCursor(after) ?? { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

// What is offered to several at once holds no place: the first answer has it, whoever gives it.
const isOpen = sql`h.kind = 'offered' and h.until > now()`
const ofPost = sql`from place_holds h where h.organization_id = (select app.organization_id()) and h.post_id = p.id`
/** What is spoken for of post `p`, as a rule and a card want it: a count, and for parts what each of them covers. */
const spokenFor = sql`least(p.required_count, case when p.freed_at > now() - interval '1 minute' then p.required_count
  else p.confirmed_count + (select count(*) ${ofPost} and ${isOpen})::int end) as held_count`
const waiting = sql`(select count(*) ${ofPost} and h.kind = 'waiting')::int`
const holds = sql`case when p.split_minutes is null then '[]'::json else coalesce((select json_agg(json_build_object(
  'starts_at', h.starts_at, 'ends_at', h.ends_at) order by h.starts_at, h.ends_at) ${ofPost}
    and (h.kind = 'confirmed' or ${isOpen})), '[]') end`

/** Posts of assignment `a` as a rule and a card want them. A row's JSON costs half of what the same object built by name does. */
export const postsOf = sql`(select coalesce(json_agg(post), '[]')
  from (select p.id, p.name, p.starts_at, p.ends_at, p.required_count, p.confirmed_count, p.requirements, p.split_minutes,
      ${spokenFor}, ${waiting} as waiting_count, ${holds} as holds
    from posts p where p.organization_id = (select app.organization_id()) and p.assignment_id = a.id
    order by p.position, p.id) post)`

type Asked = { days: number; kind?: string | undefined; limit: number; after?: string | undefined }

/**
 * The officer's open jobs, by start. No assignment is longer than 7 days, which bounds the index range from below; a post
 * stands within its assignment, so that one walk of theirs finds all posts, and no look-up each.
 * `json`, not `jsonb`: nothing is looked up in it, and the text is built once, of rows rather than named pieces.
 */
export const listOpenJobs = ({ days, kind, limit, after }: Asked) => {
  const key = keyOf(after)
  return sql`
  with found as materialized (
    select a.* from assignments a
    where a.organization_id = (select app.organization_id()) and a.status = 'published'
      and a.starts_at > now() - interval '7 days' and a.starts_at < now() + make_interval(days => ${days}::int)
      and a.ends_at > now() and (a.publish_at is null or a.publish_at <= now())
      and (${kind ?? null}::text is null or a.kind = ${kind ?? null})
      and (a.starts_at, a.id) > (${key.at}::timestamptz, ${key.id}::uuid)
    order by a.starts_at, a.id limit ${limit + 1}::int),
  shown as (select * from found order by starts_at, id limit ${limit}::int),
  places as (
    select p.assignment_id, json_agg(json_build_object('id', p.id, 'name', p.name, 'starts_at', p.starts_at,
        'ends_at', p.ends_at, 'required_count', p.required_count, 'confirmed_count', p.confirmed_count,
        'held_count', p.held_count, 'waiting_count', p.waiting_count, 'requirements', p.requirements,
        'split_minutes', p.split_minutes, 'holds', p.holds) order by p.position, p.id) as posts
    from (select p.*, ${spokenFor}, ${waiting} as waiting_count, ${holds} as holds from posts p where p.organization_id = (select app.organization_id())
      and p.starts_at >= (select min(starts_at) from shown) and p.starts_at < (select max(ends_at) from shown)) p
    group by 1)
  select json_build_object(
    'items', coalesce((select json_agg(job) from (select a.id, a.title, a.description, a.kind, a.client, a.location_name,
        a.location_address, a.time_zone, a.starts_at, a.ends_at, a.status, a.publish_at, a.signup_mode, a.awarded_at, a.keeps_waitlist,
        a.signup_opens_at,
        a.signup_closes_at, a.group_steps, a.pay_code, a.min_pay_minutes, coalesce(p.posts, '[]') as posts
        from shown a left join places p on p.assignment_id = a.id
        order by a.starts_at, a.id) job), '[]'),
    'next', case when (select count(*) from found) > ${limit}::int then
      (select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from shown order by starts_at desc, id desc limit 1) end,
    'mine', coalesce((select json_agg(${ownSignup} order by s.starts_at, s.applied_at, s.id) from officer_assignments s
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where s.organization_id = (select app.organization_id()) and s.officer_id = (select app.officer_id())
        and s.starts_at > now() - interval '7 days' and s.ends_at > now()
        and s.starts_at < now() + make_interval(days => ${days + 7}::int) and ${visible}), '[]'),
    'me', json_build_object('id', o.id, 'unit', o.unit, 'rank', o.rank, 'notice_minutes', g.calloff_notice_minutes,
      'desk_minutes', g.calloff_desk_minutes, 'desk_phone', g.phone))::text
    as json
  from officers o join organizations g on g.id = o.organization_id
  where o.organization_id = (select app.organization_id()) and o.id = (select app.officer_id())`
}

/** The three pending counts of specification section 7. */
export const countPending = () => sql`select json_build_object(
  'officers', (select count(*) from officers where organization_id = (select app.organization_id())
    and not approved and rejected_at is null and left_on is null),
  'extra_time', (select count(*) from overtime_requests where organization_id = (select app.organization_id())
    and status = 'pending' and submitted_at > now() - make_interval(days => ${EXPIRES_AFTER_DAYS}::int)),
  'assignments', (select count(*) from officer_assignments where organization_id = (select app.organization_id())
    and status = 'pending_approval'))::text as json`
