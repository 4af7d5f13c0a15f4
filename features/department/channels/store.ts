import type { Db } from '#platform/server/db.ts'
import type { PushTarget } from '#platform/server/push.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { MOST_DEVICES } from './rules.ts'

const own = sql`${ours('p')} and p.officer_id = (select app.officer_id())`
const session = sql`(select s.id from sessions s where s.token_hash = (select app.token()))`

export const findDevices = (publicKey: string): Sql => sql`
  select json_build_object('public_key', ${publicKey}::text, 'items', coalesce((
    select json_agg(json_build_object('id', p.id, 'user_agent', p.user_agent, 'created_at', p.created_at,
      'current', p.session_id = ${session}) order by p.created_at desc, p.id)
    from push_subscriptions p where ${own}), '[]'))::text as json`

/** The browser was known: its session is noted. Null: it was not. */
export const updateDevice = (db: Db, endpoint: string, userAgent: string) =>
  db.row<{ id: string }>(sql`update push_subscriptions p set session_id = ${session}, user_agent = ${userAgent}
    where ${own} and p.endpoint = ${endpoint} returning p.id`)

/** Null for people who are not on the roster. */
export const insertDevice = (db: Db, target: PushTarget, userAgent: string) =>
  db.row<{
    id: string
  }>(sql`insert into push_subscriptions (organization_id, officer_id, session_id, endpoint, p256dh, auth, user_agent)
    select o.organization_id, o.id, ${session}, ${target.endpoint}, ${target.p256dh}, ${target.auth}, ${userAgent}
    from officers o where ${ours('o')} and o.id = (select app.officer_id()) returning id`)

/** Keeps the newest. */
export const deleteOldDevices = (db: Db) =>
  db.run(sql`delete from push_subscriptions p where ${own} and p.id in (select o.id from push_subscriptions o
    where ${ours('o')} and o.officer_id = (select app.officer_id()) order by o.created_at desc, o.id
    offset ${MOST_DEVICES}::int)`)

export const deleteDevice = (db: Db, id: string) =>
  db.run(sql`delete from push_subscriptions p where ${own} and p.id = ${id}::uuid`)
