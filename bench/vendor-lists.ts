import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes as auditRoutes } from '#features/vendor/audit/routes.ts'
import { listOrganizations } from '#features/vendor/organizations/contract.ts'
import { routes as featureRoutes } from '#features/vendor/organizations/routes.features.ts'
import { routes as organizationRoutes } from '#features/vendor/organizations/routes.ts'
import { listOrganizations as statementOf } from '#features/vendor/organizations/store.ts'
import { routes as feedbackRoutes } from '#features/vendor/requests/routes.feedback.ts'
import { routes as userRoutes } from '#features/vendor/users/routes.ts'
import { connectDatabase } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { appUrlOf, migrate, vendorUrlOf } from '#platform/server/migrate.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { toQuery } from '#platform/server/sql.ts'
import { median, option, table, withClient } from './ground.ts'
import { idSql } from './ids.ts'

/**
 * Usage: node tools/run.mjs bench/vendor-lists.ts [--organizations 2000] [--acts 200000]. Creates that many departments, and that
 * many actions by vendor staff among three times as many entries by others. Runs every vendor list over all of them: at most 300
 * ms, median of nine, and one database round trip each, counted on the wire. Also runs the list of organizations as a bare
 * statement, alternating. Exits with 1 if any bound is missed.
 */
const organizations = Number(option('organizations') ?? 2_000)
const acts = Number(option('acts') ?? 200_000)
const bound = 300
const secret = 'c'.repeat(43)
const vendor = '00000000-0000-0000-0000-000000000000'

const account = idSql('account', '0')
const org = idSql('organization', 'o')
const departments = `generate_series(1, ${organizations}) o`
const person = idSql('account', 'o')

const statements = [
  `insert into organizations (id, name, subdomain, subscription_tier, trial_end_date, state, created_at)
    select ${org}, 'Department ' || md5(o::text), 'd' || o, (array['basic', 'trial', 'pro', 'enterprise'])[1 + o % 4],
      case when o % 4 = 1 then current_date + o % 40 - 10 end, case when o % 40 = 0 then 'suspended' else 'active' end,
      now() - o * interval '1 hour' from ${departments}`,
  `insert into organization_figures (organization_id, officers_counted, last_activity_at)
    select ${org}, o % 300, case when o % 9 > 0 then now() - (o % 700) * interval '1 hour' end from ${departments}
    on conflict (organization_id) do update set officers_counted = excluded.officers_counted, last_activity_at = excluded.last_activity_at`,
  `insert into accounts (id, email, email_key, name) values (${account}, 'a@example.org', 'a@example.org', 'A')`,
  `insert into accounts (id, email, email_key, name) select ${person}, 'p' || o || '@example.org', 'p' || o || '@example.org', 'P ' || o
    from ${departments}`,
  `insert into super_admin_users (email, email_key, active, account_id) values ('a@example.org', 'a@example.org', true, ${account})`,
  `insert into sessions (token_hash, user_id, kind, second_factor_at)
    values ('\\x${createHash('sha256').update(secret).digest('hex')}', ${account}, 'super_admin', now())`,
  `insert into audit_entries (organization_id, at, action, actor_user_id, actor_role, thing_type, thing_id, after)
    select '${vendor}', now() - n * interval '1 minute', 'accounts.sign_in', null, 'anyone', 'sign_in_attempts', gen_random_uuid(), '{}'
    from generate_series(1, ${acts * 3}) n`,
  `insert into audit_entries (organization_id, at, action, actor_user_id, actor_role, thing_type, thing_id, request_id, about, after)
    select '${vendor}', now() - o * interval '3 minutes', 'vendor_organizations.edit', case when o % 2 = 0 then ${account} end, 'super_admin',
      'organizations', ${idSql('organization', `1 + o % ${organizations}`)}, gen_random_uuid(),
      ${idSql('organization', `1 + o % ${organizations}`)},
      jsonb_build_object('organization_id', ${idSql('organization', `1 + o % ${organizations}`)})
    from generate_series(1, ${acts}) o`,
  `with made as (insert into feature_requests (organization_id, title, description, votes, created_at, status)
      select ${org}, 'W' || n, repeat('words and ', 30), 1 + n % 5, now() - n * interval '1 minute', 'pending'
      from ${departments}, generate_series(1, 10) n returning id, organization_id)
    insert into feedback_merges (organization_id, request_id, from_organization_id, into_id, into_organization_id, person)
      select '${vendor}', id, organization_id, gen_random_uuid(), organization_id, ${idSql('account', '1')} from made limit 800`,
  'vacuum analyze',
]

const lists: readonly [name: string, path: string][] = [
  ['organizations, by name', 'organizations'],
  ['organizations, the quietest first', 'organizations?sort=last_activity'],
  ['organizations, the largest first', 'organizations?sort=officers&direction=desc'],
  ['organizations, trials that end soon', 'organizations?trial=ending_soon'],
  ['organizations gone quiet', 'organizations?quiet=yes'],
  ['organizations, found by part of a name', 'organizations?search=ab1'],
  ['the selector', 'organizations/find?search=ab1'],
  ['features', 'features'],
  ['accounts', 'users'],
  ['feature requests', 'feedback/feature_request'],
  ['feature requests, the most asked for', 'feedback/feature_request?sort=votes'],
  ['the audit', 'audit'],
  ['the audit, of one person', `audit?person=${'{account}'}`],
  ['the audit, of one department', `audit?organization=${'{organization}'}`],
]

/** A relay between the server and its database that counts the server's round trips. */
const relayTo = async (socketDir: string) => {
  let trips = 0
  const relay = createServer((near) => {
    const far = createConnection(join(socketDir, '.s.PGSQL.5432'))
    // Forward each packet without delay.
    near.setNoDelay(true)
    let answered = true
    near.on('data', (bytes) => {
      if (answered) trips += 1
      answered = false
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      answered = true
      near.write(bytes)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const through = (url: string) => {
    const there = new URL(url)
    there.searchParams.set('host', '127.0.0.1')
    there.searchParams.set('port', String(port))
    return there.href
  }
  return { through, trips: () => trips, close: () => relay.close() }
}

const ask = async (base: string, path: string): Promise<number> => {
  const began = performance.now()
  const answer = await fetch(`${base}/api/vendor/${path}`, { headers: { authorization: `Bearer ${secret}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${text}`)
  return performance.now() - began
}

type Ground = { base: string; trips: () => number; ids: Readonly<Record<string, string>> }
const measure = async ({ base, trips, ids }: Ground): Promise<boolean> => {
  let kept = true
  const lines: string[][] = []
  for (const [name, pattern] of lists) {
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, key: string) => ids[key] ?? '')
    const times: number[] = []
    // Lets the statement be planned and the connection be opened.
    for (let warm = 0; warm < 3; warm++) await ask(base, path)
    const before = trips()
    for (let run = 0; run < 9; run++) times.push(await ask(base, path))
    const each = (trips() - before) / times.length
    const [middle, worst] = [median(times), Math.max(...times)]
    const holds = middle <= bound && each === 1
    kept &&= holds
    lines.push([name, `${middle.toFixed(1)} ms`, `${worst.toFixed(1)} ms`, String(each), holds ? 'kept' : 'MISSED'])
  }
  console.log(
    table([`${organizations} departments, ${acts} acts`, 'middle', 'worst', 'round trips', `${bound} ms, 1`], lines),
  )
  return kept
}

/** The list of organizations over HTTP, and its bare statement on one connection, alternating. */
const compare = (url: string, base: string) =>
  withClient(url, async (client) => {
    const { text, values } = toQuery(statementOf(listOrganizations.input.parse({})), false)
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let run = 0; run < 40; run++) {
      ours.push(await ask(base, 'organizations'))
      const began = performance.now()
      await client.query(text, values)
      bare.push(performance.now() - began)
    }
    const [here, there] = [median(ours.slice(5)), median(bare.slice(5))]
    console.log(
      `organizations over HTTP ${here.toFixed(1)} ms, the statement alone ${there.toFixed(1)} ms: ${(there / here).toFixed(2)}`,
    )
  })

const dataDir = mkdtempSync(join(tmpdir(), 'watchbill-vendor-lists-'))
const embedded = await startEmbedded({ dataDir })
try {
  await migrate(embedded.url)
  const ids = await withClient(embedded.url, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    const found = await client.query(`select ${account} as account, ${idSql('organization', '7')} as organization`)
    return found.rows[0] as Record<string, string>
  })
  const relay = await relayTo(embedded.socketDir)
  const database = connectDatabase(appUrlOf(embedded.url), {
    size: 4,
    pipeline: true,
    named: true,
    vendorUrl: relay.through(vendorUrlOf(embedded.url)),
  })
  const app = createHttp({
    database,
    routes: [...organizationRoutes, ...featureRoutes, ...feedbackRoutes, ...userRoutes, ...auditRoutes],
    publicOrigin: 'http://127.0.0.1',
    trustProxy: false,
    checkOutputs: false,
    log: (line) => {
      if (line.level === 'error') process.stderr.write(`${JSON.stringify(line)}\n`)
    },
    draining: () => false,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const kept = await measure({ base, trips: relay.trips, ids })
  await compare(embedded.url, base)
  await app.close()
  await database.close()
  relay.close()
  process.exitCode = kept ? 0 : 1
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
