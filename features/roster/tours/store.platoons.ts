import { onRoster } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { likeText, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Schedule } from './rules.ts'

const PAGE = 50
const today = sql`(now() at time zone g.time_zone)::date`
const memberOn = sql`m.starts_on <= ${today} and (m.ends_on is null or m.ends_on > ${today})`
const onLeave = sql`exists (select from leaves l where l.organization_id = m.organization_id and l.officer_id = m.officer_id
  and l.starts_at <= now() and (l.ends_at is null or l.ends_at > now()))`
/** Current members: officers who have left or lost approval keep their history but no longer count. */
const present = sql`exists (select from officers o where o.organization_id = m.organization_id and o.id = m.officer_id
  and o.approved and (o.left_on is null or o.left_on > ${today}))`

const facts = sql`'id', p.id, 'name', p.name, 'unit', p.unit, 'ended_on', p.ended_on, 'version', p.version,
  'members', (select count(*) from platoon_members m where m.organization_id = p.organization_id and m.platoon_id = p.id
    and ${memberOn} and ${present}),
  'on_leave', (select count(*) from platoon_members m where m.organization_id = p.organization_id and m.platoon_id = p.id
    and ${memberOn} and ${present} and ${onLeave})`
const scheduleOf = sql`jsonb_build_object('starts_on', s.starts_on, 'anchor_on', s.anchor_on, 'keeps', s.keeps,
  'pattern', s.pattern)`

type Listed = { ended: 'yes' | 'no'; after?: string | undefined }

export const listPlatoons = ({ ended, after }: Listed): Sql => sql`
  with found as materialized (
    select p.* from platoons p join organizations g on g.id = p.organization_id
    where ${ours('p')}
      and (p.ended_on is not null and p.ended_on <= ${today}) = ${ended === 'yes'}
      and (${after ?? null}::uuid is null or (lower(p.name), p.id) > (select lower(b.name), b.id from platoons b
        where ${ours('b')} and b.id = ${after ?? null}::uuid))
    order by lower(p.name), p.id limit ${PAGE + 1}::int),
  shown as (select * from found order by lower(name), id limit ${PAGE}::int)
  select json_build_object('today', ${today},
    'items', coalesce((select json_agg(jsonb_build_object(${facts}, 'schedules', coalesce((
        select jsonb_agg(${scheduleOf} order by s.starts_on) from platoon_schedules s
        where s.organization_id = p.organization_id and s.platoon_id = p.id and s.starts_on <= ${today} + 14
          and s.starts_on >= coalesce((select max(b.starts_on) from platoon_schedules b
            where b.organization_id = p.organization_id and b.platoon_id = p.id and b.starts_on <= ${today}), ${today})),
        '[]')) order by lower(p.name), p.id) from shown p), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select id from shown order by lower(name) desc, id desc limit 1) end)::text as json
  from organizations g where g.id = (select app.organization_id())`

export const findPlatoon = ({ platoon_id }: { platoon_id: string }): Sql => sql`
  select json_build_object('today', ${today}, 'platoon', jsonb_build_object(${facts}),
    'schedules', coalesce((select json_agg(schedule order by starts_on desc) from (
      select s.starts_on, ${scheduleOf} as schedule from platoon_schedules s
      where s.organization_id = p.organization_id and s.platoon_id = p.id
      order by s.starts_on desc limit 200) s), '[]'))::text as json
  from platoons p join organizations g on g.id = p.organization_id
  where ${ours('p')} and p.id = ${platoon_id}::uuid`

export const listMembers = (asked: {
  platoon_id: string
  search?: string | undefined
  after?: string | undefined
}): Sql => {
  const like = likeText(asked.search ?? '')
  return sql`
  with found as materialized (
    select m.id, m.officer_id, o.name, o.badge_number, o.rank, o.unit, m.starts_on, m.ends_on, ${onLeave} as on_leave
    from platoon_members m join organizations g on g.id = m.organization_id
    join officers o on o.organization_id = m.organization_id and o.id = m.officer_id
    where ${ours('m')} and m.platoon_id = ${asked.platoon_id}::uuid
      and (m.ends_on is null or m.ends_on > ${today}) and ${present}
      and (${asked.search ?? ''} = '' or o.name ilike ${like} or o.badge_number ilike ${like} or o.unit ilike ${like})
      and (${asked.after ?? null}::uuid is null or (o.name, m.id) > (select bo.name, b.id from platoon_members b
        join officers bo on bo.organization_id = b.organization_id and bo.id = b.officer_id
        where ${ours('b')} and b.id = ${asked.after ?? null}::uuid))
    order by o.name, m.id limit ${PAGE + 1}::int),
  shown as (select * from found order by name, id limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(s order by s.name, s.id) from shown s), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select id from shown order by name desc, id desc limit 1) end)::text as json
  from platoons p where ${ours('p')} and p.id = ${asked.platoon_id}::uuid`
}

export const insertPlatoon = (db: Db, made: { name: string; unit: string | null }) =>
  db.row<{ id: string }>(sql`insert into platoons (organization_id, name, unit)
    values ((select app.organization_id()), ${made.name}, ${made.unit}) returning id`)

export const lockPlatoon = (db: Db, id: string) =>
  db.row<{ id: string; version: number; ended_on: string | null }>(sql`
    select p.id, p.version, p.ended_on::text as ended_on from platoons p
    where ${ours('p')} and p.id = ${id}::uuid for update`)

export const updatePlatoon = (db: Db, id: string, to: { name: string; unit: string | null; ended_on: string | null }) =>
  db.row<{
    version: number
  }>(sql`update platoons set name = ${to.name}, unit = ${to.unit}, ended_on = ${to.ended_on}::date,
      updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid returning version`)

export const upsertSchedule = (db: Db, platoon_id: string, s: Schedule) =>
  db.run(sql`insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, keeps, pattern)
    values ((select app.organization_id()), ${platoon_id}::uuid, ${s.starts_on}::date, ${s.anchor_on}::date, ${s.keeps},
      ${JSON.stringify(s.pattern)}::jsonb)
    on conflict (organization_id, platoon_id, starts_on)
      do update set anchor_on = excluded.anchor_on, keeps = excluded.keeps, pattern = excluded.pattern`)

export const countSchedules = async (db: Db, platoon_id: string): Promise<number> =>
  (
    await db.row<{ n: number }>(sql`select count(*)::int as n from platoon_schedules
      where ${ours()} and platoon_id = ${platoon_id}::uuid`)
  )?.n ?? 0

export const deleteSchedule = (db: Db, platoon_id: string, starts_on: string) =>
  db.run(sql`delete from platoon_schedules where ${ours()}
    and platoon_id = ${platoon_id}::uuid and starts_on = ${starts_on}::date`)

/** The officer, locked; null if there is none. `active`: approved and not left. */
export const lockOfficer = (db: Db, id: string) =>
  db.row<{ id: string; active: boolean }>(sql`select o.id,
      ${onRoster(sql`o`)} as active
    from officers o where ${ours('o')} and o.id = ${id}::uuid for update`)

/** Puts the officer, who has to be locked, into the platoon from the day until the next planned change; keeps earlier history. */
export const updateMembership = async (
  db: Db,
  { officer_id, platoon_id, starts_on }: { officer_id: string; platoon_id: string | null; starts_on: string },
): Promise<void> => {
  const own = sql`${ours()} and officer_id = ${officer_id}::uuid`
  await db.run(sql`delete from platoon_members where ${own} and starts_on = ${starts_on}::date`)
  await db.run(sql`update platoon_members set ends_on = ${starts_on}::date
    where ${own} and starts_on < ${starts_on}::date and (ends_on is null or ends_on > ${starts_on}::date)`)
  if (platoon_id === null) return
  await db.run(sql`insert into platoon_members (organization_id, platoon_id, officer_id, starts_on, ends_on)
    select (select app.organization_id()), ${platoon_id}::uuid, ${officer_id}::uuid, ${starts_on}::date,
      (select min(starts_on) from platoon_members where ${own} and starts_on > ${starts_on}::date)`)
}
