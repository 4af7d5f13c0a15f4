import { type Sql, sql } from './sql.ts'

/**
 * Where the log of the primary ended at one moment. Whatever anybody may know by then, an answer or a poke, was committed before it,
 * so a replica that has replayed this much shows nothing older.
 */
export type Position = { lsn: string; timeline: string; snapshot: string }

/**
 * Asked on the primary, together with the check of the session. A transaction is visible, and its answer sent, only after its commit
 * was flushed, unless commits don't wait for the disk.
 */
export const positionNow: Sql = sql`select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as lsn,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline, pg_current_snapshot()::text as snapshot`

/**
 * Asked on a replica before the read, in the same transaction: raises an error if it has not replayed as much, or is none. The
 * snapshot of the read itself is taken later, so it sees at least as much.
 */
export const reached = ({ lsn, snapshot }: Position): Sql => sql`select set_config('app.snapshot', ${snapshot}, true),
  (case when pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn then '1' else 'behind' end)::int as reached`

/**
 * A snapshot of all that the statement has seen, to compare with others. A replica cannot say which transactions were running, so what
 * the primary had seen when it allowed the read stands for it.
 */
export const seenSnapshot: Sql = sql`(case when pg_is_in_recovery() then current_setting('app.snapshot', true)::pg_snapshot
  else pg_current_snapshot() end)`

/** PostgreSQL writes a position as two hexadecimal numbers. */
export const lsnOf = (text: string): bigint => {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
