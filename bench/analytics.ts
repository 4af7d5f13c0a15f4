import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes as billingRoutes } from '#features/vendor/analytics/routes.revenue.ts'
import { routes as analyticsRoutes } from '#features/vendor/analytics/routes.ts'
import { FILL_BOUNDS } from '#features/vendor/analytics/rules.months.ts'
import { groupsOf, views } from '#features/vendor/analytics/rules.ts'
import { connectDatabase } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { appUrlOf, migrate, vendorUrlOf } from '#platform/server/migrate.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { option, table, withClient } from './ground.ts'
import { idSql } from './ids.ts'

/**
 * Usage: node tools/run.mjs bench/analytics.ts [--organizations 2000] [--months 36]. Fills the database with that many
 * departments and months of figures, some thirty full shifts per department and month, contracts and open invoices. Then makes
 * every vendor analytics call over all of it and over the twelve months a screen opens with: at most 300 ms each, median of five.
 * Exits with 1 if any is over.
 */
const organizations = Number(option('organizations') ?? 2_000)
const months = Number(option('months') ?? 36)
const bound = 300
const secret = 'c'.repeat(43)

const account = idSql('account', '0')
const org = idSql('organization', 'o')
const departments = `generate_series(1, ${organizations}) o`
const month = `(date_trunc('month', now() at time zone 'UTC' - interval '12 hours') - m * interval '1 month')::date`
const running = `generate_series(0, ${months - 1}) m`
const tier = `(array['basic', 'trial', 'pro', 'pro', 'enterprise'])[1 + o % 5]`
const currency = `(array['USD', 'USD', 'USD', 'CAD'])[1 + o % 4]`
const cents = `100000 + (o * 37 + (m / 12) * 1111) % 90000`

const statements = [
  `insert into organizations (id, name, subdomain, subscription_tier) select ${org}, 'Department ' || o, 'd' || o, ${tier} from ${departments}`,
  `insert into accounts (id, email, email_key, name) values (${account}, 'a@example.org', 'a@example.org', 'A')`,
  `insert into super_admin_users (email, email_key, active, account_id) values ('a@example.org', 'a@example.org', true, ${account})`,
  `insert into sessions (token_hash, user_id, kind, second_factor_at)
    values ('\\x${createHash('sha256').update(secret).digest('hex')}', ${account}, 'super_admin', now())`,
  `insert into figure_states (organization_id, kept_at) select ${org}, now() from ${departments}`,
  // From minutes to days, most within hours; different for each department.
  `insert into month_fill_times (organization_id, month, minutes, tier, shifts)
    select ${org}, ${month}, ceil(exp(random() * 7.5))::int + k % 5, ${tier}, 1 from ${running}, ${departments}, generate_series(1, 30) k
    on conflict do nothing`,
  `insert into month_figures (organization_id, month, state, tier, officers, active, shifts_posted, places_posted, shifts, required,
      held, filled, ${FILL_BOUNDS.map((one) => `under_${one}`).join(', ')}, trials_started, trials_ended, trials_converted,
      features_on, features_used, live_minutes)
    select organization_id, month, 'active', min(tier), 40 + count(*)::int, count(*) % 7 > 0, 40, 120, 38, 110, 100, sum(shifts),
      ${FILL_BOUNDS.map((one) => `coalesce(sum(shifts) filter (where minutes < ${one}), 0)`).join(', ')},
      (count(*) % 9 = 0)::int, (count(*) % 8 = 0)::int, (count(*) % 16 = 0)::int, 127, count(*)::int % 128,
      case when count(*) % 11 = 0 then 25 end
    from month_fill_times group by 1, 2`,
  `insert into revenue_figures (organization_id, month, currency, tier, opening_tier, opening_cents, closing_cents)
    select ${org}, ${month}, ${currency}, 'pro', 'pro', ${cents}, ${cents} + (o + m) % 5 * 100 from ${running}, ${departments}`,
  `insert into contracts (organization_id, id, currency, billing, starts_on, ends_on)
    select organization_id, id, currency, 'yearly', starts_on, (starts_on + interval '1 year')::date - 1
    from (select ${org} as organization_id, ${idSql('post', 'o * 9 + y')} as id, ${currency} as currency,
      current_date - y * 365 - y - o % 360 as starts_on from ${departments}, generate_series(0, 2) y) c`,
  `insert into contract_versions (organization_id, contract_id, number, effective_on, size, tier, price_cents)
    select organization_id, id, 1, starts_on, '26-100', 'pro', 450000 from contracts`,
  `insert into invoices (organization_id, kind, status, number, currency, net_cents, total_cents, issued_on, due_on, issued_at, seller, buyer,
      paid_cents, settled_at)
    select ${org}, 'invoice', 'issued', 'INV-' || o || '-' || n, ${currency}, 50000, 50000, d - 30, d, now(), '{}', '{}',
      case when n > 1 then 50000 else 0 end, case when n > 1 then now() end
    from ${departments}, generate_series(0, 11) n, lateral (select current_date + 20 - n * 90 - o % 60 as d) x`,
  'vacuum analyze',
]

const calls = (): [name: string, path: string][] => {
  const span = (count: number) => {
    const last = new Date(Date.now() - 12 * 3_600_000)
    const first = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - count + 1, 1))
    return `from=${first.toISOString().slice(0, 7)}&to=${last.toISOString().slice(0, 7)}`
  }
  return [12, months]
    .flatMap((count): [string, string][] => [
      ...views.flatMap((view) =>
        groupsOf(view).map((by): [string, string] => [
          `${view} by ${by}, ${count} months`,
          `analytics/${view}?by=${by}&${span(count)}`,
        ]),
      ),
      [`filling of a tier, ${count} months`, `analytics/filling?by=month&tier=pro&${span(count)}`],
      [`use of a feature, ${count} months`, `analytics/features?by=month&feature=overtime&${span(count)}`],
      ...['month', 'tier'].map((by): [string, string] => [
        `revenue by ${by}, ${count} months`,
        `billing-analytics/revenue?by=${by}&${span(count)}`,
      ]),
    ])
    .concat([
      ['claims', 'claims'],
      ['receivables', 'billing-analytics/receivables'],
      ['renewals', 'billing-analytics/renewals'],
    ])
}

const measure = async (base: string): Promise<boolean> => {
  const lines: string[][] = []
  let kept = true
  for (const [name, path] of calls()) {
    const times: number[] = []
    for (let run = 0; run < 6; run++) {
      const began = performance.now()
      const answer = await fetch(`${base}/api/vendor/${path}`, { headers: { authorization: `Bearer ${secret}` } })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${text}`)
      if (run > 0) times.push(performance.now() - began)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const [middle, worst] = [sorted[2] ?? 0, sorted[4] ?? 0]
    kept &&= middle <= bound
    lines.push([name, `${middle.toFixed(0)} ms`, `${worst.toFixed(0)} ms`, middle <= bound ? 'kept' : 'MISSED'])
  }
  console.log(table([`${organizations} departments, ${months} months`, 'middle', 'worst', `${bound} ms`], lines))
  return kept
}

const dataDir = mkdtempSync(join(tmpdir(), 'watchbill-analytics-'))
const embedded = await startEmbedded({ dataDir })
try {
  await migrate(embedded.url)
  await withClient(embedded.url, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
  })
  const database = connectDatabase(appUrlOf(embedded.url), {
    size: 4,
    pipeline: true,
    named: true,
    vendorUrl: vendorUrlOf(embedded.url),
  })
  const app = createHttp({
    database,
    routes: [...analyticsRoutes, ...billingRoutes],
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
  const kept = await measure(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  await app.close()
  await database.close()
  process.exitCode = kept ? 0 : 1
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
