import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { pointBetween } from './rules.ts'

const entry = sql`'id', e.id, 'question', e.question, 'answer', e.answer, 'updated_at', e.updated_at`
const order = sql`order by e.position, e.id`

export const listPublished = () => sql`select json_build_object('categories', coalesce(json_agg(json_build_object(
    'id', c.id, 'name', c.name, 'entries', own.entries) order by c.position, c.id), '[]'))::text as json
  from faq_categories c
  join lateral (select json_agg(json_build_object(${entry}) ${order}) as entries from faq_entries e
    where e.organization_id = c.organization_id and e.category_id = c.id and e.published) own on own.entries is not null
  where ${ours('c')}`

export const listManaged = () => sql`select json_build_object('categories', coalesce(json_agg(json_build_object(
    'id', c.id, 'name', c.name, 'version', c.version, 'entries', coalesce((select json_agg(json_build_object(${entry},
      'category_id', e.category_id, 'published', e.published, 'version', e.version) ${order}) from faq_entries e
      where e.organization_id = c.organization_id and e.category_id = c.id), '[]')) order by c.position, c.id), '[]'))::text as json
  from faq_categories c where ${ours('c')}`

export type Saved = { id: string; version: number }

/** Serializes changes of the order and additions. */
export const lockFaq = (db: Db) =>
  db.rows(sql`select id from organizations where id = (select app.organization_id()) for no key update`)

/** Counts after `lockFaq`, in a separate statement, since the lock's snapshot is older than the changes it waited for. */
export const countFaq = async (db: Db): Promise<{ categories: number; entries: number }> =>
  (await db.row<{ categories: number; entries: number }>(sql`select
    (select count(*)::int from faq_categories where ${ours()}) as categories,
    (select count(*)::int from faq_entries where ${ours()}) as entries`)) ?? {
    categories: 0,
    entries: 0,
  }

export const insertCategory = (db: Db, name: string) =>
  db.row<Saved>(sql`insert into faq_categories (organization_id, name, position)
    select (select app.organization_id()), ${name}, coalesce(max(position) + 1, 0) from faq_categories
    where ${ours()} returning id, version`)

export const findCategory = (db: Db, id: string) =>
  db.row<Saved & { position: number }>(sql`select id, version, position from faq_categories
    where ${ours()} and id = ${id}::uuid`)

export const updateCategoryName = (db: Db, id: string, version: number, name: string) =>
  db.row<Saved>(sql`update faq_categories set name = ${name}, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid and version = ${version}
    returning id, version`)

export const deleteCategory = (db: Db, id: string) =>
  db.run(sql`delete from faq_categories where ${ours()} and id = ${id}::uuid`)

export type Written = { category_id: string; question: string; answer: string }

export const insertEntry = (db: Db, it: Written & { published: boolean }) =>
  db.row<Saved>(sql`insert into faq_entries (organization_id, category_id, question, answer, published, position)
    select c.organization_id, c.id, ${it.question}, ${it.answer}, ${it.published}::boolean,
      coalesce((select max(e.position) + 1 from faq_entries e
        where e.organization_id = c.organization_id and e.category_id = c.id), 0)
    from faq_categories c where ${ours('c')} and c.id = ${it.category_id}::uuid
    returning id, version`)

export const findEntry = (db: Db, id: string) =>
  db.row<Saved>(sql`select id, version from faq_entries
    where ${ours()} and id = ${id}::uuid`)

/** In another category it goes to the end. */
export const updateEntry = (db: Db, id: string, version: number, it: Written) =>
  db.row<Saved>(sql`update faq_entries f set question = ${it.question}, answer = ${it.answer},
      category_id = c.id, position = case when f.category_id = c.id then f.position else
        coalesce((select max(e.position) + 1 from faq_entries e
          where e.organization_id = c.organization_id and e.category_id = c.id), 0) end,
      updated_at = now(), version = f.version + 1
    from faq_categories c
    where ${ours('f')} and f.id = ${id}::uuid and f.version = ${version}
      and c.organization_id = f.organization_id and c.id = ${it.category_id}::uuid
    returning f.id, f.version`)

export const updatePublished = (db: Db, id: string, published: boolean) =>
  db.row<Saved>(sql`update faq_entries set published = ${published}::boolean, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid returning id, version`)

export const deleteEntry = (db: Db, id: string) =>
  db.run(sql`delete from faq_entries where ${ours()} and id = ${id}::uuid`)

type Placed = { id: string; position: number }
type List = { kind: 'categories' } | { kind: 'entries'; category_id: string }

const listPlaces = (db: Db, list: List, without: string) =>
  list.kind === 'categories'
    ? db.rows<Placed>(sql`select id, position from faq_categories
        where ${ours()} and id <> ${without}::uuid order by position, id`)
    : db.rows<Placed>(sql`select id, position from faq_entries where ${ours()}
        and category_id = ${list.category_id}::uuid and id <> ${without}::uuid order by position, id`)

const setPlace = (db: Db, list: List, id: string, position: number) =>
  list.kind === 'categories'
    ? db.run(sql`update faq_categories set position = ${position}::float8, updated_at = now()
        where ${ours()} and id = ${id}::uuid`)
    : db.run(sql`update faq_entries set position = ${position}::float8, category_id = ${list.category_id}::uuid,
        updated_at = now() where ${ours()} and id = ${id}::uuid`)

/** Moves it before another item of the list (null: to the end); false if that item is no longer there. */
export const updatePlace = async (db: Db, list: List, id: string, before: string | null): Promise<boolean> => {
  const others = await listPlaces(db, list, id)
  const at = before === null ? others.length : others.findIndex((one) => one.id === before)
  if (at < 0) return false
  const point = pointBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null)
  if (point !== null) {
    await setPlace(db, list, id, point)
    return true
  }
  // No room between the two: renumber the list.
  const ids = others.map((one) => one.id)
  for (const [place, one] of [...ids.slice(0, at), id, ...ids.slice(at)].entries()) await setPlace(db, list, one, place)
  return true
}
