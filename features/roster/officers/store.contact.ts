import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Unreached } from './contract.contact.ts'

/** Whether notifications reach the officer `o`. */
export const isReached = (o: Sql): Sql => sql`(${o}.user_id is not null)`

/** The fields of `contactFields` as columns. */
export const contactColumns = (o: Sql): Sql => sql`${isReached(o)} as has_account, ${o}.phone`

/** Those of the given officers who can't be notified, by name. */
export const listUnreached = (db: Db, ids: readonly string[]): Promise<Unreached[]> =>
  db.rows<Unreached>(sql`select name, phone from officers o where ${ours('o')} and id = any(${ids}::uuid[])
    and not ${isReached(sql`o`)} order by name, id`)
