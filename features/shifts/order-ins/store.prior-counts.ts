import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import type { PriorCountKind } from './rules.prior-counts.ts'

/** A row of `openings`: the table keeps its name from a released migration. */
export type NewPriorCount = { officer_id: string; times: number; minutes: number; last_on: string }
type Told = { kind: PriorCountKind; reason: string; takes_back?: string }

/** Noon of its day in the department, but never in the future. */
const atOf = (day: Sql): Sql => sql`least(now(), (${day} + time '12:00') at time zone g.time_zone)`

/** When the ledger recorded the entry that `m` reverses: the row written with it. */
const takenAt = sql`(select c.at from openings b join opportunities c on c.organization_id = b.organization_id
    and c.officer_id = b.officer_id and c.kind = b.kind and c.source = 'import' and c.recorded_at = b.created_at
    and c.times = b.times and c.minutes = b.minutes
  where b.organization_id = m.organization_id and b.id = m.takes_back limit 1)`

/**
 * Inserts all entries, each with a ledger row. A reversal gets negative figures dated at the original's time, so that nothing
 * remains of it, and it does not count as the last one.
 */
export const insertPriorCounts = (db: Db, rows: readonly NewPriorCount[], told: Told) => {
  const way = told.takes_back === undefined ? 1 : -1
  return db.rows<{ id: string }>(sql`
    with made as (
      insert into openings (organization_id, officer_id, kind, times, minutes, last_on, reason, created_by, takes_back)
      select (select app.organization_id()), r.officer_id, ${told.kind}, r.times, r.minutes, r.last_on, ${told.reason},
        (select app.officer_id()), ${told.takes_back ?? null}::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (officer_id uuid, times int, minutes int, last_on date)
      returning *),
    noted as (
      insert into opportunities (organization_id, officer_id, at, kind, minutes, times, source, note)
      select m.organization_id, m.officer_id, coalesce(${takenAt}, ${atOf(sql`m.last_on`)}), m.kind, ${way}::int * m.minutes, ${way}::int * m.times,
        'import', m.reason
      from made m join organizations g on g.id = m.organization_id)
    select id from made`)
}

/** The approved officers with these badge numbers; `own` marks the caller. */
export const listByBadge = (db: Db, badges: readonly string[]) =>
  db.rows<{
    id: string
    badge_number: string
    own: boolean
  }>(sql`select o.id, o.badge_number, o.id = (select app.officer_id()) as own
    from officers o where ${ours('o')} and o.badge_number = any(${badges}) and o.approved`)

export const findOfficer = (db: Db, id: string) =>
  db.row<{ own: boolean }>(sql`select o.id = (select app.officer_id()) as own from officers o
    where ${ours('o')} and o.id = ${id}::uuid and o.approved`)

export const findToday = async (db: Db): Promise<string> =>
  (
    await db.row<{
      today: string
    }>(sql`select ((now() at time zone time_zone)::date)::text as today from organizations
      where id = (select app.organization_id())`)
  )?.today ?? ''

export const findPriorCount = (db: Db, id: string) =>
  db.row<
    NewPriorCount & { kind: PriorCountKind; own: boolean; takes_back: string | null }
  >(sql`select w.officer_id, w.kind, w.times,
      w.minutes, w.last_on::text as last_on, w.takes_back, w.officer_id = (select app.officer_id()) as own
    from openings w where ${ours('w')} and w.id = ${id}::uuid`)

const PAGE = 30

export const listPriorCounts = ({ after }: { after?: string | undefined }): Sql => {
  const key = readCursor(after)
  return sql`
  with found as (
    select w.created_at, w.id, json_build_object('id', w.id, 'officer_id', w.officer_id, 'name', o.name,
      'badge_number', o.badge_number, 'kind', w.kind, 'times', w.times, 'minutes', w.minutes, 'last_on', w.last_on,
      'reason', w.reason, 'created_by', b.name, 'created_at', w.created_at, 'own', w.officer_id = (select app.me()),
      'state', case when w.takes_back is not null then 'takes_back' when exists (select from openings t
        where t.organization_id = w.organization_id and t.takes_back = w.id) then 'taken_back' else 'stands' end) as item
    from openings w
    join officers o on o.organization_id = w.organization_id and o.id = w.officer_id
    left join officers b on b.organization_id = w.organization_id and b.id = w.created_by
    where ${ours('w')}
      and (${key === null} or (w.created_at, w.id) < (${key?.at ?? 'infinity'}::timestamptz, ${key?.id ?? null}::uuid))
    order by w.created_at desc, w.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by created_at desc, id desc limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(item order by created_at desc, id desc) from shown), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select (to_json(created_at) #>> '{}') || '~' || id from shown order by created_at, id limit 1) end)::text as json`
}
