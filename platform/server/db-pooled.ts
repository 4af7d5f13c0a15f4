import pg from 'pg'
import { writableUrl } from './db-hosts.ts'

/**
 * Whether there is a pooler such as PgBouncer in front of the database. PostgreSQL tells each connection the number of its process; a pooler
 * makes one up, because the process changes from transaction to transaction.
 */
export const isPooled = async (url: string): Promise<boolean> => {
  const client = new pg.Client({
    connectionString: await writableUrl(url),
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    application_name: 'watchbill pooler probe',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== (client as unknown as { processID: number }).processID
  } finally {
    void client.end().catch(() => undefined)
  }
}
