import { readFileSync } from 'node:fs'
import pg from 'pg'
import { HOUR, MINUTE } from '#platform/shared/time.ts'
import { writableUrl } from './db-hosts.ts'
import { type Inspection, timelineOf } from './db-replica-proof.ts'
import { compareFences, type FenceCatalog, readFenceCatalog } from './fence-catalog.ts'
import type { Log } from './log.ts'
import { expectedVersion, fenceLock } from './migrate.ts'
import { StartError } from './start-error.ts'

/** The lock file's text for a catalog. */
export const lockText = (catalog: FenceCatalog): string =>
  `${[expectedVersion(), ...[...catalog].map(([thing, hash]) => `${hash} ${thing}`)].join('\n')}\n`

/** What a version lays. */
export type FenceLock = { version: string; catalog: FenceCatalog }

/** What this version lays, from the lock file. Read once at start: an upgrade may replace the file under a running process. */
export const readLock = (text = readFileSync(fenceLock, 'utf8')): FenceLock => {
  const [version = '', ...lines] = text.trimEnd().split('\n')
  if (version !== expectedVersion())
    throw new StartError('db/fence.lock does not belong to the files in db/. Run: node tools/run.mjs tools/schema.ts')
  return {
    version,
    catalog: new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))])),
  }
}

const statementMs = MINUTE

/** Everything in the catalog that is not as the lock says, each thing by name. Must run as the owner, in a transaction. */
export const lookAt = async (client: pg.ClientBase, lock: FenceLock, allowed: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ version: string | null }>(
    `select obj_description(oid) as version from pg_namespace where nspname = 'app'`,
  )
  // A database that another version has migrated meanwhile is not judged: `/readyz` fails because of the version.
  if (rows[0] && rows[0].version !== lock.version && isVersion(rows[0].version)) return []
  return compareFences(lock.catalog, await readFenceCatalog(client, allowed))
}
const isVersion = (text: string | null) => text !== null && /^[0-9a-f]{64}$/.test(text)

/** The same for the database at the owner's URL. */
export const findDrift = async (adminUrl: string, lock: FenceLock, allowed: readonly string[]): Promise<string[]> =>
  lookFrom(await writableUrl(adminUrl), { connect: 10_000, answer: statementMs + 5_000 }, (client) =>
    seeTwice(client, lock, allowed),
  )

/** The same for one replica, and the timeline that it follows. */
export const inspectReplica = async (
  ownerUrl: string,
  lock: FenceLock,
  allowed: readonly string[],
): Promise<Inspection> =>
  lookFrom(ownerUrl, replicaMs, async (client) => ({
    faults: await seeTwice(client, lock, allowed),
    timeline: await timelineOf(client),
  }))

/** A replica that is frozen while it is looked at is given up soon, and looked at again. */
const replicaMs = { connect: 2_000, answer: 10_000 }

const lookFrom = async <T>(
  url: string,
  ms: { connect: number; answer: number },
  look: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ms.connect,
    query_timeout: ms.answer,
    application_name: 'watchbill fence watch',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await look(client)
  } finally {
    void client.end().catch(() => undefined)
  }
}

const seeTwice = async (client: pg.Client, lock: FenceLock, allowed: readonly string[]): Promise<string[]> => {
  const look = async () => {
    await client.query('begin isolation level repeatable read read only')
    try {
      await client.query(`set local statement_timeout = ${statementMs}`)
      return await lookAt(client, lock, allowed)
    } finally {
      await client.query('rollback')
    }
  }
  const faults = await look()
  // Definitions are read as of now, not as of the snapshot, so a change under way can look like a fault: what counts is seen twice.
  return faults.length > 0 ? await look() : faults
}

/** How many things are named in one place; a database that was restored without its rights has a thousand. */
const named = 10
export const nameFaults = (faults: readonly string[]): string[] =>
  faults.length <= named ? [...faults] : [...faults.slice(0, named), `and ${faults.length - named} more`]

export type FenceWatch = {
  /** The faults of the last look; while there are any, nothing is served. */
  faults: () => readonly string[]
  /** Called when faults appear. */
  onFaults: (listener: () => void) => void
  look: () => Promise<void>
  close: () => Promise<void>
}

/** While the database is closed to everybody, a repair is noticed this soon. */
const repairMs = 5_000

/** Looks every hour, and while there are faults every few seconds. The caller has looked once already. */
export const watchFence = (
  find: () => Promise<string[]>,
  log: Log,
  everyMs: { look: number; repair: number } = { look: HOUR, repair: repairMs },
): FenceWatch => {
  let faults: readonly string[] = []
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  const listeners: (() => void)[] = []
  const lookOnce = async () => {
    try {
      const found = await find()
      if (found.length > 0 && found.join() !== faults.join())
        log({ level: 'error', alarm: 'fence', faults: nameFaults(found), count: found.length })
      if (found.length === 0 && faults.length > 0) log({ level: 'warn', over: 'fence' })
      const appeared = found.length > 0 && faults.length === 0
      faults = found
      if (appeared) for (const listener of listeners) listener()
    } catch (error) {
      // An unreachable database says nothing about the fence; what was known stays.
      log({
        level: 'warn',
        fence: 'could not be checked',
        error: error instanceof Error ? error.message : String(error),
      })
    }
  }
  const look = (): Promise<void> => {
    looking ??= lookOnce().finally(() => {
      looking = null
      plan()
    })
    return looking
  }
  const plan = () => {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void look(), faults.length > 0 ? everyMs.repair : everyMs.look)
    timer.unref()
  }
  plan()
  return {
    faults: () => faults,
    onFaults: (listener) => listeners.push(listener),
    look,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await looking
    },
  }
}
