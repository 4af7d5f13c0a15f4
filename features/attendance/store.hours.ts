import { type Sql, sql } from '#platform/server/sql.ts'

const PAGE = 500

/**
 * Hours by officer and month of the shift's start. Both halves are answered by an index that carries all they need
 * (attendance_hours, signups_hours), so the cost follows the department's shifts in the span and nothing else.
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
  with span as (
    select time_zone, (last - ${(input.months ?? 12) - 1}::int * interval '1 month') at time zone time_zone as starts,
      (last + interval '1 month') at time zone time_zone as ends
    from (select time_zone, coalesce((${input.to ?? null}::text || '-01')::timestamp,
        date_trunc('month', now() at time zone time_zone)) as last
      from organizations where id = (select app.organization_id())) g),
  cells as (
    select officer_id, date_trunc('month', at at time zone (select time_zone from span)) as month,
      sum(worked) as worked, sum(scheduled) as scheduled
    from (
      select officer_id, scheduled_starts_at as at, worked_minutes as worked, 0 as scheduled from attendance
        where organization_id = (select app.organization_id()) and state in ('approved', 'locked')
          and scheduled_starts_at >= (select starts from span) and scheduled_starts_at < (select ends from span)
      union all
      select officer_id, starts_at, 0, (extract(epoch from ends_at - starts_at) / 60)::int from officer_assignments
        where organization_id = (select app.organization_id())
          and status in ('confirmed', 'calloff_requested', 'worked', 'no_show')
          and starts_at >= (select starts from span) and starts_at < (select ends from span)) rows
    group by 1, 2),
  people as (
    select officer_id, sum(worked) as worked, sum(scheduled) as scheduled,
      jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'worked_minutes', worked,
        'scheduled_minutes', scheduled) order by month) as months
    from cells group by officer_id),
  page as (
    select p.*, f.name, f.badge_number, row_number() over (order by f.name, f.id) as n from people p
    join officers f on f.organization_id = (select app.organization_id()) and f.id = p.officer_id
    where ${id}::uuid is null or (f.name, f.id) > (${name}::text, ${id}::uuid)
    order by f.name, f.id limit ${limit + 1}::int)
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(jsonb_build_object('officer_id', officer_id, 'name', name,
      'badge_number', badge_number, 'worked_minutes', worked, 'scheduled_minutes', scheduled, 'months', months) order by n)
      from page where n <= ${limit}::int), '[]'),
    'next', (select name || '_' || officer_id from page
      where n = ${limit}::int and exists (select from page where n > ${limit}::int)))::text as json`
}
