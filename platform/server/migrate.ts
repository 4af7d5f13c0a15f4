import { createHash, createHmac, randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { editUrl, hostUrls, writableUrl } from './db-hosts.ts'
import { isCrossed, lockTables } from './migrate-locks.ts'
import { appRole, eraserRole, type Role, vendorRole } from './roles.ts'
import { StartError } from './start-error.ts'

const folder = join(import.meta.dirname, '../../db')

const oldest = 15

/** An unprivileged role's password is derived from the owner's, so every process of an installation knows it. */
const passwordOf = (password: string, role: Role): string =>
  createHmac('sha256', password || 'socket')
    .update(role)
    .digest('hex')

const urlOf = (adminUrl: string, role: Role): string =>
  editUrl(adminUrl, (url) => {
    const password = passwordOf(url.password, role)
    // A Unix socket's URL has no host and so cannot hold a user: both go into its query.
    if (url.hostname === '') {
      url.searchParams.set('user', role)
      url.searchParams.set('password', password)
    } else {
      url.username = role
      url.password = password
    }
  })

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

/** The fence's files in name order, as one text. */
const fenceText = (): string =>
  readdirSync(join(folder, 'fence'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(join(folder, 'fence', name), 'utf8'))
    .join('\n')

/** The security catalog that this version lays, written by `tools/schema.ts`: a first line with the version, then one thing a line. */
export const fenceLock = join(folder, 'fence.lock')

/** What `/readyz` compares: the names of all migrations this version knows, and the fence's checksum. */
export const expectedVersion = (): string =>
  createHash('sha256')
    .update(
      migrations()
        .map((m) => m.checksum)
        .join(),
    )
    .update(fenceText())
    .digest('hex')

/** URLs of roles that the operator created, with the operator's own passwords. */
export type GivenUrls = {
  app?: string | null
  vendor?: string | null
  eraser?: string | null
  /** In development, the fence's text may return to one that was laid before. */
  mayGoBack?: boolean
}

/** About three minutes. */
const mostTries = 60

/**
 * Brings the database to this version: runs the missing migrations in order, all in one transaction that ends with the fence.
 * Forward only; refuses edited migrations, and a database that a newer version has used. Safe to run from several processes at once (a locked row).
 * It gives up tables that are in use before the calls that queue up behind it fail, and tries again.
 */
export const migrate = async (adminUrl: string, given: GivenUrls = {}): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce(adminUrl, given)
    } catch (error) {
      if (!isCrossed(error) || tries >= mostTries) throw error
      // Uneven, because two processes may be at it.
      await pause(randomInt(500, 2_000))
    }
  }
}

const migrateOnce = async (adminUrl: string, given: GivenUrls): Promise<void> => {
  const client = new pg.Client({ connectionString: await writableUrl(adminUrl), connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < oldest) throw new StartError(`PostgreSQL ${version} is too old: Watchbill needs ${oldest} or newer.`)
    await refuseNewer(client, given)
    await client
      .query(`create table if not exists schema_migrations (name text primary key, checksum text not null,
      applied_at timestamptz not null default now())`)
      .catch(ignoreRace)
    await client.query(`insert into schema_migrations (name, checksum) values ('lock', '') on conflict do nothing`)
    // Only for the transaction: behind a pooler, the next one has another connection.
    await client.query(`begin; set local lock_timeout = '60s'; set local client_min_messages = warning`)
    await client.query(`select from schema_migrations where name = 'lock' for update`)
    // Again, now that no other process can migrate.
    await refuseNewer(client, given)
    await ensureRole(client, appRole, given.app ?? appUrlOf(adminUrl))
    await ensureRole(client, vendorRole, given.vendor ?? vendorUrlOf(adminUrl))
    await ensureRole(client, eraserRole, given.eraser ?? eraserUrlOf(adminUrl))
    if (await isOlder(client)) await lockTables(client)
    const ran = await runMissing(client)
    await layFence(client, ran)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** A checksum as this version stores it. Versions that did not look for newer ones take it for an edited migration and refuse to start. */
const marked = (checksum: string) => `2:${checksum}`
const readMark = (stored: string) => stored.replace(/^2:/, '')
/** Each fence that was laid keeps a row, so that a version whose fence was replaced recognizes itself as old. */
const laidBefore = (version: string) => `fence ${version}`

/** The first line of a migration that leaves everything the version before it uses as it was. */
const goesOn = /^-- The version before goes on serving\b/
/** Versions that may go on serving although a newer one has migrated, from the comment that lists them. */
export const servesBeside = (comment: string | null): string[] => comment?.match(/\b[0-9a-f]{64}\b/g) ?? []
/** The comment after these migrations ran in a database of the version `before`. What ran no migration says nothing, so nobody goes on. */
export const besideText = (before: string | undefined, comment: string | null, ran: readonly string[]): string => {
  const isCompatible = before !== undefined && ran.length > 0 && ran.every((text) => goesOn.test(text))
  return `Serve beside the newest version: ${isCompatible ? [before, ...servesBeside(comment)].join(' ') : 'none'}`
}

/** Throws if the database has been used by a newer version. Changes nothing. */
const refuseNewer = async (client: pg.Client, given: GivenUrls): Promise<void> => {
  const { rows: there } = await client.query(`select where to_regclass('schema_migrations') is not null`)
  if (there.length === 0) return
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const known = new Set(migrations().map((migration) => migration.name))
  const unknown = rows.find((row) => row.name.endsWith('.sql') && !known.has(row.name))
  const current = rows.find((row) => row.name === 'fence')?.checksum
  const version = expectedVersion()
  const replaced =
    current !== undefined &&
    current !== version &&
    rows.some((row) => row.name === laidBefore(version)) &&
    given.mayGoBack !== true
  if (unknown === undefined && !replaced) return
  throw new StartError(
    `This version of Watchbill is older than the database${unknown ? `, which has ${unknown.name}` : ''}. Nothing was changed. Start the newest version, or restore a backup from before the upgrade.`,
  )
}

const ignoreRace = (error: { code?: string }) => {
  if (error.code !== '23505' && error.code !== '42P07') throw error
}

const isOlder = async (client: pg.Client): Promise<boolean> =>
  (await client.query(`select from schema_migrations where name = 'fence' and checksum <> $1`, [expectedVersion()]))
    .rowCount === 1

/** Returns the texts of the migrations that it ran. */
const runMissing = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const done = new Map(rows.map((row) => [row.name, readMark(row.checksum)]))
  const ran: string[] = []
  for (const migration of migrations()) {
    const was = done.get(migration.name)
    if (was === migration.checksum) continue
    if (was !== undefined) {
      throw new StartError(`The database has another version of ${migration.name}: migrations are never edited.`)
    }
    await client.query(migration.text)
    ran.push(migration.text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      marked(migration.checksum),
    ])
  }
  await client.query(`update schema_migrations set checksum = '2:' || checksum
    where name like '%.sql' and checksum not like '2:%'`)
  return ran
}

/** Roles belong to the whole cluster, so databases on it may race to create one; an advisory lock prevents that. */
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
  const parsed = new URL(hostUrls(url)[0] ?? url)
  return parsed.searchParams.get('password') ?? decodeURIComponent(parsed.password)
}

const canSignIn = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: await writableUrl(url), connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const layFence = async (client: pg.Client, ran: readonly string[]) => {
  const version = expectedVersion()
  const { rows } = await client.query<{ checksum: string; beside: string | null }>(
    `select checksum, obj_description('schema_migrations'::regclass) as beside from schema_migrations where name = 'fence'`,
  )
  const before = rows[0]
  if (before?.checksum === version) return
  await client.query(fenceText())
  const beside = besideText(before?.checksum, before?.beside ?? null, ran)
  await client.query(`comment on table schema_migrations is '${beside}'`)
  // Compared by `/readyz`; reading it needs no grant.
  await client.query(`comment on schema app is '${version}'`)
  await client.query(
    `insert into schema_migrations (name, checksum) values ('fence', $1)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [version],
  )
  await client.query(`insert into schema_migrations (name, checksum) values ($1, '') on conflict do nothing`, [
    laidBefore(version),
  ])
}
