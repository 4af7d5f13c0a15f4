import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase, type Database } from './db.ts'
import { createTestDatabase } from './postgres/testing.ts'
import { sql } from './sql.ts'

/**
 * Reads in one batch. With one connection, the first read prepares the entry, and every later one is a batch.
 */
let db: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
const entry = sql`select set_config('app.role', ${'anyone'}, true) as entered`
const anyone = sql`select current_setting('app.role', true) as role`

beforeAll(async () => {
  db = await createTestDatabase()
  database = connectDatabase(db.url, { size: 1, pipeline: true, named: true })
  await database.read(entry, sql`select 1`)
})
afterAll(async () => {
  await database.close()
  await db.drop()
})

test('entry and statement are sent as one, and the rows are those of the statement alone', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const rows = await database.read(
    entry,
    sql`select 2 as n, current_setting('app.role') as role union all select 3, 'x'`,
  )
  expect(rows).toEqual([
    { n: 2, role: 'anyone' },
    { n: 3, role: 'x' },
  ])
  expect(sent).toHaveBeenCalledOnce()
  sent.mockRestore()
})

test('nothing of the context is left on the connection afterwards', async () => {
  expect(await database.read(entry, anyone)).toEqual([{ role: 'anyone' }])
  expect(await database.plain(anyone)).toEqual([{ role: '' }])
  expect(await database.plain(sql`select current_setting('transaction_read_only') as is`)).toEqual([{ is: 'off' }])
})

test('a batch cannot write', async () => {
  await database.plain(sql`create table if not exists batch_probe (n int)`)
  const writes = () => database.read(entry, sql`insert into batch_probe values (1) returning n`)
  await expect(writes()).rejects.toThrow('a read tried to write')
  await expect(writes()).rejects.toThrow('a read tried to write')
  expect(await database.plain(sql`select count(*)::int as n from batch_probe`)).toEqual([{ n: 0 }])
})

test('an entry that is refused keeps the statement from running, and the connection serves the next', async () => {
  const refused = (n: number) => sql`select 1 / ${n}::int as entered`
  await database.read(refused(1), sql`select 1`)
  await database.plain(sql`create sequence if not exists batch_sequence`)
  const statement = sql`select last_value, pg_notify('batch', 'ran') from batch_sequence`
  await expect(database.read(refused(0), statement)).rejects.toThrow('division by zero')
  expect(await database.read(refused(1), sql`select 7 as n`)).toEqual([{ n: 7 }])
})

test('a statement that fails, before or after it was prepared, leaves the next ones whole', async () => {
  const half = (n: number) => sql`select 10 / ${n}::int as n`
  const wrong = sql`select nothing from nowhere`
  await expect(database.read(entry, half(0))).rejects.toThrow('division by zero')
  await expect(database.read(entry, wrong)).rejects.toThrow('nowhere')
  await expect(database.read(entry, wrong)).rejects.toThrow('nowhere')
  expect(await database.read(entry, half(5))).toEqual([{ n: 2 }])
  await expect(database.read(entry, half(0))).rejects.toThrow('division by zero')
  expect(await database.read(entry, half(2))).toEqual([{ n: 5 }])
})

test('a statement behind a refused entry is prepared when it first runs', async () => {
  const refused = (n: number) => sql`select 2 / ${n}::int as entered`
  await database.read(refused(1), sql`select 1`)
  const fresh = sql`select ${'later'}::text as word`
  await expect(database.read(refused(0), fresh)).rejects.toThrow('division by zero')
  expect(await database.read(refused(1), fresh)).toEqual([{ word: 'later' }])
})

test('values of every kind arrive as they do without a batch', async () => {
  const at = new Date('2026-03-08T08:30:00Z')
  const values = sql`select ${Buffer.from('ab')}::bytea as bytes, ${at}::timestamptz as at, ${null}::text as none,
    ${['a', 'b,"c']}::text[] as list, ${true}::boolean as is, ${{ a: 1 }}::jsonb as object`
  const single = await database.read(sql`select ${'other'}::text as entered_otherwise`, values)
  const entered = (word: string) => sql`select set_config('app.scope', ${word}, true), ${Buffer.from('x')}::bytea as b`
  await database.read(entered('a'), sql`select 1`)
  expect(await database.read(entered('b'), values)).toEqual(single)
})

test('fifty reads at once on one connection are each answered with their own rows', async () => {
  const numbers = Array.from({ length: 50 }, (_, n) => n)
  const rows = await Promise.all(numbers.map((n) => database.read(entry, sql`select ${n}::int as n`)))
  expect(rows).toEqual(numbers.map((n) => [{ n }]))
})
