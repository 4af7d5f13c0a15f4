import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFenceCatalog } from '#platform/server/fence-catalog.ts'
import { lockText } from '#platform/server/fence-watch.ts'
import { createTestDatabase } from '#platform/server/postgres/testing.ts'
import { readCatalog } from '#tools/schema-catalog.ts'
import { columnsText } from '#tools/schema-columns.ts'
import { ownedTables } from '#tools/schema-owners.ts'
import { ownerFaults, schemaText, tablesPage } from '#tools/schema-text.ts'

const root = join(import.meta.dirname, '..')
const written = (path: string) => readFileSync(join(root, path), 'utf8')
const remake = 'run: node tools/run.mjs tools/schema.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('db/schema.sql matches the migrated database', async () => {
  const catalog = await readCatalog(client)
  expect(catalog.tables.length).toBeGreaterThan(100)
  expect(catalog.routines.length).toBeGreaterThan(80)
  expect(schemaText(catalog) === written('db/schema.sql'), remake).toBe(true)
})

test('db/fence.lock matches the security catalog of the migrated database', async () => {
  await client.query('begin')
  const text = lockText(await readFenceCatalog(client, []))
  await client.query('rollback')
  expect(text === written('db/fence.lock'), remake).toBe(true)
})

test('platform/server/tables.gen.ts matches the columns of the migrated database', async () => {
  expect(columnsText(await readCatalog(client)) === written('platform/server/tables.gen.ts'), remake).toBe(true)
})

test('docs/tables.md matches the migrated database', async () => {
  expect(tablesPage(await readCatalog(client)), remake).toBe(written('docs/tables.md'))
})

test('each table belongs to one noun, and each noun is a folder', async () => {
  const catalog = await readCatalog(client)
  expect(ownerFaults(catalog)).toEqual([])
  const folders = ownedTables.map(({ area, noun }) =>
    area === 'platform' ? `platform/${noun}` : `features/${area}/${noun}`,
  )
  expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([])
})

const changes = [
  'alter table officers add column planted text',
  'alter table officers alter column badge_number set default $$x$$',
  'alter table officers add constraint planted check (badge_number <> $$x$$)',
  'create index planted on officers (badge_number)',
  'alter table officers no force row level security',
  'alter policy tenant on officers using (organization_id is not null)',
  'drop policy tenant on officers',
  'grant delete on officers to watchbill_vendor',
  'grant update (created_at) on officers to watchbill_vendor',
  'alter table officers disable trigger record_change',
  'drop trigger record_change on officers',
  'create or replace function app.organization_id() returns uuid language sql stable as $$ select null::uuid $$',
  'grant execute on function app.organization_id() to public',
  'create table planted (id uuid primary key)',
]

test.each(changes)('detects a database change: %s', async (change) => {
  await client.query('begin')
  try {
    await client.query(change)
    expect(schemaText(await readCatalog(client)) === written('db/schema.sql')).toBe(false)
  } finally {
    await client.query('rollback')
  }
})

test('refuses to describe a database with unknown objects', async () => {
  await client.query('begin')
  try {
    await client.query('create view planted as select 1 as one')
    await expect(readCatalog(client)).rejects.toThrow('cannot describe relation planted')
  } finally {
    await client.query('rollback')
  }
})
