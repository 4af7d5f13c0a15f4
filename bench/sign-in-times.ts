import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hashPassword } from '#platform/server/passwords.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { median, option, type RunningServer, startServer, table } from './ground.ts'

/**
 * Usage: node tools/run.mjs bench/sign-in-times.ts [--pairs 300]. Checks whether response times distinguish a known address from
 * an unknown one: the median difference between pairs of back-to-back requests, which a busy machine affects less than the
 * medians themselves. Fails above 5 ms.
 */
const pairs = Number(option('pairs') ?? 300)
const bound = 5
const right = 'copper lantern 93 wheat'

const dataDir = mkdtempSync(join(tmpdir(), 'watchbill-times-'))
const embedded = await startEmbedded({ dataDir })

const fill = async () => {
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  const organization = 'aaaaaaaa-0000-4000-8000-000000000001'
  await client.query(
    `insert into organizations (id, name, subdomain) values ($1, 'Bench Department', 'bench-department')`,
    [organization],
  )
  await client.query(
    `with made as (insert into accounts (email, email_key, name, password_hash)
       select a, a, 'Officer', $1 from (select 'known' || n || '@example.org' as a from generate_series(1, $2::int) n) x
       returning id, email)
     insert into officers (organization_id, user_id, name, email, email_key, approved)
       select $3, id, 'Officer', email, email, true from made`,
    [await hashPassword(right), pairs, organization],
  )
  await client.end()
}

const ask = async (server: RunningServer, path: string, body: object): Promise<number> => {
  const origin = `http://localhost:${server.port}`
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/accounts/${path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  const took = performance.now() - began
  if (answer.status !== 200 && answer.status !== 401) throw new Error(`${path} answered ${answer.status}`)
  return took
}

const calls: Readonly<Record<string, (email: string) => object>> = {
  'sign-in': (email) => ({ email, password: 'copper lantern 94 wheat' }),
  'forgot-password': (email) => ({ email }),
  register: (email) => ({ email, name: 'Officer', agency: 'bench-department' }),
}

const measure = async (server: RunningServer, path: string, body: (email: string) => object) => {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let n = 1; n <= pairs; n++) {
    const asked = [
      async () => known.push(await ask(server, path, body(`known${n}@example.org`))),
      async () => unknown.push(await ask(server, path, body(`nobody${n}@example.org`))),
    ]
    // Alternate which goes first, so that drift affects both.
    for (const one of n % 2 === 0 ? asked : asked.toReversed()) await one()
  }
  const apart = median(known.map((took, n) => took - (unknown[n] ?? Number.NaN)))
  return { known: median(known), unknown: median(unknown), apart }
}

let failed = false
try {
  process.env.ANONYMOUS_PER_MINUTE = '1000000'
  // The first start creates the schema; the server is then started as an operator would run it.
  const first = await startServer(embedded.url)
  await first.stop()
  await fill()
  const server = await startServer(embedded.url)
  const rows: string[][] = []
  for (const [path, body] of Object.entries(calls)) {
    const { known, unknown, apart } = await measure(server, path, body)
    failed ||= Math.abs(apart) > bound
    rows.push([path, known.toFixed(2), unknown.toFixed(2), apart.toFixed(2)])
  }
  await server.stop()
  process.stdout.write(`${table(['call', 'known ms', 'unknown ms', 'apart ms'], rows)}\n`)
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
if (failed) process.stderr.write(`Known and unknown addresses are more than ${bound} ms apart.\n`)
process.exit(failed ? 1 : 0)
