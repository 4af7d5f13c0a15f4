import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { Link } from './store.ts'

/**
 * The officer row of a confirmed registration: a new one that waits for approval, or the one that an admin has put on the
 * roster under this address and nobody holds yet. `null` when the account has a row there already.
 */
export const insertRegistered = async (
  db: Db,
  link: Link,
  accountId: string,
  name: string,
): Promise<'waits' | 'on_roster' | null> => {
  const made = await db.run(sql`insert into officers (organization_id, user_id, name, email, email_key)
    values ((select app.organization_id()), ${accountId}::uuid, ${name}, ${link.email}, ${link.email_key})
    on conflict do nothing`)
  if (made === 1) return 'waits'
  const taken = await db.row<{ approved: boolean }>(sql`update officers set user_id = ${accountId}::uuid
    where organization_id = (select app.organization_id()) and email_key = ${link.email_key} and user_id is null
    returning approved`)
  return taken ? (taken.approved ? 'on_roster' : 'waits') : null
}

/** Ties the invited officer row to the account; false when it is gone, or another account's. */
export const updateClaimed = async (db: Db, link: Link, accountId: string): Promise<boolean> =>
  (await db.run(sql`update officers set user_id = ${accountId}::uuid, email = ${link.email}, email_key = ${link.email_key}
    where organization_id = (select app.organization_id()) and id = ${link.officer_id}::uuid
      and (user_id is null or user_id = ${accountId}::uuid) and left_on is null`)) === 1

/** Makes the invited person an approved admin, on the row of the roster where there is one. */
export const upsertAdmin = async (db: Db, link: Link, accountId: string, name: string): Promise<void> => {
  const changed = await db.run(sql`update officers set user_id = ${accountId}::uuid, role = 'admin', approved = true,
      approved_at = coalesce(approved_at, now()), rejected_at = null, suspended_at = null, left_on = null
    where organization_id = (select app.organization_id())
      and (user_id = ${accountId}::uuid or (email_key = ${link.email_key} and user_id is null))`)
  if (changed > 0) return
  await db.run(sql`insert into officers (organization_id, user_id, name, email, email_key, role, approved, approved_at)
    values ((select app.organization_id()), ${accountId}::uuid, ${name}, ${link.email}, ${link.email_key}, 'admin', true, now())`)
}
