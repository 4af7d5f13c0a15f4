import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { type Cursors, connectCursors } from './cursors.ts'
import { cutConnection, gatherWrites, waitMs, type watchAnswers, within } from './db-deadline.ts'
import { watchWrites } from './db-health.ts'
import type { FinderTold } from './db-hosts.ts'
import { type Position, positionNow } from './db-position.ts'
import { type Reading, readOn } from './db-read.ts'
import type { ReplicaSettings } from './db-replica.ts'
import { type Identity, identityNow } from './db-replica-proof.ts'
import { connectReplicas, type ReplicaFigures } from './db-replicas.ts'
import { connectWithin, give, isBroken, openPool, type Source, take, watchTaken } from './db-source.ts'
import { createTurns, type Turn } from './db-turns.ts'
import type { Log } from './log.ts'
import { createSharedReads, type SharedAs, type SharedPart } from './shared-reads.ts'
import { type Sql, sql, toQuery } from './sql.ts'
import { inSpan, inStatement, postgres } from './tracing.ts'
import type { TroubleLog } from './trouble.ts'

/** Who the transaction runs as; set only by `app.enter`. Ids the role does not have are null. */
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
/** A transaction with its context set: it sees one organization's rows, as one person. Only this file creates one. */
export type Db = {
  readonly [fenced]: true
  rows: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R[]>
  /** The first row, or null. */
  row: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R | null>
  /** Returns the number of rows the statement changed. */
  run: (statement: Sql) => Promise<number>
}

/**
 * For statements that aggregate very many rows. The fence's values are unknown at planning time, so the planner expects a handful
 * of rows and would look up each of a hundred thousand one by one.
 */
export const manyRows: Sql = sql`set local enable_nestloop = off`

/** Starts a transaction: a statement that sets the context or raises. */
export type Entry = Sql

export type Database = {
  pool: pg.Pool
  /** begin, enter, the query and commit in one round trip. Reads of screens come `later` than writes. */
  read: <R extends pg.QueryResultRow>(entry: Entry, statement: Sql, settings?: Sql, turn?: Turn) => Promise<R[]>
  /** A read of a screen: on a replica, if one has all that the primary has at this moment, else on the primary. */
  readScreen: <R extends pg.QueryResultRow>(entry: Entry, statement: Sql, settings?: Sql, turn?: Turn) => Promise<R[]>
  /** What every officer of a department may see, read once for all who ask at the same time; see `shared-reads.ts`. */
  shared: (organizationId: string, statement: Sql, as?: SharedAs) => Promise<SharedPart>
  /** `read` as the role that reads across organizations, in its own small pool. */
  readAcross: <R extends pg.QueryResultRow>(entry: Entry, statement: Sql, settings?: Sql) => Promise<R[]>
  /** A transaction with logic between statements. If `work` throws, everything is rolled back. */
  transaction: <T>(entries: readonly Entry[], work: (db: Db, entered: Promise<unknown>[]) => Promise<T>) => Promise<T>
  /** A transaction as the role that erases: system only, for an organization that is due to be erased. */
  erase: <T>(entry: Entry, work: (db: Db) => Promise<T>) => Promise<T>
  /** Reads many rows for an export, in its own small pool; see `cursors.ts`. */
  snapshot: Cursors['snapshot']
  snapshotAcross: Cursors['snapshot']
  /** A statement without a context (poller). */
  plain: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R[]>
  /** Callers that wait for a connection. */
  waiting: () => number
  /** Whether a write would be refused now: too many wait. */
  isFull: () => boolean
  /** The same on a connection of its own, within a second: for the health check, which must not wait behind calls. */
  ping: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R[]>
  /** Whether writes succeed, as far as is known. */
  isWritable: () => boolean
  /** null without replicas. */
  replicas: () => ReplicaFigures | null
  /** Whether calls that write must say so; see `noteWriter`. */
  hasReplicas: boolean
  close: () => Promise<void>
}

export type ReplicaHost = Pick<ReplicaSettings, 'url' | 'inspect' | 'lateAfterMs'>

type DatabaseOptions = {
  size: number
  pipeline: boolean
  named: boolean
  /** See `createTurns`; without it a full queue is the only limit, as tests that press at once need. */
  writesWaitMs?: number
  /** URL for the role that reads across organizations; without it such reads fail. */
  vendorUrl?: string
  /** URL for the role that erases organizations; without it nothing can be erased. */
  eraserUrl?: string
  /** Called with the seconds that each transaction waited for its connection. */
  waited?: ((seconds: number) => void) | undefined
  /** How long a call waits for a connection; tests of a crowd wait longer. */
  waitMs?: number
  /** Logs trouble that stops all writes, of any caller. */
  trouble?: TroubleLog
  /** Told when a host takes writes that had been replaced before: acknowledged writes may be lost. */
  olderHost?: FinderTold['older']
  /** Hosts that the reads of screens may go to. */
  replicas?: { hosts: readonly ReplicaHost[]; log: Log }
}

/** Maximum exports one process reads at a time; each organization has at most one. */
const exportsAtOnce = 4
/** Maximum concurrent reads across organizations per process; the vendor's staff is only a handful of people. */
const acrossAtOnce = 2
/** A commit that the server answered with a rollback. */
class CommitFailed extends Error {}

export const connectDatabase = (url: string, options: DatabaseOptions): Database => {
  const limit = options.waitMs ?? waitMs
  const main = openPool(url, options.size, options.pipeline, limit, options.olderHost)
  const vendor = openPool(options.vendorUrl ?? url, acrossAtOnce, options.pipeline)
  const eraser = openPool(options.eraserUrl ?? url, 1, options.pipeline)
  const pings = openPool(url, 1, options.pipeline, pingMs)
  const { named, waited } = options
  const turns = createTurns(options.size, options.writesWaitMs)
  const writes = watchWrites(() => probeWrite(own), options.trouble ?? null)
  const { failed } = writes
  const own: Source = { ...main, named, failed, waitMs: limit, turns, waited }
  const vendors: Source = { ...vendor, named, failed, waitMs }
  const erasers: Source = { ...eraser, named, failed, waitMs }

  const cursors = connectCursors(url, exportsAtOnce, (pid) => main.pool.query('select pg_cancel_backend($1)', [pid]))
  const cursorsAcross = connectCursors(options.vendorUrl ?? url, 1, (pid) =>
    vendor.pool.query('select pg_cancel_backend($1)', [pid]),
  )
  const read: Database['read'] = (entry, statement, settings, turn) =>
    readOn(own, { begin: 'begin read only', entries: [entry], statement, settings, turn })
  const replicas = options.replicas ? connectReplicasOf(own, options, options.replicas) : null
  const readScreen: Database['readScreen'] = (entry, statement, settings, turn = 'later') =>
    replicas ? replicas.read({ entries: [entry], statement, settings, turn }) : read(entry, statement, settings, turn)
  return {
    pool: main.pool,
    read,
    readScreen,
    replicas: () => replicas?.figures() ?? null,
    hasReplicas: replicas !== null,
    shared: createSharedReads({ read: readScreen }).read,
    // Not read-only from the start: the entry first writes a log row about the read, then ends writing.
    readAcross: (entry, statement, settings) =>
      readOn(vendors, { begin: 'begin', entries: [entry], statement, settings }),
    transaction: (entries, work) => transactionOn(own, entries, work),
    erase: (entry, work) => transactionOn(erasers, [entry], work),
    snapshot: cursors.snapshot,
    snapshotAcross: cursorsAcross.snapshot,
    plain: (statement) => plainOn(own, statement),
    ping: (statement) => pingOn(pings.pool, statement),
    waiting: turns.waiting,
    isFull: turns.isFull,
    isWritable: writes.isWritable,
    close: async () => {
      writes.close()
      await replicas?.close()
      const pools = [main, vendor, eraser, pings]
      await Promise.all([...pools.map(({ pool }) => pool.end()), cursors.close(), cursorsAcross.close()])
    },
  }
}

/** The replicas of the database that this pool reads and writes. */
const connectReplicasOf = (
  own: Source,
  { size, pipeline, named }: { size: number; pipeline: boolean; named: boolean },
  { hosts, log }: { hosts: readonly ReplicaHost[]; log: Log },
) => {
  const one = async <R extends pg.QueryResultRow>(statement: Sql): Promise<R> => {
    const [row] = await plainOn<R>(own, statement)
    if (!row) throw new Error('the primary said nothing of itself')
    return row
  }
  const primary = {
    read: <R extends pg.QueryResultRow>(reading: Omit<Reading, 'begin'>) =>
      readOn<R>(own, { begin: 'begin read only', ...reading }),
    known: async () => ({ identity: await one<Identity>(identityNow), at: Date.now() }),
    position: () => one<Position>(positionNow),
  }
  const settings = hosts.map((host) => ({ size, pipeline, named, ...host }))
  return connectReplicas(settings, primary, log)
}

const plainOn = async <R extends pg.QueryResultRow>(from: Source, statement: Sql): Promise<R[]> => {
  const client = await take(from, 'first')
  const answers = watchTaken(from, client)
  let broken: unknown
  try {
    return (await answers.track(client.query<R>(toQuery(statement, from.named)))).rows
  } catch (error) {
    broken = error
    throw error
  } finally {
    answers.stop()
    give(from, 'first', client, broken)
  }
}

const pingMs = 1_000

const pingOn = async <R extends pg.QueryResultRow>(pool: pg.Pool, statement: Sql): Promise<R[]> => {
  const client = await connectWithin(pool, pingMs)
  let broken: unknown
  try {
    const asked = client.query<R>(toQuery(statement, false))
    return (await within(pingMs, asked, () => cutConnection(client))).rows
  } catch (error) {
    broken = error
    throw error
  } finally {
    client.release(isBroken(broken))
  }
}

/** "current transaction is aborted": something before this statement failed. */
const isAfterwards = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25P02'

/** Sends statements. One that fails only because another did before it fails with that one's error, which is the cause. */
const senderOn = (client: pg.PoolClient, from: Source, answers: ReturnType<typeof watchAnswers>) => {
  let cause: unknown
  const settle = async <T>(sent: () => Promise<T>): Promise<T> => {
    gatherWrites(client)
    try {
      return await answers.track(sent())
    } catch (error) {
      if (isAfterwards(error) && cause !== undefined) throw cause
      cause = error
      throw error
    }
  }
  return {
    command: (text: string) => settle(() => client.query(text)),
    send: <R extends pg.QueryResultRow>(statement: Sql) =>
      inStatement(statement, () => settle(() => client.query<R>(toQuery(statement, from.named)))),
    cause: () => cause,
  }
}

const transactionOn = async <T>(
  from: Source,
  entries: readonly Entry[],
  work: (db: Db, entered: Promise<unknown>[]) => Promise<T>,
) => {
  const client = await take(from, 'first')
  return inSpan('transaction', postgres, () => transactionWith(client, from, entries, work))
}

const transactionWith = async <T>(
  client: pg.PoolClient,
  from: Source,
  entries: readonly Entry[],
  work: (db: Db, entered: Promise<unknown>[]) => Promise<T>,
): Promise<T> => {
  const answers = watchTaken(from, client)
  const { command, send, cause } = senderOn(client, from, answers)
  let broken: unknown
  try {
    const begun = command('begin')
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
      const end = await inSpan('commit', postgres, () => command('commit'))
      if (end.command !== 'COMMIT') throw cause() ?? new CommitFailed('the transaction was rolled back')
      return result
    } catch (error) {
      // The first failure has the cause; later ones only say that the transaction is aborted.
      const first = (await Promise.allSettled([begun, ...entered])).find((s) => s.status === 'rejected')
      await command('rollback').catch((lost: unknown) => {
        broken = lost
      })
      throw first?.reason ?? error
    }
  } catch (error) {
    broken ??= error
    from.failed(error)
    throw error
  } finally {
    answers.stop()
    give(from, 'first', client, broken)
  }
}

class Probed extends Error {}

/** Writes as much as a large answer takes, and rolls it back. */
const probeWrite = async (from: Source): Promise<void> => {
  const write = transactionOn(
    from,
    [sql`select app.enter_system(${VENDOR_ID}::uuid, 'job.probe_write')`],
    async (db) => {
      await db.run(sql`insert into idempotency_keys (organization_id, scope, call, key, body_hash, answer)
      values (${VENDOR_ID}::uuid, 'system', 'job.probe_write', gen_random_uuid()::text, '', ${randomBytes(24_000).toString('hex')})`)
      throw new Probed()
    },
  )
  await write.catch((error: unknown) => {
    if (!(error instanceof Probed)) throw error
  })
}

/** For the server's own queries that no person makes, with a stranger's rights. */
export const enterAnyone: Entry = sql`select app.enter_anyone('') as now_at`
/** A job's entry into one organization; `call` names the job in the audit log. */
export const enterSystem = (organizationId: string, call: string): Entry =>
  sql`select app.enter_system(${organizationId}::uuid, ${call})`
