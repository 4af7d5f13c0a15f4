import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { REPLACED_KEPT, REPLACED_KEPT_DAYS } from './rules.ts'

/** A logo as stored, in both formats. */
export type Drawn = { webp: Buffer; png: Buffer; width: number; height: number }

export const findBranding = () => sql`
  select json_build_object('version', g.version, 'name', g.name, 'primary_color', g.primary_color,
    'logo', case when l.id is not null then
      json_build_object('url', g.logo_url, 'width', l.width, 'height', l.height) end)::text as json
  from organizations g left join organization_logos l on l.organization_id = g.id and l.id = g.logo_id
  where g.id = (select app.organization_id())`

export const insertLogo = async (db: Db, drawn: Drawn): Promise<string> =>
  (
    await db.row<{
      id: string
    }>(sql`insert into organization_logos (organization_id, webp, png, width, height, created_by)
      values ((select app.organization_id()), ${drawn.webp}, ${drawn.png}, ${drawn.width}::int, ${drawn.height}::int,
        (select app.officer_id())) returning id`)
  )?.id ?? ''

/** Marks all logos except the current one as replaced, deletes those beyond the few that are kept, and returns how many it replaced. */
export const updateReplaced = async (db: Db, current: string | null): Promise<number> => {
  const replaced = await db.run(sql`update organization_logos set replaced_at = now()
    where ${ours()} and replaced_at is null and id is distinct from ${current}::uuid`)
  await db.run(sql`delete from organization_logos where ${ours()}
    and replaced_at is not null and id not in (select id from organization_logos
      where ${ours()} and replaced_at is not null
      order by replaced_at desc, created_at desc limit ${REPLACED_KEPT}::int)`)
  return replaced
}

export const findLogoUrl = async (db: Db): Promise<string> =>
  (
    await db.row<{ logo_url: string }>(
      sql`select logo_url from organizations where id = (select app.organization_id())`,
    )
  )?.logo_url ?? ''

/** For the sweep. */
export const deleteReplaced = (db: Db) =>
  db.run(sql`delete from organization_logos where ${ours()}
    and replaced_at < now() - make_interval(days => ${REPLACED_KEPT_DAYS}::int)`)

/** The bytes of a logo whose full address was given; the fence allows access only to the logo named (db/fence/). */
export const findLogoFile = (organizationId: string, id: string, form: 'webp' | 'png'): Sql => sql`
  with named as materialized (select set_config('app.organization_id', ${organizationId}, true),
      set_config('app.logo', ${id}, true) as id)
  select found.bytes from named cross join lateral (
    select ${form === 'webp' ? sql`l.webp` : sql`l.png`} as bytes from organization_logos l
    where ${ours('l')} and l.id = named.id::uuid limit 1) found`

/** Files are requested anonymously. */
export const enterForFile: Sql = sql`select app.enter_anyone('') as now_at`

/** Whose tries are counted. */
export const findOrganizationId = async (db: Db): Promise<string> =>
  (await db.row<{ id: string }>(sql`select app.organization_id() as id`))?.id ?? ''
