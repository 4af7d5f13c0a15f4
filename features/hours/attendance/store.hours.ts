import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates, atStartStatuses } from '#platform/shared/statuses.ts'

const PAGE = 500

/**
 * Whole minutes, the half ones up, as the cast of a number rounds them: computed in floating point, which is exact for a week's
 * microseconds and costs a quarter.
 */
const scheduledMinutes = sql`floor(date_part('epoch', ends_at - starts_at) / 60 + 0.5)::int`

/**
 * Hours by officer and by month of the shift's start. Covering indexes answer both halves (attendance_hours, signups_hours), one
 * range for each month: the planner then expects many rows, and hashes them where it would sort the handful that it expects behind
 * the fence. Names come from the same grouping as the months, since a join would look up each officer separately. JSON is built as
 * text: there are hundreds of months, and building them as values, or reading their text back as JSON, costs a seventh of the statement.
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
  with months as materialized (
    select to_char(month, 'YYYY-MM') collate "C" as month, month at time zone time_zone as starts,
      (month + interval '1 month') at time zone time_zone as ends
    from (select time_zone, coalesce(to_timestamp(${input.to ?? null}, 'YYYY-MM') at time zone 'UTC',
        date_trunc('month', now() at time zone time_zone)) as last
      from organizations where id = (select app.organization_id())) g,
      generate_series(last - ${(input.months ?? 12) - 1}::int * interval '1 month', last, interval '1 month') as month),
  cells as (
    select officer_id, m.month, sum(worked)::int as worked, sum(scheduled)::int as scheduled
    from months m cross join lateral (
      select officer_id, coalesce(worked_minutes, 0) as worked, 0 as scheduled from attendance
        where ${ours()} and state in ${oneOf(approvedStates)}
          and scheduled_starts_at >= m.starts and scheduled_starts_at < m.ends
      union all
      select officer_id, 0, ${scheduledMinutes} from officer_assignments
        where ${ours()} and status in ${oneOf(atStartStatuses)} and starts_at >= m.starts and starts_at < m.ends) rows
    group by 1, 2),
  people as (
    select id, max(name) as name, max(badge_number) as badge_number, max(worked) as worked, max(scheduled) as scheduled,
      max(months) as months
    from (
      select officer_id as id, null as name, null as badge_number, sum(worked) as worked, sum(scheduled) as scheduled,
        string_agg('{"month":"' || month || '","worked_minutes":' || worked || ',"scheduled_minutes":' || scheduled || '}',
          ',' order by month) as months
      from cells group by 1
      union all
      select id, name, badge_number, null, null, null from officers where ${ours()}) both_of
    group by id having count(months) > 0),
  page as materialized (
    select * from people where ${id}::uuid is null or (name, id) > (${name}::text, ${id}::uuid)
    order by name, id limit ${limit + 1}::int),
  listed as (select * from page order by name, id limit ${limit}::int)
  select '{"items":[' || coalesce((select string_agg('{"officer_id":"' || id || '","name":' || to_json(name)
      || ',"badge_number":' || coalesce(to_json(badge_number)::text, 'null') || ',"worked_minutes":' || worked
      || ',"scheduled_minutes":' || scheduled || ',"months":[' || months || ']}', ',' order by name, id) from listed), '')
    || '],"next":' || coalesce(to_json(case when (select count(*) from page) > ${limit}::int then
      (select name || '_' || id from listed order by name desc, id desc limit 1) end)::text, 'null') || '}' as json`
}
