import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase, type Database } from './db.ts'
import { NoAnswer } from './db-deadline.ts'
import { type Embedded, startEmbedded } from './postgres/embedded.ts'
import { makeTestFolder } from './postgres/testing.ts'
import { sql } from './sql.ts'
import { asOwner, promote, startStandby } from './testing.standby.ts'

const small = { shared_buffers: '16MB', max_connections: '40' }
const running: Embedded[] = []
let root: string
let first: Embedded
let second: Embedded
let database: Database

beforeAll(async () => {
  root = makeTestFolder('watchbill-hosts-')
  const settings = { dataDir: join(root, 'first'), settings: small, onLost: () => undefined }
  first = await startEmbedded(settings)
  running.push(first)
  await asOwner(first.url, (client) => client.query('create table notes (text text)'))
  second = await startStandby(first, join(root, 'first'), join(root, 'second'), small)
  running.push(second)
  const hosts = `postgresql:///watchbill?host=${first.socketDir},${second.socketDir}&port=5432&user=postgres&sslmode=disable`
  database = connectDatabase(hosts, { size: 4, pipeline: true, named: true })
})
afterAll(async () => {
  await database.close()
  for (const one of running) await one.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 3 })
})

const write = async (text: string) => database.plain(sql`insert into notes values (${text})`)
const textsOn = async (server: Embedded) =>
  asOwner(server.url, async (client) =>
    (await client.query<{ text: string }>('select text from notes order by 1')).rows.map(({ text }) => text),
  )

test('writes go to the host that takes them, and after its death to the one that follows it, with nothing acknowledged lost', {
  meta: { shows: ['issue 14.5 hosts'] },
}, async () => {
  const acknowledged: string[] = []
  let n = 0
  const going = { on: true }
  const writers = Array.from({ length: 4 }, async () => {
    while (going.on) {
      const text = `note ${String(++n).padStart(6, '0')}`
      await write(text).then(
        () => acknowledged.push(text),
        () => undefined,
      )
    }
  })
  try {
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(200), { timeout: 20_000 })
    process.kill(first.pid, 'SIGKILL')
    await first.stop()
    await promote(second)
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 200), { timeout: 20_000 })
  } finally {
    going.on = false
    await Promise.all(writers)
  }
  const there = new Set(await textsOn(second))
  expect(acknowledged.filter((text) => !there.has(text))).toEqual([])
  expect(await database.ping(sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('a host that comes back as it was before it was replaced gets no writes', async () => {
  const back = await startEmbedded({ dataDir: join(root, 'first'), settings: small, onLost: () => undefined })
  running.push(back)
  // It would wait for a standby that it no longer has.
  await asOwner(back.url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = ''`)
    await client.query('select pg_reload_conf()')
  })
  await asOwner(second.url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'
      and application_name not like 'watchbill supervisor'`),
  )
  await vi.waitFor(() => write('after the return'), { timeout: 20_000 })
  expect(await textsOn(second)).toContain('after the return')
  expect(await textsOn(back)).not.toContain('after the return')
})

test('a host whose standby now leads, and that has not noticed, is left before its commits are given up', {
  meta: { shows: ['issue 14.5 hosts'] },
}, async () => {
  const third = await startStandby(second, join(root, 'second'), join(root, 'third'), small)
  running.push(third)
  const hosts = `postgresql:///watchbill?host=${second.socketDir},${third.socketDir}&port=5432&user=postgres&sslmode=disable`
  const both = connectDatabase(hosts, { size: 2, pipeline: true, named: true })
  const say = (text: string) => both.plain(sql`insert into notes values (${text})`)
  try {
    await vi.waitFor(() => say('before the split'), { timeout: 20_000 })
    await promote(third)
    const failure = await say('to nobody').then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(NoAnswer)
    await say('after the split')
  } finally {
    await both.close()
  }
  expect(await textsOn(third)).toEqual(expect.arrayContaining(['before the split', 'after the split']))
  expect(await textsOn(second)).not.toContain('after the split')
})
