import type { Db } from '#platform/server/db.ts'
import { isSessionAlive } from '#platform/server/session-ends.ts'
import { sql } from '#platform/server/sql.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'

const PAGE = 20

const alive = sql`s.user_id = (select app.user_id()) and s.ended_at is null
  and ${isSessionAlive(sql`s`)}`

/** The person's active sessions in every department, newest first. */
export const findOwnSessions = (after: string | undefined) => {
  const key = readCursor(after)
  return sql`
  with found as materialized (
    select s.* from sessions s where ${alive}
      and (${key?.at ?? null}::timestamptz is null or (s.created_at, s.id) < (${key?.at ?? null}::timestamptz, ${key?.id ?? null}::uuid))
    order by s.created_at desc, s.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by created_at desc, id desc limit ${PAGE}::int),
  departments as materialized (select m.organization_id, m.name from app.my_memberships() m)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('id', s.id, 'current', s.token_hash = (select app.token()),
        'created_at', s.created_at, 'last_seen_at', s.last_seen_at, 'ip', s.ip, 'user_agent', s.user_agent,
        'organization_name', d.name) order by s.created_at desc, s.id desc)
      from shown s left join departments d on d.organization_id = s.organization_id), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from shown order by created_at, id limit 1) end)::text as json`
}

type Which = { id: string } | 'others' | 'all'

/**
 * Ends sessions of the person in scope and returns how many: one, all but the caller's, or all. Each adds an audit row and a poke
 * in its own organization; the scope is restored afterwards.
 */
export const updateOwnSessionsEnded = async (
  db: Db,
  which: Which,
  why: 'ended_by_person' | 'password_changed',
): Promise<number> => {
  const chosen =
    which === 'all'
      ? sql`true`
      : which === 'others'
        ? sql`s.token_hash <> (select app.token())`
        : sql`s.id = ${which.id}::uuid`
  const open = await db.rows<{ organization_id: string | null; here: string; role: string }>(
    sql`select distinct s.organization_id, app.organization_id() as here, app.role() as role
      from sessions s where ${alive} and ${chosen}`,
  )
  let ended = 0
  for (const { organization_id, here, role } of open) {
    // In other organizations the person acts without a role: only their own sessions are touched.
    const isHere = (organization_id ?? VENDOR_ID) === here
    if (!isHere) await enter(db, organization_id ?? VENDOR_ID, 'waiting')
    ended += await db.run(sql`update sessions s set ended_at = now(), ended_why = ${why}
      where ${alive} and ${chosen} and s.organization_id is not distinct from ${organization_id}::uuid`)
    if (!isHere) await enter(db, here, role)
  }
  return ended
}

const enter = (db: Db, organizationId: string, role: string) =>
  db.rows(sql`select set_config('app.organization_id', ${organizationId}, true), set_config('app.role', ${role}, true)`)
