import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readReport } from '#features/hours/reports/contract.ts'
import { routes as reportRoutes } from '#features/hours/reports/routes.ts'
import { reportNames } from '#features/hours/reports/rules.ts'
import { connectDatabase } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { appUrlOf, migrate } from '#platform/server/migrate.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { exporting } from '#platform/server/route.ts'
import { sql } from '#platform/server/sql.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { option, table, withClient } from './ground.ts'
import { idSql } from './ids.ts'

/**
 * Usage: node tools/run.mjs bench/exports.ts [--rows 500000] [--signups 300000]. Creates one department with that many sign-ups.
 * Exports that many rows as CSV and as XLSX from a server in its own process and watches its memory: the peak may be at most 48
 * MB above the peak for half the rows (memory that grows with the rows would double). Then runs every report: 30 days within 300
 * ms, a year within 2 s. Exits with 1 if any is missed.
 */
const rows = Number(option('rows') ?? 500_000)
const signups = Number(option('signups') ?? 300_000)
const growth = 48
const bounds = { days: 300, year: 2_000 }
const secret = 'b'.repeat(43)

const exportSignups = endpoint({
  name: 'bench.signups',
  summary: 'Signups with who and what, as many as asked.',
  method: 'POST',
  path: '/api/bench/signups',
  who: 'admin',
  input: z.object({ ...exportInput, rows: z.int() }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})
const route = exporting(exportSignups, (input) => ({
  title: 'Signups',
  format: input.format,
  sheets: [
    {
      name: 'Signups',
      columns: [
        { head: 'Officer', as: 'text' },
        { head: 'Badge', as: 'text' },
        { head: 'Assignment', as: 'text' },
        { head: 'Status', as: 'text' },
        { head: 'Starts', as: 'moment' },
        { head: 'Ends', as: 'moment' },
        { head: 'Hours', as: 'minutes' },
      ],
      statement: sql`select o.name, o.badge_number, a.title, s.status,
          to_char(s.starts_at at time zone a.time_zone, 'YYYY-MM-DD HH24:MI'),
          to_char(s.ends_at at time zone a.time_zone, 'YYYY-MM-DD HH24:MI'), extract(epoch from s.ends_at - s.starts_at)::int / 60
        from generate_series(1, 2) n, officer_assignments s
        join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
        join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
        where s.organization_id = (select app.organization_id()) limit ${input.rows}::int`,
    },
  ],
}))

/** The server process: sends its port, then its memory use twenty times a second. */
const serve = async (url: string) => {
  const database = connectDatabase(url, { size: 8, pipeline: true, named: true })
  const origin = 'http://127.0.0.1'
  const app = createHttp({
    database,
    routes: [route, ...reportRoutes],
    publicOrigin: origin,
    trustProxy: false,
    checkOutputs: false,
    log: (line) => {
      if (line.level === 'error') process.stderr.write(`${JSON.stringify(line)}\n`)
    },
    draining: () => false,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
  process.once('disconnect', () => process.exit(0))
  setInterval(() => process.send?.({ rss: process.memoryUsage().rss / 1_048_576 }), 50)
}

const OFFICERS = 1_000
const assignments = Math.ceil(signups / 4)
const org = idSql('organization', '1')
const officer = (n: string) => idSql('officer', n)

/** Eight-hour shifts back to back over the last three years; each officer works one every several days. */
const fill = (url: string) =>
  withClient(url, async (client) => {
    await client.query('set session_replication_role = replica')
    const at = `date_trunc('minute', now()) - (${assignments} - j) * interval '3 years' / ${assignments}`
    const kinds = `(array['overtime', 'extra_duty', 'court', 'special_event'])[1 + j % 4]`
    for (const statement of [
      `insert into organizations (id, name, subdomain, subscription_tier) values (${org}, 'Bench', 'bench', 'pro')`,
      `insert into accounts (id, email, email_key, name) values (${idSql('account', '0')}, 'a@example.org', 'a@example.org', 'A')`,
      `insert into officers (organization_id, id, user_id, role, approved, name, badge_number, unit, hourly_rate)
        select ${org}, ${officer('n')}, case when n = 0 then ${idSql('account', '0')} end, case when n = 0 then 'admin' else 'officer' end,
          true, 'Officer ' || n, 'B' || n, 'Unit ' || n % 12, case when n % 9 > 0 then 45500000 + n end
        from generate_series(0, ${OFFICERS - 1}) n`,
      `insert into memberships (account_id, organization_id, officer_id) values (${idSql('account', '0')}, ${org}, ${officer('0')})`,
      `insert into sessions (token_hash, user_id, organization_id) values
        ('\\x${createHash('sha256').update(secret).digest('hex')}', ${idSql('account', '0')}, ${org})`,
      `insert into assignments (organization_id, id, title, kind, time_zone, starts_at, ends_at, status, published_at)
        select ${org}, ${idSql('assignment', 'j')}, 'Shift ' || j, ${kinds}, 'America/Chicago', ${at}, ${at} + interval '8 hours',
          'published', ${at} - interval '9 days' from generate_series(0, ${assignments - 1}) j`,
      `insert into posts (organization_id, id, assignment_id, name, required_count, confirmed_count, starts_at, ends_at)
        select organization_id, ${idSql('post', 'id')}, id, 'Gate', 4, 3, starts_at, ends_at from assignments`,
      `insert into officer_assignments (organization_id, id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
          applied_at, called_off_at)
        select ${org}, ${idSql('signup', 'j * 4 + k')}, ${idSql('assignment', 'j')}, ${idSql('post', idSql('assignment', 'j'))},
          ${officer(`1 + (j * 4 + k) % ${OFFICERS - 1}`)}, case when k = 3 and j % 3 = 0 then 'called_off' else 'worked' end, ${at},
          ${at} + interval '8 hours', ${at} - interval '8 days', ${at} - interval '30 hours'
        from generate_series(0, ${assignments - 1}) j, generate_series(0, 3) k`,
      `insert into place_events (organization_id, assignment_id, at, delta)
        select organization_id, assignment_id, applied_at, 1 from officer_assignments where status = 'worked'`,
      `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at, scheduled_ends_at,
          checked_in_at, checked_out_at, worked_minutes, decided_by)
        select organization_id, id, assignment_id, officer_id, 'approved', starts_at, ends_at, starts_at, ends_at, 480, ${officer('0')}
        from officer_assignments where status = 'worked'`,
      'vacuum analyze',
    ])
      await client.query(statement)
  })

const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }

type Watched = { port: number; peak: () => number; forget: () => void; child: ChildProcess }
const startWatched = (url: string): Promise<Watched> =>
  new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, ['--serve', url], { stdio: 'inherit' })
    let peak = 0
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.on('message', (said: { port?: number; rss?: number }) => {
      if (said.rss) peak = Math.max(peak, said.rss)
      const forget = () => {
        peak = 0
      }
      if (said.port) resolve({ port: said.port, peak: () => peak, forget, child })
    })
  })

const take = async (server: Watched, format: 'csv' | 'xlsx', count: number) => {
  server.forget()
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}${exportSignups.path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ format, rows: count }),
  })
  if (!answer.ok || !answer.body) throw new Error(await answer.text())
  let bytes = 0
  for await (const piece of answer.body) bytes += piece.length
  return { seconds: (performance.now() - began) / 1000, megabytes: bytes / 1_048_576, peak: server.peak() }
}

const time = async (server: Watched, report: string, from: string, group: string) => {
  const began = performance.now()
  const path = readReport.path.replace(':report', report)
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}?from=${from}&group=${group}`, { headers })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
  return performance.now() - began
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const middle = async (run: () => Promise<number>) => {
  const times = [await run(), await run(), await run()].sort((a, b) => a - b)
  return times[1] ?? 0
}

const measureExports = async (server: Watched): Promise<boolean> => {
  const lines: string[][] = []
  let kept = true
  for (const format of ['csv', 'xlsx'] as const) {
    const small = await take(server, format, Math.round(rows / 2))
    const large = await take(server, format, rows)
    const more = large.peak - small.peak
    kept &&= more <= growth
    lines.push([
      format,
      `${large.seconds.toFixed(1)} s`,
      `${large.megabytes.toFixed(0)} MB`,
      `${small.peak.toFixed(0)} MB`,
      `${large.peak.toFixed(0)} MB`,
      `${more.toFixed(0)} MB ${more <= growth ? 'kept' : 'MISSED'}`,
    ])
  }
  console.log(table([`${rows} rows`, 'time', 'file', 'peak of half', 'peak', 'more'], lines))
  return kept
}

const measureReports = async (server: Watched): Promise<boolean> => {
  const lines: string[][] = []
  let kept = true
  for (const report of reportNames) {
    const group = report === 'fill' ? 'week' : 'officer'
    const days = await middle(() => time(server, report, ago(29), group))
    const year = await middle(() => time(server, report, ago(365), group))
    const kinds = await middle(() => time(server, report, ago(365), 'kind'))
    const all = await middle(() => time(server, report, ago(1200), group))
    kept &&= days <= bounds.days && Math.max(year, kinds) <= bounds.year
    lines.push([report, ...[days, year, kinds, all].map((ms) => `${ms.toFixed(0)} ms`)])
  }
  console.log(table([`${signups} signups`, '30 days', 'a year', 'by kind', 'all'], lines))
  return kept
}

const served = option('serve')
if (served) await serve(served)
else {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchbill-exports-'))
  const embedded = await startEmbedded({ dataDir })
  try {
    await migrate(embedded.url)
    await fill(embedded.url)
    const server = await startWatched(appUrlOf(embedded.url))
    await take(server, 'csv', 1_000)
    await take(server, 'xlsx', 1_000)
    const kept = [await measureExports(server), await measureReports(server)]
    server.child.removeAllListeners('exit')
    server.child.kill('SIGKILL')
    process.exitCode = kept.every(Boolean) ? 0 : 1
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
