import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FenceLock, findDrift, lookAt, readLock, watchFence } from './fence-watch.ts'
import { createTestDatabase } from './postgres/testing.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
let lock: FenceLock

beforeAll(async () => {
  lock = readLock()
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`set client_min_messages = warning`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Inside a transaction. */
const see = (allowed: readonly string[] = []) => lookAt(client, lock, allowed)

const body = (name: string) => `create or replace function app.${name}`
const trigger = `returns trigger language plpgsql as 'begin return null; end'`
const elsewhere = 'create schema third; grant usage on schema third to watchbill_app'

/** One fault each, and the words that name it. The first part was found by the audit of November 22, the rest was not. */
const faults: readonly [plant: string, words: string][] = [
  ['drop policy tenant on officers', 'policy tenant on public.officers is missing'],
  ['alter policy see on officers using (true)', 'policy see on public.officers was changed'],
  ['alter table officers no force row level security', 'relation public.officers was changed'],
  ['alter table attendance disable row level security', 'relation public.attendance was changed'],
  [
    `create function app.planted() returns int language sql security definer as 'select 1'`,
    'function app.planted() is not',
  ],
  [
    `create function public.planted() returns int language sql security definer as 'select 1'`,
    'function public.planted() is not',
  ],
  ['alter function app.agency() security definer', 'function app.agency() was changed'],
  ['create view planted as select * from officers', 'relation public.planted is not'],
  ['create view app.planted as select * from officers', 'relation app.planted is not'],
  ['grant truncate on officers to watchbill_app', 'rights of watchbill_app on public.officers was changed'],
  [
    'alter table posts add unique (id); alter table attendance add post_id uuid references posts (id)',
    'constraints of public.attendance was changed',
  ],
  ['create unique index planted on officers (badge_number)', 'unique and computed indexes of public.officers was'],
  ['alter role watchbill_app bypassrls', 'role watchbill_app was changed'],
  ['alter role watchbill_vendor superuser', 'role watchbill_vendor was changed'],
  [
    'create role planted bypassrls; grant planted to watchbill_app',
    'membership of watchbill_app in planted is not part of this version',
  ],
  ['alter table officers owner to watchbill_app', 'relation public.officers was changed'],
  ['create policy open on accounts for select using (true)', 'policy open on public.accounts is not'],
  ['alter table officers disable trigger record_change', 'trigger record_change on public.officers was changed'],
  ['alter table officers enable replica trigger keep_organization', 'trigger keep_organization on public.officers was'],
  ['alter table officers disable trigger all', 'disabled constraint trigger on public.officers is not'],
  ['grant update on audit_entries to watchbill_app', 'rights of watchbill_app on public.audit_entries was changed'],
  ['grant pg_read_server_files to watchbill_app', 'membership of watchbill_app in pg_read_server_files is not'],
  ['grant create on schema public to watchbill_app', 'schema public was changed'],
  [`create type planted as enum ('a')`, 'type public.planted is not'],
  [
    'create schema third; create materialized view third.planted as select * from officers',
    'relation third.planted is not',
  ],
  // Unseen by the audit's check.
  [
    `${elsewhere}; create function third.planted() returns setof officers language sql security definer as 'select * from public.officers'`,
    'function third.planted() is not',
  ],
  [
    `${elsewhere}; create view third.planted as select * from officers; grant select on third.planted to watchbill_app`,
    'relation third.planted is not',
  ],
  [
    `${elsewhere}; create table third.planted as table accounts; grant select on third.planted to watchbill_app`,
    'relation third.planted is not',
  ],
  ['create table app.planted as table officers; grant select on app.planted to watchbill_app', 'relation app.planted'],
  ['grant select (name) on schema_migrations to watchbill_app', 'rights of watchbill_app on public.schema_migrations'],
  [
    'create policy open on accounts for select to watchbill_app using (id is not null)',
    'policy open on public.accounts',
  ],
  ['create policy open on sessions for select to watchbill_app using (1 = 1)', 'policy open on public.sessions'],
  [
    `create policy open on organizations for select to watchbill_app using (name = name)`,
    'policy open on public.organizations',
  ],
  [
    'grant execute on function pg_read_file(text) to watchbill_app',
    'right EXECUTE of watchbill_app on function pg_read_file(text) is not',
  ],
  ['grant select (name) on officers to public', 'rights of public on public.officers is not'],
  [
    'create role planted login bypassrls; grant select on all tables in schema public to planted',
    'role planted that passes row-level security is not',
  ],
  ['alter policy edit on notifications using (true)', 'policy edit on public.notifications was changed'],
  [
    'alter policy vendor_see on vendor_settings using ((select app.reason()) is not null or true)',
    'policy vendor_see on public.vendor_settings was changed',
  ],
  ['alter policy erase on officers using (app.erasing() or true)', 'policy erase on public.officers was changed'],
  [
    `${body('organization_id()')} returns uuid language sql stable as 'select gen_random_uuid()'`,
    'function app.organization_id() was changed',
  ],
  [`${body('keep_organization()')} ${trigger}`, 'function app.keep_organization() was changed'],
  [`${body('record_change()')} ${trigger}`, 'function app.record_change() was changed'],
  [
    'create rule planted as on insert to audit_entries do instead nothing',
    'rule planted on public.audit_entries is not',
  ],
  ['alter default privileges in schema public grant select on tables to public', 'default rights owner gives'],
  [
    `do $$ begin execute format('grant create on database %I to watchbill_app', current_database()); end $$`,
    'right CREATE of watchbill_app on this database is not',
  ],
  ['alter role watchbill_app reset statement_timeout', 'setting statement_timeout of watchbill_app is missing'],
  ['alter role watchbill_app set row_security = off', 'setting row_security of watchbill_app is not'],
  // Further kinds.
  ['alter policy see on officers to public', 'policy see on public.officers was changed'],
  [
    `create policy wide on attendance as permissive for all to watchbill_eraser using (organization_id is not null)`,
    'policy wide on public.attendance is not',
  ],
  [
    'alter policy tenant on posts with check (organization_id is not null)',
    'policy tenant on public.posts was changed',
  ],
  ['alter policy tenant on posts rename to anything', 'policy tenant on public.posts is missing'],
  ['grant update (organization_id) on officers to watchbill_app', 'rights of watchbill_app on public.officers was'],
  ['revoke insert on audit_entries from watchbill_app', 'rights of watchbill_app on public.audit_entries was changed'],
  [
    'grant select on officers to watchbill_app with grant option',
    'rights of watchbill_app on public.officers was changed',
  ],
  ['create role planted; grant select on officers to planted', 'rights of planted on public.officers is not'],
  ['create role planted; grant watchbill_app to planted', 'membership of planted in watchbill_app is not'],
  ['create role planted; grant pg_read_all_data to planted', 'membership of planted in pg_read_all_data is not'],
  ['create role planted superuser', 'role planted that passes row-level security is not'],
  ['create role planted replication', 'role planted that passes row-level security is not'],
  ['alter role watchbill_app createrole', 'role watchbill_app was changed'],
  ['alter role watchbill_eraser nologin', 'role watchbill_eraser was changed'],
  [`alter role watchbill_app set search_path = 'third'`, 'setting search_path of watchbill_app is not'],
  [`alter role watchbill_app set app.role = 'super_admin'`, 'setting app.role of watchbill_app is not'],
  [`alter role watchbill_app set synchronous_commit = off`, 'setting synchronous_commit of watchbill_app is not'],
  [
    `do $$ begin execute format('alter database %I set app.organization_id = %L', current_database(), gen_random_uuid()); end $$`,
    'setting app.organization_id of every role in this database is not',
  ],
  [`alter role all set session_replication_role = replica`, 'setting session_replication_role of every role is not'],
  [
    'grant set on parameter session_replication_role to watchbill_app',
    'right SET of watchbill_app on setting session_replication_role is not',
  ],
  ['set local row_security = off', 'server setting row_security is not'],
  ['set local session_replication_role = replica', 'server setting session_replication_role is not'],
  ['grant select on pg_authid to watchbill_app', 'right SELECT of watchbill_app on relation pg_authid is not'],
  ['grant select (rolpassword) on pg_authid to public', 'right SELECT of public on relation pg_authid.rolpassword is'],
  ['alter function pg_sleep(double precision) security definer', 'definer function pg_sleep(double precision) is not'],
  ['alter function gbtreekey4_in(cstring) owner to watchbill_app', 'ownership by watchbill_app of function'],
  ['alter function app.role() leakproof', 'function app.role() was changed'],
  [`alter function app.role() set search_path = 'third'`, 'function app.role() was changed'],
  [
    'grant execute on function app.enter_system(uuid, text) to public',
    'function app.enter_system(uuid,text) was changed',
  ],
  [
    `create function public.planted() returns trigger language plpgsql as 'begin return new; end';
     create trigger planted before insert on sessions for each row execute function public.planted()`,
    'trigger planted on public.sessions is not',
  ],
  [`create function public.lower(text) returns text language sql as 'select $1'`, 'function public.lower(text) is not'],
  ['create operator public.=== (function = uuid_eq, leftarg = uuid, rightarg = uuid)', 'operator'],
  [
    `create function public.yes(text) returns boolean language sql immutable as 'select true';
     create cast (text as boolean) with function public.yes(text) as implicit`,
    'cast text as boolean is not',
  ],
  ['create domain planted as text', 'type public.planted is not'],
  ['create type planted as (a int)', 'type public.planted is not'],
  ['create publication planted for all tables', 'publication planted is not'],
  [
    `create function public.planted() returns event_trigger language plpgsql as 'begin end';
     create event trigger planted on ddl_command_end execute function public.planted()`,
    'event trigger planted is not',
  ],
  ['create foreign data wrapper planted', 'foreign data wrapper planted is not'],
  [
    'create foreign data wrapper planted; create server planted foreign data wrapper planted',
    'foreign server planted is not',
  ],
  [`update pg_language set lanpltrusted = true where lanname = 'c'`, 'language c is not'],
  ['alter table audit_entries set unlogged', 'relation public.audit_entries was changed'],
  ['create table planted () inherits (officers)', 'relation public.planted is not'],
  ['alter table officers alter approved set default true', 'columns of public.officers was changed'],
  ['alter table officers alter role drop not null', 'columns of public.officers was changed'],
  [
    'alter table idempotency_keys drop constraint idempotency_keys_pkey',
    'constraints of public.idempotency_keys was changed',
  ],
  ['alter table officers add constraint planted check (true) not valid', 'constraints of public.officers was changed'],
  ['alter schema app owner to watchbill_vendor', 'ownership by watchbill_vendor of schema app'],
  ['grant create on schema pg_catalog to watchbill_app', 'right CREATE of watchbill_app on schema pg_catalog is not'],
  ['grant usage on schema app to public', 'schema app was changed'],
  ['create schema third', 'schema third is not part of this version'],
  ['create sequence planted', 'relation public.planted is not'],
  [
    `select lo_create(4242); grant select on large object 4242 to public`,
    'right SELECT of public on large object 4242 is not',
  ],
  ['drop index outbox_at_idx; drop function app.mark(text, uuid, text, text, boolean)', 'function app.mark('],
]

test('a database as this version lays it has no fault', { meta: { shows: ['issue 14.1'] } }, async () => {
  await client.query('begin')
  expect(await see()).toEqual([])
  await client.query('rollback')
})

/** Faults that can be planted at once: none names the same thing as another. What they create is numbered. */
const batches = (): [plant: string, words: string][][] => {
  const made: [plant: string, words: string][][] = []
  for (const [at, fault] of faults.entries()) {
    const [plant, words] = fault.map((text) => text.replace(/\b(planted|third|open)\b/g, `$1_${at}`)) as [
      string,
      string,
    ]
    const clashes = (batch: [string, string][]) =>
      /^set local|owner to|rename to/.test(`${plant} ${batch[0]?.[0]}`) ||
      batch.some(([, other]) => other.startsWith(words) || words.startsWith(other))
    const free = made.find((batch) => !clashes(batch))
    if (free) free.push([plant, words])
    else made.push([[plant, words]])
  }
  return made
}

test('the watch names each of the planted faults', { meta: { shows: ['issue 14.1'] } }, async () => {
  expect(faults.length).toBeGreaterThan(78)
  const unseen: string[] = []
  for (const batch of batches()) {
    await client.query('begin')
    for (const [plant] of batch) {
      await client.query('savepoint plant')
      await client.query(plant).catch(async (error: Error) => {
        unseen.push(`${plant}: ${error.message}`)
        await client.query('rollback to savepoint plant')
      })
    }
    const found = await see()
    for (const [plant, words] of batch)
      if (!found.some((fault) => fault.includes(words))) unseen.push(`${plant}: ${words}`)
    await client.query('rollback')
  }
  expect(unseen).toEqual([])
})

test('what an operator does to a database of their own is no fault', { meta: { shows: ['issue 14.1'] } }, async () => {
  const legitimate = [
    'create index on officers (organization_id, name)',
    'alter table officers set (fillfactor = 80); analyze officers',
    `alter role watchbill_app set work_mem = '32MB'`,
    `do $$ begin execute format('alter database %I set log_min_duration_statement = 500', current_database()); end $$`,
    'create role stranger login; create role other_owner login createdb',
    'create temporary table scratch (id int)',
    'create role monitor; grant pg_monitor to monitor',
    'create role backup login bypassrls; grant pg_read_all_data to backup; grant select on officers to backup',
    'create schema report; create table report.days (day date); create view report.names as select name from officers',
  ]
  await client.query('begin')
  for (const act of legitimate) await client.query(act)
  expect(await see(['backup', 'report'])).toEqual([])
  await client.query('rollback')
})

test('a schema of the operator is named as soon as the application can read in it', {
  meta: { shows: ['issue 14.1'] },
}, async () => {
  await client.query('begin')
  await client.query(`create schema report; grant usage on schema report to watchbill_app;
    create table report.copy as table accounts; grant select on report.copy to watchbill_app`)
  expect(await see(['report'])).toContain('relation report.copy is not part of this version')
  await client.query('rollback')
})

test('a look in operation closes the server at once, with one alarm, and a repair opens it again', {
  meta: { shows: ['issue 14.1'] },
}, async () => {
  const lines: Record<string, unknown>[] = []
  let ended = 0
  const never = { look: 2_000_000_000, repair: 2_000_000_000 }
  const watch = watchFence(
    () => findDrift(database.url, lock, []),
    (line) => lines.push(line),
    never,
  )
  watch.onFaults(() => {
    ended += 1
  })
  await watch.look()
  expect([watch.faults(), lines]).toEqual([[], []])
  await client.query('alter table attendance disable row level security')
  await watch.look()
  await watch.look()
  const fault = 'relation public.attendance was changed'
  expect([watch.faults(), ended, lines]).toEqual([
    [fault],
    1,
    [{ level: 'error', alarm: 'fence', faults: [fault], count: 1 }],
  ])
  await client.query('alter table attendance enable row level security')
  await watch.look()
  expect([watch.faults(), lines.at(-1)]).toEqual([[], { level: 'warn', over: 'fence' }])
  await watch.close()
})
