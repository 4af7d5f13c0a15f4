import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { waitMs } from './db-deadline.ts'
import { createHttp } from './http.ts'
import { mountHealth } from './pages.ts'
import { read, write } from './route.ts'
import { sql } from './sql.ts'
import { freezableWay } from './testing.freeze.ts'
import { startTestServer, type TestPerson, type TestServer } from './testing.ts'

const common = { summary: '', who: 'admin', output: z.object({ done: z.boolean() }), errors: {} } as const
const look = endpoint({ ...common, name: 'test.look', method: 'GET', path: '/api/test/look', input: z.object({}) })
const rename = endpoint({
  ...common,
  name: 'test.rename',
  method: 'POST',
  path: '/api/test/rename',
  input: z.object({ rank: z.string() }),
})
const routes = [
  read(look, () => sql`select json_build_object('done', true)::text as json`),
  write(rename, async ({ db, input }) => {
    await db.run(sql`update officers set rank = ${input.rank}
      where organization_id = (select app.organization_id()) and id = (select app.officer_id())`)
    return { done: true }
  }),
]

let server: TestServer
let way: Awaited<ReturnType<typeof freezableWay>>
/** The same database, by the way that can be frozen. */
let behind: TestServer
let admin: TestPerson

const withHealth = {
  mount: (app: Parameters<typeof mountHealth>[0], database: Parameters<typeof mountHealth>[1]) =>
    mountHealth(app, database, { draining: () => false, faults: () => [], more: () => ({}) }),
}

beforeAll(async () => {
  server = await startTestServer(routes, withHealth)
  way = await freezableWay(server.databaseUrl)
  behind = await startTestServer(routes, { besides: { databaseUrl: way.url }, waitMs, ...withHealth })
  admin = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await behind.close()
  await way.close()
  await server.close()
})
beforeEach(() => {
  server.troubles.length = 0
})

const ready = async (of = server) => {
  const answer = await fetch(`${of.base}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { database: boolean; writable: boolean }) }
}
const rankOf = async () =>
  (await server.rows<{ rank: string }>('select rank from officers where id = $1', [admin.officer_id]))[0]?.rank
/** Ends the application's connections, so that new ones see the database's new settings. */
const endConnections = () =>
  server.rows(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and usename = 'watchbill_app'`)

test('a full disk in the first statement of a write is the cause that is answered, logged and shown, until writes work again', {
  meta: { shows: ['issue 14.2'] },
}, async () => {
  const words = 'could not extend file "base/1/2": No space left on device'
  await server.rows(`create function no_space() returns trigger language plpgsql as $$
    begin raise exception '${words}' using errcode = '53100'; end $$`)
  await server.rows('create trigger no_space before insert on idempotency_keys execute function no_space()')
  const key = randomUUID()
  const refused = await server.call(rename, { rank: 'Captain' }, admin, { key })
  expect([refused.status, refused.error?.code, refused.headers.get('retry-after')]).toEqual([503, 'storage_full', '5'])
  expect((await server.call(rename, { rank: 'Captain' }, admin, { key })).status).toBe(503)
  expect(server.troubles).toEqual([{ level: 'error', alarm: 'storage_full', cause: words, sqlstate: '53100' }])
  expect(await ready()).toMatchObject({ status: 200, database: true, writable: false })
  expect((await server.call(look, {}, admin)).status).toBe(200)
  await server.rows('drop trigger no_space on idempotency_keys')
  await expect.poll(async () => (await ready()).writable).toBe(true)
  expect((await server.call(rename, { rank: 'Captain' }, admin, { key })).status).toBe(200)
  expect(await rankOf()).toBe('Captain')
})

test('a read-only database still answers reads, refuses writes by their own code, and takes them again by itself', {
  meta: { shows: ['issue 14.2'] },
}, async () => {
  const name = new URL(server.databaseUrl).pathname.slice(1)
  // A connection of the owner that is newer than the setting is read-only too.
  const set = (value: string) =>
    server.rows(
      `begin read write; alter database ${name} ${value} default_transaction_read_only${value === 'set' ? ' = on' : ''}; commit`,
    )
  await set('set')
  await endConnections()
  await expect.poll(async () => (await server.call(look, {}, admin)).status).toBe(200)
  await expect.poll(async () => (await server.call(rename, { rank: 'Major' }, admin)).error?.code).toBe('read_only')
  expect(await ready()).toMatchObject({ status: 200, writable: false })
  const alarms = server.troubles.filter((line) => line.alarm === 'read_only')
  expect(alarms).toHaveLength(1)
  expect(alarms[0]).toMatchObject({ sqlstate: '25006', cause: expect.stringContaining('read-only transaction') })
  await set('reset')
  await endConnections()
  await expect.poll(async () => (await ready()).writable).toBe(true)
  await expect.poll(async () => (await server.call(rename, { rank: 'Major' }, admin)).status).toBe(200)
})

test('a wait for a key under way elsewhere is a lock wait, not an aborted transaction', {
  meta: { shows: ['issue 14.2'] },
}, async () => {
  const key = randomUUID()
  const holder = await server.admin.connect()
  await holder.query('begin read write')
  // Every call that takes a key now waits.
  await holder.query('lock table idempotency_keys in share mode')
  const refused = await server.call(rename, { rank: 'Chief' }, admin, { key })
  expect([refused.status, refused.error?.code, refused.headers.get('retry-after')]).toEqual([503, 'busy', '1'])
  expect(server.troubles).toEqual([
    expect.objectContaining({
      level: 'warn',
      trouble: 'lock_wait',
      call: 'test.rename',
      sqlstate: '55P03',
      cause: 'canceling statement due to lock timeout',
    }),
  ])
  await holder.query('rollback')
  holder.release()
  expect((await server.call(rename, { rank: 'Chief' }, admin, { key })).status).toBe(200)
})

test('while the database is frozen every call is answered, and a retry with the key takes effect once afterward', {
  meta: { shows: ['issue 14.2'] },
}, async () => {
  const key = randomUUID()
  expect((await behind.call(look, {}, admin)).status).toBe(200)
  expect(await ready(behind)).toMatchObject({ status: 200, database: true })
  way.freeze()
  // More than there are connections. Nothing thaws before they are all answered.
  const calls = [
    behind.call(rename, { rank: 'Sheriff' }, admin, { key }),
    ...Array.from({ length: 10 }, () => behind.call(look, {}, admin)),
  ]
  expect(await ready(behind)).toMatchObject({ status: 503, database: false, writable: false })
  const answers = await Promise.all(calls)
  expect(new Set(answers.map((one) => `${one.status} ${one.error?.code}`))).toEqual(new Set(['503 busy']))
  expect(answers.every((one) => one.headers.get('retry-after') === '1')).toBe(true)
  expect(behind.troubles.filter((line) => line.alarm === 'frozen')).toHaveLength(1)
  way.thaw()
  await expect.poll(async () => (await ready(behind)).status).toBe(200)
  expect((await behind.call(rename, { rank: 'Sheriff' }, admin, { key })).status).toBe(200)
  const audit = await server.rows(`select from audit_entries where after ->> 'rank' = 'Sheriff'`)
  expect([await rankOf(), audit.length]).toEqual(['Sheriff', 1])
})

test('with its fence broken, the server refuses every call and says why it is not ready', {
  meta: { shows: ['issue 14.1'] },
}, async () => {
  let faults = ['policy tenant on public.officers is missing']
  const app = createHttp({
    database: server.database,
    routes,
    publicOrigin: 'http://localhost',
    trustProxy: false,
    checkOutputs: true,
    log: () => undefined,
    closed: () => faults.length > 0,
    draining: () => false,
  })
  mountHealth(app, server.database, { draining: () => false, faults: () => faults, more: () => ({}) })
  const ask = async (url: string) => app.inject({ url, headers: { cookie: `watchbill=${admin.secret}` } })
  const refused = await ask(look.path)
  expect([refused.statusCode, refused.json().error.code, refused.headers['x-frame-options']]).toEqual([
    503,
    'out_of_service',
    'DENY',
  ])
  expect((await ask('/healthz')).statusCode).toBe(200)
  const unready = await ask('/readyz')
  expect([unready.statusCode, unready.json().fence]).toEqual([503, faults])
  faults = []
  expect([(await ask(look.path)).statusCode, (await ask('/readyz')).json().fence]).toEqual([200, true])
  await app.close()
})
