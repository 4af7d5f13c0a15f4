import { type Sql, sql } from './sql.ts'

/** How far a server is: the end of its log, and what a statement there sees at least. */
export type Moment = { lsn: string; xmin: string }

/**
 * Where the primary is when it allows a read. Whatever anybody may know by then, an answer or a poke, was committed before `lsn`, so a
 * replica that has replayed this much shows nothing older.
 */
export type Position = { lsn: string; timeline: string; snapshot: string }

/** `changed`: whether anything has happened since the replica's moment in the caller's department, or was done by the caller anywhere. */
export type Allowed = Position & { changed: boolean }

/** A transaction is visible, and its answer sent, only after its commit was flushed, unless commits don't wait for the disk. */
const columns: Sql = sql`(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as lsn,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline, pg_current_snapshot()::text as snapshot`

export const positionNow: Sql = sql`select ${columns}`

/** After the caller's entry on the primary: only the system sees the outbox. The inner part comes first. */
export const askAsSystem: Sql = sql`select set_config('app.role', 'system', true)
  from (select set_config('app.asking', coalesce(app.role(), ''), true) as asking offset 0) first where asking is not null`

/**
 * After `askAsSystem`. Every poke is a row of the outbox, and every call that writes leaves one with its caller. What concerns the
 * vendor's staff is not one department's, so for them something has always changed.
 */
export const positionSince = ({ xmin }: Moment): Sql => sql`select ${columns},
  current_setting('app.asking') = 'super_admin' or exists (select from outbox o where o.xid >= ${xmin}::xid8
    and (o.organization_id = (select app.organization_id()) or o.thing_id = (select app.user_id()))) as changed`

/** At the end of a call that writes, so that its caller reads it everywhere, also what sends no poke. */
export const noteWriter: Sql = sql`insert into outbox (organization_id, topic, thing_id, audience)
  select (select app.organization_id()), 'written', (select app.user_id()), 'system' where (select app.user_id()) is not null`

/**
 * Asked on a replica before the read, in the same transaction: raises an error if it has not replayed as much, or is none. The
 * snapshot of the read itself is taken later, so it sees at least as much.
 */
export const reached = ({ lsn, snapshot }: Position): Sql => sql`select set_config('app.snapshot', ${snapshot}, true),
  (case when pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn then '1' else 'behind' end)::int as reached`

/**
 * A snapshot of all that the statement has seen of the caller's department, to compare with others. A replica cannot say which
 * transactions were running, so what the primary had seen when it allowed the read stands for it.
 */
export const seenSnapshot: Sql = sql`(case when pg_is_in_recovery() then current_setting('app.snapshot', true)::pg_snapshot
  else pg_current_snapshot() end)`

/** PostgreSQL writes a position as two hexadecimal numbers. */
export const lsnOf = (text: string): bigint => {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
