import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, makeTestFolder, type TestDatabase } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'

const main = join(import.meta.dirname, 'main.ts')
let database: TestDatabase
let folder: string
const running: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = makeTestFolder('watchbill-start-')
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const start = (env: Record<string, string>, args: string[] = []) => {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const said = { out: '', err: '' }
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (bytes) => {
      said.out += String(bytes)
      if (said.out.includes('is ready')) resolve()
    })
  })
  child.stderr?.on('data', (bytes) => {
    said.err += String(bytes)
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, said, ready, ended }
}
const withDatabase = (name: string) => {
  const url = new URL(database.url)
  url.pathname = `/${name}`
  return url.href
}
const cases: readonly [string, () => Record<string, string>, string][] = [
  ['a port that is no port', () => ({ PORT: 'abc' }), 'PORT must be a whole number from 1 to 65535, not "abc".'],
  [
    'a host that strangers reach, without an address',
    () => ({ HOST: '0.0.0.0' }),
    'set PUBLIC_URL to the https address',
  ],
  [
    'the same with plain http',
    () => ({ HOST: '0.0.0.0', PUBLIC_URL: 'http://x.example' }),
    'set PUBLIC_URL to the https address',
  ],
  ['an address with a path', () => ({ PUBLIC_URL: 'https://x.example/path' }), 'PUBLIC_URL must have no path.'],
  [
    'another kind of database',
    () => ({ DATABASE_URL: 'mysql://x' }),
    'DATABASE_URL must be a URL that starts with postgres://',
  ],
  [
    'a database that nobody serves',
    () => ({ DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' }),
    "The database in DATABASE_URL can't be reached",
  ],
  [
    'two hosts of which nobody serves either',
    () => ({ DATABASE_URL: 'postgres://x:x@127.0.0.1:1,127.0.0.1:2/x' }),
    "The database in DATABASE_URL can't be reached",
  ],
  [
    'two hosts of another kind of database',
    () => ({ DATABASE_URL: 'mysql://x@a,b/x' }),
    'DATABASE_URL must be a URL that starts with postgres://',
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: withDatabase('not_there') }),
    "The database in DATABASE_URL doesn't exist.",
  ],
  [
    'a switch that is neither on nor off',
    () => ({ TRUST_PROXY: 'maybe' }),
    'TRUST_PROXY must be "on" or "off", not "maybe".',
  ],
  [
    'a secret key that is short',
    () => ({ SECRET_KEY: 'short' }),
    'SECRET_KEY must have 32 to 200 characters: letters, figures and signs, no spaces.',
  ],
  ['a data folder that is a file', () => ({ DATA_DIR: join(folder, 'file') }), 'a file is in the way'],
]

test.each(cases)(
  '%s: prints one clear line and exits 1, with no stack trace',
  { meta: { shows: ['issue 2.1'] } },
  async (_name, env, words) => {
    writeFileSync(join(folder, 'file'), '')
    const { said, ended } = start(env())
    expect(await ended).toBe(1)
    expect(said.err).toContain(words)
    expect(said.err.trim().split('\n')).toHaveLength(1)
  },
)

test('names an unknown option', { meta: { shows: ['issue 2.1'] } }, async () => {
  const { said, ended } = start({}, ['--wrong'])
  expect([await ended, said.err.trim()]).toEqual([1, 'Unknown option "--wrong". The only one is --demo.'])
})

test('reports a port in use in one line', { meta: { shows: ['issue 2.1'] } }, async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as AddressInfo
  // Tried first: no database answers there, and nothing is said about it.
  const { said, ended } = start({ DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x', PORT: String(port) })
  expect([await ended, said.err.trim()]).toEqual([
    1,
    `Port ${port} is taken. Stop whatever uses it, or set PORT to another port.`,
  ])
  holder.close()
})

test('with DATABASE_URL, seeds nothing, warns about a missing mail server, and SIGTERM ends open streams and the process', {
  meta: { shows: ['issue 2.1'] },
}, async () => {
  const port = await freePort()
  const metricsPort = await freePort()
  const env = { DATABASE_URL: database.url, PORT: String(port), METRICS_PORT: String(metricsPort) }
  const { child, said, ready, ended } = start(env)
  await ready
  expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain('watchbill_streams 0')
  expect(said.out).toContain('Warning: SMTP_URL is not set')
  expect(said.out).not.toContain('password')
  const base = `http://localhost:${port}`
  expect((await fetch(`${base}/dev/outbox`)).headers.get('content-type')).toContain('text/html')
  expect(await (await fetch(`${base}/dev/outbox`)).text()).not.toContain('to_address')
  expect((await fetch(`${base}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

const asOwner = async (work: (client: pg.Client) => Promise<void>) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

test(
  'a database that drifted is not served: one line names the thing, the log has the alarm',
  {
    meta: { shows: ['issue 14.1'] },
  },
  () =>
    asOwner(async (client) => {
      await client.query('create table planted (id uuid)')
      try {
        const { said, ended } = start({
          DATABASE_URL: database.url,
          PORT: String(await freePort()),
          LOG_LEVEL: 'error',
        })
        expect(await ended).toBe(1)
        expect(said.err).toContain('relation public.planted is not part of this version')
        expect(said.err.trim().split('\n')).toHaveLength(1)
        expect(JSON.parse(said.out)).toMatchObject({
          alarm: 'fence',
          faults: [
            'columns of public.planted is not part of this version',
            'relation public.planted is not part of this version',
          ],
        })
      } finally {
        await client.query('drop table planted')
      }
    }),
)

test(
  'a version that does not know the newest migration refuses to start and touches nothing',
  {
    meta: { shows: ['issue 14.1'] },
  },
  () =>
    asOwner(async (client) => {
      const everything = async () => {
        const { rows } = await client.query(
          `select (select json_agg(m order by name) from schema_migrations m)::text as rows,
          (select string_agg(c.relname || c.relacl::text || c.xmin, ',' order by c.oid) from pg_class c
            where c.relnamespace = 'public'::regnamespace) as catalog`,
        )
        return rows
      }
      await client.query(`insert into schema_migrations (name, checksum) values ('9999_newer.sql', '2:x');
      create table newer (id uuid); grant select on newer to watchbill_app`)
      const before = await everything()
      try {
        const { said, ended } = start({ DATABASE_URL: database.url, PORT: String(await freePort()) })
        expect(await ended).toBe(1)
        expect(said.err).toContain('older than the database, which has 9999_newer.sql. Nothing was changed.')
        expect(await everything()).toEqual(before)
      } finally {
        await client.query(`drop table newer; delete from schema_migrations where name = '9999_newer.sql'`)
      }
    }),
)

test('a thousand screens that come back in one instant are all let in, while the process is still busy', {
  meta: { shows: ['issue 13 back'] },
}, async () => {
  const port = await freePort()
  const most = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  const { child, ready, ended } = start({ DATABASE_URL: database.url, PORT: String(port) })
  await ready
  // It accepts nothing: the system keeps those who come, as many as it was told to, and lets the rest try again seconds later.
  child.kill('SIGSTOP')
  const sockets = Array.from({ length: Math.min(1_000, most) }, () => connect(port, '127.0.0.1'))
  const letIn = sockets.map((socket) => new Promise((come, fail) => socket.once('connect', come).on('error', fail)))
  await Promise.all(letIn)
  for (const socket of sockets) socket.destroy()
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('--demo seeds once, including awards: a second start finds everything unchanged', {
  meta: { shows: ['issue 2.1'] },
}, async () => {
  const port = await freePort()
  const env = { DATABASE_URL: database.url, PORT: String(port), DEMO_PASSWORD: 'seven quiet herons 19' }
  const signIn = async () => {
    const response = await fetch(`http://localhost:${port}/api/accounts/sign-in`, {
      method: 'POST',
      headers: {
        origin: `http://localhost:${port}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ email: 'officer@demo.example', password: env.DEMO_PASSWORD, agency: 'demo' }),
    })
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const read = (path: string) => fetch(`http://localhost:${port}${path}`, { headers: { cookie } })
    const history = await read('/api/attendance/history')
    const receipts = (await (await read('/api/my-receipts')).json()) as { items: { outcome: string }[] }
    const outcomes = new Set(receipts.items.map((one) => one.outcome))
    return [
      response.status,
      history.status,
      outcomes.has('awarded') && outcomes.has('waitlisted'),
      await history.text(),
    ]
  }
  const first = start(env, ['--demo'])
  await first.ready
  expect(first.said.out).toContain('admin@demo.example')
  const before = await signIn()
  // An external database may serve other people, so the one-press demo sign-in does not exist.
  const explored = await fetch(`http://localhost:${port}/api/demo/explore`, {
    method: 'POST',
    headers: {
      origin: `http://localhost:${port}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ as: 'admin' }),
  })
  expect([explored.status, explored.headers.getSetCookie()]).toEqual([404, []])
  expect(await (await fetch(`http://localhost:${port}/demo/login`)).text()).not.toMatch(/name="demo-roles" content="\w/)
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  const second = start(env, ['--demo'])
  await second.ready
  expect(await signIn()).toEqual(before)
  expect(before.slice(0, 3)).toEqual([200, 200, true])
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})
