import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { isOpen } from './store.ts'

const PAGE = 50
const here = sql`${ours('l')} and l.kind in ('claim', 'admin_setup')`

export const listInvitations = (ask: { officer_id?: string | undefined; after?: string | undefined }): Sql => {
  const last = readCursor(ask.after)
  const { at = null, id = null } = last ?? {}
  return sql`with found as materialized (
      select l.*, row_number() over (order by l.created_at desc, l.id desc) as place from account_links l
      where ${here} and ${isOpen} and (${ask.officer_id ?? null}::uuid is null or l.officer_id = ${ask.officer_id ?? null}::uuid)
        and (${id}::uuid is null or (l.created_at, l.id) < (${at}::timestamptz, ${id}::uuid))
      order by l.created_at desc, l.id desc limit ${PAGE + 1}::int)
    select json_build_object(
      'items', coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'email', email, 'name', name,
        'created_at', created_at, 'expires_at', expires_at) order by place) from found where place <= ${PAGE}::int), '[]'),
      'next', (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from found where place = ${PAGE}::int and exists (select from found where place > ${PAGE}::int)))::text as json`
}

/** Revokes the link in the scope of its organization. True if it was still open, false if not; null if it does not exist. */
export const updateWithdrawn = async (db: Db, id: string, kind: 'admin_setup' | null): Promise<boolean | null> => {
  const named = sql`${here} and l.id = ${id}::uuid and (${kind}::text is null or l.kind = ${kind})`
  const done = await db.run(sql`update account_links l set withdrawn_at = clock_timestamp(),
    withdrawn_by = (select app.user_id()) where ${named} and ${isOpen}`)
  if (done === 1) return true
  return (await db.row(sql`select from account_links l where ${named}`)) ? false : null
}
