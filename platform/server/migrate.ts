import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from './start-error.ts'

const folder = join(import.meta.dirname, '../../db')
/** Serves everybody, inside one organization at a time. */
export const appRole = 'watchbill_app'
/** Reads for super admins across organizations, through policies of its own. */
export const vendorRole = 'watchbill_vendor'
/** Erases an organization whose time has come, and can do nothing else. */
export const eraserRole = 'watchbill_eraser'
type Role = typeof appRole | typeof vendorRole | typeof eraserRole

const oldest = 15

/** An unprivileged role's password follows from the owner's, so that every process of an installation knows it. */
const passwordOf = (adminUrl: string, role: Role): string =>
  createHmac('sha256', new URL(adminUrl).password || 'socket')
    .update(role)
    .digest('hex')

const urlOf = (adminUrl: string, role: Role): string => {
  const url = new URL(adminUrl)
  // A Unix socket's URL has no host, and so can hold no user either: both stand in its query.
  if (url.hostname === '') {
    url.searchParams.set('user', role)
    url.searchParams.set('password', passwordOf(adminUrl, role))
  } else {
    url.username = role
    url.password = passwordOf(adminUrl, role)
  }
  return url.href
}

/** The URL of the application's role on the same database. */
export const appUrlOf = (adminUrl: string): string => urlOf(adminUrl, appRole)
/** The URL of the role that reads across organizations. */
export const vendorUrlOf = (adminUrl: string): string => urlOf(adminUrl, vendorRole)
/** The URL of the role that erases organizations. */
export const eraserUrlOf = (adminUrl: string): string => urlOf(adminUrl, eraserRole)

const migrations = () =>
  readdirSync(join(folder, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, 'migrations', name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** The fence's files, by name, as one text. */
const fenceText = (): string =>
  readdirSync(join(folder, 'fence'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(join(folder, 'fence', name), 'utf8'))
    .join('\n')

/** What `/readyz` compares: the names of all migrations that this version knows, and the fence's checksum. */
export const expectedVersion = (): string =>
  createHash('sha256')
    .update(
      migrations()
        .map((m) => m.checksum)
        .join(),
    )
    .update(fenceText())
    .digest('hex')

/** Where the operator made a role, with a password of the operator's own. */
export type GivenUrls = { app?: string | null; vendor?: string | null; eraser?: string | null }

/**
 * Brings the database to this version: runs what is missing, in order, each in the one transaction that ends with the
 * fence. Forward only; an edited migration is refused. Safe to run from several processes at once (a locked row).
 */
export const migrate = async (adminUrl: string, given: GivenUrls = {}): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < oldest) throw new StartError(`PostgreSQL ${version} is too old: Watchbill needs ${oldest} or newer.`)
    await client.query(`set lock_timeout = '60s'; set client_min_messages = warning`)
    await client
      .query(`create table if not exists schema_migrations (name text primary key, checksum text not null,
      applied_at timestamptz not null default now())`)
      .catch(ignoreRace)
    await client.query(`insert into schema_migrations (name, checksum) values ('lock', '') on conflict do nothing`)
    await client.query('begin')
    await client.query(`select from schema_migrations where name = 'lock' for update`)
    await runMissing(client)
    await ensureRole(client, appRole, given.app ?? appUrlOf(adminUrl))
    await ensureRole(client, vendorRole, given.vendor ?? vendorUrlOf(adminUrl))
    await ensureRole(client, eraserRole, given.eraser ?? eraserUrlOf(adminUrl))
    await layFence(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const ignoreRace = (error: { code?: string }) => {
  if (error.code !== '23505' && error.code !== '42P07') throw error
}

const runMissing = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const migration of migrations()) {
    const was = done.get(migration.name)
    if (was === migration.checksum) continue
    if (was !== undefined) {
      throw new StartError(`The database has another version of ${migration.name}: migrations are never edited.`)
    }
    await client.query(migration.text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
  }
}

/** Roles belong to the whole cluster, so databases side by side may race for it: an advisory lock keeps them apart. */
const ensureRole = async (client: pg.Client, role: Role, url: string) => {
  await client.query('select pg_advisory_xact_lock(8417263540192837)')
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  const verb = rowCount === 0 ? 'create' : 'alter'
  if (rowCount !== 0 && (await canSignIn(url))) return
  const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
  try {
    const password = client.escapeLiteral(passwordIn(url))
    await client.query(`${verb} role ${role} ${verb === 'create' ? attributes : 'login'} password ${password}`)
    await client.query(`alter role ${role} set timezone = 'UTC'`)
    await client.query(`alter role ${role} set statement_timeout = '5s'`)
    await client.query(`alter role ${role} set lock_timeout = '4s'`)
    await client.query(`alter role ${role} set idle_in_transaction_session_timeout = '15s'`)
  } catch (error) {
    throw new StartError(
      `The database user of DATABASE_URL may not ${verb} the role ${role}: ${error instanceof Error ? error.message : error}`,
    )
  }
}

const passwordIn = (url: string): string => {
  const parsed = new URL(url)
  return parsed.searchParams.get('password') ?? decodeURIComponent(parsed.password)
}

const canSignIn = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const layFence = async (client: pg.Client) => {
  const version = expectedVersion()
  const { rows } = await client.query<{ checksum: string }>(
    `select checksum from schema_migrations where name = 'fence'`,
  )
  if (rows[0]?.checksum === version) return
  await client.query(fenceText())
  // `/readyz` compares this; it needs no grant to be read.
  await client.query(`comment on schema app is '${version}'`)
  await client.query(
    `insert into schema_migrations (name, checksum) values ('fence', $1)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [version],
  )
}
