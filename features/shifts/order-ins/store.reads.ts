import { awardToCome, windowIsOpen } from '#features/shifts/assignments/store.phase.ts'
import { withRule } from '#features/shifts/award-rules/store.ts'
import { methodWords } from '#features/shifts/award-rules/words.ts'
import { type EligibilityRow, eligibilityColumns, withRules } from '#features/shifts/eligibility/store.facts.ts'
import { keyOf } from '#features/shifts/signups/store.jobs.ts'
import { givenPost } from '#features/shifts/signups/store.takeover.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { SKIPPED } from './rules.ts'
import { missing } from './store.calls.ts'
import { standingOf } from './store.volunteers.ts'

/** Between volunteers, a rule by which the first or an admin decides is the first to answer (jobs.ts). */
const { first_come: _, approval: __, ...ranking } = methodWords
const volunteersBy = Object.fromEntries(Object.entries(ranking).map(([method, words]) => [method, words.toLowerCase()]))

const state = sql`case when i.cancelled_at is not null then 'cancelled' when i.fell_at is not null then 'fallen'
  when now() < s.ends_at then 'to_come' else 'served' end`

/** An order for a list; aliases `i`, `s`, `a`, `p`, `m` of force_members and `b` for who canceled it. */
const order = sql`'id', i.id, 'call_id', i.call_id, 'assignment_id', i.assignment_id, 'officer_id', i.officer_id,
  'name', m.name, 'badge_number', m.badge_number, 'title', a.title, 'post_name', p.name, 'time_zone', a.time_zone,
  'starts_at', p.starts_at, 'ends_at', p.ends_at, 'ordered_at', i.ordered_at, 'position', i.position,
  'count_before', i.count_before, 'list_units', i.list_units, 'seen_at', i.seen_at, 'state', ${state}, 'cancel_reason', i.cancel_reason`
/** Of those in the receipt, which is in the order of the list, the ones before the ordered officer. */
const skipped = sql`(select jsonb_build_object('count', count(*),
    'first', coalesce(jsonb_agg(x.one || jsonb_build_object('name', n.name) order by x.at) filter (where x.at <= ${SKIPPED}::int), '[]'))
  from order_receipts r cross join lateral jsonb_array_elements(r.passed) with ordinality x (one, at)
  left join force_members n on n.organization_id = r.organization_id and n.officer_id = (x.one ->> 'officer_id')::uuid
  where r.organization_id = i.organization_id and r.call_id = i.call_id and (x.one ->> 'position')::int < i.position)`
const staffOrder = sql`jsonb_build_object(${order}, 'cancelled_by', b.name,
  'may', case when i.cancelled_at is null and i.fell_at is null and now() < p.starts_at and i.officer_id is distinct from (select app.me())
    and app.support() is null then '["cancel"]'::jsonb else '[]'::jsonb end)`
const around = sql`join officer_assignments s on s.organization_id = i.organization_id and s.id = i.signup_id
  join assignments a on a.organization_id = i.organization_id and a.id = i.assignment_id
  join posts p on p.organization_id = i.organization_id and p.id = i.post_id
  join force_members m on m.organization_id = i.organization_id and m.officer_id = i.officer_id`
const canceller = sql`left join officers b on b.organization_id = i.organization_id and b.id = i.cancelled_by`

export const listOrders = ({ limit, after }: { limit: number; after?: string | undefined }) => {
  const key = after === undefined ? null : keyOf(after)
  return sql`
  with found as materialized (
    select * from order_ins i where ${ours('i')}
      and (${key === null}::boolean or (i.ordered_at, i.id) < (${key?.at ?? 'infinity'}::timestamptz, ${key?.id ?? null}::uuid))
    order by i.ordered_at desc, i.id desc limit ${limit + 1}::int),
  shown as (select * from found order by ordered_at desc, id desc limit ${limit}::int)
  select json_build_object('items', coalesce((select json_agg(${staffOrder} || jsonb_build_object('skipped', ${skipped}) order by i.ordered_at desc, i.id desc)
      from shown i ${around} ${canceller}), '[]'),
    'next', case when (select count(*) from found) > ${limit}::int then
      (select to_char(ordered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from shown order by ordered_at, id limit 1) end)::text as json`
}

/** The officers skipped, with names if they may be shown. Alias `r` of order_receipts. */
const passedWith = (
  named: Sql,
) => sql`coalesce((select jsonb_agg(x.one || jsonb_build_object('name', case when ${named} then n.name end)
    order by x.at)
  from jsonb_array_elements(r.passed) with ordinality x (one, at)
  left join force_members n on n.organization_id = r.organization_id and n.officer_id = (x.one ->> 'officer_id')::uuid), '[]')`

const call = sql`jsonb_build_object('id', c.id, 'post_id', c.post_id, 'post_name', p.name, 'opened_at', c.opened_at,
  'opened_by', b.name, 'closes_at', c.closes_at, 'closed_at', c.closed_at, 'outcome', c.outcome,
  'asked_count', (select count(*) from order_asked q where q.organization_id = c.organization_id and q.call_id = c.id),
  'declined_count', (select count(*) from order_asked q where q.organization_id = c.organization_id and q.call_id = c.id
    and q.answer = 'no'),
  'volunteered_count', c.volunteered_count, 'ordered_count', c.ordered_count, 'missing_count', c.missing_count,
  'stop_reason', c.stop_reason,
  'volunteers', coalesce((select jsonb_agg(jsonb_build_object('officer_id', q.officer_id, 'name', n.name, 'at', q.answered_at,
      'outcome', q.outcome) order by q.answered_at, q.officer_id)
    from order_asked q join officers n on n.organization_id = q.organization_id and n.id = q.officer_id
    where q.organization_id = c.organization_id and q.call_id = c.id and q.answer = 'yes'), '[]'),
  'passed', coalesce((select ${passedWith(sql`true`)} from order_receipts r where r.organization_id = c.organization_id
    and r.call_id = c.id), '[]'))`

export const readOfAssignment = ({ assignment_id }: { assignment_id: string }) => sql`
  select json_build_object(
    'volunteer_minutes', coalesce((select w.volunteer_minutes from force_settings w
      where w.organization_id = a.organization_id), 60),
    'posts', (select json_agg(json_build_object('id', p.id, 'name', p.name, 'missing', ${missing}, 'starts_at', p.starts_at,
        'why_not', case when not ${isPublished} then 'not_published'
          when ${awardToCome} and ${missing} > 0 and now() < p.starts_at then 'before_award'
          when now() >= p.starts_at then 'started'
          when exists (select from order_calls c where c.organization_id = p.organization_id and c.post_id = p.id
            and c.closed_at is null) then 'already_asked'
          when ${missing} = 0 then 'filled' end) order by p.position, p.id)
      from posts p where p.organization_id = a.organization_id and p.assignment_id = a.id),
    'calls', coalesce((select json_agg(${call} order by c.opened_at desc, c.id) from (
        select * from order_calls l where l.organization_id = a.organization_id and l.assignment_id = a.id
        order by l.opened_at desc, l.id limit 20) c
      join posts p on p.organization_id = c.organization_id and p.id = c.post_id
      left join officers b on b.organization_id = c.organization_id and b.id = c.opened_by), '[]'),
    'orders', coalesce((select json_agg(${staffOrder} order by i.ordered_at desc, i.id) from (
        select * from order_ins l where ${ours('l')}
          and l.assignment_id = ${assignment_id}::uuid order by l.ordered_at desc, l.id limit 50) i ${around} ${canceller}), '[]')
  )::text as json
  from assignments a where ${ours('a')} and a.id = ${assignment_id}::uuid`

/** All that decides whether the asked officer can get the spot: `q` is a row of order_asked, `c` its call and `a` the assignment. */
const eligibility = sql`(select to_json(e) from (select ${eligibilityColumns}
  from (select ${givenPost()} from posts r where r.organization_id = c.organization_id and r.id = c.post_id) p
  join officers o on o.organization_id = q.organization_id and o.id = q.officer_id
  ${withRules}) e)`
export type AskedRow = { eligibility: Omit<EligibilityRow, 'now_at'> & { now_at: string } }

export const readMine = () => sql`
  select json_build_object(
    'asked', coalesce((select json_agg(json_build_object('id', c.id, 'assignment_id', a.id, 'title', a.title,
        'post_name', p.name, 'time_zone', a.time_zone, 'starts_at', p.starts_at, 'ends_at', p.ends_at,
        'closes_at', c.closes_at, 'missing', ${missing},
        'answer', case when q.answer = 'no' or ${standingOf(sql`q`, sql`c`)} <> 'gave_up' then q.answer end,
        'by', ${JSON.stringify(volunteersBy)}::jsonb ->> (found.body ->> 'method'),
        'signup_mode', a.signup_mode, 'awarded_at', a.awarded_at, 'eligibility', ${eligibility},
        'takes_signups', ${missing} > 0 and ${windowIsOpen(sql`p.starts_at`)})
        order by c.closes_at, c.id)
      from order_asked q
      join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
      join assignments a on a.organization_id = c.organization_id and a.id = c.assignment_id
      join posts p on p.organization_id = c.organization_id and p.id = c.post_id ${withRule}
      where ${ours('q')} and q.officer_id = (select app.officer_id())
        and c.closed_at is null and now() < c.closes_at), '[]'),
    'orders', coalesce((select json_agg(jsonb_build_object(${order}, 'passed', coalesce(
          (select ${passedWith(sql`coalesce((select w.names_shown from force_settings w
            where w.organization_id = r.organization_id), true)`)} from order_receipts r
          where r.organization_id = i.organization_id and r.call_id = i.call_id), '[]')) order by i.ordered_at desc, i.id)
      from (select * from order_ins l where ${ours('l')}
        and l.officer_id = (select app.officer_id()) order by l.ordered_at desc, l.id limit 20) i ${around}), '[]')
  )::text as json`
