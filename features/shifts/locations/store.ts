import { randomUUID } from 'node:crypto'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { MOST_LOCATIONS } from './rules.ts'

type Typed = {
  name: string
  address?: string | null | undefined
  lat?: number | null | undefined
  lng?: number | null | undefined
  radius_m?: number | null | undefined
}

export const listLocationRows = (): Sql => sql`
  select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'address', address,
    'lat', lat, 'lng', lng, 'radius_m', radius_m, 'version', version) order by lower(name), id), '[]'),
    'next', null)::text as json
  from (select * from locations where ${ours()}
    order by lower(name), id limit ${MOST_LOCATIONS}) t`

/** The department's locations are added one after the other, so that each sees how many there are. */
export const lockLocations = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('locations' || (select app.organization_id())::text, 0))`)

export const countLocations = async (db: Db): Promise<number> =>
  (
    await db.row<{ n: number }>(sql`select count(*)::int as n from locations
      where ${ours()}`)
  )?.n ?? 0

export const insertLocation = async (db: Db, typed: Typed): Promise<string> => {
  const id = randomUUID()
  await db.run(sql`insert into locations (organization_id, id, name, address, lat, lng, radius_m, created_by)
    values ((select app.organization_id()), ${id}::uuid, ${typed.name}, ${typed.address || null}, ${typed.lat ?? null},
      ${typed.lng ?? null}, ${typed.radius_m ?? null}, (select app.officer_id()))`)
  return id
}

/** The version of the row, locked; null where it is gone. */
export const lockLocation = (db: Db, id: string) =>
  db.row<{ version: number }>(sql`select version from locations
    where ${ours()} and id = ${id}::uuid for update`)

export const updateLocation = (db: Db, id: string, typed: Typed) =>
  db.run(sql`update locations set name = ${typed.name}, address = ${typed.address || null}, lat = ${typed.lat ?? null},
      lng = ${typed.lng ?? null}, radius_m = ${typed.radius_m ?? null}, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

export const deleteLocationRow = (db: Db, id: string) =>
  db.run(sql`delete from locations where ${ours()} and id = ${id}::uuid`)

/** For what the server knows without the database. */
export const findNothing = (): Sql => sql`select 1`
