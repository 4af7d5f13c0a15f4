import { ownShifts, zone } from '#features/home/dashboards/store.own.ts'
import { noted } from '#features/shifts/assignments/store.ts'
import { methodOf } from '#features/shifts/award-rules/store.ts'
import { postsOf } from '#features/shifts/signups/store.jobs.ts'
import { ownSignup } from '#features/shifts/signups/store.ts'
import { hasOwnSwap } from '#features/shifts/swaps/store.ts'
import { isPublic } from '#platform/server/public-shift.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'

/** Only for people of the department; vendor support is not on the roster. */
export const asksAsOfficer = (): Sql => sql`(select app.officer_id()) is not null`

const own = sql`${ours('s')} and s.officer_id = (select app.officer_id())`

/**
 * How the caller got the spot: what the ledger recorded last, and in full where an order, a swap or an admin did it. For anything older than
 * the ledger, it is read from the sign-up. Alias `a`.
 */
const given = sql`(select json_build_object('at', coalesce(l.at, s.applied_at),
    'how', case when l.kind = 'ordered' or l.kind is null and exists (select from order_ins i
          where i.organization_id = s.organization_id and i.signup_id = s.id) then 'order'
      when w.id is not null then w.kind
      when l.kind = 'volunteered' then 'volunteered'
      when s.assigned_by is not null or l.source = 'assignment' then 'assigned'
      when l.source = 'award' then 'award'
      -- Denying a call-off since then has cleared where the approval came from.
      when s.decided_from is not null or s.decided_by is not null and a.signup_mode = 'approval' then 'approved'
      when l.source in ('waitlist', 'short_notice') then 'offer' else 'signup' end,
    'by', case when w.id is not null then case when w.signup_id = s.replaces_id then w.officer_name else w.taker_name end
      else (select d.name from officers d where d.organization_id = s.organization_id and d.id = coalesce(s.assigned_by,
        case when s.decided_from is not null or l.source = 'assignment' then s.decided_by end)) end)
  from officer_assignments s
  left join lateral (select o.kind, o.source, o.at from opportunities o where o.organization_id = s.organization_id
    and o.signup_id = s.id and o.kind in ('accepted', 'ordered', 'volunteered') and o.minutes > 0
    order by o.at desc, o.id desc limit 1) l on true
  left join lateral (select w.* from swaps w where w.organization_id = s.organization_id and w.state = 'done'
    and (w.officer_id = s.officer_id or w.taker_id = s.officer_id) and s.replaces_id in (w.signup_id, w.counter_signup_id)
    limit 1) w on true
  where ${own} and s.assignment_id = a.id and s.status in ${oneOf(confirmedStatuses)}
  order by s.applied_at desc limit 1)`

/**
 * Runs with the department's rights, for the names of colleagues: what the caller may see is chosen here. A draft, one that is not
 * published yet, another department's, and one that is over and was never the caller's are all not there.
 */
export const findShift = ({ id }: { id: string }): Sql => sql`
  with ${zone}, ${ownShifts(id)},
  found as (
    select a.* from assignments a
    where ${ours('a')} and a.id = ${id}::uuid and ${isPublic}
      and ((a.status = 'published' and a.ends_at > now())
        or exists (select from officer_assignments s where ${own} and s.assignment_id = a.id)))
  select json_build_object('now_at', now(),
    'job', (select row_to_json(job) from (select a.id, a.title, a.description, a.kind, ${noted.of('a')}, a.time_zone,
      a.starts_at, a.ends_at, a.status, a.publish_at, a.signup_mode, a.awarded_at, a.keeps_waitlist,
      ${methodOf} as award_method, a.signup_opens_at, a.signup_closes_at, a.group_steps, a.min_pay_minutes, ${postsOf} as posts) job),
    'cancel_reason', a.cancel_reason,
    'spot', case when a.location_lat is not null and a.location_lng is not null
      then json_build_object('lat', a.location_lat, 'lng', a.location_lng) end,
    'mine', (select coalesce(json_agg(x.own order by x.starts_at, x.id), '[]') from (
      select s.starts_at, s.id, ${ownSignup} as own from officer_assignments s
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where ${own} and ${isPublic} and (s.assignment_id = ${id}::uuid
        or (s.starts_at > now() - interval '7 days' and s.ends_at > now()))) x),
    'me', json_build_object('id', o.id, 'unit', o.unit, 'rank', o.rank, 'notice_minutes', g.calloff_notice_minutes,
      'desk_minutes', g.calloff_desk_minutes, 'desk_phone', g.phone),
    'people', (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'post_id', s.post_id,
        'own', c.id = o.id) order by c.name, c.id), '[]')
      from officer_assignments s
      join officers c on c.organization_id = s.organization_id and c.id = s.officer_id
      where ${ours('s')} and s.assignment_id = a.id and s.status in ${oneOf(confirmedStatuses)}),
    'next', (select item from next), 'open', (select item from open), 'left', (select item from left_off),
    'given', ${given}, 'has_swap', ${hasOwnSwap(sql`a.id`)},
    'override', (select json_build_object('by', (select d.name from officers d where d.organization_id = s.organization_id
        and d.id = coalesce(s.decided_by, s.assigned_by)), 'reason', s.override_reason) from officer_assignments s
      where ${own} and s.assignment_id = a.id and s.override_reason is not null and s.status in ${oneOf(confirmedStatuses)}
        and not exists (select from award_receipts r join award_rounds n on n.organization_id = r.organization_id
          and n.id = r.round_id where r.organization_id = s.organization_id and r.signup_id = s.id and r.outcome = 'awarded'
          and n.purpose = 'waitlist' and n.reason = s.override_reason)
      order by s.applied_at desc limit 1),
    'has_receipt', exists (select from award_receipts r
      join award_rounds n on n.organization_id = r.organization_id and n.id = r.round_id
      where ${ours('r')} and r.officer_id = o.id and n.assignment_id = a.id))::text as json
  from found a
  join organizations g on g.id = a.organization_id
  join officers o on o.organization_id = a.organization_id and o.id = (select app.officer_id())`
