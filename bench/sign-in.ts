import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { signIn } from '#features/people/accounts/contract.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { fillDatabase, sizes } from './data.ts'
import { median, option, quantile, startCluster, startServer, table, withClient } from './ground.ts'

/**
 * Usage: node tools/run.mjs bench/sign-in.ts [--tries 400]. A wrong password takes as long for an address with an account as for
 * one without: the medians differ by at most 5 ms.
 */
const tries = Number(option('tries') ?? 100)
const promise = 5

let turn = 0
const attempt = async (port: number, email: string): Promise<number> => {
  const started = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${signIn.path}`, {
    method: signIn.method,
    headers: {
      origin: `http://127.0.0.1:${port}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      // Each attempt comes from a different source, so that the password check is measured and not the rate limit.
      'x-forwarded-for': `198.51.${turn >> 8}.${turn++ & 255}`,
    },
    body: JSON.stringify({ email, password: 'not the password of anybody' }),
  })
  const body = await answer.text()
  if (answer.status !== 401) throw new Error(`signing in answered ${answer.status}: ${body}`)
  return performance.now() - started
}

/** Alternating, one at a time, each address once: no account is locked, and both kinds run under the same conditions. */
const measure = async (owner: pg.Client, port: number) => {
  const { rows } = await owner.query<{ email: string }>('select email from accounts order by id limit $1', [tries])
  const took = { known: [] as number[], unknown: [] as number[] }
  const stranger = () => `${randomBytes(6).toString('hex')}@example.org`
  for (let i = 0; i < 20; i++) await attempt(port, stranger())
  for (const { email } of rows) {
    took.unknown.push(await attempt(port, stranger()))
    took.known.push(await attempt(port, email))
  }
  return took
}

const run = async (clusterUrl: string): Promise<boolean> => {
  const url = await fillDatabase(clusterUrl, 'bench_small', sizes.small)
  const server = await startServer(url)
  const { known, unknown } = await withClient(url, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query('truncate sign_in_attempts')
    await owner.query('update accounts set password_hash = $1', [await hashPassword('the password of all of them')])
    return measure(owner, server.port)
  }).finally(server.stop)
  const apart = Math.abs(median(known) - median(unknown))
  const row = (name: string, took: number[]) => [
    name,
    ...[0.1, 0.5, 0.9, 0.99].map((part) => quantile(took, part).toFixed(1)),
  ]
  const head = ['address', 'p10 ms', 'p50 ms', 'p90 ms', 'p99 ms']
  process.stdout.write(`${table(head, [row('with an account', known), row('without', unknown)])}\n`)
  process.stdout.write(`Medians apart: ${apart.toFixed(2)} ms of ${promise}${apart <= promise ? '' : ' MISSED'}\n`)
  return apart <= promise
}

const cluster = await startCluster()
const kept = await run(cluster.url).finally(cluster.stop)
process.exit(kept ? 0 : 1)
