import { type Sql, sql } from '#platform/server/sql.ts'

const PAGE = 500

/**
 * Hours by officer and month of the shift's start. Each officer of the page costs two short walks of indexes that carry all
 * they need (attendance_hours, signups_hours), so a page costs the same in a department of any size.
 */
export const listHours = (input: {
  to?: string | undefined
  months?: number | undefined
  after?: string | undefined
  limit?: number | undefined
}): Sql => {
  const limit = input.limit ?? PAGE
  const at = input.after?.lastIndexOf('_') ?? -1
  const [name, id] = input.after ? [input.after.slice(0, at), input.after.slice(at + 1)] : [null, null]
  return sql`
  with span as materialized (
    select array_agg(to_char(month, 'YYYY-MM') order by month) as names,
      array_agg(month at time zone time_zone order by month) as starts,
      max((month + interval '1 month') at time zone time_zone) as ends
    from (select time_zone, coalesce(to_timestamp(${input.to ?? null}, 'YYYY-MM') at time zone 'UTC',
        date_trunc('month', now() at time zone time_zone)) as last
      from organizations where id = (select app.organization_id())) g,
      generate_series(last - ${(input.months ?? 12) - 1}::int * interval '1 month', last, interval '1 month') as month),
  page as materialized (
    select f.id, f.name, f.badge_number, h.* from officers f
    cross join lateral (
      select sum(worked_minutes)::int as worked_minutes, sum(scheduled_minutes)::int as scheduled_minutes,
        json_agg(cells order by cells.month) as months
      from (
        select (select names from span)[width_bucket(at, (select starts from span))] as month,
          sum(worked) as worked_minutes, sum(scheduled) as scheduled_minutes
        from (
          select t.scheduled_starts_at as at, coalesce(t.worked_minutes, 0) as worked, 0 as scheduled from attendance t
            where t.organization_id = (select app.organization_id()) and t.officer_id = f.id
              and t.state in ('approved', 'locked')
              and t.scheduled_starts_at >= (select starts[1] from span)
              and t.scheduled_starts_at < (select ends from span)
          union all
          select s.starts_at, 0, (extract(epoch from s.ends_at - s.starts_at) / 60)::int from officer_assignments s
            where s.organization_id = (select app.organization_id()) and s.officer_id = f.id
              and s.status in ('confirmed', 'calloff_requested', 'worked', 'no_show')
              and s.starts_at >= (select starts[1] from span) and s.starts_at < (select ends from span)) rows
        group by 1) cells) h
    where f.organization_id = (select app.organization_id()) and h.months is not null
      and (${id}::uuid is null or (f.name, f.id) > (${name}::text, ${id}::uuid))
    order by f.name, f.id limit ${limit + 1}::int),
  listed as (select * from page order by name, id limit ${limit}::int)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('officer_id', id, 'name', name, 'badge_number', badge_number,
      'worked_minutes', worked_minutes, 'scheduled_minutes', scheduled_minutes, 'months', months) order by name, id) from listed), '[]'),
    'next', case when (select count(*) from page) > ${limit}::int then
      (select name || '_' || id from listed order by name desc, id desc limit 1) end)::text as json`
}
