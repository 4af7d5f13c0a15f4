import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Less than a call of another process waits for a lock, and more than PostgreSQL waits before it ends an autovacuum that is in the way. */
const waitMs = 1_500
const tryMs = 1_000

export const isCrossed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

/**
 * Locks all tables against the calls that other processes serve, without a deadlock with them. Almost every call begins with its
 * session, so they wait there and hold nothing else; what is still under way ends meanwhile. Throws 55P03 if that takes too long, as
 * behind an export.
 */
export const lockTables = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ tables: string | null }>(
    `select string_agg('public.' || quote_ident(relname), ', ' order by relname) as tables from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migrations'
        and to_regclass('public.sessions') is not null`,
  )
  const tables = rows[0]?.tables
  if (!tables) return
  await client.query(`set local lock_timeout = '${waitMs}ms'`)
  await client.query('lock table public.sessions in access exclusive mode')
  const until = performance.now() + tryMs
  await client.query('savepoint before_locks')
  while (performance.now() < until) {
    try {
      // Never waits while it holds others.
      return void (await client.query(`lock table ${tables} in access exclusive mode nowait`))
    } catch (error) {
      if (!isCrossed(error)) throw error
      await client.query('rollback to savepoint before_locks')
      await pause(15)
    }
  }
  await client.query(`lock table ${tables} in access exclusive mode`)
}
