import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { NOTIFICATIONS_SHOWN, type NotificationType, READ_KEPT_DAYS } from './rules.ts'

export type Told = {
  type: NotificationType
  title: string
  message: string
  /** null: the organization's admins. */
  officer_id: string | null
  assignment_id: string | null
}

/** Tells people, in the caller's transaction. A `signup_waiting` that the admins have not read yet is not said twice. */
export const notify = async (db: Db, told: readonly Told[]): Promise<void> => {
  if (told.length === 0) return
  // Without a conflict target: naming one would need the right to see the admins' rows, which an officer has not.
  await db.run(sql`insert into notifications (organization_id, type, title, message, officer_id, assignment_id)
    select (select app.organization_id()), t.type, left(t.title, 160), left(t.message, 1000), t.officer_id, t.assignment_id
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as t (type text, title text, message text, officer_id uuid, assignment_id uuid)
    on conflict do nothing`)
}

/** Whose it is for the caller: own ones, and for admins those of the organization. */
const mine = sql`(n.officer_id = (select app.officer_id())
  or (n.officer_id is null and (select app.role()) = 'admin'))`

const shown = sql`(not n.read or n.read_at > now() - make_interval(days => ${READ_KEPT_DAYS}::int))`

/** Each half walks its own index, newest first, and stops at 15. */
export const listLatest = () => sql`
  with own as (
    select n.* from notifications n where n.organization_id = (select app.organization_id())
      and n.officer_id = (select app.officer_id()) and ${shown}
    order by n.created_at desc, n.id desc limit ${NOTIFICATIONS_SHOWN}::int),
  shared as (
    select n.* from notifications n where (select app.role()) = 'admin'
      and n.organization_id = (select app.organization_id()) and n.officer_id is null and ${shown}
    order by n.created_at desc, n.id desc limit ${NOTIFICATIONS_SHOWN}::int),
  latest as (
    select * from (select * from own union all select * from shared) both_of
    order by created_at desc, id desc limit ${NOTIFICATIONS_SHOWN}::int)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('id', id, 'type', type, 'title', title, 'message', message,
      'officer_id', officer_id, 'assignment_id', assignment_id, 'read', read, 'read_at', read_at,
      'created_at', created_at) order by created_at desc, id desc) from latest), '[]'),
    'unread', least(100, (select count(*) from (select from notifications n
        where n.organization_id = (select app.organization_id()) and n.officer_id = (select app.officer_id())
          and not n.read limit 100) one)
      + (select count(*) from (select from notifications n where (select app.role()) = 'admin'
        and n.organization_id = (select app.organization_id()) and n.officer_id is null
          and not n.read limit 100) two)))::text as json`

/** Marks one, or all of the caller's; the number of those that are read now. */
export const updateRead = (db: Db, id: string | null) =>
  db.run(sql`update notifications n set read = true, read_at = coalesce(n.read_at, now())
    where n.organization_id = (select app.organization_id()) and ${mine}
      and (n.id = ${id}::uuid or (${id}::uuid is null and not n.read))`)

/** Removes one whatever its state, or all read ones of the caller. */
export const deleteNotifications = (db: Db, id: string | null) =>
  db.run(sql`delete from notifications n where n.organization_id = (select app.organization_id()) and ${mine}
    and (n.id = ${id}::uuid or (${id}::uuid is null and n.read))`)

/** Those whose 7 days are over, for the sweep. */
export const deleteOld = (db: Db) =>
  db.run(sql`delete from notifications where organization_id = (select app.organization_id())
    and read and read_at < now() - make_interval(days => ${READ_KEPT_DAYS}::int)`)
