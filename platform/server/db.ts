import pg from 'pg'
import { type Cursors, connectCursors } from './cursors.ts'
import { type Sql, sql, toQuery } from './sql.ts'

/** Who the transaction runs as; `app.enter` fills it, nothing else does. Ids are null where the role has none. */
export type Me = {
  now_at: Date
  session_id: string
  user_id: string
  officer_id: string | null
  organization_id: string | null
  role: 'waiting' | 'officer' | 'admin' | 'super_admin'
  name: string | null
  time_zone: string | null
}

declare const fenced: unique symbol
/** A transaction whose context is set: it sees one organization's rows, as one person. Only this file makes one. */
export type Db = {
  readonly [fenced]: true
  rows: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R[]>
  /** The first row, or null. */
  row: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R | null>
  /** Rows that the statement changed. */
  run: (statement: Sql) => Promise<number>
}

/**
 * For statements that add up very many rows. What the fence compares with is not known when a statement is planned, so the planner
 * expects a handful, and would look up each of a hundred thousand by itself.
 */
export const manyRows: Sql = sql`set local enable_nestloop = off`

/** How a transaction is entered: a statement that sets the context or raises. */
export type Entry = Sql

export type Database = {
  pool: pg.Pool
  /** begin, enter, the query and commit in one round trip. */
  read: <R extends pg.QueryResultRow>(entry: Entry, statement: Sql, settings?: Sql) => Promise<R[]>
  /** The same as the role that reads across organizations, in a small pool of its own. */
  readAcross: <R extends pg.QueryResultRow>(entry: Entry, statement: Sql, settings?: Sql) => Promise<R[]>
  /** A transaction that decides in between. What `work` throws rolls everything back. */
  transaction: <T>(entries: readonly Entry[], work: (db: Db, entered: Promise<unknown>[]) => Promise<T>) => Promise<T>
  /** A transaction of the role that erases: the system's own, for an organization whose time has come. */
  erase: <T>(entry: Entry, work: (db: Db) => Promise<T>) => Promise<T>
  /** A read of many rows for an export, in a small pool of its own: see `cursors.ts`. */
  snapshot: Cursors['snapshot']
  snapshotAcross: Cursors['snapshot']
  /** A statement outside of a context (health, the poller's own). */
  plain: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R[]>
  close: () => Promise<void>
}

/** Exports that one process reads at a time; each organization has one at most. */
const exportsAtOnce = 4
/** Reads across organizations that one process makes at a time: the vendor's staff is a handful of people. */
const acrossAtOnce = 2
/** More callers than this waiting for a connection: the next is told to come back. */
export const waitingLimit = 400
export class BusyError extends Error {}
/** A commit that the server answered with a rollback. */
export class CommitFailed extends Error {}

export const connectDatabase = (
  url: string,
  options: {
    size: number
    pipeline: boolean
    named: boolean
    /** Of the role that reads across organizations; without it such reads fail. */
    vendorUrl?: string
    /** Of the role that erases organizations; without it nothing can be erased. */
    eraserUrl?: string
  },
): Database => {
  const pool = openPool(url, options.size, options.pipeline)
  const vendorPool = openPool(options.vendorUrl ?? url, acrossAtOnce, options.pipeline)
  const eraserPool = openPool(options.eraserUrl ?? url, 1, options.pipeline)

  const take = async (from = pool) => {
    if (from.waitingCount >= waitingLimit) throw new BusyError('too many callers wait for a connection')
    return from.connect()
  }
  const give = (client: pg.PoolClient, error: unknown) => client.release(isBroken(error))

  const readOn = async <R extends pg.QueryResultRow>(
    from: pg.Pool,
    entry: Entry,
    statement: Sql,
    settings: Sql | undefined,
  ) => {
    const client = await take(from)
    const sent = [
      // Who reads across organizations leaves a row about it first: that entering ends the writing.
      client.query(from === pool ? 'begin read only' : 'begin'),
      client.query(toQuery(entry, options.named)),
      ...(settings ? [client.query(toQuery(settings, false))] : []),
      client.query<R>(toQuery(statement, options.named)),
      client.query('commit'),
    ]
    const settled = await Promise.allSettled(sent)
    const failed = settled.find((s) => s.status === 'rejected')
    give(client, failed?.reason)
    if (failed) throw failed.reason
    return (await (sent.at(-2) as Promise<pg.QueryResult<R>>)).rows
  }
  const readFrom =
    (from: pg.Pool): Database['read'] =>
    (entry, statement, settings) =>
      readOn(from, entry, statement, settings)

  const transactionOn = async <T>(
    from: pg.Pool,
    entries: readonly Entry[],
    work: (db: Db, entered: Promise<unknown>[]) => Promise<T>,
  ) => {
    const client = await take(from)
    const send = <R extends pg.QueryResultRow>(statement: Sql) => client.query<R>(toQuery(statement, options.named))
    let broken: unknown
    try {
      const begun = client.query('begin')
      const entered = entries.map((entry) => send(entry).then((result) => result.rows))
      for (const promise of [begun, ...entered]) promise.catch(() => undefined)
      const db = {
        rows: async (statement: Sql) => (await send(statement)).rows,
        row: async (statement: Sql) => (await send(statement)).rows[0] ?? null,
        run: async (statement: Sql) => (await send(statement)).rowCount ?? 0,
      } as Db
      try {
        const result = await work(db, entered)
        await Promise.all([begun, ...entered])
        const end = await client.query('commit')
        if (end.command !== 'COMMIT') throw new CommitFailed('the transaction was rolled back')
        return result
      } catch (error) {
        // The first failure says why; what came behind it only says that the transaction is aborted.
        const first = (await Promise.allSettled([begun, ...entered])).find((s) => s.status === 'rejected')
        await client.query('rollback').catch((lost: unknown) => {
          broken = lost
        })
        throw first?.reason ?? error
      }
    } catch (error) {
      broken ??= error
      throw error
    } finally {
      give(client, broken)
    }
  }

  const cursors = connectCursors(url, exportsAtOnce, (pid) => pool.query('select pg_cancel_backend($1)', [pid]))
  const cursorsAcross = connectCursors(options.vendorUrl ?? url, 1, (pid) =>
    vendorPool.query('select pg_cancel_backend($1)', [pid]),
  )
  return {
    pool,
    read: readFrom(pool),
    readAcross: readFrom(vendorPool),
    transaction: (entries, work) => transactionOn(pool, entries, work),
    erase: (entry, work) => transactionOn(eraserPool, [entry], work),
    snapshot: cursors.snapshot,
    snapshotAcross: cursorsAcross.snapshot,
    plain: async (statement) => (await pool.query(toQuery(statement, options.named))).rows,
    close: async () => {
      await Promise.all([pool.end(), vendorPool.end(), eraserPool.end(), cursors.close(), cursorsAcross.close()])
    },
  }
}

const openPool = (url: string, size: number, pipeline: boolean): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 0,
    keepAlive: true,
  } as pg.PoolConfig)
  // An idle connection that breaks is replaced at the next call; unheard, it would end the process.
  pool.on('error', () => undefined)
  // So is one that breaks in somebody's hands: its queries fail, which is all that needs to be known.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** True where the connection cannot be used again: an error that is not the server's answer to a statement. */
const isBroken = (error: unknown): boolean =>
  error !== undefined && !(error instanceof pg.DatabaseError && error.severity !== 'FATAL')

/** A job's entry into one organization; `call` names the job in the audit. */
export const enterSystem = (organizationId: string, call: string): Entry =>
  sql`select app.enter_system(${organizationId}::uuid, ${call})`
