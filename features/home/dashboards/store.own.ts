import {
  checkOutClosesAt,
  checkOutOpens,
  gapsOf,
  onDutySince,
  undoEndsAt,
  untouched,
} from '#features/hours/attendance/store.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, confirmedStatuses } from '#platform/shared/statuses.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'

const mine = sql`${ours('s')} and s.officer_id = (select app.officer_id())`

/** The officer's own shift as the dashboard shows it; aliases `s`, `a`, `p` and `z`. */
const shift = sql`'signup_id', s.id, 'assignment_id', a.id, 'title', a.title, 'post', p.name, 'client', a.client,
  'location_name', a.location_name, 'location_address', a.location_address, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
  'asks_position', a.location_lat is not null and a.location_lng is not null and z.verifies,
  'radius_m', case when a.location_lat is not null and a.location_lng is not null and z.verifies
    then coalesce(a.location_radius_m, z.radius_m) end`
const joins = sql`join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  join posts p on p.organization_id = s.organization_id and p.id = s.post_id`

/** The department's clock and features, `z`, and where today, this week and this month begin, `spans`. */
export const zone = sql`z as (select g.time_zone, g.checkin_opens_minutes as opens, now() at time zone g.time_zone as local,
    app.has_feature(g.subscription_tier, g.features_enabled, 'location_verification') as verifies, g.location_radius_m as radius_m,
    app.has_feature(g.subscription_tier, g.features_enabled, 'overtime') as overtime
  from organizations g where g.id = (select app.organization_id())),
  spans as (select date_trunc('day', local) as today, date_trunc('week', local + interval '1 day') - interval '1 day' as sunday,
    date_trunc('month', local) as month, time_zone from z)`

/** How many shifts after the next one an officer without a connection can go on to. */
const FOLLOWING = 4

/**
 * The caller's next shifts, the one on duty and the one just left, as `next` (several without an assignment), `open` and `left_off` with an `item` each, behind
 * `zone`; of one assignment where it is named.
 */
export const ownShifts = (assignmentId: string | null = null): Sql => {
  const of = assignmentId === null ? sql`true` : sql`s.assignment_id = ${assignmentId}::uuid`
  return sql`
  next as (
    select s.id, s.starts_at, json_build_object(${shift}, 'calloff_requested', s.status = 'calloff_requested',
      'checkin_opens_at', s.starts_at - make_interval(mins => z.opens)) as item
    from z, officer_assignments s ${joins}
    where ${mine} and ${of} and s.status in ${oneOf(aheadStatuses)} and s.ends_at > now()
      and s.starts_at > now() - interval '7 days' and not exists (select from attendance t
        where t.organization_id = s.organization_id and t.signup_id = s.id)
    order by s.starts_at, s.id limit ${assignmentId === null ? FOLLOWING + 1 : 1}::int),
  open as (
    select json_build_object(${shift}, 'attendance_id', t.id, 'checked_in_at', t.checked_in_at, 'since', ${onDutySince},
      'gaps', ${gapsOf}, 'checkout_from', ${checkOutOpens}, 'checkout_closes_at', ${checkOutClosesAt(sql`s`)},
      'counts', t.begun_at is not null or b.id is not null or t.checked_in_at < s.starts_at - make_interval(mins => z.opens),
      'spot', json_build_object('verdict', case when b.id is null then t.in_position else b.back_position end,
        'distance_m', case when b.id is null then t.in_distance_m else b.back_distance_m end)) as item
    from z, attendance t
    left join lateral (select b.* from attendance_gaps b where b.organization_id = t.organization_id and b.attendance_id = t.id
      order by b.left_at desc limit 1) b on true
    join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id ${joins}
    where ${ours('t')} and t.officer_id = (select app.officer_id()) and ${of} and t.state = 'open'
      and t.checked_in_at is not null and t.checked_out_at is null and now() <= ${checkOutClosesAt(sql`s`)}),
  left_off as (
    select json_build_object(${shift}, 'attendance_id', t.id, 'checked_out_at', t.checked_out_at,
      'worked_minutes', t.worked_minutes, 'undo_until', ${undoEndsAt(sql`t`)}, 'decided', not (t.state = 'submitted' and ${untouched}),
      'spot', json_build_object('verdict', t.out_position, 'distance_m', t.out_distance_m)) as item
    from z, attendance t
    join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id ${joins}
    where ${ours('t')} and t.officer_id = (select app.officer_id()) and ${of} and t.state <> 'open'
      and s.status in ${oneOf(confirmedStatuses)} and (t.state = 'submitted' and ${untouched} or s.ends_at > now())
      and t.scheduled_starts_at > now() - interval '9 days' and t.checked_out_at is not null
      and (s.ends_at > now() or t.checked_out_at > now() - make_interval(secs => ${UNDO_SECONDS}::int))
    order by t.checked_out_at desc limit 1)`
}
