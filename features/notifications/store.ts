import type { Db } from '#platform/server/db.ts'
import { type Letter, queueMail } from '#platform/server/mailer.ts'
import { sql } from '#platform/server/sql.ts'
import { isoInstant, type TimeFormat } from '#platform/shared/time.ts'
import { hoursOf, quietUntil } from './rules.quiet.ts'
import {
  eventOf,
  type LetterEvent,
  NOTIFICATIONS_SHOWN,
  type NotificationType,
  READ_KEPT_DAYS,
  UNREAD_COUNTED,
} from './rules.ts'

export type Told = {
  type: NotificationType
  title: string
  message: string
  /** null: the organization's admins. */
  officer_id: string | null
  assignment_id: string | null
}

const intoRows = sql`as t (type text, title text, message text, officer_id uuid, assignment_id uuid, about uuid, mail boolean)`

/**
 * Tells people, in the caller's transaction: in the app at once, by mail through the job that knows what each of them chose. A
 * `signup_waiting` that the admins have not read yet is not said twice.
 */
export const notify = async (db: Db, told: readonly (Told & { about?: string })[]): Promise<void> => {
  if (told.length === 0) return
  const rows = JSON.stringify(told.map((one) => ({ ...one, mail: eventOf(one.type).mail !== 'never' })))
  // Without a conflict target: naming one would need the right to see the admins' rows, which an officer has not.
  await db.run(sql`with letters as (
      insert into tellings (organization_id, event, title, message, audience, officer_id, assignment_id, about)
      select (select app.organization_id()), t.type, left(t.title, 160), left(t.message, 1000),
        case when t.officer_id is null then 'admins' else 'officer' end, t.officer_id, t.assignment_id, t.about
      from jsonb_to_recordset(${rows}::jsonb) ${intoRows} where t.mail)
    insert into notifications (organization_id, type, title, message, officer_id, assignment_id)
    select (select app.organization_id()), t.type, left(t.title, 160), left(t.message, 1000), t.officer_id, t.assignment_id
    from jsonb_to_recordset(${rows}::jsonb) ${intoRows}
    on conflict do nothing`)
}

/** Tells every approved officer but the one whose doing it is; for admins and jobs. */
export const notifyOfficers = (db: Db, told: Omit<Told, 'officer_id'>) =>
  db.run(sql`with letters as (
      insert into tellings (organization_id, event, title, message, audience, officer_id, assignment_id)
      values ((select app.organization_id()), ${told.type}, ${told.title.slice(0, 160)}, ${told.message.slice(0, 1000)},
        'officers', (select app.officer_id()), ${told.assignment_id}::uuid))
    insert into notifications (organization_id, type, title, message, officer_id, assignment_id)
    select (select app.organization_id()), ${told.type}, ${told.title.slice(0, 160)}, ${told.message.slice(0, 1000)}, f.id,
      ${told.assignment_id}::uuid
    from officers f where f.organization_id = (select app.organization_id()) and f.approved and f.suspended_at is null
      and f.rejected_at is null and (f.left_on is null or f.left_on > current_date)
      and f.id is distinct from (select app.officer_id())`)

/** Puts a mail of the table's into the outbox; held back through the organization's quiet hours where the table says so. */
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

/** Whose it is for the caller: own ones, and for admins those of the organization. */
const mine = sql`(n.officer_id = (select app.officer_id())
  or (n.officer_id is null and (select app.role()) = 'admin'))`

/** What the caller does not want to be told in the app. The row is there all the same: the organization's are everybody's. */
const unwanted = sql`(select coalesce(array_agg(c.key), '{}') from notification_settings w, jsonb_each(w.choices) c
  where w.organization_id = (select app.organization_id()) and w.officer_id = (select app.officer_id())
    and c.value ->> 'app' = 'false')`

const wanted = sql`n.type <> all ((select types from off)::text[])`

const shown = sql`(not n.read or n.read_at > now() - make_interval(days => ${READ_KEPT_DAYS}::int))`

const older = sql`(n.created_at, n.id) < ((select created_at from edge), (select id from edge))`

/** Each half walks its own index, newest first, and stops at 15; unread ones beyond those are counted only as far as the bell tells. */
export const listLatest = () => sql`
  with off as materialized (select ${unwanted} as types),
  own as (
    select n.* from notifications n where n.organization_id = (select app.organization_id())
      and n.officer_id = (select app.officer_id()) and ${shown} and ${wanted}
    order by n.created_at desc, n.id desc limit ${NOTIFICATIONS_SHOWN}::int),
  shared as (
    select n.* from notifications n where (select app.role()) = 'admin'
      and n.organization_id = (select app.organization_id()) and n.officer_id is null and ${shown} and ${wanted}
    order by n.created_at desc, n.id desc limit ${NOTIFICATIONS_SHOWN}::int),
  latest as (
    select * from (select * from own union all select * from shared) both_of
    order by created_at desc, id desc limit ${NOTIFICATIONS_SHOWN}::int),
  edge as materialized (
    select count(*) as shown, count(*) filter (where not read) as unread,
      greatest(0, ${UNREAD_COUNTED}::int - count(*) filter (where not read)) as room,
      min(created_at) as created_at, (array_agg(id order by created_at, id))[1] as id from latest)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('id', id, 'type', type, 'title', title, 'message', message,
      'officer_id', officer_id, 'assignment_id', assignment_id, 'read', read, 'read_at', read_at,
      'created_at', created_at) order by created_at desc, id desc) from latest), '[]'),
    'unread', least(${UNREAD_COUNTED}::int, case when e.shown < ${NOTIFICATIONS_SHOWN}::int then e.unread else e.unread
      + (select count(*) from (select from notifications n
        where n.organization_id = (select app.organization_id()) and n.officer_id = (select app.officer_id())
          and not n.read and ${older} and ${wanted} limit (select room from edge)) one)
      + (select count(*) from (select from notifications n where (select app.role()) = 'admin'
        and n.organization_id = (select app.organization_id()) and n.officer_id is null
          and not n.read and ${older} and ${wanted} limit (select room from edge)) two) end))::text as json
  from edge e`

/** Marks one, or all of the caller's; the number of those that are read now. */
export const updateRead = (db: Db, id: string | null) =>
  db.run(sql`update notifications n set read = true, read_at = coalesce(n.read_at, now())
    where n.organization_id = (select app.organization_id()) and ${mine}
      and (n.id = ${id}::uuid or (${id}::uuid is null and not n.read and n.type <> all (${unwanted}::text[])))`)

/** Removes one whatever its state, or all read ones of the caller. */
export const deleteNotifications = (db: Db, id: string | null) =>
  db.run(sql`delete from notifications n where n.organization_id = (select app.organization_id()) and ${mine}
    and (n.id = ${id}::uuid or (${id}::uuid is null and n.read and n.type <> all (${unwanted}::text[])))`)

/** Those whose 7 days are over, for the sweep. */
export const deleteOld = (db: Db) =>
  db.run(sql`delete from notifications where organization_id = (select app.organization_id())
    and read and read_at < now() - make_interval(days => ${READ_KEPT_DAYS}::int)`)
