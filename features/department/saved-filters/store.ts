import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type FilterPage, MOST_FILTERS } from './rules.ts'

const mine = sql`${ours()} and officer_id = (select app.officer_id())`

export const listFilterRows = ({ page }: { page: FilterPage }): Sql => sql`
  select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'filters', filters)
    order by lower(name), id), '[]'), 'next', null)::text as json
  from (select * from saved_filters where ${mine} and page = ${page} order by lower(name), id limit ${MOST_FILTERS}) t`

/** Saves of one person's filters of a page run one after the other: the count and the name are decided by what is there. */
export const lockFilters = (db: Db, page: FilterPage) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${page} || (select app.officer_id())::text, 7))`)

export const countFilters = async (db: Db, page: FilterPage): Promise<number> =>
  (await db.row<{ n: number }>(sql`select count(*)::int as n from saved_filters where ${mine} and page = ${page}`))
    ?.n ?? 0

type Given = { page: FilterPage; name: string; filters: Record<string, string> }

/** Under the same name, whatever its case: in place of what was there. Null where there is none of the name. */
export const updateFilter = (db: Db, { page, name, filters }: Given) =>
  db.row<{ id: string }>(sql`update saved_filters set name = ${name}, filters = ${JSON.stringify(filters)}::jsonb,
      updated_at = now()
    where ${mine} and page = ${page} and lower(name) = lower(${name}) returning id`)

export const insertFilter = async (db: Db, { page, name, filters }: Given): Promise<{ id: string }> => {
  const made = await db.row<{
    id: string
  }>(sql`insert into saved_filters (organization_id, officer_id, page, name, filters)
    values ((select app.organization_id()), (select app.officer_id()), ${page}, ${name}, ${JSON.stringify(filters)}::jsonb)
    returning id`)
  if (!made) throw new Error('no row came back')
  return made
}

export const deleteFilterRow = (db: Db, id: string) =>
  db.run(sql`delete from saved_filters where ${mine} and id = ${id}::uuid`)
