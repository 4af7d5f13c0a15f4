import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { lastServer, signal, worksIn } from './cluster-folder.ts'
import { startEmbedded } from './embedded.ts'

const TEMPLATE = 'watchbill_template'
const URL_SETTING = 'TEST_POSTGRES_URL'

export type TestCluster = { url: string; stop(): Promise<void> }
export type TestDatabase = { url: string; name: string; drop(): Promise<void> }

/** One cluster for a whole test run, with nothing kept: it does not wait for the disk. */
export async function startTestCluster(): Promise<TestCluster> {
  sweepAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), `watchbill-test-${process.pid}-`))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const server = await startEmbedded({ dataDir, settings })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A run that was killed leaves its cluster behind; the next one stops and removes it. */
function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^watchbill-test-(\d+)-/.exec(name)?.[1]
    if (!owner || signal(Number(owner), 0)) continue
    const cluster = join(tmpdir(), name, 'postgres')
    const left = lastServer(cluster)
    if (left && worksIn(left.pid, cluster)) signal(left.pid, 'SIGQUIT')
    rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Migrates once; every test database is a copy of the result. */
export async function makeTemplate(url: string): Promise<void> {
  const { migrate } = await import('../migrate.ts')
  await asAdmin(url, `create database ${TEMPLATE}`)
  await migrate(withDatabase(url, TEMPLATE))
  await asAdmin(url, `alter database ${TEMPLATE} is_template true allow_connections false`)
}

/** A fresh database from the template, on the cluster of this test run. */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const url = process.env[URL_SETTING]
  if (!url) throw new Error(`${URL_SETTING} is not set: is this test in a project with the cluster's global setup?`)
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  // Page by page through the log, which is the default, takes four times as long where nothing waits for the disk.
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
