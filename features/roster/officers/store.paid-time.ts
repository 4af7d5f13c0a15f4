import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'

/**
 * Serializes what decides which minutes of these officers are paid: approving extra time, approving hours and merging officers
 * each look at the others.
 * `officers` is a query that returns officer ids. Taken after the rows of the decision are locked.
 */
export const lockPaidTime = (db: Db, officers: Sql) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended('paid time ' || x.id, 0))
    from (select distinct q.id::text as id from (${officers}) q(id) order by 1 offset 0) x`)
