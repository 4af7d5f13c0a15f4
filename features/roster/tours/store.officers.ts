import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'
import type { ExceptionKind } from './rules.ts'
import { tourFacts } from './store.ts'

export type AskedTours = { officer_id?: string | undefined; from?: string | undefined; days: number }

/** One row with the inputs for the tours of those days; no row if the officer does not exist or is not visible to the caller. */
export const findTours = ({ officer_id, from, days }: AskedTours): Sql => {
  const whose = officer_id ? sql`${officer_id}::uuid` : sql`(select app.officer_id())`
  const first = sql`coalesce(${from ?? null}::date, (now() at time zone g.time_zone)::date)`
  const start = sql`(${first}::timestamp at time zone g.time_zone)`
  const end = sql`((${first} + ${days}::int)::timestamp at time zone g.time_zone)`
  return sql`
    select o.id as officer_id, (now() at time zone g.time_zone)::date::text as today, ${first}::text as "from",
      ${days}::int as days, g.time_zone as zone, ${start} as starts_at, ${end} as ends_at,
      ${tourFacts(start, end)} as facts,
      coalesce((select jsonb_agg(jsonb_build_object('assignment_id', s.assignment_id, 'title', a.title,
          'starts_at', s.starts_at, 'ends_at', s.ends_at) order by s.starts_at)
        from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
        where ${ours('s')} and s.officer_id = o.id
          and s.status in ${oneOf(confirmedStatuses)} and s.starts_at >= ${start} and s.starts_at < ${end}),
        '[]') as shifts,
      coalesce((select jsonb_agg(one order by one ->> 'starts_on' desc) from (
        select jsonb_build_object('platoon_id', m.platoon_id, 'platoon', p.name, 'starts_on', m.starts_on,
          'ends_on', m.ends_on) as one
        from platoon_members m join platoons p on p.organization_id = m.organization_id and p.id = m.platoon_id
        where m.organization_id = o.organization_id and m.officer_id = o.id
        order by m.starts_on desc limit 50) m), '[]') as memberships,
      coalesce((select jsonb_agg(one order by one ->> 'on_day') from (
        select jsonb_build_object('id', e.id, 'kind', e.kind, 'on_day', e.on_day, 'works_on', e.works_on,
          'start_time', e.start_time, 'minutes', e.minutes, 'note', e.note, 'by', coalesce(b.name,
            case when e.created_by is not null then 'an admin' end)) as one
        from tour_exceptions e left join officers b on b.organization_id = e.organization_id and b.id = e.created_by
        where e.organization_id = o.organization_id and e.officer_id = o.id and greatest(e.on_day, e.works_on) >= ${first}
        order by e.on_day limit 200) e), '[]') as exceptions
    from officers o join organizations g on g.id = o.organization_id
    where ${ours('o')} and o.id = ${whose}
      and (o.id = (select app.me()) or (select app.role()) = 'admin')`
}

export type WrittenException = {
  officer_id: string
  kind: ExceptionKind
  on_day: string
  works_on: string | null
  start_time: string | null
  minutes: number | null
  note: string | null
}

export const insertException = (db: Db, e: WrittenException) =>
  db.row<{
    id: string
  }>(sql`insert into tour_exceptions (organization_id, officer_id, kind, on_day, works_on, start_time,
      minutes, note, created_by)
    values ((select app.organization_id()), ${e.officer_id}::uuid, ${e.kind}, ${e.on_day}::date, ${e.works_on}::date,
      ${e.start_time}, ${e.minutes}, ${e.note}, (select app.officer_id()))
    returning id`)

export const isOwnException = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select 1 from tour_exceptions where ${ours()} and id = ${id}::uuid
    and officer_id = (select app.officer_id())`)) !== null

export const deleteException = (db: Db, id: string) =>
  db.run(sql`delete from tour_exceptions where ${ours()} and id = ${id}::uuid`)
