import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { makeBrowser } from '#platform/server/testing.push.ts'
import { ADMINS, fillDatabase } from './data.ts'
import { option, quantile, startCluster, startServer, table, withClient } from './ground.ts'
import { idOf } from './ids.ts'
import type { PushArrivals, PushServiceReady } from './push-service.ts'

/**
 * Usage: node tools/run.mjs bench/order-pushes.ts [--officers 200] [--orders 20] [--spots 5] [--devices 2]. The time for volunteers of one
 * shift after the other is over, and the server orders officers in. Measures how long after the commit of the order each push arrives at
 * the push service, and that each device of each ordered officer gets exactly one.
 */
const officers = Number(option('officers') ?? 200)
const orders = Number(option('orders') ?? 20)
const spots = Number(option('spots') ?? 5)
const devices = Number(option('devices') ?? 2)
const arrivesWithinMs = 2000
/** A push sent twice would come by then. */
const againWithinMs = 15_000

const clock = () => Number(process.hrtime.bigint() / 1000n) / 1000
const said = async <T>(child: ChildProcess): Promise<T> => ((await once(child, 'message')) as [T])[0]
const organization = idOf('organization', 0)

/** Every officer's devices, all with the keys of one browser: the server's work is the same. */
const subscribeAll = (url: string, origin: string) =>
  withClient(url, async (client) => {
    const { p256dh, auth } = makeBrowser(origin).target
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `truncate push_subscriptions, deliveries, tellings, notifications, mails, order_ins, order_calls cascade`,
    )
    await client.query(`delete from officer_assignments where starts_at > now()`)
    await client.query(`update organizations set quiet_from = null, quiet_to = null`)
    await client.query(
      `insert into push_subscriptions (organization_id, officer_id, session_id, endpoint, p256dh, auth)
       select f.organization_id, f.id, s.id, $1 || '/send/' || f.id || '/' || n, $2, $3
       from officers f join sessions s on s.user_id = f.user_id, generate_series(1, $4::int) n where f.role = 'officer'`,
      [origin, p256dh, auth, devices],
    )
    // The force list: a trigger fills it, which the filling of the database leaves out.
    await client.query(
      `insert into force_members (organization_id, officer_id, name, badge_number, unit, hired_on, is_admin, joined_at)
       select organization_id, id, name, badge_number, unit, hired_on, role = 'admin', approved_at from officers
       on conflict do nothing`,
    )
    await client.query('analyze push_subscriptions, force_members')
  })

/** A shift in the future, whose time for volunteers is over. */
const addDueCall = async (client: pg.Client, n: number): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `with a as (insert into assignments (organization_id, title, kind, location_name, time_zone, starts_at, ends_at, signup_mode,
        status, published_at, announced_at)
      values ($1, 'Night patrol', 'overtime', 'Main gate', 'America/Chicago',
        date_trunc('minute', now()) + interval '90 days' + $2 * interval '1 day',
        date_trunc('minute', now()) + interval '90 days 8 hours' + $2 * interval '1 day', 'first_come', 'published', now(), now())
      returning organization_id, id, starts_at, ends_at),
     p as (insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
      select organization_id, id, 'Gate', $3, starts_at, ends_at from a returning organization_id, assignment_id, id)
     insert into order_calls (organization_id, assignment_id, post_id, opened_at, closes_at)
     select organization_id, assignment_id, id, now() - interval '2 h', now() - interval '1 s' from p returning id`,
    [organization, n, spots],
  )
  return rows[0]?.id ?? ''
}

/** Resolves with the moment at which the order can first be seen: a few milliseconds after its commit. */
const committed = async (client: pg.Client, id: string): Promise<number> => {
  for (;;) {
    const { rowCount } = await client.query('select from order_calls where id = $1 and closed_at is not null', [id])
    if (rowCount) return clock()
    await pause(2)
  }
}

type Ordered = { at: number; path: string }
/** Orders in, one shift after the other; returns each device that an order must reach, and since when. */
const orderIn = async (client: pg.Client): Promise<Ordered[]> => {
  const all: Ordered[] = []
  for (let n = 0; n < orders; n++) {
    const id = await addDueCall(client, n)
    const at = await committed(client, id)
    const { rows } = await client.query<{ officer_id: string }>('select officer_id from order_ins where call_id = $1', [
      id,
    ])
    for (const { officer_id } of rows)
      for (let device = 1; device <= devices; device++) all.push({ at, path: `/send/${officer_id}/${device}` })
  }
  return all
}

const arrivalsAt = async (service: ChildProcess) => {
  const told = said<PushArrivals>(service)
  service.send('arrivals')
  return (await told).arrivals
}

/** The milliseconds of each push from its order's commit; the nth order of an officer belongs to the nth push of a device. */
const delaysOf = (ordered: readonly Ordered[], came: PushArrivals['arrivals']) => {
  const left = new Map<string, number[]>()
  for (const [path, at] of came) left.set(path, [...(left.get(path) ?? []), at])
  const delays = ordered.map(({ at, path }) => (left.get(path)?.shift() ?? Number.POSITIVE_INFINITY) - at)
  return { delays, more: [...left.values()].flat().length }
}

const cluster = await startCluster()
const folder = mkdtempSync(join(tmpdir(), 'watchbill-order-pushes-'))
const service = fork(join(import.meta.dirname, 'push-service.ts'), [], { execArgv: [] })
let kept = false
try {
  const { origin, ca } = await said<PushServiceReady>(service)
  process.env.PUSH_SERVICE_URL = origin
  process.env.PUSH_SERVICE_CA = join(folder, 'service.pem')
  writeFileSync(process.env.PUSH_SERVICE_CA, ca)
  const size = { organizations: 1, officers: officers + ADMINS, assignments: 1, open: 1, history: false }
  const url = await fillDatabase(cluster.url, `bench_order_pushes_${officers}`, size)
  await subscribeAll(url, origin)
  const server = await startServer(url)
  const ordered = await withClient(url, orderIn)
  await pause(againWithinMs)
  const { delays, more } = delaysOf(ordered, await arrivalsAt(service))
  await server.stop()
  const missing = delays.filter((ms) => ms === Number.POSITIVE_INFINITY).length
  kept =
    ordered.length === orders * spots * devices && missing === 0 && more === 0 && Math.max(...delays) <= arrivesWithinMs
  const row = [0.5, 0.95, 0.99, 1].map((part) => quantile(delays, part).toFixed(0))
  process.stdout.write(
    `${orders} orders of ${spots} officers with ${devices} devices each: ${ordered.length} pushes expected, ${missing} missing, ` +
      `${more} too many\n${table(['from the commit', 'p50 ms', 'p95', 'p99', `longest (${arrivesWithinMs})`], [['push at its service', ...row]])}\n` +
      `load ${loadavg()[0]?.toFixed(1)} ${kept ? '' : 'MISSED'}\n`,
  )
} finally {
  service.disconnect()
  rmSync(folder, { recursive: true })
  await cluster.stop()
}
process.exit(kept ? 0 : 1)
