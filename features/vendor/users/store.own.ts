import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'

/** Whether the account in scope is active on the vendor's list. */
export const isActiveSuperAdmin = async (db: Db): Promise<boolean> =>
  (await db.row(sql`select from super_admin_users where account_id = (select app.user_id()) and active`)) !== null
