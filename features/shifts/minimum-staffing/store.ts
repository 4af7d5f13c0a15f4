import type { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { postedStatuses, servedStates } from '#platform/shared/statuses.ts'
import type { Range, WallDate } from '#platform/shared/time.ts'
import type { addMinimum } from './contract.ts'
import type { Facts } from './rules.due.ts'
import { findFacts, minimumJson, withPlatoon } from './store.facts.ts'

const PAGE = 50

export const listMinimums = ({ ended, after }: { ended: 'yes' | 'no'; after?: string | undefined }): Sql => sql`
  with b as (select g.id, (now() at time zone g.time_zone)::date as today from organizations g
    where g.id = (select app.organization_id())),
  found as materialized (select m.* from staffing_minimums m, b where m.organization_id = b.id
    and (m.last_on is not null and m.last_on < b.today) = ${ended === 'yes'}::boolean
    and (${after ?? null}::uuid is null or (lower(m.name), m.id) > (select lower(c.name), c.id from staffing_minimums c
      where c.organization_id = b.id and c.id = ${after ?? null}::uuid))
    order by lower(m.name), m.id limit ${PAGE + 1}::int),
  shown as (select * from found order by lower(name), id limit ${PAGE}::int)
  select json_build_object(
    'items', coalesce((select json_agg(${minimumJson} || jsonb_build_object('unit', m.unit) order by lower(m.name), m.id)
      from shown m ${withPlatoon}), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int
      then (select id from shown order by lower(name) desc, id desc limit 1) end,
    'today', b.today,
    'platoons', coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'unit', l.unit) order by lower(l.name))
      from platoons l where l.organization_id = b.id and (l.ended_on is null or l.ended_on > b.today)), '[]'),
    'units', coalesce((select json_agg(u.unit order by u.unit) from (select distinct o.unit from officers o
      where o.organization_id = b.id and o.unit is not null and o.approved and o.left_on is null) u), '[]'),
    'ranks', coalesce((select json_agg(u.rank order by u.rank) from (select distinct o.rank from officers o
      where o.organization_id = b.id and o.rank is not null and o.approved and o.left_on is null) u), '[]'),
    'has_tours', exists (select from platoon_schedules s where s.organization_id = b.id)
      or exists (select from imported_tours t where t.organization_id = b.id and t.ends_at > now()))::text as json
  from b`

export type Written = z.output<(typeof addMinimum)['input']>

const columns = sql`name, platoon_id, unit, rank, least, weekdays, start_time, end_time, starts_on, last_on, days_ahead,
  latest_minutes, title, kind, location_name, location_address, signup_mode, award_rule_id, requirements`
const valuesOf = (w: Written): Sql => sql`${w.name}, ${w.platoon_id}::uuid, ${w.unit || null}, ${w.rank || null},
  ${w.least}::int, ${w.weekdays}::int[], ${w.start_time}, ${w.end_time}, ${w.starts_on}::date, ${w.last_on || null}::date,
  ${w.days_ahead}::int, ${w.latest_minutes}::int, ${w.title}, ${w.kind}, ${w.location_name || null},
  ${w.location_address || null}, ${w.signup_mode}, ${w.signup_mode === 'award' ? w.award_rule_id : null}::uuid,
  ${JSON.stringify(w.requirements)}::jsonb`

/**
 * Number of minimums that have not ended, except `but`; locks the department's row so that two calls cannot both take the last
 * slot.
 */
export const countMinimums = async (db: Db, but: string | null = null): Promise<number> => {
  const [, row] = await Promise.all([
    db.run(sql`select 1 from organizations where id = (select app.organization_id()) for no key update`),
    db.row<{
      n: number
    }>(sql`select count(*)::int as n from staffing_minimums m join organizations g on g.id = m.organization_id
      where ${ours('m')}
        and (${but}::uuid is null or m.id <> ${but}::uuid)
        and (m.last_on is null or m.last_on >= (now() at time zone g.time_zone)::date)`),
  ])
  return row?.n ?? 0
}

export const insertMinimum = (db: Db, w: Written) =>
  db.row<{ id: string }>(sql`insert into staffing_minimums (organization_id, ${columns}, created_by)
    values ((select app.organization_id()), ${valuesOf(w)}, (select app.officer_id())) returning id`)

export const updateMinimum = (db: Db, id: string, w: Written) =>
  db.row<{ version: number }>(sql`update staffing_minimums set (${columns}) = row(${valuesOf(w)}), updated_at = now(),
      version = version + 1
    where ${ours()} and id = ${id}::uuid returning version`)

export const updateEnd = (db: Db, id: string, last_on: WallDate) =>
  db.row<{ version: number }>(sql`update staffing_minimums set last_on = ${last_on}::date, updated_at = now(),
      version = version + 1
    where ${ours()} and id = ${id}::uuid returning version`)

export const lockMinimum = (db: Db, id: string) =>
  db.row<{ id: string; version: number; starts_on: WallDate }>(sql`select id, version, starts_on::text as starts_on
    from staffing_minimums where ${ours()} and id = ${id}::uuid for no key update`)

export const hasPlatoon = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select from platoons where ${ours()} and id = ${id}::uuid`)) !== null

/**
 * Minimums in effect in the days ahead, or with a shift to come; none if nobody could sign up because the department is suspended
 * or its trial is over.
 */
export const listWatched = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{
      id: string
    }>(sql`select m.id from staffing_minimums m join organizations g on g.id = m.organization_id
    where ${ours('m')} and g.state in ${oneOf(servedStates)}
      and not app.trial_over(g.subscription_tier, g.trial_end_date, g.time_zone, now()) and (m.starts_on <= current_date + 29 and (m.last_on is null or m.last_on >= current_date - 2)
      or exists (select from staffing_gaps n where n.organization_id = m.organization_id and n.minimum_id = m.id
        and n.on_day >= current_date - 2 and n.closed_at is null))
    order by lower(m.name), m.id`)
  ).map((row) => row.id)

export const readFacts = async (db: Db, asked: Parameters<typeof findFacts>[0]): Promise<Facts> => {
  const row = await db.row<{ facts: Facts }>(findFacts(asked))
  if (row === null) throw new Error('no department')
  return row.facts
}

/** Locks the shifts of gaps and their posts in the standard order: a concurrent sign-up waits, or came first. */
export const lockShifts = async (db: Db, ids: readonly string[]) => {
  await db.rows(sql`select id from assignments where ${ours()}
    and id = any(${ids}::uuid[]) order by id for no key update`)
  await db.rows(sql`select id from posts where ${ours()}
    and assignment_id = any(${ids}::uuid[]) order by id for no key update`)
}

type Made = Range & { minimum_id: string; on_day: WallDate; assignment_id: string; places: number; reason: string }

/**
 * One shift per minimum and day: a second one fails on the key and rolls back everything done for it. If opened `again`, it keeps
 * the time of the last announcement.
 */
export const insertGap = (db: Db, made: Made & { again: boolean }) =>
  db.run(sql`insert into staffing_gaps as n (organization_id, minimum_id, on_day, assignment_id, opened_at, places, starts_at,
      ends_at, reason, announced)
    values ((select app.organization_id()), ${made.minimum_id}::uuid, ${made.on_day}::date, ${made.assignment_id}::uuid, now(),
      ${made.places}::int, ${made.starts_at}::timestamptz, ${made.ends_at}::timestamptz, ${made.reason},
      not ${made.again}::boolean)
    on conflict (organization_id, minimum_id, on_day) do update set assignment_id = excluded.assignment_id,
      opened_at = case when ${made.again}::boolean then n.opened_at else excluded.opened_at end, closed_at = null, places = excluded.places, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, reason = excluded.reason, announced = excluded.announced, told = null, unsaid = false,
      updated_at = now()
    where n.closed_at is not null or n.opened_at is null`)

const gapOf = (at: { minimum_id: string; on_day: WallDate }): Sql => sql`where ${ours()}
  and minimum_id = ${at.minimum_id}::uuid and on_day = ${at.on_day}::date`

export const updateGap = (db: Db, made: Omit<Made, 'assignment_id'>) =>
  db.run(sql`update staffing_gaps set places = ${made.places}::int, starts_at = ${made.starts_at}::timestamptz,
      ends_at = ${made.ends_at}::timestamptz, reason = ${made.reason}, told = null, unsaid = false,
      updated_at = now() ${gapOf(made)}`)

export const updateGapClosed = (db: Db, at: { minimum_id: string; on_day: WallDate; reason: string }) =>
  db.run(
    sql`update staffing_gaps set closed_at = now(), reason = ${at.reason}, told = null, unsaid = false,
      updated_at = now() ${gapOf(at)}`,
  )

type Told = {
  minimum_id: string
  on_day: WallDate
  reason: string
  told: string | null
  news: boolean
  unsaid: boolean
}

/** Stores the current state; if it is sent now, also when and how many. */
export const updateTold = (db: Db, at: Told) => {
  const [what, count] = at.told?.split(':') ?? []
  const said = sql`case when ${at.news}::boolean then jsonb_build_object(${what ?? ''}::text,
    jsonb_build_object('count', ${Number(count ?? 0)}::int, 'at', now())) else '{}' end`
  return db.run(sql`insert into staffing_gaps as n (organization_id, minimum_id, on_day, reason, told, said, unsaid)
    values ((select app.organization_id()), ${at.minimum_id}::uuid, ${at.on_day}::date, ${at.reason}, ${at.told}, ${said},
      ${at.unsaid}::boolean)
    on conflict (organization_id, minimum_id, on_day) do update set told = excluded.told, said = n.said || excluded.said,
      unsaid = excluded.unsaid, updated_at = now()`)
}

/** Officers are notified of the gap's shift now. */
export const updateAnnounced = (db: Db, at: { minimum_id: string; on_day: WallDate }) =>
  db.run(sql`update staffing_gaps set announced = true, opened_at = now(), updated_at = now() ${gapOf(at)}`)

/** Updates spots and hours of a shift that the job opened; hours move only if nobody has signed up. */
export const updateShift = async (db: Db, id: string, to: Range & { places: number; moved: boolean }) => {
  await db.run(sql`update posts set required_count = ${to.places}::int, starts_at = ${to.starts_at}::timestamptz,
      ends_at = ${to.ends_at}::timestamptz
    where ${ours()} and assignment_id = ${id}::uuid`)
  await db.run(sql`update assignments set min_required = ${to.places}::int, starts_at = ${to.starts_at}::timestamptz,
      ends_at = ${to.ends_at}::timestamptz,
      signup_opens_at = case when ${to.moved}::boolean then null else signup_opens_at end,
      signup_closes_at = case when ${to.moved}::boolean then null else signup_closes_at end,
      updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)
}

/** Returns the row count: 0 unless an admin had unpublished, canceled or deleted its shift. */
export const deleteTakenBack = (db: Db, at: { minimum_id: string; on_day: WallDate }) =>
  db.run(sql`delete from staffing_gaps n where ${ours('n')}
    and n.minimum_id = ${at.minimum_id}::uuid and n.on_day = ${at.on_day}::date and n.opened_at is not null
    and n.closed_at is null and not exists (select from assignments a where a.organization_id = n.organization_id
      and a.id = n.assignment_id and a.status in ${oneOf(postedStatuses)})`)

export const hasGap = async (db: Db, at: { minimum_id: string; on_day: WallDate }): Promise<boolean> =>
  (await db.row(sql`select 1 from staffing_gaps ${gapOf(at)}`)) !== null
