import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { type Letter, queueMail } from '#platform/server/mailer.ts'
import { isPublic } from '#platform/server/public-shift.ts'
import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { isoInstant, type TimeFormat } from '#platform/shared/time.ts'
import { BUNDLE_COUNTED, bundledTypes, type pinnedTypes } from './rules.lines.ts'
import { hoursOf, quietUntil } from './rules.quiet.ts'
import { NOTIFICATIONS_SHOWN, READ_KEPT_DAYS, UNREAD_COUNTED } from './rules.shown.ts'
import { eventOf, type LetterEvent, type NotificationType } from './rules.ts'
import { awaitsAnswer } from './store.pins.ts'

export type Told = {
  type: NotificationType
  title: string
  message: string
  /** null: the organization's admins. */
  officer_id: string | null
  assignment_id: string | null
  announcement_id?: string
}

const intoRows = sql`as t (type text, title text, message text, officer_id uuid, assignment_id uuid, announcement_id uuid, about uuid,
  mail boolean)`

/**
 * Notifies people, within the caller's transaction: in the app right away, by email through a job that applies each person's
 * choices. A `signup_waiting` the admins have not read yet is not repeated.
 */
export const notify = async (db: Db, told: readonly (Told & { about?: string })[]): Promise<void> => {
  if (told.length === 0) return
  const rows = JSON.stringify(told.map((one) => ({ ...one, mail: eventOf(one.type).mail !== 'never' })))
  // Without a conflict target: naming one would require permission to see the admins' rows, which an officer lacks.
  await db.run(sql`with letters as (
      insert into tellings (organization_id, event, title, message, audience, officer_id, assignment_id, announcement_id, about)
      select (select app.organization_id()), t.type, left(t.title, 160), left(t.message, 1000),
        case when t.officer_id is null then 'admins' else 'officer' end, t.officer_id, t.assignment_id, t.announcement_id, t.about
      from jsonb_to_recordset(${rows}::jsonb) ${intoRows} where t.mail)
    insert into notifications (organization_id, type, title, message, officer_id, assignment_id, announcement_id)
    select (select app.organization_id()), t.type, left(t.title, 160), left(t.message, 1000), t.officer_id, t.assignment_id,
      t.announcement_id
    from jsonb_to_recordset(${rows}::jsonb) ${intoRows}
    on conflict do nothing`)
}

/** Officers `f` who learn of news for everyone: all active ones except the caller. */
export const toEveryOfficer = sql`${ours('f')} and ${activeOfficer(sql`f`)}
  and f.id is distinct from (select app.officer_id())`

/** Notifies every active officer except the one who caused it; for admins and jobs. */
export const notifyOfficers = (db: Db, told: Omit<Told, 'officer_id'>) =>
  db.run(sql`with letters as (
      insert into tellings (organization_id, event, title, message, audience, officer_id, assignment_id)
      values ((select app.organization_id()), ${told.type}, ${told.title.slice(0, 160)}, ${told.message.slice(0, 1000)},
        'officers', (select app.officer_id()), ${told.assignment_id}::uuid))
    insert into notifications (organization_id, type, title, message, officer_id, assignment_id)
    select (select app.organization_id()), ${told.type}, ${told.title.slice(0, 160)}, ${told.message.slice(0, 1000)}, f.id,
      ${told.assignment_id}::uuid
    from officers f where ${toEveryOfficer}`)

/** Adds an email for one of the table's events to the outbox; held during the organization's quiet hours if the table says so. */
export const sendLetter = async (db: Db, event: LetterEvent, letter: Letter): Promise<void> => {
  const house = eventOf(event).quiet === 'passes' ? null : await findHouse(db)
  const hours = house && hoursOf(house.quiet_from, house.quiet_to)
  const until = house && quietUntil(isoInstant(house.now_at), hours, house.time_zone)
  await queueMail(db, letter, { not_before: until })
}

export type House = {
  name: string
  primary_color: string
  logo_url: string | null
  time_zone: string
  time_format: TimeFormat
  quiet_from: string | null
  quiet_to: string | null
  now_at: Date
}
export const findHouse = (db: Db): Promise<House | null> =>
  db.row<House>(sql`select name, app.shown_color(organizations) as primary_color,
      app.shown_logo(organizations) as logo_url, time_zone, time_format, quiet_from::text, quiet_to::text, now() as now_at
    from organizations where id = (select app.organization_id())`)

/** The caller's notifications: their own, and for admins the organization's. */
const mine = sql`(n.officer_id = (select app.officer_id())
  or (n.officer_id is null and (select app.role()) = 'admin'))`

/** Types the caller has turned off in the app. The row exists anyway: the organization's rows belong to all admins. */
const unwanted = sql`(select coalesce(array_agg(c.key), '{}') from notification_settings w, jsonb_each(w.choices) c
  where ${ours('w')} and w.officer_id = (select app.officer_id())
    and c.value ->> 'app' = 'false')`

const wanted = sql`n.type <> all ((select types from off)::text[])`

const shown = sql`(not n.read or n.read_at > now() - make_interval(days => ${READ_KEPT_DAYS}::int))`

const isBundledType = sql`(n.type = any(${[...bundledTypes]}::text[]))`
const bundled = sql`(${isBundledType} and not n.read)`
const ownRows = sql`${ours('n')} and n.officer_id = (select app.officer_id())`
const sharedRows = sql`(select app.role()) = 'admin' and ${ours('n')}
  and n.officer_id is null`

/**
 * Each half uses its own index, newest first, and stops at 15. Pinned ones come first and stay among the 15, whatever arrives
 * later. Unread lines are counted to 100 only. JSON is built from rows, which costs half of building it by name.
 */
export const listLatest = () => sql`
  with off as materialized (select ${unwanted} as types),
  pins as materialized (
    select n.*, true as pinned, 0 as more from (
      select distinct on (n.type, n.assignment_id) n.* from notifications n
      where ${ownRows} and ${shown} and ${wanted} and ${awaitsAnswer}
      order by n.type, n.assignment_id, n.created_at desc, n.id desc) n
    order by n.created_at desc, n.id desc limit ${NOTIFICATIONS_SHOWN}::int),
  own as (
    select n.*, false as pinned, 0 as more from notifications n where ${ownRows} and ${shown} and ${wanted}
      and not ${bundled} and n.id <> all (select p.id from pins p)
    order by n.created_at desc, n.id desc limit ${NOTIFICATIONS_SHOWN}::int),
  bundle as (
    select n.*, false as pinned, b.more from unnest(${[...bundledTypes]}::text[]) t (type), lateral (
      select (count(*) - 1)::int as more, (array_agg(p.id order by p.created_at desc, p.id desc))[1] as id from (
        select n.id, n.created_at from notifications n where ${ownRows} and ${wanted} and n.type = t.type and not n.read
        order by n.created_at desc, n.id desc limit ${BUNDLE_COUNTED}::int) p) b
    join notifications n on ${ours('n')} and n.id = b.id),
  shared as (
    select n.*, false as pinned, 0 as more from notifications n where ${sharedRows} and ${shown} and ${wanted}
    order by n.created_at desc, n.id desc limit ${NOTIFICATIONS_SHOWN}::int),
  latest as (
    select * from (select * from pins union all select * from own union all select * from bundle union all
      select * from shared) all_of
    order by pinned desc, created_at desc, id desc limit ${NOTIFICATIONS_SHOWN}::int)
  select json_build_object(
    'items', coalesce((select json_agg(item) from (
      select id, organization_id, type, title, message, officer_id, case when more = 0 then assignment_id end as assignment_id,
        announcement_id, read, read_at, created_at, pinned, more,
        (select json_build_object('title', a.title, 'starts_at', a.starts_at, 'time_zone', a.time_zone) from assignments a
          where ${ours('a')} and a.id = latest.assignment_id and more = 0 and ${isPublic}) as shift
      from latest order by pinned desc, created_at desc, id desc) item), '[]'),
    'unread', least(${UNREAD_COUNTED}::int, (select count(*) from bundle)
      + (select count(*) from (select from notifications n where ${ownRows} and not n.read and not ${isBundledType}
          and ${wanted} limit ${UNREAD_COUNTED}::int) one)
      + (select count(*) from (select from notifications n where ${sharedRows} and not n.read
          and ${wanted} limit ${UNREAD_COUNTED}::int) two)))::text as json`

/** The given notification, and if it is a bundled line, everything in that line. */
const lineOf = (id: string | null) => sql`(n.id = ${id}::uuid or ${bundled} and n.officer_id = (select app.officer_id())
  and exists (select from notifications l where l.organization_id = n.organization_id and l.id = ${id}::uuid
    and l.officer_id = n.officer_id and l.type = n.type and not l.read))`

/** Marks one, or all of the caller's, as read; returns how many were marked. */
export const updateRead = (db: Db, id: string | null) =>
  db.run(sql`update notifications n set read = true, read_at = coalesce(n.read_at, now())
    where ${ours('n')} and ${mine}
      and (${lineOf(id)} or (${id}::uuid is null and not n.read and n.type <> all (${unwanted}::text[])))`)

/** Marks what told the caller of an announcement as read, once they have opened it. */
export const updateReadAbout = (db: Db, announcement_id: string) =>
  db.run(sql`update notifications n set read = true, read_at = now() where ${ownRows} and not n.read
    and n.type = 'announcement' and n.announcement_id = ${announcement_id}::uuid`)

/** Marks the notification that asked the caller about a shift as read, once they have given it. */
export const updateReadAnswered = (db: Db, types: readonly (typeof pinnedTypes)[number][], assignment_id: string) =>
  db.run(sql`update notifications n set read = true, read_at = now() where ${ownRows} and not n.read
    and n.type in ${oneOf(types)} and n.assignment_id = ${assignment_id}::uuid`)

/** Removes one, or all of the caller's; only read ones. */
export const deleteRead = (db: Db, id: string | null) =>
  db.run(sql`delete from notifications n where ${ours('n')} and ${mine} and n.read
    and (n.id = ${id}::uuid or (${id}::uuid is null and n.type <> all (${unwanted}::text[])))`)

export const isMine = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select 1 from notifications n where ${ours('n')} and ${mine}
    and n.id = ${id}::uuid`)) !== null

/** Those older than their 7 days, for the background job. */
export const deleteOld = (db: Db) =>
  db.run(sql`delete from notifications where ${ours()}
    and read and read_at < now() - make_interval(days => ${READ_KEPT_DAYS}::int)`)

/** Officers who were notified of this about the assignment, and have it in their list. */
export const listToldOf = async (
  db: Db,
  type: NotificationType,
  assignment_id: string,
): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ officer_id: string }>(sql`select distinct n.officer_id from notifications n
    where ${ours('n')} and n.type = ${type}
      and n.assignment_id = ${assignment_id}::uuid and n.officer_id is not null`)
  return new Set(rows.map((row) => row.officer_id))
}
