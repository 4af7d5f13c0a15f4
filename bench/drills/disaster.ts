import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  authenticator,
  badgesOf,
  demoPassword,
  killCluster,
  officerOf,
  postTo,
  signInOn,
  type Written,
} from '#apps/server/testing.crash.ts'
import { archiving } from '#platform/server/backup/log-shipper.ts'
import { lastServer, SUPERUSER } from '#platform/server/postgres/cluster-folder.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { asOwner } from '#platform/server/testing.standby.ts'
import { fillDatabase, type Size, sizes } from '../data.ts'
import { option } from '../ground.ts'

/**
 * Usage: npm run drills -- disaster [--scale small|full] [--seconds 90]. Under load, at a random moment of as many seconds, kills the
 * server with its database and deletes the data folder; then restores the backup. At most the last 60 seconds of acknowledged writes
 * may be lost, the audit must be whole, and restoring must reach 10 GB in five minutes.
 */
const seconds = Number(option('seconds') ?? 90)
const size: Size = sizes[option('scale') === 'full' ? 'full' : 'small']
const mayLoseMs = 60_000
const bytesPerSecond = 10_000_000_000 / 300
const largeBytes = 500_000_000
const writers = 4
const folderOf = (file: string) => join(import.meta.dirname, '../../apps/server', file)

const start = (file: string, args: readonly string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [folderOf(file), ...args], {
    env: { ...process.env, DATABASE_URL: '', WEATHER: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = { out: '' }
  child.stdout.on('data', (bytes) => {
    said.out += String(bytes)
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, said, ended }
}

type Load = { on: boolean; acknowledged: (Written & { at: number })[] }

const writeSteadily = (post: ReturnType<typeof postTo>, cookie: string, load: Load) =>
  Array.from({ length: writers }, async () => {
    while (load.on) {
      const one = { key: randomUUID(), badge: `D${randomUUID().slice(0, 12)}` }
      const answer = await post('/api/officers', officerOf(one.badge), one.key, cookie).catch(() => null)
      if (answer?.status === 200) load.acknowledged.push({ ...one, at: performance.now() })
    }
  })

const fill = async (dataDir: string): Promise<void> => {
  const server = await startEmbedded({ dataDir, settings: archiving })
  await fillDatabase(server.url, 'bench_disaster', size)
  await server.stop()
}

/** Resolves once the first copy was restored for a trial. */
const serve = async (root: string) => {
  const port = await freePort()
  const server = start('main.ts', [], {
    DATA_DIR: join(root, 'data'),
    BACKUP_DIR: join(root, 'backup'),
    PORT: String(port),
    DEMO_PASSWORD: demoPassword,
    DEMO_TOTP_SECRET: authenticator.secret.base32,
  })
  while (!server.said.out.includes('restored for a trial')) {
    if (server.child.exitCode !== null || server.said.out.includes('"alarm"')) throw new Error(server.said.out)
    await pause(200)
  }
  return { ...server, port }
}

const restore = async (root: string, secret: string) => {
  const began = performance.now()
  const into = join(root, 'restored')
  const { said, ended } = start('admin.ts', ['restore', '--into', into], {
    DATA_DIR: join(root, 'none'),
    BACKUP_DIR: join(root, 'backup'),
    SECRET_KEY: secret,
  })
  if ((await ended) !== 0) throw new Error('the backup could not be restored')
  process.stdout.write(said.out)
  return { into, took: performance.now() - began, isWhole: said.out.includes('The audit log is whole') }
}

/** Acknowledged writes that the restored database does not have, and its size. */
const compare = async (into: string, acknowledged: readonly Written[]) => {
  const server = await startEmbedded({ dataDir: into })
  try {
    const missing = new Set(await badgesOf((work) => asOwner(server.url, work)).missing(acknowledged))
    const bytes = await asOwner(server.url, async (client) => {
      const { rows } = await client.query<{ n: string }>('select sum(pg_database_size(oid)) as n from pg_database')
      return Number(rows[0]?.n)
    })
    return { missing, bytes }
  } finally {
    await server.stop()
  }
}

const destroy = async (root: string, child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await ended
  killCluster(join(root, 'data'))
  rmSync(join(root, 'data'), { recursive: true, force: true, maxRetries: 5 })
}

export const run = async (): Promise<boolean> => {
  const root = mkdtempSync(join(tmpdir(), 'watchbill-disaster-'))
  const load: Load = { on: true, acknowledged: [] }
  try {
    await fill(join(root, 'data'))
    const { child, port } = await serve(root)
    const post = postTo(`http://localhost:${port}`)
    const host = lastServer(join(root, 'data/postgres'))?.socketDir ?? ''
    const url = `postgresql:///watchbill?host=${host}&port=5432&user=${SUPERUSER}&sslmode=disable`
    const cookie = await signInOn(post, (work) => asOwner(url, work))
    const secret = readFileSync(join(root, 'data/secret-key.txt'), 'utf8').trim()
    const working = writeSteadily(post, cookie, load)
    await pause(seconds * 1000 * (0.5 + Math.random() / 2))
    const killedAt = performance.now()
    await destroy(root, child)
    load.on = false
    await Promise.all(working)
    const { into, took, isWhole } = await restore(root, secret)
    const { missing, bytes } = await compare(into, load.acknowledged)
    const lost = load.acknowledged.filter(({ badge }) => missing.has(badge))
    const back = Math.max(0, ...lost.map(({ at }) => killedAt - at))
    const rate = bytes / (took / 1000)
    process.stdout.write(
      `${load.acknowledged.length} acknowledged writes, ${lost.length} lost, all of the last ${(back / 1000).toFixed(1)} s; ${Math.round(bytes / 1e6)} MB restored, read and verified in ${(took / 1000).toFixed(1)} s, ${Math.round(rate / 1e6)} MB/s.\n`,
    )
    // A small database takes as long as PostgreSQL takes to start.
    return isWhole && back <= mayLoseMs && (bytes < largeBytes || rate >= bytesPerSecond)
  } finally {
    load.on = false
    killCluster(join(root, 'data'))
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}
