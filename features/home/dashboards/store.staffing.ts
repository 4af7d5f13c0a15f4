import { awardAt, awardToCome } from '#features/shifts/assignments/store.phase.ts'
import { isOpenCase } from '#features/shifts/award-checks/store.cases.ts'
import { isComing } from '#features/shifts/award-rules/store.coming.ts'
import { waitsForLeave } from '#features/shifts/leave-requests/store.ts'
import { missing } from '#features/shifts/order-ins/store.calls.ts'
import { waitsForSwap } from '#features/shifts/swaps/store.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/** How many rows there are, and the first by time as `{assignment_id, title, at}`; `rows` has these three columns. */
const live = (rows: Sql): Sql => sql`(select jsonb_build_object('count', count(*), 'next', (jsonb_agg(
    jsonb_build_object('assignment_id', l.assignment_id, 'title', l.title, 'at', l.at) order by l.at, l.assignment_id)) -> 0)
  from (${rows}) l)`

/** Published shifts to come. */
const ahead = sql`${ours('a')} and ${isPublished} and a.starts_at > now()`
const lacking = sql`(select coalesce(sum(${missing}), 0)::int from posts p
  where p.organization_id = a.organization_id and p.assignment_id = a.id)`

/** Everything in one row: each part uses its own index. */
export const findStaffing = (): Sql => sql`
  with escalated as materialized (
    select a.id as assignment_id, a.title, a.starts_at as at, ${lacking} as missing
    from escalations e join assignments a on a.organization_id = e.organization_id and a.id = e.assignment_id
    where ${ours('e')} and ${ahead}),
  soon as materialized (
    select a.id as assignment_id, a.title, a.starts_at as at, ${lacking} as missing from assignments a
    where ${ahead} and a.starts_at < now() + interval '7 days' and not ${awardToCome})
  select jsonb_build_object(
    'rules', ${live(sql`select a.id as assignment_id, a.title, ${awardAt} as at from assignments a where ${isComing}`)},
    'tours', jsonb_build_object(
      'count', (select count(distinct l.officer_id) from leaves l where ${ours('l')} and l.starts_at <= now()
        and (l.ends_at is null or l.ends_at > now())),
      'next', (select jsonb_build_object('name', f.name, 'at', l.starts_at) from leaves l
        join officers f on f.organization_id = l.organization_id and f.id = l.officer_id
        where ${ours('l')} and l.starts_at > now() order by l.starts_at, l.id limit 1)),
    'leave', (select jsonb_build_object('count', count(*), 'next', (jsonb_agg(
        jsonb_build_object('name', f.name, 'at', l.starts_at) order by l.starts_at, l.id)) -> 0)
      from leave_requests l join officers f on f.organization_id = l.organization_id and f.id = l.officer_id
      where ${ours('l')} and ${waitsForLeave(sql`l`)}),
    'force_list', ${live(sql`select a.id as assignment_id, a.title, c.closes_at as at from order_calls c
      join assignments a on a.organization_id = c.organization_id and a.id = c.assignment_id
      where ${ours('c')} and c.closed_at is null`)},
    'unseen_orders', (select count(*) from order_ins i
      join assignments a on a.organization_id = i.organization_id and a.id = i.assignment_id
      where ${ours('i')} and i.seen_at is null and i.cancelled_at is null and i.fell_at is null and a.starts_at > now()),
    'plan', (select jsonb_build_object('count', coalesce(sum(missing), 0), 'next', (select jsonb_build_object(
        'assignment_id', assignment_id, 'title', title, 'at', at) from soon where missing > 0 order by at, assignment_id limit 1))
      from soon),
    'escalation', ${live(sql`select assignment_id, title, at from escalated where missing > 0`)}
      || jsonb_build_object('missing', (select coalesce(sum(missing), 0) from escalated)),
    'cases', ${live(sql`select a.id as assignment_id, a.title, c.found_at as at from award_cases c
      join assignments a on a.organization_id = c.organization_id and a.id = c.assignment_id
      where ${ours('c')} and ${isOpenCase(sql`c`)}`)},
    'work_rules', coalesce((select (rest_minutes is not null)::int + (max_consecutive_minutes is not null)::int
        + (max_consecutive_days is not null)::int + jsonb_array_length(windows) + jsonb_array_length(caps)
      from work_rules w where ${ours('w')}), 0),
    'opportunities', ${live(sql`select a.id as assignment_id, a.title, coalesce(s.offer_expires_at, s.starts_at) as at
      from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where ${ours('s')} and s.status = 'offered' and (s.offer_expires_at is null or s.offer_expires_at > now())`)},
    'swaps', ${live(sql`select a.id as assignment_id, a.title, w.starts_at as at from swaps w
      join assignments a on a.organization_id = w.organization_id and a.id = w.assignment_id
      where ${ours('w')} and ${waitsForSwap(sql`w`)}`)})::text as json`
