import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listSavedFilters, saveFilter } from '#features/department/saved-filters/contract.ts'
import { routes as savedFilters } from '#features/department/saved-filters/routes.ts'
import { listOpenJobs, signUp, undoSignUp } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import type { ReplicaHost } from '#platform/server/db.ts'
import { asUserOf } from '#platform/server/db-hosts.ts'
import { reached } from '#platform/server/db-position.ts'
import { inspectReplica, readLock } from '#platform/server/fence-watch.ts'
import { appUrlOf, migrate } from '#platform/server/migrate.ts'
import { type Embedded, startEmbedded } from '#platform/server/postgres/embedded.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { sql, toQuery } from '#platform/server/sql.ts'
import { freezableWay } from '#platform/server/testing.freeze.ts'
import { asOwner, startStandby } from '#platform/server/testing.standby.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'

/** Two server processes on a primary and a real streaming replica, whose replay the tests stop. */
const small = { shared_buffers: '16MB', max_connections: '60', fsync: 'off' }
const routes = [...signups, ...savedFilters]
let root: string
let primary: Embedded
let standby: Embedded
let besides: { databaseUrl: string }
let way: Awaited<ReturnType<typeof freezableWay>>
let here: TestServer
let there: TestServer
let organization: TestOrganization
let officer: TestPerson

const onStandby = (text: string) => asOwner(standby.url, async (client) => (await client.query(text)).rows)
/** Stops the replica where it is: what is committed from now on is not on it. */
const stopReplay = async () => {
  await caughtUp()
  await onStandby('select pg_wal_replay_pause()')
  await expect.poll(() => onStandby('select pg_get_wal_replay_pause_state() as state')).toEqual([{ state: 'paused' }])
}
const goOn = () => onStandby('select pg_wal_replay_resume()')
const caughtUp = async () => {
  const [row] = await here.rows<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  await here.rows('select pg_logical_emit_message(true, $1, $2)', ['test', 'the end'])
  await expect.poll(() => onStandby(`select pg_last_wal_replay_lsn() >= '${row?.lsn}' as is`)).toEqual([{ is: true }])
}
const readsOf = (server: TestServer) => ({ ...server.database.replicas()?.reads })
const statesOf = (server: TestServer) => server.database.replicas()?.replicas.map(({ state }) => state)
const isReading = () => expect.poll(() => [statesOf(here), statesOf(there)]).toEqual([['reading'], ['reading']])

/** The replica, reached in a way that can be frozen, and given up sooner than in operation. */
const hostOf = (over: Partial<ReplicaHost>): ReplicaHost => ({
  url: asUserOf(way.url, appUrlOf(primary.url)),
  inspect: () => inspectReplica(standby.url, readLock(), []),
  lateAfterMs: 800,
  ...over,
})

beforeAll(async () => {
  root = makeTestFolder('watchbill-replicas-')
  primary = await startEmbedded({ dataDir: join(root, 'a'), settings: small, onLost: () => undefined })
  await migrate(primary.url)
  standby = await startStandby(primary, join(root, 'a'), join(root, 'b'), small, false)
  way = await freezableWay(standby.url)
  besides = { databaseUrl: primary.url }
  here = await startTestServer(routes, { besides, replicas: [hostOf({})], live: true })
  there = await startTestServer(routes, { besides, replicas: [hostOf({ lateAfterMs: 60_000 })], live: true })
})
afterAll(async () => {
  await there.close()
  await here.close()
  await way.close()
  for (const one of [standby, primary]) await one.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 3 })
})
beforeEach(async () => {
  organization = await here.makeOrganization()
  officer = await here.makePerson(organization)
  await isReading()
})
afterEach(async () => {
  way.thaw()
  await goOn()
  await caughtUp()
})

/** A first-come shift with one post. */
const makeShift = async (place = organization.id) => {
  const starts_at = new Date(Date.now() + 48 * 3_600_000)
  const times = { starts_at, ends_at: new Date(starts_at.getTime() + 3_600_000) }
  const given = { organization_id: place, title: 'Parade', kind: 'special_event', time_zone: 'America/Chicago' }
  const made = await here.insert('assignments', { ...given, ...times, signup_mode: 'first_come', status: 'published' })
  const post = { organization_id: place, assignment_id: made.id, name: 'Route', required_count: 3, ...times }
  return { assignment_id: String(made.id), post_id: String((await here.insert('posts', post)).id) }
}
const listOn = async (server: TestServer, person = officer) => {
  const answer = await server.call(listOpenJobs, { days: 30 }, person)
  expect(answer.status).toBe(200)
  return answer.body
}
/** Reads until both parts came from the replica; a busy machine can keep it away for a moment. */
const listOnReplica = async (server: TestServer, person = officer): Promise<Awaited<ReturnType<typeof listOn>>> => {
  for (;;) {
    const before = readsOf(server).replica ?? 0
    const list = await listOn(server, person)
    if (readsOf(server).replica === before + 2) return list
    await pause(50)
  }
}
const mineOn = async (server: TestServer) => (await listOn(server)).mine.map(({ status }) => status)

test('a screen is read on the replica', async () => {
  await makeShift()
  expect((await listOnReplica(here)).items).toHaveLength(1)
})

test('own writes are read in every process, where a plain read of the replica still shows the old rows', {
  meta: { shows: ['issue 14.5 replicas'] },
}, async () => {
  const shift = await makeShift()
  await stopReplay()
  const before = [here, there].map((server) => readsOf(server).replica)
  const signed = await here.call(signUp, shift, officer)
  expect(signed.status).toBe(200)
  const old = await onStandby(`select from officer_assignments where assignment_id = '${shift.assignment_id}'`)
  expect(old).toHaveLength(0)
  for (const server of [there, here, there]) expect(await mineOn(server)).toEqual(['confirmed'])
  expect((await there.call(undoSignUp, { id: signed.body.id }, officer)).status).toBe(200)
  for (const server of [here, there]) expect(await mineOn(server)).toEqual(['withdrawn'])
  expect([here, there].map((server) => readsOf(server).replica)).toEqual(before)
})

test('an own write that sends no poke is read in every process too', async () => {
  const admin = await here.makePerson(organization, { role: 'admin' })
  const page = { page: 'officers' } as const
  expect((await there.call(listSavedFilters, page, admin)).body.items).toEqual([])
  await stopReplay()
  await here.call(saveFilter, { ...page, name: 'Mine', filters: { status: 'open' } }, admin)
  expect((await there.call(listSavedFilters, page, admin)).body.items).toHaveLength(1)
})

test('what happens in other departments keeps nobody from the replica', async () => {
  await makeShift()
  await listOnReplica(there)
  await stopReplay()
  const elsewhere = await makeShift((await here.makeOrganization()).id)
  expect((await listOnReplica(there)).items).toHaveLength(1)
  expect(await onStandby(`select from assignments where id = '${elsewhere.assignment_id}'`)).toHaveLength(0)
})

test('what a poke makes a screen read is not older than the change, in another process than the change and the stream', {
  meta: { shows: ['issue 14.5 replicas'] },
}, async () => {
  const shift = await makeShift()
  const watcher = await here.makePerson(organization)
  const controller = new AbortController()
  const stream = await fetch(`${here.base}/api/live`, {
    headers: { cookie: `watchbill=${watcher.secret}` },
    signal: controller.signal,
  })
  const reader = (stream.body as NonNullable<typeof stream.body>).pipeThrough(new TextDecoderStream()).getReader()
  await stopReplay()
  expect((await there.call(signUp, shift, officer)).status).toBe(200)
  let heard = ''
  while (!heard.includes('"t":"spots"')) heard += (await reader.read()).value ?? ''
  controller.abort()
  const { items } = await listOn(there, watcher)
  expect(items[0]?.posts[0]?.confirmed_count).toBe(1)
})

test('a session that has ended reads nothing, although the replica does not know it yet', {
  meta: { shows: ['issue 14.5 replicas'] },
}, async () => {
  await stopReplay()
  await here.rows(`update sessions set ended_at = now(), ended_why = 'signed_out' where user_id = $1`, [
    officer.user_id,
  ])
  for (const server of [here, there]) expect((await server.call(listOpenJobs, { days: 30 }, officer)).status).toBe(401)
})

test('a change that is under way is not taken for seen: the list’s mark is no larger than that of the primary', async () => {
  const shift = await makeShift()
  const holder = await here.admin.connect()
  try {
    await holder.query('begin')
    await holder.query('update posts set confirmed_count = 2 where id = $1', [shift.post_id])
    // Later transactions end before it.
    for (let n = 0; n < 3; n++) await here.rows(`update organizations set city = 'x' where id = $1`, [organization.id])
    await caughtUp()
    const list = await listOnReplica(here)
    await holder.query('commit')
    const [now] = await here.rows<{ mark: string }>(
      `select pg_snapshot_xmax(s)::text::bigint * 10000 - (select count(*) from pg_snapshot_xip(s)) as mark from pg_current_snapshot() s`,
    )
    expect(list.items[0]?.posts[0]?.confirmed_count).toBe(0)
    expect(Number(now?.mark)).toBeGreaterThan(list.as_of)
    expect(list.mine_as_of).toBeLessThanOrEqual(list.as_of)
  } finally {
    holder.release()
  }
})

test('no other department’s rows can be read on the replica, nor anything written', {
  meta: { shows: ['issue 14.5 replicas'] },
}, async () => {
  const elsewhere = await here.makeOrganization()
  await makeShift(elsewhere.id)
  await makeShift()
  await caughtUp()
  const stranger = await here.makePerson(elsewhere)
  const [own, others] = [await listOnReplica(here), await listOnReplica(here, stranger)]
  expect(own.items.map(({ id }) => id)).not.toEqual(others.items.map(({ id }) => id))
  const entry = sql`select app.enter_system(${organization.id}::uuid, 'test')`
  const all = sql`select distinct organization_id::text as id from assignments`
  expect(await here.database.readScreen(entry, all)).toEqual([{ id: organization.id }])
  const client = new pg.Client({ connectionString: asUserOf(way.url, appUrlOf(primary.url)) })
  await client.connect()
  try {
    expect((await client.query('select from assignments')).rowCount).toBe(0)
    expect((await client.query('select from outbox')).rowCount).toBe(0)
    await expect(client.query(`update organizations set city = 'x'`)).rejects.toThrow('read-only')
    await expect(client.query('set role postgres')).rejects.toThrow('permission denied')
  } finally {
    await client.end()
  }
})

test('the replica itself refuses a read that needs more than it has, and the primary one that is meant for a replica', async () => {
  const check = (url: string, lsn: string) =>
    asOwner(url, async (client) => {
      const { rows } = await client.query(toQuery(reached({ lsn, timeline: '', snapshot: '3:3:' }), false))
      return rows[0]?.reached
    })
  expect(await check(standby.url, '0/1')).toBe(1)
  await expect(check(standby.url, 'FFFF/0')).rejects.toThrow('behind')
  await expect(check(primary.url, '0/1')).rejects.toThrow('behind')
})

test('a frozen replica costs a read a moment and fails none; it is left with one line, and joined again', {
  meta: { shows: ['issue 14.5 replicas'] },
}, async () => {
  await makeShift()
  await caughtUp()
  await listOn(here)
  const before = here.lines.length
  way.freeze()
  const began = performance.now()
  await Promise.all(Array.from({ length: 4 }, () => listOn(here)))
  expect(performance.now() - began).toBeLessThan(4_000)
  await expect.poll(() => statesOf(here)).toEqual(['away'])
  const away = readsOf(here).away ?? 0
  await listOn(here)
  expect(readsOf(here).away).toBe(away + 2)
  expect(here.lines.slice(before)).toHaveLength(1)
  expect(here.lines.at(-1)).toMatchObject({ level: 'warn', state: 'away' })
  expect(JSON.stringify(here.lines)).not.toContain('watchbill_app')
  way.thaw()
  await isReading()
  expect(here.lines.at(-1)).toMatchObject({ state: 'reading' })
  await listOnReplica(here)
})

test('a replica that is behind for long is left alone until it has caught up', async () => {
  await stopReplay()
  await makeShift()
  await expect.poll(() => statesOf(here)).toEqual(['behind'])
  const { late = 0, away = 0 } = readsOf(here)
  expect((await listOn(here)).items).toHaveLength(1)
  expect(readsOf(here)).toMatchObject({ late, away: away + 2 })
  expect(here.database.replicas()?.replicas[0]?.lagMs).toBeGreaterThan(800)
  await goOn()
  await isReading()
})

const counted = sql`select count(*)::int as n from assignments`
/** How often the connections are sent the counted read, or asked whether a replica may answer it; a batch is sent once. */
const countSent = async (read: () => Promise<unknown>) => {
  // Prepares the statements.
  await read()
  await read()
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await read()
  // The other servers of this file listen meanwhile.
  const texts = sent.mock.calls.map(([asked]) => String((asked as { text?: string }).text ?? asked))
  const { length } = texts.filter((text) => text === counted.parts[0] || text.includes("current_setting('app.asking')"))
  sent.mockRestore()
  return length
}

test('without replicas a read is sent once, as before; with them, to the primary and to the replica', async () => {
  const entry = sql`select app.enter_system(${organization.id}::uuid, 'test')`
  const plain = await startTestServer(routes, { besides, poolSize: 1 })
  expect(await countSent(() => plain.database.read(entry, counted))).toBe(1)
  expect(await countSent(() => plain.database.readScreen(entry, counted))).toBe(1)
  expect(plain.database.replicas()).toBeNull()
  await plain.close()
  const both = await startTestServer(routes, { besides, poolSize: 1, replicas: [hostOf({})] })
  await expect.poll(() => statesOf(both)).toEqual(['reading'])
  await expect
    .poll(async () => {
      const before = readsOf(both).replica ?? 0
      const sent = await countSent(() => both.database.readScreen(entry, counted))
      return [sent, (readsOf(both).replica ?? 0) - before]
    })
    .toEqual([2, 3])
  await both.close()
})

test('a host with another role, another database or a changed fence is not read from, and says so once', {
  meta: { shows: ['issue 14.5 replicas'] },
}, async () => {
  const refused = async (host: Partial<ReplicaHost>, why: string) => {
    const server = await startTestServer(routes, { besides, replicas: [hostOf(host)] })
    await expect.poll(() => server.lines).toHaveLength(1)
    await listOn(server)
    expect(readsOf(server)).toMatchObject({ replica: 0, away: 2 })
    // It has been looked at again by now.
    await pause(1_200)
    expect(server.lines).toEqual([
      { level: 'warn', replica: expect.any(String), state: 'refused', why: expect.stringContaining(why) },
    ])
    await server.close()
  }
  const faults = ['policy tenant on posts is missing']
  await Promise.all([
    refused({ url: standby.url }, 'the role postgres'),
    refused({ url: appUrlOf(String(process.env.TEST_POSTGRES_URL)) }, 'another database'),
    refused({ inspect: async () => ({ faults, timeline: '00000001' }) }, 'policy tenant on posts is missing'),
  ])
})

test('a replica that does not follow the primary’s timeline is not read from', async () => {
  const astray = hostOf({ inspect: async () => ({ faults: [], timeline: '00000002' }) })
  const server = await startTestServer(routes, { besides, replicas: [astray] })
  await expect.poll(() => statesOf(server)).toEqual(['reading'])
  await listOn(server)
  await expect.poll(() => statesOf(server)).toEqual(['behind'])
  await listOn(server)
  expect(readsOf(server).replica).toBe(0)
  expect(server.lines).toHaveLength(1)
  await server.close()
})

test('the primary among the replicas is no replica, and nothing is wrong with it', async () => {
  const server = await startTestServer(routes, { besides, replicas: [hostOf({ url: appUrlOf(primary.url) })] })
  await expect.poll(() => statesOf(server)).toEqual(['primary'])
  await listOn(server)
  expect(readsOf(server).replica).toBe(0)
  expect(server.lines).toEqual([])
  await server.close()
})

test('the fence of a replica is compared as that of the primary is', async () => {
  await here.rows('alter table posts disable row level security')
  await caughtUp()
  const { faults } = await inspectReplica(standby.url, readLock(), [])
  await here.rows('alter table posts enable row level security')
  expect(faults.join()).toContain('posts')
})
