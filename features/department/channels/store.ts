import type { Db } from '#platform/server/db.ts'
import type { AppPlatform, WebTarget } from '#platform/server/push.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { MOST_DEVICES } from './rules.ts'
import { receives, takeToken, tokenHash } from './store.devices.ts'

const own = sql`${ours('p')} and p.officer_id = (select app.officer_id())`
const session = sql`(select s.id from sessions s where s.token_hash = (select app.token()))`

export const findDevices = (publicKey: string, apps: Readonly<Record<AppPlatform, boolean>>): Sql => sql`
  select json_build_object('public_key', ${publicKey}::text, 'apps', ${JSON.stringify(apps)}::json, 'items', coalesce((
    select json_agg(json_build_object('id', p.id, 'platform', p.platform, 'user_agent', p.user_agent,
      'created_at', p.created_at, 'current', p.session_id = ${session}) order by p.created_at desc, p.id)
    from push_subscriptions p where ${own} and ${receives(sql`p`)}), '[]'))::text as json`

/** The browser was known: its session is noted. Null: it was not. */
export const updateDevice = (db: Db, endpoint: string, userAgent: string) =>
  db.row<{ id: string }>(sql`update push_subscriptions p set session_id = ${session}, user_agent = ${userAgent}
    where ${own} and p.platform = 'web' and p.endpoint = ${endpoint} returning p.id`)

/** Null for people who are not on the roster. */
export const insertDevice = (db: Db, target: WebTarget, userAgent: string) =>
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

/**
 * Takes the phone's token for the caller's session: from the caller's earlier rows, and from any other account of any department,
 * whose subscription receives nothing from now on. Null for people who are not on the roster.
 */
export const insertAppDevice = async (
  db: Db,
  { platform, token }: { platform: AppPlatform; token: string },
  userAgent: string,
): Promise<{ id: string } | null> => {
  const hash = tokenHash(platform, token)
  // Two calls with the same token at once, of two accounts perhaps: the later one has it.
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 8)),
    set_config('app.device', ${hash.toString('hex')}, true)`)
  const known = await db.row<{
    id: string
  }>(sql`update push_subscriptions p set session_id = ${session}, user_agent = ${userAgent}
    where ${own} and p.platform = ${platform} and p.endpoint = ${token} and ${receives(sql`p`)} returning p.id`)
  // A session is one phone: an earlier token of it was replaced by the phone.
  await db.run(sql`delete from push_subscriptions p where ${own} and p.platform = ${platform}
    and (p.endpoint = ${token} or p.session_id = ${session}) and p.id is distinct from ${known?.id ?? null}::uuid`)
  if (known) return known
  await db.run(takeToken)
  return db.row<{ id: string }>(sql`with made as (
      insert into push_subscriptions (organization_id, officer_id, session_id, platform, endpoint, user_agent)
      select o.organization_id, o.id, ${session}, ${platform}, ${token}, ${userAgent}
      from officers o where ${ours('o')} and o.id = (select app.officer_id()) returning organization_id, id)
    insert into push_tokens (organization_id, subscription_id, token_hash)
    select m.organization_id, m.id, (select app.device()) from made m where ${ours('m')} returning subscription_id as id`)
}
