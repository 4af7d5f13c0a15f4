import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { besideText, expectedVersion, servesBeside } from './migrate.ts'
import { isCrossed, lockTables } from './migrate-locks.ts'
import { mountHealth } from './pages.ts'
import { asOwner } from './testing.standby.ts'
import { startTestServer, type TestServer } from './testing.ts'

let server: TestServer
const clients: pg.Client[] = []
const connect = async () => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  clients.push(client)
  return client
}

beforeAll(async () => {
  server = await startTestServer([], {
    mount: (app, database) => mountHealth(app, database, { draining: () => false, faults: () => [], more: () => ({}) }),
  })
})
afterAll(async () => {
  for (const client of clients) await client.end()
  await server.close()
})

test('a migration takes all tables without a deadlock with calls that hold some of them and want others', {
  meta: { shows: ['issue 14.5 upgrade'] },
}, async () => {
  const [call, upgrade] = [await connect(), await connect()]
  await call.query('begin; select from sessions limit 0; select from posts limit 0')
  await upgrade.query('begin')
  const locked = lockTables(upgrade)
  await pause(200)
  // Alphabetically before what it holds: a lock on all tables one after the other would have it by now, and wait for the other.
  await call.query('select from assignments limit 0; select from officers limit 0')
  await call.query('commit')
  await locked
  const waits = call.query(`set lock_timeout = '100ms'; select from officers limit 0`)
  await expect(waits).rejects.toThrow('lock timeout')
  await upgrade.query('rollback')
})

test('behind a long transaction it gives up, so that calls don’t queue up for longer than they may wait', {
  meta: { shows: ['issue 14.5 upgrade'] },
}, async () => {
  const [exporting, upgrade, call] = [await connect(), await connect(), await connect()]
  await exporting.query('begin; select from sessions limit 0')
  await upgrade.query('begin')
  const gaveUp = lockTables(upgrade)
    .catch(isCrossed)
    .finally(() => upgrade.query('rollback'))
  const began = performance.now()
  await call.query('select from sessions limit 0')
  expect(await gaveUp).toBe(true)
  expect(performance.now() - began).toBeLessThan(3_500)
  await exporting.query('rollback')
})

test('a version goes on serving if every migration after it says so, and only then', {
  meta: { shows: ['issue 14.5 upgrade'] },
}, async () => {
  const versions = ['a', 'b'].map((letter) => letter.repeat(64))
  const [old = '', older = ''] = versions
  const compatible = '-- The version before goes on serving: a column more.\nalter table x add column y int;'
  const other = '-- A column less.\nalter table x drop column y;'
  const earlier = besideText(older, null, [compatible])
  expect(servesBeside(earlier)).toEqual([older])
  expect(servesBeside(besideText(old, earlier, [compatible, compatible]))).toEqual([old, older])
  expect(servesBeside(besideText(old, earlier, [compatible, other]))).toEqual([])
  expect(servesBeside(besideText(old, earlier, []))).toEqual([])
  expect(servesBeside(besideText(undefined, null, [compatible]))).toEqual([])
  expect(servesBeside(null)).toEqual([])
})

test('the older process is ready beside a newer database that lists it, and not beside one that does not', {
  meta: { shows: ['issue 14.5 upgrade'] },
}, async () => {
  const ready = async () => {
    const answer = await fetch(`${server.base}/readyz`)
    return { status: answer.status, ...((await answer.json()) as { migrations: boolean; newest: boolean }) }
  }
  const say = (comment: string) => asOwner(server.databaseUrl, (client) => client.query(comment))
  const newer = 'c'.repeat(64)
  const says = [
    [`comment on schema app is '${expectedVersion()}'`, { status: 200, migrations: true, newest: true }],
    [`comment on schema app is '${newer}'`, { status: 503, migrations: false, newest: false }],
    [
      `comment on table schema_migrations is '${besideText(expectedVersion(), null, ['-- The version before goes on serving'])}'`,
      { status: 200, migrations: true, newest: false },
    ],
    [
      `comment on table schema_migrations is '${besideText('d'.repeat(64), null, ['-- The version before goes on serving'])}'`,
      { status: 503, migrations: false, newest: false },
    ],
  ] as const
  for (const [comment, expected] of says) {
    await say(comment)
    expect(await ready()).toMatchObject(expected)
  }
})
