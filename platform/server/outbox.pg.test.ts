import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from './db.ts'
import { appUrlOf } from './migrate.ts'
import { createOutboxReader } from './outbox.ts'
import { createTestDatabase } from './postgres/testing.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
const clients: pg.Client[] = []
const connect = async () => {
  const client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
  clients.push(client)
  return client
}
const poke = (client: pg.Client, topic: string) =>
  client.query(`insert into outbox (organization_id, topic, audience) values (gen_random_uuid(), $1, 'all')`, [topic])

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase(appUrlOf(testDatabase.url), { size: 2, pipeline: true, named: true })
})
afterAll(async () => {
  await database.close()
  for (const client of clients) await client.end()
  await testDatabase.drop()
})

test('a slow transaction neither holds others back nor is lost when it commits late', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const [slow, quick] = [await connect(), await connect()]
  const next = createOutboxReader(database)
  const topics = async () => (await next()).map((row) => row.topic).sort()
  expect(await topics()).toEqual([])
  await slow.query('begin')
  await poke(slow, 'slow')
  await poke(quick, 'quick 1')
  expect(await topics()).toEqual(['quick 1'])
  await poke(quick, 'quick 2')
  await slow.query('commit')
  expect(await topics()).toEqual(['quick 2', 'slow'])
  expect(await topics()).toEqual([])
})

test('under many writers of mixed speed, every committed poke is read exactly once, and no rolled-back one', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const next = createOutboxReader(database)
  await next()
  const seen: string[] = []
  let writing = true
  const reading = (async () => {
    while (writing) seen.push(...(await next()).map((row) => row.topic))
    seen.push(...(await next()).map((row) => row.topic))
  })()
  const expected: string[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      const client = await connect()
      for (let i = 0; i < 60; i++) {
        const name = `w${writer}-${i}`
        await client.query('begin')
        await poke(client, name)
        // Uneven work keeps transactions open across reads without timers.
        for (let k = 0; k < (writer * 7 + i) % 5; k++) await client.query('select count(*) from pg_class')
        if (i % 7 === 3) await client.query('rollback')
        else {
          await client.query('commit')
          expected.push(name)
        }
      }
    }),
  )
  writing = false
  await reading
  expect(seen.sort()).toEqual(expected.sort())
})
