import pg from 'pg'
import { named, type Sql, sql, toQuery } from './sql.ts'

/** Rows of a query as arrays, in the order of its columns. */
export type Values = (string | number | boolean | null)[]

/** A read of many rows in one snapshot: what it sees does not move while it lasts. */
export type Snapshot = {
  rows: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R[]>
  /** The rows of a statement, `size` at a time, asked for when they are wanted. */
  batches: (statement: Sql, size?: number) => AsyncGenerator<Values[], void, void>
}

export type Cursors = {
  /**
   * Enters as the person, like every call, and holds one snapshot until `work` is done. An abort ends what the database is
   * doing at that moment, and gives the connection back at once.
   */
  snapshot: <T>(entry: Sql, signal: AbortSignal, work: (snapshot: Snapshot) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** A statement of an export, a count of half a million rows for instance, may take longer than a call's 5 s. */
const statementMs = 60_000
/** A receiver that takes nothing is ended by the export before; this is for a process that hangs. */
const idleMs = 90_000

const batchRows = 500

/** A small plain pool beside the one of the calls: cursors hold a connection for minutes, and cannot be pipelined. */
export const connectCursors = (
  url: string,
  size: number,
  /** Ends what a backend is doing, over a connection of somebody else's. */
  cancelBackend: (pid: number) => Promise<unknown>,
): Cursors => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
    // Wall times and counts travel as the database writes them: an export is text in the end.
    types: { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  const snapshot: Cursors['snapshot'] = async (entry, signal, work) => {
    signal.throwIfAborted()
    const client = await pool.connect()
    let healthy = false
    let pid: number | null = null
    const cancel = () => {
      if (pid !== null) cancelBackend(pid).catch(() => undefined)
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      await client.query('begin isolation level repeatable read')
      await client.query(`set local statement_timeout = ${statementMs}`)
      await client.query(`set local idle_in_transaction_session_timeout = ${idleMs}`)
      await client.query('set local cursor_tuple_fraction = 1')
      await client.query(toQuery(entry, false))
      // Behind the entry, which may leave a row about who reads.
      await client.query('set transaction read only')
      // Asked for, not taken from the connection: behind a pooler that one knows another number.
      pid = Number((await client.query<{ pid: string }>('select pg_backend_pid() as pid')).rows[0]?.pid)
      const result = await work(snapshotOn(client, signal))
      await client.query('commit')
      healthy = true
      return result
    } finally {
      signal.removeEventListener('abort', cancel)
      // What was left half-way is not worth tidying up: the connection goes, and its transaction with it.
      client.release(!healthy)
    }
  }
  return { snapshot, close: () => pool.end() }
}

const snapshotOn = (client: pg.PoolClient, signal: AbortSignal): Snapshot => {
  let made = 0
  return {
    rows: async (statement) => (await client.query(toQuery(statement, false))).rows,
    batches: async function* (statement, size = batchRows) {
      const name = `export_${++made}`
      await client.query(toQuery(sql`declare ${named(name)} no scroll cursor for ${statement}`, false))
      for (;;) {
        signal.throwIfAborted()
        const { rows } = await client.query<Values>({ text: `fetch ${size} from ${name}`, rowMode: 'array' })
        if (rows.length > 0) yield rows
        if (rows.length < size) break
      }
      await client.query(`close ${name}`)
    },
  }
}
