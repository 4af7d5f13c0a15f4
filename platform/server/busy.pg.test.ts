import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { waitingLimit } from './db-turns.ts'
import { read, write } from './route.ts'
import { sql } from './sql.ts'
import { startTestServer, type TestPerson, type TestServer } from './testing.ts'

const common = { summary: '', who: 'officer', output: z.object({ done: z.boolean() }), errors: {} } as const
/** Waits while the test holds the lock. */
const look = endpoint({ ...common, name: 'test.look', method: 'GET', path: '/api/test/look', input: z.object({}) })
/** The same with another lock. */
const stare = endpoint({ ...common, name: 'test.stare', method: 'GET', path: '/api/test/stare', input: z.object({}) })
const change = endpoint({
  ...common,
  name: 'test.change',
  method: 'POST',
  path: '/api/test/change',
  input: z.object({}),
})
const routes = [
  read(look, () => sql`select json_build_object('done', pg_advisory_xact_lock_shared(116) is not null)::text as json`),
  read(stare, () => sql`select json_build_object('done', pg_advisory_xact_lock_shared(117) is not null)::text as json`),
  write(change, async ({ db }) => {
    await db.run(sql`select 1`)
    return { done: true }
  }),
]
const poolSize = 6

let server: TestServer
let officer: TestPerson

beforeAll(async () => {
  server = await startTestServer(routes, { poolSize })
  officer = await server.makePerson(await server.makeOrganization())
})
afterAll(() => server.close())

/** More sessions of the officer: each has few reads under way. */
const sessionsOf = async (count: number): Promise<string[]> => {
  const secrets = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await server.rows(
    `insert into sessions (token_hash, user_id, organization_id, kind, second_factor_at)
      select t, s.user_id, s.organization_id, s.kind, now() from sessions s, unnest($1::bytea[]) t where s.token_hash = $2`,
    [secrets.map(tokenHash), tokenHash(officer.secret)],
  )
  return secrets
}
const tokenHash = (secret: string) => createHash('sha256').update(secret).digest()
const lookAs = (secret: string) => fetch(`${server.base}${look.path}`, { headers: { cookie: `watchbill=${secret}` } })

test('a session that asks for much at once leaves the others their turn', async () => {
  const [greedy = '', modest = ''] = await sessionsOf(2)
  const holder = await server.admin.connect()
  await holder.query('select pg_advisory_lock(117)')
  const slow = Array.from({ length: 40 }, () =>
    fetch(`${server.base}${stare.path}`, { headers: { cookie: `watchbill=${greedy}` } }),
  )
  try {
    expect((await lookAs(modest)).status).toBe(200)
  } finally {
    await holder.query('select pg_advisory_unlock(117)')
    holder.release()
  }
  expect((await Promise.all(slow)).every(({ status }) => status === 200)).toBe(true)
})

test('while reads are asked to come back, writes are answered, and the waiting reads are answered later', async () => {
  const holder = await server.admin.connect()
  await holder.query('select pg_advisory_lock(116)')
  const all = poolSize / 2 + waitingLimit + 20
  const looks = (await sessionsOf(all)).map(lookAs)
  try {
    const refused = await Promise.any(
      looks.map(async (asked) => {
        const answer = await asked
        if (answer.status === 503) return answer
        throw new Error('answered')
      }),
    )
    expect(refused.headers.get('retry-after')).toBe('1')
    for (let n = 0; n < 20; n++) expect((await server.call(change, {}, officer)).status).toBe(200)
  } finally {
    await holder.query('select pg_advisory_unlock(116)')
    holder.release()
  }
  const statuses = (await Promise.all(looks)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(all - 20)
  expect(statuses.filter((status) => status === 503).length).toBe(20)
})
