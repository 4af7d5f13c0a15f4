import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Link } from './store.ts'

/** The account in scope, locked; null if it is disabled. */
export const lockAccountOfLink = (db: Db) =>
  db.row<{ email: string; password_changed_at: Date | null }>(sql`select email, password_changed_at from accounts
    where id = (select app.user_id()) and disabled_at is null for no key update`)

export const updateAddress = (db: Db, link: Link) =>
  db.run(
    sql`update accounts set email = ${link.email}, email_key = ${link.email_key} where id = (select app.user_id())`,
  )

/** Updates the address on the roster row in scope too, unless another row there already has it. */
export const updateOfficerAddress = (db: Db, link: Link) =>
  db.run(sql`update officers f set email = ${link.email}, email_key = ${link.email_key}, updated_at = now(),
      version = f.version + 1
    where ${ours('f')} and f.user_id = (select app.user_id())
      and not exists (select from officers o where ${ours('o')}
        and o.email_key = ${link.email_key} and o.id <> f.id)`)
