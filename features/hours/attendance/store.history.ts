import { zone } from '#platform/server/department-days.ts'
import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates, atStartStatuses, handedInStates } from '#platform/shared/statuses.ts'

const PAGE = 30

/** Off-duty times within the record `p.t`. */
const gaps = sql`(select coalesce(jsonb_agg(jsonb_build_object('left_at', b.left_at,
            'back_at', b.back_at, 'counted', b.counted) order by b.left_at), '[]') from attendance_gaps b
          where ${ours('b')} and b.attendance_id = (p.t ->> 'id')::uuid)`

const record = sql`case when p.t is not null then jsonb_build_object(
        'id', p.t -> 'id', 'state', p.t -> 'state', 'checked_in_at', p.t -> 'checked_in_at',
        'checked_out_at', p.t -> 'checked_out_at', 'original_in_at', p.t -> 'original_in_at',
        'original_out_at', p.t -> 'original_out_at', 'asked_in_at', p.t -> 'asked_in_at',
        'asked_out_at', p.t -> 'asked_out_at', 'late_out_at', p.t -> 'late_out_at', 'gaps', ${gaps},
        'closed_by_system', p.t -> 'closed_by_system',
        'worked_minutes', p.t -> 'worked_minutes', 'note', p.t -> 'note', 'reason', p.t -> 'reason')`

/**
 * The officer's own shifts of a year that have begun (or are checked in to), latest first, with totals for the whole year: a
 * single statement, so that list and totals are consistent. `after` is `<microseconds of the start>_<signup>`.
 */
export const listHistory = (input: {
  year?: number | undefined
  after?: string | undefined
  limit?: number | undefined
}) => {
  const limit = input.limit ?? PAGE
  const [micros, id] = input.after?.split('_') ?? [null, null]
  return sql`
  with zone as (select ${zone} as time_zone),
  mine as materialized (
    select s.id, s.assignment_id, s.post_id, s.status, s.starts_at, s.ends_at, s.starts_at at time zone z.time_zone as local,
      s.status in ${oneOf(atStartStatuses)} as held, (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes,
      to_jsonb(t) as t, t.worked_minutes, t.state
    from zone z, officer_assignments s
    left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
    where ${ours('s')} and s.officer_id = (select app.officer_id())
      and (t.id is not null or (s.starts_at <= now() and s.status in ('confirmed', 'calloff_requested', 'called_off',
        'released', 'replaced', 'cancelled_by_dept', 'cancelled_by_client', 'no_show', 'worked')))),
  asked as (select coalesce(${input.year ?? null}::int, extract(year from now() at time zone z.time_zone)::int) as year from zone z),
  of_year as materialized (
    select m.*, to_char(m.local, 'YYYY-MM') as month from mine m, asked a
    where m.local >= make_date(a.year, 1, 1) and m.local < make_date(a.year + 1, 1, 1)),
  totals as (
    select grouping(month) as all_of_it, month, count(*) filter (where held and status <> 'no_show') as shifts,
      count(*) filter (where status = 'no_show') as no_shows, coalesce(sum(minutes) filter (where held), 0) as scheduled,
      coalesce(sum(worked_minutes) filter (where state in ${oneOf(approvedStates)}), 0) as worked,
      coalesce(sum(worked_minutes) filter (where state in ${oneOf(handedInStates)}), 0) as waiting
    from of_year group by rollup (month)),
  page as (
    select o.*, row_number() over (order by starts_at desc, id desc) as n,
      (extract(epoch from starts_at) * 1000000)::bigint || '_' || id as place
    from of_year o
    where ${micros}::bigint is null or (starts_at, id) <
      (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)
    order by starts_at desc, id desc limit ${limit + 1}::int)
  select jsonb_build_object(
    'year', (select year from asked),
    'years', coalesce((select jsonb_agg(distinct_years.year order by distinct_years.year desc)
      from (select distinct extract(year from local)::int as year from mine) as distinct_years), '[]'),
    'totals', (select jsonb_build_object('shifts', coalesce(sum(shifts), 0), 'no_shows', coalesce(sum(no_shows), 0),
      'scheduled_minutes', coalesce(sum(scheduled), 0), 'worked_minutes', coalesce(sum(worked), 0),
      'waiting_minutes', coalesce(sum(waiting), 0)) from totals where all_of_it = 1),
    'months', coalesce((select jsonb_agg(jsonb_build_object('month', month, 'shifts', shifts, 'no_shows', no_shows,
      'scheduled_minutes', scheduled, 'worked_minutes', worked, 'waiting_minutes', waiting) order by month desc)
      from totals where all_of_it = 0), '[]'),
    'items', coalesce((select jsonb_agg(jsonb_build_object(
      'signup_id', p.id, 'assignment_id', p.assignment_id, 'title', a.title, 'location_name', a.location_name,
      'post', o.name, 'month', p.month, 'status', p.status, 'starts_at', p.starts_at, 'ends_at', p.ends_at,
      'scheduled_minutes', p.minutes, 'attendance', ${record} end) order by p.n)
      from page p
      join assignments a on ${ours('a')} and a.id = p.assignment_id
      left join posts o on ${ours('o')} and o.id = p.post_id
      where p.n <= ${limit}::int), '[]'),
    'next', (select place from page where n = ${limit}::int and exists (select from page where n > ${limit}::int))
  )::text as json`
}
