import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database, enterAnyone } from './db.ts'
import { isOutdated } from './db-plans.ts'
import { createTestDatabase } from './postgres/testing.ts'
import { sql } from './sql.ts'
import { asOwner } from './testing.standby.ts'

let owned: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
const change = (text: string) => asOwner(owned.url, (client) => client.query(text))

beforeAll(async () => {
  owned = await createTestDatabase()
  await change('create table notes (text text)')
  await change(`insert into notes values ('first')`)
  database = connectDatabase(owned.url, { size: 3, pipeline: true, named: true })
})
afterAll(async () => {
  await database.close()
  await owned.drop()
})

const read = () => database.read(enterAnyone, sql`select * from notes`)
const onAll = () => Promise.all([read(), read(), read()])

test('statements that a migration has outdated are prepared again on every connection, and no read fails', {
  meta: { shows: ['issue 14.5 upgrade'] },
}, async () => {
  await onAll()
  await onAll()
  await change('alter table notes add column more int default 7')
  expect((await onAll()).flat()).toEqual(Array.from({ length: 3 }, () => ({ text: 'first', more: 7 })))
  expect((await onAll()).flat()).toHaveLength(3)
})

test('a write meets it once at most: its transaction says so, and the next one passes', {
  meta: { shows: ['issue 14.5 upgrade'] },
}, async () => {
  const write = () =>
    database.transaction([enterAnyone], (db) => db.rows(sql`update notes set text = 'more' returning *`))
  await write()
  await write()
  await change('alter table notes drop column more')
  const outcomes: unknown[] = []
  for (let n = 0; n < 4; n++) outcomes.push(await write().catch((error: unknown) => isOutdated(error)))
  expect(outcomes).toEqual([true, [{ text: 'more' }], [{ text: 'more' }], [{ text: 'more' }]])
})
