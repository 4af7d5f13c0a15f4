import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setAsideDamagedLock } from './cluster-folder.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { makeTestFolder } from './testing.ts'

const asRoot = process.getuid?.() === 0
const small = { shared_buffers: '16MB', max_connections: '20', fsync: 'off' }
const home = join(import.meta.dirname, '../../..')
const undo: (() => unknown)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

function folder(...below: string[]): string {
  const top = makeTestFolder('watchbill embedded ')
  undo.push(() => rmSync(top, { recursive: true, force: true }))
  const dir = join(top, ...below)
  mkdirSync(dir, { recursive: true })
  return dir
}

/** Created once: separate tests cover a first start; the others begin with a copy of its result. */
const made = makeTestFolder('watchbill made ')
beforeAll(async () => {
  await (await startEmbedded({ dataDir: made, settings: small })).stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

function furnished(): string {
  const dir = folder()
  cpSync(join(made, 'postgres'), join(dir, 'postgres'), { recursive: true })
  return dir
}

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, settings: { ...small, ...settings } })
  undo.push(() => server.stop())
  return server
}

async function ask(server: { url: string }, text: string): Promise<string> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ said: unknown }>(text)
    return String(rows[0]?.said ?? '')
  } finally {
    await client.end()
  }
}

/** Another process of ours that holds the cluster until it is killed or asked to stop. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const script = `
    import { startEmbedded } from '#platform/server/postgres/embedded.ts'
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(small)} })
    process.stdout.write(JSON.stringify({ url: server.url, pid: server.pid }))
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], { cwd: home })
  undo.push(() => child.kill('SIGKILL'))
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error(String(child.stderr.read()))
    }),
  ])
  return { child, ...JSON.parse(String(line)) }
}

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> {
  const ended = once(child, 'exit')
  child.kill(signal)
  return ended
}

test('a new cluster has the database, UTF-8 and checksums, in a deep folder with spaces; a second start keeps everything', async () => {
  const dataDir = folder(...Array.from({ length: 12 }, (_, i) => `a rather deep folder ${i}`), 'data')
  const first = await start(dataDir)
  expect(Buffer.byteLength(first.socketDir)).toBeLessThan(89)
  expect(await ask(first, `select current_database() || ' ' || current_user as said`)).toBe('watchbill postgres')
  expect(
    await ask(
      first,
      `select datlocale || pg_encoding_to_char(encoding) as said from pg_database where datname = current_database()`,
    ),
  ).toBe('C.UTF-8UTF8')
  expect(
    await ask(first, `select current_setting('data_checksums') || current_setting('listen_addresses') as said`),
  ).toBe('on')
  await ask(first, 'create table kept as select 7 as said')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  expect(await ask(await start(dataDir), 'select said from kept')).toBe('7')
})

test('a second start in the same folder reports that it is in use, and the first continues', async () => {
  const dataDir = furnished()
  const first = await start(dataDir)
  await expect(startEmbedded({ dataDir, settings: small })).rejects.toThrow(/is already in use$/)
  expect(await ask(first, 'select 1 as said')).toBe('1')
})

test('of two first starts at once, one gets the folder', async () => {
  const dataDir = folder()
  const both = await Promise.allSettled([start(dataDir), start(dataDir)])
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('after kill -9 of the process, the running server is adopted and stopped by the next process', async () => {
  const dataDir = furnished()
  const killed = await startElsewhere(dataDir)
  await kill(killed.child, 'SIGKILL')
  expect(isAlive(killed.pid)).toBe(true)
  const next = await start(dataDir)
  expect(next.pid).toBe(killed.pid)
  await next.stop()
  // An orphan stays listed until the init process reaps it.
  await expect.poll(() => isAlive(killed.pid), { timeout: 30_000, interval: 20 }).toBe(false)
})

test('after kill -9 of process and server, the next start recovers', async () => {
  const dataDir = furnished()
  const killed = await startElsewhere(dataDir)
  await ask(killed, 'create table kept as select 8 as said')
  await kill(killed.child, 'SIGKILL')
  process.kill(killed.pid, 'SIGKILL')
  const next = await start(dataDir)
  expect(next.pid).not.toBe(killed.pid)
  expect(await ask(next, 'select said from kept')).toBe('8')
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the process and its server', async (signal) => {
  const killed = await startElsewhere(furnished())
  expect(await kill(killed.child, signal)).toEqual([null, signal])
  expect(isAlive(killed.pid)).toBe(false)
})

test('a server that crashes is restarted', async () => {
  const server = await start(furnished())
  const before = server.pid
  process.kill(before, 'SIGKILL')
  await expect.poll(() => server.pid, { timeout: 30_000, interval: 20 }).not.toBe(before)
  expect(await ask(server, 'select 2 as said')).toBe('2')
})

test('a stale pid file whose pid belongs to another process does not block a start', async () => {
  const dataDir = furnished()
  const first = await start(dataDir)
  const note = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  await first.stop()
  // Runs under the server's account; otherwise PostgreSQL itself would detect the stale pid.
  const { uid, gid } = asRoot ? { uid: 65_534, gid: 65_534 } : {}
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { ...(uid ? { uid, gid } : {}) })
  undo.push(() => other.kill('SIGKILL'))
  await once(other, 'spawn')
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), note.replace(/^\d+/, String(other.pid)))
  expect(await ask(await start(dataDir), 'select 3 as said')).toBe('3')
})

test('an empty or damaged pid file, as after a power cut, does not block a start; a running server is never doubled', async () => {
  const dataDir = furnished()
  const file = join(dataDir, 'postgres/postmaster.pid')
  for (const [at, left] of ['', 'gar\nbled'].entries()) {
    writeFileSync(file, left)
    const server = await start(dataDir)
    expect(await ask(server, `select ${at} as said`)).toBe(String(at))
    // While it runs, nothing is moved aside.
    expect(() => setAsideDamagedLock(join(dataDir, 'postgres'))).toThrow(/is damaged, as after a power cut/)
    await server.stop()
  }
})

test('a copied folder gets its own server, even while the original runs', async () => {
  const dataDir = furnished()
  const first = await start(dataDir)
  await ask(first, 'checkpoint')
  const copy = folder()
  cpSync(join(dataDir, 'postgres'), join(copy, 'postgres'), {
    recursive: true,
    filter: (path) => !/\.s\.PGSQL/.test(path),
  })
  const second = await start(copy)
  expect(second.pid).not.toBe(first.pid)
  expect(second.socketDir).not.toBe(first.socketDir)
})

test('an impossible setup is reported in one clear line', async () => {
  const file = join(folder(), 'a file')
  writeFileSync(file, '')
  await expect(startEmbedded({ dataDir: join(file, 'data') })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^Cannot write to the data folder ".*": a file is in the way$/),
  })
  await expect(startEmbedded({ dataDir: '/proc/watchbill/data' })).rejects.toThrow(/^Cannot write to the data folder/)
  await expect(start(furnished(), { shared_buffers: 'many' })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^The embedded PostgreSQL did not start: invalid value for parameter "shared_buffers"/,
    ),
  })
  const older = furnished()
  writeFileSync(join(older, 'postgres/PG_VERSION'), '17\n')
  await expect(start(older)).rejects.toThrow(/was made by PostgreSQL 17; this version of Watchbill runs 18$/)
})

test.runIf(asRoot)('starts as root under a folder that no other user can enter', async () => {
  const closed = folder('closed')
  chmodSync(closed, 0o700)
  const server = await start(join(closed, 'data'))
  expect(await ask(server, 'select 4 as said')).toBe('4')
})
