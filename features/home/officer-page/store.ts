import { isOrdered } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { approvedStates, confirmedStatuses } from '#platform/shared/statuses.ts'

const PAGE = 30
type Asked = { officer_id: string; after?: string | undefined; limit?: number | undefined }

/** A page of rows `item`, `at`, `id`, latest first, as one JSON value; null if the officer is not in this department. */
const paged = (input: Asked, rows: Sql, more: Sql = nothing): Sql => {
  const limit = input.limit ?? PAGE
  const place = readCursor(input.after)
  return sql`
    with listed as (
      select r.*, row_number() over (order by r.at desc, r.id desc) as n from (${rows}) r
      ${place ? sql`where (r.at, r.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : nothing}
      order by r.at desc, r.id desc limit ${limit + 1}::int)
    select (select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(item order by n) filter (where n <= ${limit}::int), '[]') from listed),
      'next', (select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id from listed
        where n = ${limit}::int and exists (select from listed where n > ${limit}::int)) ${more})
      from officers f where ${ours('f')} and f.id = ${input.officer_id}::uuid)::text as json`
}

export const listShifts = (input: Asked): Sql =>
  paged(
    input,
    sql`select s.starts_at as at, s.id, jsonb_build_object('signup_id', s.id, 'assignment_id', s.assignment_id, 'title', a.title,
        'post', p.name, 'status', s.status, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
        'worked_minutes', t.worked_minutes, 'approved', coalesce(t.state in ${oneOf(approvedStates)}, false),
        'ordered', ${isOrdered}) as item
      from officer_assignments s
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      join posts p on p.organization_id = s.organization_id and p.id = s.post_id
      left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
      where ${ours('s')} and s.officer_id = ${input.officer_id}::uuid`,
  )

export const listNotes = (input: Asked): Sql =>
  paged(
    input,
    sql`select o.created_at as at, o.id, jsonb_build_object('id', o.id, 'body', o.body, 'author', w.name,
        'created_at', o.created_at) as item
      from officer_notes o join officers w on w.organization_id = o.organization_id and w.id = o.author_id
      where ${ours('o')} and o.officer_id = ${input.officer_id}::uuid`,
    sql`, 'own', f.id = (select app.me())`,
  )

/** A year by month, and all years, by the start of the shift or extra time in the department's time zone. */
export const findHours = (input: { officer_id: string; year?: number | undefined }): Sql => sql`
  with g as (select time_zone, coalesce(${input.year ?? null}::int, extract(year from now() at time zone time_zone)::int) as year
    from organizations where id = (select app.organization_id())),
  work as materialized (
    select s.starts_at at time zone g.time_zone as local, s.status, (extract(epoch from s.ends_at - s.starts_at) / 60)::int as scheduled,
      case when t.state in ${oneOf(approvedStates)} then coalesce(t.worked_minutes, 0) else 0 end as worked
    from g, officer_assignments s
    left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
    where ${ours('s')} and s.officer_id = ${input.officer_id}::uuid),
  held as (select * from work where status in ${oneOf(confirmedStatuses)} or worked > 0),
  extra as materialized (
    select r.starts_at at time zone g.time_zone as local, r.minutes from g, overtime_requests r
    where ${ours('r')} and r.officer_id = ${input.officer_id}::uuid
      and r.status in ${oneOf(approvedStates)})
  select (select jsonb_build_object(
    'year', g.year,
    'months', (select jsonb_agg(jsonb_build_object('month', to_char(m, 'YYYY-MM'),
        'shifts', (select count(*) from held where date_trunc('month', local) = m),
        'scheduled_minutes', (select coalesce(sum(scheduled), 0) from held where date_trunc('month', local) = m),
        'worked_minutes', (select coalesce(sum(worked), 0) from held where date_trunc('month', local) = m),
        'extra_minutes', (select coalesce(sum(minutes), 0) from extra where date_trunc('month', local) = m)) order by m)
      from generate_series(make_date(g.year, 1, 1)::timestamp, make_date(g.year, 12, 1)::timestamp, interval '1 month') m),
    'years', (select coalesce(jsonb_agg(jsonb_build_object('year', y.year, 'worked_minutes', y.worked, 'extra_minutes', y.extra)
        order by y.year desc), '[]') from (
      select extract(year from local)::int as year, sum(worked) as worked, sum(more) as extra from (
        select local, worked, 0 as more from held union all select local, 0, minutes from extra) both_of group by 1) y),
    'called_off', (select count(*) from work where status = 'called_off' and extract(year from local) = g.year),
    'no_shows', (select count(*) from work where status = 'no_show' and extract(year from local) = g.year))
    from g, officers f where ${ours('f')} and f.id = ${input.officer_id}::uuid)::text as json`

export const findOfficerId = (db: Db, id: string) =>
  db.row<{ id: string; own: boolean }>(sql`select f.id, f.id = (select app.officer_id()) as own from officers f
    where ${ours('f')} and f.id = ${id}::uuid`)

export const insertNote = (db: Db, officerId: string, body: string) =>
  db.row<{ id: string }>(sql`insert into officer_notes (organization_id, officer_id, author_id, body)
    values ((select app.organization_id()), ${officerId}::uuid, (select app.officer_id()), ${body}) returning id`)
