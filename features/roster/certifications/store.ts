import type { Db } from '#platform/server/db.ts'
import { nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { EXPIRING_DAYS } from './rules.ts'

const PAGE = 50

/** Whether a later one of the same type has replaced `c`. */
export const renewed = sql`exists (select from officer_certifications n where n.organization_id = c.organization_id
  and n.officer_id = c.officer_id and lower(n.type) = lower(c.type) and n.id <> c.id
  and coalesce(n.expires_on, 'infinity') > coalesce(c.expires_on, 'infinity'))`

/** `certificationState` of rules.ts for a `c` that nothing has replaced: its last day is today or within that many days. */
const expiresWithin = (today: Sql, days: number): Sql => sql`c.expires_on between ${today} and ${today} + ${days}::int`
export const isExpiring = (today: Sql): Sql => expiresWithin(today, EXPIRING_DAYS)
export const hasExpired = (today: Sql): Sql => sql`c.expires_on < ${today}`

/** The caller's own certificates that have expired or expire soon, as a JSON array: soonest to expire first, `most` of them. */
export const ownExpiring = (most: number): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('type', e.type, 'expires_on', e.expires_on, 'days_left', e.expires_on - e.today)
    order by e.expires_on, e.type), '[]')
  from (select c.type, c.expires_on, d.today from officer_certifications c,
      (select (now() at time zone g.time_zone)::date as today from organizations g where g.id = (select app.organization_id())) d
    where ${ours('c')} and c.officer_id = (select app.officer_id()) and not ${renewed}
      and (${isExpiring(sql`d.today`)} or ${hasExpired(sql`d.today`)})
    order by c.expires_on, c.type limit ${most}::int) e)`

const facts = sql`jsonb_build_object('id', c.id, 'officer_id', c.officer_id, 'type', c.type, 'number', c.number,
  'issued_on', c.issued_on, 'expires_on', c.expires_on, 'verified_at', c.verified_at, 'version', c.version,
  'verified_by', (select coalesce((select f.name from officers f where f.organization_id = c.organization_id
    and f.id = c.verified_by), case when c.verified_by is not null then 'an admin' end)),
  'renewed', ${renewed})`

export type Asked = { officer_id?: string | undefined; after?: string | undefined; limit?: number | undefined }

/**
 * One row with the page, the department's day, the caller, and the types in use. No row if the officer does not exist or is not
 * visible to the caller.
 */
export const listCertifications = (input: Asked): Sql => {
  const limit = input.limit ?? PAGE
  const [date, id] = input.after?.split('_') ?? []
  const whose = input.officer_id ? sql`${input.officer_id}::uuid` : sql`(select app.officer_id())`
  return sql`
    with page as (
      select ${facts} as item, coalesce(c.expires_on, '9999-12-31') as key, c.id from officer_certifications c
      where ${ours('c')} and c.officer_id = ${whose}
        ${date && id ? sql`and (coalesce(c.expires_on, '9999-12-31'), c.id) > (${date}::date, ${id}::uuid)` : nothing}
      order by 2, 3 limit ${limit + 1}::int)
    select (select f.id from officers f where f.organization_id = g.id and f.id = ${whose}) as officer_id,
      (now() at time zone g.time_zone)::date::text as today, (select app.me()) as me,
      (select app.role()) = 'admin' as admin, ${limit}::int as page_size,
      (select coalesce(jsonb_agg(item order by key, id), '[]') from page) as rows,
      (select coalesce(jsonb_agg(t.type order by t.type), '[]') from (select min(c.type) as type from officer_certifications c
        where ${ours('c')} group by lower(c.type) order by 1 limit 200) t) as types
    from organizations g where g.id = (select app.organization_id())`
}

export type Found = { id: string; officer_id: string; verified: boolean; version: number; expires_on: string | null }

/**
 * Locks the certificate; null if it does not exist or is not visible. The officer's own verified one cannot be locked but is
 * still read.
 */
export const lockCertification = async (db: Db, id: string): Promise<Found | null> => {
  const [, row] = await Promise.all([
    db.rows(sql`select id from officer_certifications c where ${ours('c')} and c.id = ${id}::uuid for update`),
    db.row<{ item: Found }>(sql`select jsonb_build_object('id', c.id, 'officer_id', c.officer_id, 'version', c.version,
        'verified', c.verified_by is not null, 'expires_on', c.expires_on) as item
      from officer_certifications c where ${ours('c')} and c.id = ${id}::uuid`),
  ])
  return row?.item ?? null
}

export const findToday = async (db: Db, officerId: string): Promise<{ today: string; officer: boolean }> => {
  const row = await db.row<{ today: string; officer: boolean }>(sql`
    select (now() at time zone g.time_zone)::date::text as today, exists (select from officers f
      where f.organization_id = g.id and f.id = ${officerId}::uuid) as officer
    from organizations g where g.id = (select app.organization_id())`)
  if (!row) throw new Error('no organization is entered')
  return row
}

export type Written = {
  type: string
  number: string | null
  issued_on: string
  expires_on: string | null
  verified: boolean
}
const verifier = (verified: boolean): [Sql, Sql] =>
  verified ? [sql`(select app.officer_id())`, sql`now()`] : [sql`null`, sql`null`]

export const insertCertification = (db: Db, officerId: string, c: Written) => {
  const [by, at] = verifier(c.verified)
  return db.row<{
    id: string
  }>(sql`insert into officer_certifications (organization_id, officer_id, type, number, issued_on,
      expires_on, verified_by, verified_at)
    values ((select app.organization_id()), ${officerId}::uuid, ${c.type}, ${c.number}, ${c.issued_on}::date,
      ${c.expires_on}::date, ${by}, ${at})
    returning id`)
}

/** A changed expiration date resets the reminders. */
export const updateCertification = (db: Db, id: string, c: Written) => {
  const [by, at] = verifier(c.verified)
  return db.row<{ version: number }>(sql`update officer_certifications c set type = ${c.type}, number = ${c.number},
      issued_on = ${c.issued_on}::date, expires_on = ${c.expires_on}::date, verified_by = ${by}, verified_at = ${at},
      reminded_days = case when expires_on is not distinct from ${c.expires_on}::date then reminded_days end,
      updated_at = now(), version = version + 1
    where ${ours('c')} and c.id = ${id}::uuid returning version`)
}

export const updateVerified = (db: Db, id: string) =>
  db.run(sql`update officer_certifications c set verified_by = (select app.officer_id()), verified_at = now(),
      updated_at = now(), version = version + 1
    where ${ours('c')} and c.id = ${id}::uuid`)

export const deleteCertification = (db: Db, id: string) =>
  db.run(sql`delete from officer_certifications c where ${ours('c')} and c.id = ${id}::uuid`)

export type Expiring = {
  id: string
  officer_id: string
  officer_name: string
  type: string
  expires_on: string
  reminded_days: number | null
  today: string
}

/** Certificates that may be due for a reminder, soonest first; only current officers, and not renewed. */
export const lockExpiring = async (db: Db, withinDays: number, lastDays: number): Promise<Expiring[]> =>
  (
    await db.rows<{ item: Expiring }>(sql`
      select jsonb_build_object('id', c.id, 'officer_id', c.officer_id, 'officer_name', f.name, 'type', c.type,
        'expires_on', c.expires_on, 'reminded_days', c.reminded_days, 'today', (now() at time zone g.time_zone)::date) as item
      from officer_certifications c
      join organizations g on g.id = c.organization_id
      join officers f on f.organization_id = c.organization_id and f.id = c.officer_id
      where ${ours('c')} and f.approved and f.left_on is null and f.rejected_at is null and not ${renewed}
        and ${expiresWithin(sql`(now() at time zone g.time_zone)::date`, withinDays)}
        and (c.reminded_days is null or c.reminded_days > ${lastDays}::int)
      order by c.expires_on, c.id limit 1000
      for no key update of c skip locked`)
  ).map((row) => row.item)

export const updateTold = (db: Db, rows: readonly { id: string; days: number }[]) =>
  db.run(sql`update officer_certifications c set reminded_days = d.days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id uuid, days int)
    where ${ours('c')} and c.id = d.id`)
