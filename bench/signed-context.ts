import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Call, calls } from './calls.ts'
import { clearSignups, fillDatabase, refreshSessions, sizes } from './data.ts'
import { median, option, startCluster, table, withClient } from './ground.ts'
import { record } from './record.ts'
import { findPgbench, runPgbench, type Script, scriptOf } from './reference.ts'

/**
 * Usage: node tools/run.mjs bench/signed-context.ts [--runs 5] [--seconds 3] [--clients 1,32]. What a signed tenant context would cost
 * (docs/decisions/0290): the statements of three calls by pgbench as the application's role, on copies of one database whose context
 * is as it is, signed with every reading checked, or signed and checked by the tenant policy alone; in turns. Then what SQL as that
 * role can do nevertheless.
 */
const runs = Number(option('runs') ?? 5)
const seconds = Number(option('seconds') ?? 3)
const clientCounts = (option('clients') ?? '1,32').split(',').map(Number)
const size = sizes.small
const names = ['counts.pending', 'signups.open_jobs', 'signups.sign_up']

/**
 * An HMAC-SHA-256 over organization, role and transaction (one process has one transaction at an instant). Its two padded keys lie in a
 * table that the application's role cannot read.
 */
const seal = (organization: string, role: string) => `encode(sha256(k.outer_key || sha256(k.inner_key || convert_to(
  ${organization} || '|' || ${role} || '|' || pg_backend_pid() || '|' || extract(epoch from transaction_timestamp()), 'UTF8'))), 'hex')`
const set = (name: string) => `coalesce(current_setting('app.${name}', true), '')`
const definer = 'security definer set search_path = pg_catalog, pg_temp'

const sealing = `
create table app.seal_key (inner_key bytea not null, outer_key bytea not null);
insert into app.seal_key select string_agg(set_byte('\\x00', 0, b # 54), '' order by n), string_agg(set_byte('\\x00', 0, b # 92), '' order by n)
  from (select n, case when n < 32 then get_byte(key, n) else 0 end as b
    from (select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid(), 'UTF8')) as key) one, generate_series(0, 63) n) bytes;
create function app.sign() returns text language plpgsql ${definer} as $$
begin
  return (select set_config('app.seal', ${seal(set('organization_id'), set('role'))}, true) from app.seal_key k);
end $$;
-- An empty context is nobody's, and nothing to forge.
create function app.checked_organization_id() returns uuid language plpgsql stable ${definer} as $$
begin
  if ${set('organization_id')} = '' then return null; end if;
  if (select ${set('seal')} = ${seal(set('organization_id'), set('role'))} from app.seal_key k) then
    return nullif(current_setting('app.organization_id', true), '')::uuid;
  end if;
  raise exception 'the context is not signed';
end $$;
create function app.checked_role() returns text language plpgsql stable ${definer} as $$
begin
  if ${set('role')} = '' then return ''; end if;
  if (select ${set('seal')} = ${seal(set('organization_id'), set('role'))} from app.seal_key k) then return ${set('role')}; end if;
  raise exception 'the context is not signed';
end $$;
grant execute on all functions in schema app to watchbill_app;
-- Each place that sets the context also signs it: here all of them do, as if all were allowed to.
do $$
declare f record; body text;
begin
  for f in select p.oid, pg_get_functiondef(p.oid) as text from pg_proc p where p.pronamespace = 'app'::regnamespace
      and p.prosrc ~ 'set_config\\(''app\\.(role|organization_id)''' loop
    body := regexp_replace(f.text, '((perform|  ) ?set_config\\(''app\\.(role|organization_id)''[^;]*);', '\\1; perform app.sign();', 'g');
    execute body;
  end loop;
end $$;`

/** Every reading of the context is checked. */
const everywhere = `${sealing}
create or replace function app.organization_id() returns uuid language sql stable as 'select app.checked_organization_id()';
create or replace function app.role() returns text language sql stable as 'select app.checked_role()';`

/** Only the restrictive policy of each tenant table checks, once for each table of a statement. */
const policyOnly = `${sealing}
do $$
declare p record;
begin
  for p in select tablename from pg_policies where schemaname = 'public' and policyname = 'tenant' loop
    execute format('alter policy tenant on public.%I using (organization_id = (select app.checked_organization_id()))
      with check (organization_id = (select app.checked_organization_id()))', p.tablename);
  end loop;
end $$;`

const variants = [
  { name: 'as it is', database: 'bench_context_plain', change: 'select 1' },
  { name: 'every reading checked', database: 'bench_context_signed', change: everywhere },
  { name: 'tenant policy checked', database: 'bench_context_policy', change: policyOnly },
] as const
type Variant = (typeof variants)[number] & { url: string }

const at = (url: string, database: string) => {
  const moved = new URL(url)
  moved.pathname = `/${database}`
  return moved.href
}

/** What the code sets itself would be signed too. */
const signing = (script: Script, variant: Variant): Script => ({
  ...script,
  trips: script.trips.map((trip) =>
    trip.map((text) =>
      variant.change === 'select 1' || !/^select set_config\('app\.role'/.test(text)
        ? text
        : `with set as materialized (${text}) select app.sign() from set`,
    ),
  ),
})

/** Processor time of a connection, in ms. */
const spentBy = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The application's connections with the time they have used, and the calls so far. */
const look = async (client: Client) => {
  const { rows } = await client.query<{ pids: number[]; calls: string }>(
    `select array(select pid from pg_stat_activity where usename = 'watchbill_app' and datname = current_database()) as pids,
      (select xact_commit from pg_stat_database where datname = current_database()) as calls`,
  )
  const { pids = [], calls: done = '0' } = rows[0] ?? {}
  return { calls: Number(done), at: performance.now(), spent: new Map(pids.map((pid) => [pid, spentBy(pid)])) }
}

type Measured = { rate: number; cpu: number }
/** From a second after all clients are connected, because a connection's first calls cost more than the difference. */
const measure = async (pgbench: string, variant: Variant, call: Call, script: Script, clients: number) => {
  if (call.route.kind === 'write') await clearSignups(variant.url)
  await refreshSessions(variant.url)
  return withClient(variant.url, async (client): Promise<Measured> => {
    const run = { clients, warm: 0, seconds: seconds + 5, pipelined: false }
    const running = runPgbench(pgbench, variant.url, signing(script, variant), run)
    while ((await look(client)).spent.size < clients) await pause(100)
    await pause(1_000)
    const before = await look(client)
    await pause(seconds * 1_000)
    const after = await look(client)
    await running
    if (after.spent.size < clients) throw new Error('pgbench ended too early')
    const done = after.calls - before.calls
    const cpu = [...after.spent].reduce((sum, [pid, spent]) => sum + spent - (before.spent.get(pid) ?? 0), 0)
    return { rate: (done * 1_000) / (after.at - before.at), cpu: cpu / done }
  })
}

/** How often one call checks or signs. */
const countChecks = async (pgbench: string, variant: Variant, script: Script): Promise<string> => {
  const read = () =>
    withClient(variant.url, async (client) => {
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ checks: number; signs: number }>(
        `select coalesce(sum(calls) filter (where funcname <> 'sign'), 0)::int as checks, coalesce(sum(calls) filter (where funcname = 'sign'), 0)::int as signs
          from pg_stat_user_functions where funcname in ('sign', 'checked_organization_id', 'checked_role')`,
      )
      return rows[0] ?? { checks: 0, signs: 0 }
    })
  await withClient(variant.url, (client) => client.query(`alter system set track_functions = 'pl'`))
  await withClient(variant.url, (client) => client.query('select pg_reload_conf()'))
  await refreshSessions(variant.url)
  await pause(500)
  const before = await read()
  const run = { clients: 1, warm: 0, seconds: 2, pipelined: false }
  const { requests } = await runPgbench(pgbench, variant.url, signing(script, variant), run)
  await pause(1_500)
  const after = await read()
  await withClient(variant.url, (client) => client.query('alter system reset track_functions'))
  await withClient(variant.url, (client) => client.query('select pg_reload_conf()'))
  const each = (n: number) => (n / requests).toFixed(1)
  return `${each(after.checks - before.checks)} checks, ${each(after.signs - before.signs)} signatures`
}

const attacks: readonly { what: string; sql: string }[] = [
  {
    what: 'another department by its id',
    sql: `select set_config('app.organization_id', (select id::text from organizations_known), true), set_config('app.role', 'admin', true);
      select count(*)::int as n from officers`,
  },
  {
    what: 'the password of any account whose address is known',
    sql: `select set_config('app.address', 'officer61@example.org', true);
      update accounts set password_hash = 'chosen by the attacker' where email_key = 'officer61@example.org' returning 1 as n`,
  },
  {
    what: 'the sessions of a person whose id is known, and with their hashes a signed context from app.enter',
    sql: `select set_config('app.address', 'officer61@example.org', true);
      select set_config('app.user_id', (select id::text from accounts where email_key = 'officer61@example.org'), true);
      select organization_id as n from app.enter((select token_hash from sessions where user_id = app.user_id() limit 1), 'officer', '', true);
      select count(*)::int as n from officers`,
  },
]

/** The SQL as the application's role, after it has entered as an officer of the first department; rolled back. */
const attack = (variant: Variant, sql: string): Promise<string> =>
  withClient(variant.url, async (client) => {
    const { rows } = await client.query<{ other: string; token: string }>(
      `select (select organization_id::text from officers where email_key = 'officer61@example.org') as other,
        (select encode(token_hash, 'hex') from sessions where user_id = (select user_id from officers where email_key = 'officer5@example.org')) as token`,
    )
    await client.query('begin; set local role watchbill_app')
    try {
      await client.query(`select * from app.enter('\\x${rows[0]?.token}', 'officer', '', true)`)
      const results = (await client.query(
        sql.replace('(select id::text from organizations_known)', `'${rows[0]?.other}'`),
      )) as unknown as { rowCount: number; rows: { n: unknown }[] }[]
      const last = results.at(-1)
      return last && last.rowCount > 0 && last.rows[0]?.n !== 0 ? `succeeds (${last.rows[0]?.n})` : 'finds nothing'
    } catch (error) {
      return `refused: ${(error as Error).message}`
    } finally {
      await client.query('rollback')
    }
  })

/** The three in turns; a line for each. */
const compare = async (pgbench: string, ready: readonly Variant[], call: Call, script: Script, clients: number) => {
  const all = new Map<string, Measured[]>(ready.map(({ name }) => [name, []]))
  for (let n = 0; n < runs; n++)
    for (const variant of n % 2 ? ready.toReversed() : ready)
      all.get(variant.name)?.push(await measure(pgbench, variant, call, script, clients))
  const plain = all.get('as it is') ?? []
  return ready.map(({ name }) => {
    const own = all.get(name) ?? []
    const ratio = (of: keyof Measured) =>
      median(own.map((one, n) => one[of] / (plain[n]?.[of] ?? Number.NaN))).toFixed(2)
    const [rate, cpu] = [median(own.map((one) => one.rate)).toFixed(0), median(own.map((one) => one.cpu)).toFixed(3)]
    return [call.name, String(clients), name, rate, ratio('rate'), cpu, ratio('cpu')]
  })
}

const makeVariants = async (clusterUrl: string): Promise<Variant[]> => {
  const ready: Variant[] = []
  for (const variant of variants) {
    const url = at(clusterUrl, variant.database)
    await withClient(clusterUrl, (client) => client.query(`create database ${variant.database} template bench_small`))
    await withClient(url, (client) => client.query(variant.change))
    await withClient(url, (client) => client.query('vacuum analyze'))
    ready.push({ ...variant, url })
  }
  return ready
}

const main = async () => {
  const pgbench = findPgbench()
  if (!pgbench) throw new Error('pgbench is not installed')
  const cluster = await startCluster()
  const drop = async () => {
    for (const { database } of variants)
      await withClient(cluster.url, (client) => client.query(`drop database if exists ${database} with (force)`))
  }
  try {
    const filled = await fillDatabase(cluster.url, 'bench_small', size)
    await clearSignups(filled)
    await refreshSessions(filled)
    const chosen: [Call, Script][] = []
    for (const call of calls.filter(({ name }) => names.includes(name))) {
      const recorded = await record(filled, call, call.pick(size, { index: 0, random: (low) => low }))
      chosen.push([call, scriptOf(call, size, recorded)])
    }
    await clearSignups(filled)
    await drop()
    const ready = await makeVariants(cluster.url)
    for (const [call, script] of chosen)
      for (const variant of ready.slice(1))
        process.stdout.write(`${call.name}, ${variant.name}: ${await countChecks(pgbench, variant, script)} a call\n`)
    const lines: string[][] = []
    for (const [call, script] of chosen)
      for (const clients of clientCounts) lines.push(...(await compare(pgbench, ready, call, script, clients)))
    const head = ['call', 'clients', 'context', 'calls/s', 'ratio', 'database ms', 'ratio']
    process.stdout.write(`\nMedians of ${runs} runs in turns, ${seconds} s each\n${table(head, lines)}\n\n`)
    for (const { what, sql } of attacks)
      for (const variant of ready.slice(0, 2))
        process.stdout.write(`${what}, context ${variant.name}: ${await attack(variant, sql)}\n`)
  } finally {
    await drop()
    await cluster.stop()
  }
}

await main()
