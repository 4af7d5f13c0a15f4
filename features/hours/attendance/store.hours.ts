import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates, atStartStatuses } from '#platform/shared/statuses.ts'

const PAGE = 500

/**
 * Hours by officer and by month of the shift's start. Covering indexes answer both halves (attendance_hours, signups_hours).
 * Names come from the same grouping: behind the fence the planner expects one row, so a join would look up each officer
 * separately.
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
  cells as (
    select officer_id, width_bucket(at, (select starts from span)) as month, sum(worked)::int as worked,
      sum(scheduled)::int as scheduled
    from (
      select officer_id, scheduled_starts_at as at, coalesce(worked_minutes, 0) as worked, 0 as scheduled from attendance
        where ${ours()} and state in ${oneOf(approvedStates)}
          and scheduled_starts_at >= (select starts[1] from span) and scheduled_starts_at < (select ends from span)
      union all
      select officer_id, starts_at, 0, (extract(epoch from ends_at - starts_at) / 60)::int from officer_assignments
        where ${ours()}
          and status in ${oneOf(atStartStatuses)}
          and starts_at >= (select starts[1] from span) and starts_at < (select ends from span)) rows
    group by 1, 2),
  people as (
    select id, max(name) as name, max(badge_number) as badge_number, sum(worked) as worked, sum(scheduled) as scheduled,
      json_agg(cell order by month) filter (where month is not null) as months
    from (
      select officer_id as id, null as name, null as badge_number, month, worked, scheduled,
        json_build_object('month', (select names from span)[month], 'worked_minutes', worked,
          'scheduled_minutes', scheduled) as cell from cells
      union all
      select id, name, badge_number, null, null, null, null from officers
        where ${ours()}) both_of
    group by id having count(month) > 0),
  page as materialized (
    select * from people where ${id}::uuid is null or (name, id) > (${name}::text, ${id}::uuid)
    order by name, id limit ${limit + 1}::int),
  listed as (select * from page order by name, id limit ${limit}::int)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('officer_id', id, 'name', name, 'badge_number', badge_number,
      'worked_minutes', worked, 'scheduled_minutes', scheduled, 'months', months) order by name, id) from listed), '[]'),
    'next', case when (select count(*) from page) > ${limit}::int then
      (select name || '_' || id from listed order by name desc, id desc limit 1) end)::text as json`
}
