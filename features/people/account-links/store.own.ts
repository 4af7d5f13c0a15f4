import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'

export type OwnAccount = {
  id: string
  email: string
  email_key: string
  name: string
  password_hash: string | null
  organization_id: string
}

/** The caller's account, with the session's department. */
export const findOwnAccount = (db: Db): Promise<OwnAccount | null> =>
  db.row<OwnAccount>(sql`select id, email, email_key, name, password_hash, app.organization_id() as organization_id
    from accounts where id = (select app.user_id())`)

/** The same, locked until the transaction ends, so that the password cannot change concurrently. */
export const lockOwnAccount = (db: Db): Promise<OwnAccount | null> =>
  db.row<OwnAccount>(sql`select id, email, email_key, name, password_hash, app.organization_id() as organization_id
    from accounts where id = (select app.user_id()) and disabled_at is null for no key update`)

/** Number of links to new addresses that the account requested within the last hour. */
export const countAddressLinks = async (db: Db): Promise<number> =>
  (
    await db.row<{ n: number }>(sql`select count(*)::int as n from account_links
      where account_id = (select app.user_id()) and kind = 'address' and created_at > now() - interval '1 hour'`)
  )?.n ?? 0
