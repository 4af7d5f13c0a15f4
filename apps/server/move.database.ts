import pg from 'pg'
import { type Verdict, verifyAudit } from '#features/department/audit/jobs.verify.ts'
import { enterSystem } from '#platform/server/db.ts'
import { writableUrl } from '#platform/server/db-hosts.ts'
import { expectedVersion } from '#platform/server/migrate.ts'
import { type Sql, toQuery } from '#platform/server/sql.ts'
import { StartError } from '#platform/server/start-error.ts'
import { unseal } from '#platform/server/vault.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { createSum, type Row, type TableSum } from './move.archive.ts'
import type { MovedTable } from './move.tables.ts'

/** The same text for the same value in both databases. */
const plainText = `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set xmloption = content; set lc_monetary = 'C'`

/** A superuser's connection to a database of this version; changes nothing. */
export const connectMover = async (url: string, version = expectedVersion()): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: await writableUrl(url),
    connectionTimeoutMillis: 10_000,
    application_name: 'watchbill move',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ superuser: boolean; version: string | null }>(
      `select (select rolsuper from pg_roles where rolname = current_user) as superuser,
        (select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = 'app') as version`,
    )
    if (rows[0]?.version !== version)
      throw new StartError('The database is not of this version of Watchbill. Start this version once, then try again.')
    if (!rows[0].superuser)
      throw new StartError(
        "Set DATABASE_URL to a superuser's for this command: row-level security binds everyone else. Nothing was changed.",
      )
    await client.query(
      `set statement_timeout = 0; set lock_timeout = '10s'; set idle_in_transaction_session_timeout = 0;
        set jit = off; ${plainText}`,
    )
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

export const run = (client: pg.ClientBase, statement: Sql) => client.query(toQuery(statement, false))

export const within = async <T>(client: pg.ClientBase, begin: string, work: () => Promise<T>): Promise<T> => {
  await client.query(begin)
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const atOnce = 200

/** Authenticators are sealed with the key of one installation; between two they are plain, inside the archive's encryption. */
const openRow = (table: MovedTable, row: Row): Row => {
  if (table.name !== 'factors') return row
  const at = (name: string) => table.columns.findIndex((column) => column.name === name)
  const [secret, account] = [row[at('secret')], row[at('account_id')]]
  if (!secret || !account) return row
  try {
    const plain = unseal(Buffer.from(secret.slice(2), 'hex'), account)
    return row.with(at('secret'), `\\x${plain.toString('hex')}`)
  } catch {
    throw new StartError('SECRET_KEY is not the key of this installation: it opens no authenticator.')
  }
}

/** The rows of a table as they move, in the order of its key. */
export const readRows = async function* (
  client: pg.ClientBase,
  table: MovedTable,
  organizationId: string,
): AsyncGenerator<Row> {
  await client.query(`declare moving no scroll cursor for ${table.select}`, [organizationId])
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${atOnce} from moving`)
    for (const { row } of rows) yield openRow(table, JSON.parse(row))
    if (rows.length < atOnce) break
  }
  await client.query('close moving')
}

export const sumTable = async (client: pg.ClientBase, table: MovedTable, organizationId: string): Promise<TableSum> => {
  const sum = createSum()
  for await (const row of readRows(client, table, organizationId)) sum.add(row)
  return sum.end()
}

/** The product's own verifier, in the transaction at hand. */
export const verifyChain = async (
  client: pg.ClientBase,
  chain: { id: string; name: string; subdomain: string },
): Promise<Verdict> => {
  await run(client, enterSystem(chain.id, 'audit.verify'))
  return verifyAudit(async (_id, statement) => (await run(client, statement)).rows, [chain], null, false)
}

/** In the department's audit and in the vendor's. */
export const record = async (
  client: pg.ClientBase,
  organizationId: string,
  action: string,
  what: Record<string, unknown>,
) => {
  for (const scope of [organizationId, VENDOR_ID]) {
    await run(client, enterSystem(scope, action))
    await client.query(
      `insert into audit_entries (organization_id, action, actor_role, thing_type, thing_id, after)
        values ($1, $2, 'system', 'organizations', $3, $4)`,
      [scope, action, organizationId, JSON.stringify({ organization_id: organizationId, ...what })],
    )
  }
}
