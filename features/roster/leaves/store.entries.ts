import { onRoster } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import type { ShiftInLeave } from './contract.ts'
import type { LeaveKind } from './rules.ts'

const PAGE = 30

/** Confirmed current and future shifts during leave (or a request) `l`. No shift is longer than 7 days, which gives the index a lower bound. */
const inLeave = sql`from officer_assignments s
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  where s.organization_id = l.organization_id and s.officer_id = l.officer_id
    and s.status in ${oneOf(aheadStatuses)} and s.ends_at > now() and s.ends_at > l.starts_at
    and s.starts_at > l.starts_at - interval '7 days' and (l.ends_at is null or s.starts_at < l.ends_at)`
/** The shifts during the leave as a JSON list, by start. */
export const shiftsInLeave = sql`coalesce((select jsonb_agg(one order by one ->> 'starts_at') from (
  select jsonb_build_object('signup_id', s.id, 'assignment_id', a.id, 'title', a.title, 'starts_at', s.starts_at,
    'ends_at', s.ends_at) as one ${inLeave} order by s.starts_at limit 50) x), '[]')`

export const listLeaves = ({
  officer_id,
  after,
}: {
  officer_id?: string | undefined
  after?: string | undefined
}): Sql => {
  const whose = officer_id ? sql`${officer_id}::uuid` : sql`(select app.officer_id())`
  return sql`
  with found as materialized (
    select l.* from leaves l
    where ${ours('l')} and l.officer_id = ${whose}
      and (${after ?? null}::uuid is null or (l.starts_at, l.id) < (select b.starts_at, b.id from leaves b
        where ${ours('b')} and b.id = ${after ?? null}::uuid))
    order by l.starts_at desc, l.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by starts_at desc, id desc limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', l.id, 'officer_id', l.officer_id,
      'kind', l.kind, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'whole_days', l.whole_days, 'note', l.note,
      'by', coalesce(b.name, case when l.entered_by is not null then 'an admin' end), 'version', l.version,
      'shifts', ${shiftsInLeave}) order by l.starts_at desc, l.id desc)
    from shown l left join officers b on b.organization_id = l.organization_id and b.id = l.entered_by), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select id from shown order by starts_at, id limit 1) end)::text as json
  from officers o where ${ours('o')} and o.id = ${whose}
    and (o.id = (select app.me()) or (select app.role()) = 'admin')`
}

export const listAway = ({ after }: { after?: string | undefined }): Sql => sql`
  with found as materialized (
    select l.* from leaves l
    where ${ours('l')} and (l.ends_at is null or l.ends_at > now())
      and (${after ?? null}::uuid is null or (l.starts_at, l.id) > (select b.starts_at, b.id from leaves b
        where ${ours('b')} and b.id = ${after ?? null}::uuid))
    order by l.starts_at, l.id limit ${PAGE + 1}::int),
  shown as (select * from found order by starts_at, id limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', l.id, 'officer_id', l.officer_id,
      'kind', l.kind, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'whole_days', l.whole_days, 'name', o.name,
      'badge_number', o.badge_number, 'unit', o.unit, 'shifts', (select count(*) ${inLeave})) order by l.starts_at, l.id)
    from shown l join officers o on o.organization_id = l.organization_id and o.id = l.officer_id), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select id from shown order by starts_at desc, id desc limit 1) end)::text as json`

export type WrittenLeave = {
  kind: LeaveKind
  starts_at: string
  ends_at: string | null
  whole_days: boolean
  note: string | null
}

/** The officer, locked, with the department's zone; null if there is none. */
export const lockOfficer = (db: Db, id: string) =>
  db.row<{ zone: string; active: boolean }>(sql`
    select g.time_zone as zone, ${onRoster(sql`o`)} as active
    from officers o join organizations g on g.id = o.organization_id
    where ${ours('o')} and o.id = ${id}::uuid for update of o`)

/** Leave exempts its officer from being ordered in, so another admin has to add, change and delete it. The fence enforces this too. */
export const isOwn = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select from leaves where ${ours()} and id = ${id}::uuid
    and officer_id = (select app.officer_id())`)) !== null

export const lockLeave = (db: Db, id: string) =>
  db.row<{ id: string; version: number; zone: string }>(sql`select l.id, l.version, g.time_zone as zone
    from leaves l join organizations g on g.id = l.organization_id
    where ${ours('l')} and l.id = ${id}::uuid for update of l`)

export const insertLeave = (db: Db, officer_id: string, l: WrittenLeave) =>
  db.row<{
    id: string
  }>(sql`insert into leaves (organization_id, officer_id, kind, starts_at, ends_at, whole_days, note, entered_by)
    values ((select app.organization_id()), ${officer_id}::uuid, ${l.kind}, ${l.starts_at}::timestamptz,
      ${l.ends_at}::timestamptz, ${l.whole_days}, ${l.note}, (select app.officer_id())) returning id`)

export const updateLeave = (db: Db, id: string, l: WrittenLeave) =>
  db.run(sql`update leaves set kind = ${l.kind}, starts_at = ${l.starts_at}::timestamptz, ends_at = ${l.ends_at}::timestamptz,
      whole_days = ${l.whole_days}, note = ${l.note}, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

export const deleteLeave = (db: Db, id: string) => db.run(sql`delete from leaves where ${ours()} and id = ${id}::uuid`)

export const listShifts = async (db: Db, leave_id: string): Promise<ShiftInLeave[]> =>
  (
    await db.row<{ shifts: ShiftInLeave[] }>(sql`select ${shiftsInLeave} as shifts from leaves l
      where ${ours('l')} and l.id = ${leave_id}::uuid`)
  )?.shifts ?? []
