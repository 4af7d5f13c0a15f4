import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Link } from './store.ts'

/**
 * Creates the officer row of a confirmed registration. It always waits for an admin, who merges it with a roster row or approves
 * it as new. If a row without an account already has the email, that row keeps it for now. False if the account already has a
 * row.
 */
export const insertRegistered = async (db: Db, link: Link, accountId: string, name: string): Promise<boolean> => {
  const insert = (key: string | null, claimed: string | null) =>
    db.run(sql`insert into officers (organization_id, user_id, name, email, email_key, claimed_email_key, claimed_badge)
      values ((select app.organization_id()), ${accountId}::uuid, ${name}, ${link.email}, ${key}, ${claimed}, ${link.badge_number})
      on conflict do nothing`)
  if ((await insert(link.email_key, null)) === 1) return true
  const unclaimed = await db.row(sql`select from officers
    where ${ours()} and email_key = ${link.email_key} and user_id is null`)
  return unclaimed !== null && (await insert(null, link.email_key)) === 1
}

/** Links the invited officer row to the account; false if the row is gone or belongs to another account. */
export const updateClaimed = async (db: Db, link: Link, accountId: string): Promise<boolean> =>
  (await db.run(sql`update officers set user_id = ${accountId}::uuid, email = ${link.email}, email_key = ${link.email_key}
    where ${ours()} and id = ${link.officer_id}::uuid
      and (user_id is null or user_id = ${accountId}::uuid) and left_on is null`)) === 1

/** Makes the invited person an approved admin, on their existing roster row if there is one. */
export const upsertAdmin = async (db: Db, link: Link, accountId: string, name: string): Promise<void> => {
  const changed = await db.run(sql`update officers set user_id = ${accountId}::uuid, role = 'admin', approved = true,
      approved_at = coalesce(approved_at, now()), rejected_at = null, suspended_at = null, left_on = null
    where ${ours()}
      and (user_id = ${accountId}::uuid or (email_key = ${link.email_key} and user_id is null))`)
  if (changed > 0) return
  await db.run(sql`insert into officers (organization_id, user_id, name, email, email_key, role, approved, approved_at)
    values ((select app.organization_id()), ${accountId}::uuid, ${name}, ${link.email}, ${link.email_key}, 'admin', true, now())`)
}
