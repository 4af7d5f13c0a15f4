import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Audience } from './rules.ts'
import { inAudience } from './store.ts'

/** Rows of the caller in the last hour, under a lock on their own row, so that concurrent calls are counted one after another. */
const countLately = async (db: Db, table: Sql, column: Sql): Promise<number> => {
  const [, row] = await Promise.all([
    db.rows(sql`select id from officers where ${ours()} and id = (select app.officer_id()) for no key update`),
    db.row<{ n: number }>(sql`select count(*)::int as n from ${table} x where ${ours('x')}
      and x.${column} = (select app.officer_id()) and x.created_at > now() - interval '1 hour'`),
  ])
  return row?.n ?? 0
}
export const countSentLately = (db: Db) => countLately(db, sql`announcements`, sql`author_id`)
export const countRepliesLately = (db: Db) => countLately(db, sql`announcement_replies`, sql`officer_id`)

/** The title of a shift that people can be written to about; null if there is none. */
export const findShiftTitle = async (db: Db, id: string): Promise<string | null> =>
  (
    await db.row<{ title: string }>(sql`select left(a.title, 200) as title from assignments a
      where ${ours('a')} and a.id = ${id}::uuid and a.status <> 'draft'`)
  )?.title ?? null

type Written = { audience: Audience; to: string; name: string | null; title: string; body: string }

/** Stores it with everyone it goes to; the ids of those people, none if the audience is empty. */
export const insertAnnouncement = async (db: Db, it: Written) => {
  const row = await db.row<{
    id: string
    author: string
  }>(sql`insert into announcements (organization_id, author_id, author_name,
      audience, audience_name, assignment_id, title, body)
    select o.organization_id, o.id, left(o.name, 200), ${it.audience}, ${it.name},
      ${it.audience === 'shift' ? it.to : null}::uuid, ${it.title}, ${it.body}
    from officers o where ${ours('o')} and o.id = (select app.officer_id()) returning id, author_name as author`)
  if (!row) throw new Error('no row came back')
  const people = await db.rows<{
    officer_id: string
  }>(sql`insert into announcement_recipients (organization_id, announcement_id,
      officer_id)
    select o.organization_id, ${row.id}::uuid, o.id from officers o where ${inAudience(it.audience, it.to)}
    returning officer_id`)
  return { ...row, officer_ids: people.map((one) => one.officer_id) }
}

export type Found = {
  id: string
  title: string
  body: string
  author: string
  sent_at: Date
  reminded_at: Date | null
  people: number
  read: number
}

/** Locked until the reminder is stored: two at once remind once. */
export const lockAnnouncement = async (db: Db, id: string): Promise<Found | null> => {
  await db.run(sql`select 1 from announcements where ${ours()} and id = ${id}::uuid for no key update`)
  return db.row<Found>(sql`select a.id, a.title, a.body, a.author_name as author, a.created_at as sent_at, a.reminded_at,
      (select count(*)::int from announcement_recipients r where ${ours('r')} and r.announcement_id = a.id) as people,
      (select count(*)::int from announcement_recipients r where ${ours('r')} and r.announcement_id = a.id
        and r.read_at is not null) as read
    from announcements a where ${ours('a')} and a.id = ${id}::uuid`)
}

/** Those of the department who have not read it yet. */
export const listUnread = async (db: Db, id: string): Promise<string[]> =>
  (
    await db.rows<{
      id: string
    }>(sql`select o.id from announcement_recipients r join officers o on ${ours('o')} and o.id = r.officer_id
      where ${ours('r')} and r.announcement_id = ${id}::uuid and r.read_at is null and ${activeOfficer(sql`o`)}`)
  ).map((row) => row.id)

export const updateReminded = (db: Db, id: string) =>
  db.run(sql`update announcements set reminded_at = now() where ${ours()} and id = ${id}::uuid`)

/** As the caller received it; null if it was not sent to them. */
export const findReceived = (db: Db, id: string) =>
  db.row<{
    title: string
    body: string
    author: string
    author_id: string
    me: string
  }>(sql`select a.title, a.body, a.author_name as author, a.author_id, o.name as me
    from announcement_recipients r join announcements a on ${ours('a')} and a.id = r.announcement_id
    join officers o on ${ours('o')} and o.id = r.officer_id
    where ${ours('r')} and r.officer_id = (select app.officer_id()) and r.announcement_id = ${id}::uuid`)

/** The first time counts. */
export const updateRead = (db: Db, id: string) =>
  db.run(sql`update announcement_recipients set read_at = now() where ${ours()} and announcement_id = ${id}::uuid
    and officer_id = (select app.officer_id()) and read_at is null`)

export const insertReply = (db: Db, id: string, body: string) =>
  db.run(sql`insert into announcement_replies (organization_id, announcement_id, officer_id, body)
    values ((select app.organization_id()), ${id}::uuid, (select app.officer_id()), ${body})`)

/** Whether the author still is an active admin. */
export const isAdmin = async (db: Db, officer_id: string): Promise<boolean> =>
  (await db.row(sql`select 1 from officers o where ${ours('o')} and o.id = ${officer_id}::uuid and o.role = 'admin'
    and ${activeOfficer(sql`o`)}`)) !== null
