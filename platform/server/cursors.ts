import type pg from 'pg'
import { MINUTE } from '#platform/shared/time.ts'
import { openHostPool } from './db-hosts.ts'
import { named, type Sql, sql, toQuery } from './sql.ts'
import { inSpan, postgres } from './tracing.ts'

/** Query rows as arrays, in column order. */
export type Values = (string | number | boolean | null)[]

/** Reads many rows in one consistent snapshot. */
export type Snapshot = {
  rows: <R extends pg.QueryResultRow>(statement: Sql) => Promise<R[]>
  /** A statement's rows in batches of `size`, fetched on demand. */
  batches: (statement: Sql, size?: number) => AsyncGenerator<Values[], void, void>
}

export type Cursors = {
  /**
   * Enters as the person, like every call, and holds one snapshot until `work` is done. Aborting cancels the running statement
   * and frees the connection at once.
   */
  snapshot: <T>(entry: Sql, signal: AbortSignal, work: (snapshot: Snapshot) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** An export's statements may run longer than a call's 5 s, such as a count of half a million rows. */
const statementMs = MINUTE
/** Exports stop stalled receivers sooner; this is for a process that hangs. */
const idleMs = 90_000

const batchRows = 500

/** A separate small pool without pipelining: cursors hold a connection for minutes and cannot be pipelined. */
export const connectCursors = (
  url: string,
  size: number,
  /** Cancels a backend's running statement over another connection. */
  cancelBackend: (pid: number) => Promise<unknown>,
): Cursors => {
  const { pool } = openHostPool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    // Above the statement's own limit: met only if the database is frozen.
    query_timeout: statementMs + 5_000,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
    // Wall times and counts stay as the text the database sends, since exports are text anyway.
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
      // After the entry, which may write a log row about the reader.
      await client.query('set transaction read only')
      // Queried rather than read from the connection, where a pooler would report a different number.
      pid = Number((await client.query<{ pid: string }>('select pg_backend_pid() as pid')).rows[0]?.pid)
      const result = await work(snapshotOn(client, signal))
      await client.query('commit')
      healthy = true
      return result
    } finally {
      signal.removeEventListener('abort', cancel)
      // Work that stopped halfway is not cleaned up: the connection is closed, and its transaction with it.
      client.release(!healthy)
    }
  }
  return {
    snapshot: (entry, signal, work) => inSpan('snapshot', postgres, () => snapshot(entry, signal, work)),
    close: () => pool.end(),
  }
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
