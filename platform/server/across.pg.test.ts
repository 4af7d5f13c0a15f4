import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { vendorUrlOf } from './migrate.ts'
import { read } from './route.ts'
import { sql } from './sql.ts'
import { startTestServer, type TestServer } from './testing.ts'

const listNames = endpoint({
  name: 'across.names',
  summary: 'The names of all organizations.',
  method: 'GET',
  path: '/api/across/names',
  who: 'super_admin',
  across: 'to see whether reading across works',
  input: z.object({}),
  output: z.object({ names: z.array(z.string()) }),
  errors: {},
})
const readNotes = endpoint({ ...listNames, name: 'across.notes', path: '/api/across/notes' })
const renameAll = endpoint({ ...listNames, name: 'across.rename', path: '/api/across/rename' })
const names = sql`coalesce(json_agg(name order by name), '[]')`

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([
    read(listNames, () => sql`select json_build_object('names', ${names})::text as json from organizations`),
    read(readNotes, () => sql`select json_build_object('names', json_agg(body))::text as json from officer_notes`),
    read(
      renameAll,
      () => sql`insert into vendor_reads (organization_id, user_id, session_id, call, reason)
        values (app.organization_id(), app.user_id(), gen_random_uuid(), 'planted', app.reason())
        returning '{"names":[]}' as json`,
    ),
  ])
})
afterAll(() => server.close())

test('a super admin reads across organizations, and the reason is recorded once an hour', {
  meta: { shows: ['issue 4.10'] },
}, async () => {
  const [one, two] = [await server.makeOrganization(), await server.makeOrganization()]
  const person = await server.makeSuperAdmin()
  for (let times = 0; times < 3; times++) {
    const answer = await server.call(listNames, {}, person)
    expect(answer.body?.names).toEqual(expect.arrayContaining([one.name, two.name]))
  }
  const recorded = await server.rows(
    'select call, reason, count(*)::int as times from vendor_reads where user_id = $1 group by 1, 2',
    [person.user_id],
  )
  expect(recorded).toHaveLength(1)
  // A run that crosses the hour leaves two.
  expect(recorded[0]).toMatchObject({ call: 'across.names', reason: 'to see whether reading across works' })
  expect(recorded[0]?.times).toBeLessThanOrEqual(2)
})

test('for everyone else, the call does not exist', { meta: { shows: ['issue 4.10'] } }, async () => {
  const organization = await server.makeOrganization()
  const status = async (person: { secret: string } | null) => (await server.call(listNames, {}, person)).status
  expect(await status(await server.makePerson(organization, { role: 'admin' }))).toBe(404)
  expect(await status(await server.makePerson(organization))).toBe(404)
  expect(await status(null)).toBe(401)
  const [inactive, half, disabled] = [
    await server.makeSuperAdmin(),
    await server.makeSuperAdmin(),
    await server.makeSuperAdmin(),
  ]
  await server.rows('update super_admin_users set active = false where account_id = $1', [inactive.user_id])
  await server.rows('update sessions set second_factor_at = null where user_id = $1', [half.user_id])
  await server.rows('update accounts set disabled_at = now() where id = $1', [disabled.user_id])
  for (const person of [inactive, half, disabled]) expect(await status(person)).toBe(401)
})

test('this role can’t see inside a department and can’t write', { meta: { shows: ['issue 4.10'] } }, async () => {
  const person = await server.makeSuperAdmin()
  expect((await server.call(readNotes, {}, person)).status).toBe(403)
  expect((await server.call(renameAll, {}, person)).status).toBe(500)
  expect(await server.rows(`select from vendor_reads where call = 'planted'`)).toHaveLength(0)
})

test('without a reason the role sees nothing, regardless of the identity it claims', {
  meta: { shows: ['issue 4.10'] },
}, async () => {
  await server.makeOrganization()
  const client = new pg.Client({ connectionString: vendorUrlOf(server.databaseUrl) })
  await client.connect()
  try {
    const count = async () => (await client.query('select count(*)::int as n from organizations')).rows[0].n
    expect(await count()).toBe(0)
    await client.query(`select set_config('app.role', 'super_admin', false)`)
    expect(await count()).toBe(0)
    await client.query(`select set_config('app.reason', 'a test', false)`)
    expect(await count()).toBeGreaterThan(0)
    await expect(client.query('select password_hash from accounts')).rejects.toMatchObject({ code: '42501' })
    await expect(client.query(`update organizations set name = 'x'`)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await client.end()
  }
})
