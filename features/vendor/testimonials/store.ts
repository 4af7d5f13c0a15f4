import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Testimonial } from './rules.ts'

export const listTestimonials = () => sql`select json_build_object('items', coalesce(json_agg(json_build_object(
    'id', id, 'quote', quote, 'role', role, 'department', department, 'consented_on', consented_on, 'sample', sample,
    'version', version) order by position, id), '[]'))::text as json
  from testimonials where ${ours()}`

export const findShown = (db: Db): Promise<Testimonial[]> =>
  db.rows<Testimonial>(sql`select quote, role, department, sample from testimonials
    where ${ours()} order by position, id`)

/** Serializes additions and moves. */
export const lockTestimonials = (db: Db) =>
  db.rows(sql`select organization_id from vendor_settings
    where ${ours()} for no key update`)

export const listOrder = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select id from testimonials
      where ${ours()} order by position, id`)
  ).map(({ id }) => id)

/** Renumbers only those that are out of position. */
export const updateOrder = async (db: Db, ids: readonly string[]): Promise<void> => {
  for (const [position, id] of ids.entries()) {
    await db.run(sql`update testimonials set position = ${position}::int, updated_at = now()
      where ${ours()} and id = ${id}::uuid and position <> ${position}::int`)
  }
}

type Words = { quote: string; role: string; department: string }
type Given = Words & { consented_on: string }
export type Saved = { id: string; version: number }

export const isAhead = async (db: Db, date: string): Promise<boolean> =>
  // Uses the earliest time zone on Earth, so that no one's current date counts as the future.
  (await db.row(sql`select where ${date}::date > (now() at time zone 'Pacific/Kiritimati')::date`)) !== null

export const insertTestimonial = (db: Db, to: Given): Promise<Saved | null> =>
  db.row<Saved>(sql`insert into testimonials (organization_id, quote, role, department, consented_on, position)
    values ((select app.organization_id()), ${to.quote}, ${to.role}, ${to.department}, ${to.consented_on}::date,
      (select coalesce(max(position), -1) + 1 from testimonials where ${ours()}))
    returning id, version`)

/** A demo's sample quote; no real person is quoted. */
export const insertSample = (db: Db, to: Words, position: number) =>
  db.run(sql`insert into testimonials (organization_id, quote, role, department, sample, position)
    values ((select app.organization_id()), ${to.quote}, ${to.role}, ${to.department}, true, ${position}::int)`)

export const updateTestimonial = (db: Db, id: string, version: number, to: Given): Promise<Saved | null> =>
  db.row<Saved>(sql`update testimonials set quote = ${to.quote}, role = ${to.role}, department = ${to.department},
      consented_on = ${to.consented_on}::date, sample = false, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid and version = ${version}::int
    returning id, version`)

export const findVersion = (db: Db, id: string) =>
  db.row<{ version: number }>(sql`select version from testimonials
    where ${ours()} and id = ${id}::uuid`)

export const deleteTestimonial = (db: Db, id: string): Promise<number> =>
  db.run(sql`delete from testimonials where ${ours()} and id = ${id}::uuid`)
