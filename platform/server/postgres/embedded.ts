import { randomUUID } from 'node:crypto'
import { rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { becauseOf, StartError } from '../start-error.ts'
import {
  ensureCluster,
  forgetDeadServer,
  lastServer,
  makeDataDir,
  SUPERUSER,
  setAsideDamagedLock,
  signal,
  socketFolder,
  sweepUnfinished,
} from './cluster-folder.ts'
import { forgetOnExit, stopOnExit } from './exit-watch.ts'
import { nativeTree } from './native-tree.ts'
import { Postmaster, type Settings, type Site } from './postmaster.ts'
import { chooseRunAs } from './run-as.ts'

const DATABASE = 'watchbill'
const LOCK_KEY = 1463897155
// Crash recovery reads at most max_wal_size of log; two minutes are enough on a slow disk.
const START_LIMIT_MS = 120_000
const FAST_STOP_MS = 6_500
const LAST_STOP_MS = 1_000

export type EmbeddedOptions = {
  dataDir: string
  settings?: Settings
  /** Added to the server's bare environment. */
  env?: Readonly<Record<string, string>>
  /** How long a start may take, by default two minutes; a restore reads its whole log first. */
  startLimitMs?: number
  /** Called once if the server died and did not come back. By default prints the error and exits with 1. */
  onLost?: (error: StartError) => void
}

export type Embedded = {
  /** URL for the superuser on the database `watchbill`, for node `pg` and for libpq. */
  url: string
  socketDir: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts the cluster in `dataDir`/postgres, or adopts one already running there. Throws StartError. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = makeDataDir(options.dataDir)
  const cluster = join(dataDir, 'postgres')
  const as = chooseRunAs(cluster)
  const native = nativeTree(as, dataDir)
  ensureCluster(cluster, dataDir, native, as)
  const socketDir = socketFolder(cluster, as)
  const site: Site = {
    dataDir,
    cluster,
    native,
    as,
    socketDir,
    settings: options.settings ?? {},
    env: options.env ?? {},
  }
  const keeper = new Keeper(site, options.onLost ?? exitLoudly, options.startLimitMs ?? START_LIMIT_MS)
  await keeper.start()
  return {
    url: urlOf(site.socketDir),
    socketDir: site.socketDir,
    get pid() {
      return keeper.pid
    },
    stop: () => keeper.stop(),
  }
}

function urlOf(socketDir: string): string {
  const query = new URLSearchParams({ host: socketDir, port: '5432', user: SUPERUSER, sslmode: 'disable' })
  return `postgresql:///${DATABASE}?${query}`
}

function exitLoudly(error: StartError): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** Holds the cluster for this process: its lock, its restart after a crash, and its shutdown. */
class Keeper {
  pid = 0
  readonly #site: Site
  readonly #onLost: (error: StartError) => void
  readonly #startLimitMs: number
  #own: Postmaster | undefined
  #session: Client | undefined
  #reviving: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor(site: Site, onLost: (error: StartError) => void, startLimitMs: number) {
    this.#site = site
    this.#onLost = onLost
    this.#startLimitMs = startLimitMs
  }

  async start(): Promise<void> {
    await this.#hold()
    stopOnExit(this)
    try {
      sweepUnfinished(this.#site.dataDir)
      await ensureDatabase(this.#session)
    } catch (error) {
      await this.stop()
      throw new StartError(`Cannot prepare the embedded database: ${becauseOf(error)}`)
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown()
    return this.#stopped
  }

  /** Connects, starting a server if none answers, and takes the lock that makes the cluster ours. */
  async #hold(): Promise<void> {
    const session = await this.#connect()
    try {
      // A process killed a moment ago releases the lock as soon as the server sees its connection close.
      await session.query(`set lock_timeout = '3s'`)
      await session.query('select pg_advisory_lock($1)', [LOCK_KEY])
      this.pid = lastServer(this.#site.cluster)?.pid ?? 0
    } catch (error) {
      await session.end()
      // Leave the server running: the lock's holder is using it.
      if (codeOf(error) === '55P03') throw new StartError(`The data folder "${this.#site.dataDir}" is already in use`)
      throw new StartError(`The embedded PostgreSQL does not answer: ${becauseOf(error)}`)
    }
    this.#session = session
    session.once('end', () => this.#revive())
  }

  async #connect(): Promise<Client> {
    const deadline = Date.now() + this.#startLimitMs
    let refusals = 0
    while (!this.#stopped) {
      const answer = await knock(this.#site)
      if (answer instanceof Client) return answer
      if (answer === 'absent' && this.#own?.ended !== false) {
        const said = this.#own?.lastWords()
        if (said !== undefined && isDamaged(said)) setAsideDamagedLock(this.#site.cluster)
        else if (said !== undefined && !isTaken(said))
          throw new StartError(`The embedded PostgreSQL did not start: ${said}`)
        if (said !== undefined && ++refusals >= 3) forgetDeadServer(this.#site.cluster)
        if (refusals > 0) await pause(100)
        this.#own = new Postmaster(this.#site)
      }
      if (Date.now() > deadline) throw new StartError('The embedded PostgreSQL did not start in time')
      await pause(30)
    }
    throw new StartError('The embedded PostgreSQL is being stopped')
  }

  #revive(): void {
    if (this.#stopped) return
    this.#session = undefined
    // Discard the dead server's output, so it is not reported as the reason a new one fails to start.
    this.#own = undefined
    this.#reviving = this.#hold().catch((error: unknown) => {
      if (this.#stopped) return
      forgetOnExit(this)
      this.#onLost(error instanceof StartError ? error : new StartError(becauseOf(error)))
    })
  }

  async #shutDown(): Promise<void> {
    await this.#reviving
    await this.#session?.end().catch(() => undefined)
    forgetOnExit(this)
    if (this.pid === 0) return
    signal(this.pid, 'SIGINT')
    if (await this.#gone(FAST_STOP_MS)) return this.#tidy()
    // The next start recovers; leaving the server running would be worse.
    signal(this.pid, 'SIGQUIT')
    if (await this.#gone(LAST_STOP_MS)) this.#tidy()
  }

  async #gone(limit: number): Promise<boolean> {
    const deadline = Date.now() + limit
    while (!this.#hasEnded()) {
      if (Date.now() > deadline) return false
      await pause(20)
    }
    return true
  }

  #hasEnded(): boolean {
    if (this.#own?.pid === this.pid) return this.#own.ended
    // An orphan that a container's init process never reaps stays listed, so the server's own pid file decides.
    return lastServer(this.#site.cluster)?.pid !== this.pid || !signal(this.pid, 0)
  }

  #tidy(): void {
    try {
      rmdirSync(this.#site.socketDir)
    } catch {
      // Someone has already restarted the cluster.
    }
  }
}

/** PostgreSQL found another server or its remains: one that is shutting down, or a stale lock file. */
function isTaken(said: string): boolean {
  return /lock file .* already exists|shared memory block .* still in use/.test(said)
}

function isDamaged(said: string): boolean {
  return /lock file .* is empty|bogus data in lock file/.test(said)
}

/** A session with the server of exactly this folder, or why there is none yet. */
async function knock(site: Site): Promise<Client | 'busy' | 'absent'> {
  const noted = lastServer(site.cluster)?.socketDir
  const dirs = noted && noted !== site.socketDir ? [site.socketDir, noted] : [site.socketDir]
  let answer: 'busy' | 'absent' = 'absent'
  for (const socketDir of dirs) {
    const found = await tryOne(site, socketDir)
    if (found instanceof Client) {
      site.socketDir = socketDir
      return found
    }
    if (found === 'busy') answer = 'busy'
  }
  return answer
}

async function tryOne(site: Site, socketDir: string): Promise<Client | 'busy' | 'absent'> {
  const client = new Client({
    host: socketDir,
    port: 5432,
    user: SUPERUSER,
    database: 'postgres',
    ssl: false,
    application_name: 'watchbill supervisor',
    connectionTimeoutMillis: 5_000,
  })
  // "end" reports a lost connection; an error without a listener would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (await serves(client, site.cluster)) return client
    await client.end()
    return 'absent'
  } catch (error) {
    await client.end().catch(() => undefined)
    // 57P03 and 57P01: starting, recovering or shutting down.
    return codeOf(error).startsWith('57P') ? 'busy' : 'absent'
  }
}

/** A copied or moved folder still names the original server's socket; only what the server reads can tell. */
async function serves(client: Client, cluster: string): Promise<boolean> {
  const name = `knock-${randomUUID()}`
  const path = join(cluster, name)
  writeFileSync(path, name, { mode: 0o644 })
  try {
    const { rows } = await client.query<{ said: string | null }>('select pg_read_file($1, true) as said', [name])
    return rows[0]?.said === name
  } finally {
    rmSync(path, { force: true })
  }
}

async function ensureDatabase(session: Client | undefined): Promise<void> {
  if (!session) throw new Error('the connection was lost')
  const found = await session.query('select from pg_database where datname = $1', [DATABASE])
  if (found.rowCount === 0) await session.query(`create database ${DATABASE}`)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
