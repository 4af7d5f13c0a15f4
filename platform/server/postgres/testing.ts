import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { lastServer, signal, worksIn } from './cluster-folder.ts'
import { startEmbedded } from './embedded.ts'

const TEMPLATE = 'watchbill_template'
const URL_SETTING = 'TEST_POSTGRES_URL'

export type TestCluster = { url: string; stop(): Promise<void> }
export type TestDatabase = { url: string; name: string; drop(): Promise<void> }

const MEMORY = '/dev/shm'
/** What a run's databases and their log take at most, with room to spare. */
const ROOM = 3 * 1024 ** 3

// Nothing here outlives the run, so nothing is written for recovery or for copies. Autovacuum would analyze a table in some runs
// and not in others, and with it the plans.
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  autovacuum: 'off',
  max_connections: '300',
}

/**
 * A new folder for a test's clusters, in memory if there is room: ext4 looks for a free inode among the recently deleted ones, and
 * every test database is a thousand new files.
 */
export function makeTestFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix))
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM && freemem() > ROOM
  } catch {
    return false
  }
}

/** What `npm run moments` moves the clock with, for processes that do not inherit the environment. */
const movedClock = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(LD_PRELOAD|(NO_)?FAKE)/.test(name) ? [[name, value]] : [],
    ),
  )

/** One throwaway cluster for a whole test run. */
export async function startTestCluster(): Promise<TestCluster> {
  sweepAbandoned(MEMORY)
  sweepAbandoned(tmpdir())
  const dataDir = makeTestFolder(`watchbill-test-${process.pid}-`)
  const server = await startEmbedded({ dataDir, settings: throwaway, env: movedClock() })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A killed run leaves its cluster behind; the next run stops and removes it. */
function sweepAbandoned(home: string): void {
  for (const name of existsSync(home) ? readdirSync(home) : []) {
    const owner = /^watchbill-test-(\d+)-/.exec(name)?.[1]
    if (!owner || signal(Number(owner), 0)) continue
    const cluster = join(home, name, 'postgres')
    const left = lastServer(cluster)
    if (left && worksIn(left.pid, cluster)) signal(left.pid, 'SIGQUIT')
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Migrates once; every test database is a copy of the result. */
export async function makeTemplate(url: string): Promise<void> {
  const { migrate } = await import('../migrate.ts')
  await asAdmin(url, `create database ${TEMPLATE}`)
  await migrate(withDatabase(url, TEMPLATE))
  await asAdmin(url, `alter database ${TEMPLATE} is_template true allow_connections false`)
}

/** A fresh database from the template, on this test run's cluster. */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const url = process.env[URL_SETTING]
  if (!url) throw new Error(`${URL_SETTING} is not set: is this test in a project with the cluster's global setup?`)
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  // The default strategy (wal_log) takes four times as long when nothing waits for the disk.
  await asAdmin(url, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(url, name),
    name,
    drop: () => asAdmin(url, `drop database if exists ${name} with (force)`),
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
