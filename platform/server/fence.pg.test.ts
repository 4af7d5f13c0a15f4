import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from './postgres/testing.ts'
import { findHoles } from './testing.fence-check.ts'

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

test('no table, view, function or grant breaks the fence', { meta: { shows: ['issue 2.4'] } }, async () => {
  expect(await findHoles(client)).toEqual([])
})

test('the check covers the tenant tables', { meta: { shows: ['issue 2.4'] } }, async () => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_policies where schemaname = 'public' and policyname = 'tenant'`,
  )
  expect(rows[0]?.n).toBeGreaterThan(10)
})

const table = (more: string) => `create table planted (organization_id uuid not null references organizations (id),
  id uuid not null, primary key (organization_id, id)); ${more}`
/** Each statement plants one kind of fault; the text is what the check must report. */
const faults: readonly [string, string][] = [
  ['create table planted (id uuid primary key)', 'planted: a table without organization_id'],
  ['create table planted (id uuid primary key, organization_id uuid)', 'planted: a table without organization_id'],
  [table(''), 'planted: row-level security is not enabled'],
  [table(''), 'planted: the restrictive tenant policy is missing'],
  [table(''), 'planted: trigger record_change is missing'],
  [table(''), 'planted: trigger keep_organization is missing'],
  ['alter table officers no force row level security', 'officers: row-level security is not enabled and forced'],
  ['alter table sessions disable row level security', 'sessions: row-level security is not enabled'],
  ['drop policy tenant on posts', 'posts: the restrictive tenant policy'],
  [
    'drop policy tenant on posts; create policy tenant on posts using (organization_id = (select app.organization_id()))',
    'posts: the restrictive tenant policy',
  ],
  ['alter policy tenant on posts with check (organization_id is not null)', 'posts: the restrictive tenant policy'],
  ['create policy open on posts for select using (true)', 'policy open is always true'],
  [
    'create policy slow on posts for select using (organization_id = app.organization_id())',
    'policy slow reads the context outside',
  ],
  ['grant select on schema_migrations to watchbill_app', 'schema_migrations: grant SELECT'],
  ['grant delete on sign_in_notices to watchbill_app', 'sign_in_notices: grant DELETE to watchbill_app has no policy'],
  ['grant select on officers to public', 'officers: grant SELECT to PUBLIC'],
  ['grant truncate on posts to watchbill_app', 'posts: TRUNCATE is granted'],
  ['grant update on audit_entries to watchbill_app', 'audit_entries: UPDATE on the audit'],
  ['grant delete on audit_seals to watchbill_app', 'audit_seals: DELETE on the audit'],
  ['grant update on audit_seal_entries to watchbill_app', 'audit_seal_entries: UPDATE on the audit'],
  [
    'grant select on assignments to watchbill_vendor',
    'assignments: watchbill_vendor may see it and it is not on the reviewed list',
  ],
  ['grant insert on organizations to watchbill_vendor', 'organizations: INSERT is granted to watchbill_vendor'],
  ['grant select (password_hash) on accounts to watchbill_vendor', 'accounts.password_hash: a secret is granted'],
  [
    `create policy open on organizations for select to watchbill_vendor using (id = (select app.user_id()))`,
    'organizations: policy open of watchbill_vendor asks for no reason',
  ],
  ['alter policy see on officers to public', 'officers: policy see is for roles {public}'],
  ['grant watchbill_app to watchbill_vendor', 'role watchbill_vendor: has rights beyond'],
  ['grant update on officers to watchbill_eraser', 'officers: UPDATE is granted to watchbill_eraser'],
  [
    'create policy open on officers to watchbill_eraser using (organization_id = (select app.organization_id()))',
    'officers: policy open of watchbill_eraser does not ask',
  ],
  ['alter role watchbill_eraser bypassrls', 'role watchbill_eraser: has rights beyond'],
  ['alter role watchbill_app bypassrls', 'role watchbill_app: has rights beyond'],
  ['grant pg_read_all_data to watchbill_app', 'role watchbill_app: has rights beyond'],
  ['grant create on schema app to watchbill_app', 'schema app: watchbill_app may create'],
  ['create view planted as select * from officers', 'planted: a view that is not security_invoker'],
  [
    'create materialized view planted as select * from officers; grant select on planted to watchbill_app',
    'planted: a readable materialized view',
  ],
  [
    `create function app.planted() returns int language sql security definer as 'select 1'`,
    'function planted: SECURITY DEFINER',
  ],
  [`create function app.planted() returns int language sql as 'select 1'`, 'function planted: PUBLIC may run it'],
  [`create function app.planted() returns int language sql leakproof as 'select 1'`, 'function planted: leakproof'],
  ['create unique index planted on officers (badge_number)', 'officers: unique index planted'],
  [
    'alter table posts add unique (id); alter table attendance add post_id uuid references posts (id)',
    'foreign key attendance_post_id_fkey does not carry',
  ],
  [`create type planted as enum ('a'); alter table posts add kind planted`, 'posts.kind: an enum column'],
  ['drop trigger record_change on attendance', 'attendance: trigger record_change is missing'],
  ['alter table attendance disable trigger record_change', 'attendance: trigger record_change is missing'],
]

describe('names each planted fault', { meta: { shows: ['issue 2.4'] } }, () => {
  test.each(faults)('%s', async (plant, words) => {
    await client.query('begin')
    try {
      await client.query(plant)
      expect((await findHoles(client)).join('\n')).toContain(words)
    } finally {
      await client.query('rollback')
    }
  })
})
