import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { commonMessages } from '#platform/shared/refusals.ts'
import { read, refuse, write } from './route.ts'
import { sql } from './sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from './testing.ts'

const City = z.object({ city: z.string() })
const setCity = endpoint({
  name: 'test.set_city',
  summary: '',
  method: 'POST',
  path: '/api/test/city',
  who: 'admin',
  input: z.object({ city: z.string(), refuse: z.boolean().optional(), fail: z.boolean().optional() }),
  output: City,
  errors: { no_such_city: 409 },
})
const getCity = endpoint({
  name: 'test.get_city',
  summary: '',
  method: 'GET',
  path: '/api/test/city',
  who: 'officer',
  input: z.object({ leak: z.enum(['yes', 'no']).optional() }),
  output: City,
  errors: {},
})
const writeByRead = endpoint({
  name: 'test.write_by_read',
  summary: '',
  method: 'GET',
  path: '/api/test/write',
  who: 'officer',
  input: z.object({}),
  output: City,
  errors: {},
})
const takeAsNumber = endpoint({
  name: 'test.take_as',
  summary: '',
  method: 'GET',
  path: '/api/test/take',
  who: 'officer',
  input: z.object({ sum: z.string() }),
  output: City,
  errors: {},
})
const routes = [
  read(
    takeAsNumber,
    ({ sum }) => sql`select jsonb_build_object('city', case ${sum} when 'int' then '2147483648'::text::int::text
      when 'small' then (32768::int)::int2::text when 'day' then '2026-02-30'::text::date::text when 'zero' then '0000-00-00'::text::date::text
      when 'late' then ('5874897-12-31'::text::date + 9)::text when 'uuid' then 'x'::text::uuid::text
      when 'ours' then (1 / (length(${sum}) - 4))::text else ${sum} end)::text as json`,
  ),
  write(setCity, async ({ db, input }) => {
    await db.run(sql`update organizations set city = ${input.city} where id = (select app.organization_id())`)
    if (input.fail) throw new Error('unexpected')
    return input.refuse ? refuse('no_such_city') : { city: input.city }
  }),
  read(
    getCity,
    (input) => sql`select (jsonb_build_object('city', coalesce(city, '')) ||
    case when ${input.leak ?? 'no'} = 'yes' then jsonb_build_object('secret', 1) else '{}' end)::text as json
    from organizations where id = (select app.organization_id())`,
  ),
  read(
    writeByRead,
    () => sql`update organizations set city = 'x' returning jsonb_build_object('city', city)::text as json`,
  ),
]

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
})
const city = async () =>
  (await server.rows<{ city: string | null }>('select city from organizations where id = $1', [organization.id]))[0]
    ?.city
const audit = () =>
  server.rows<{
    action: string
    request_id: string
    before: { city: string }
    after: { city: string }
    actor_officer_id: string
    ip: string
  }>(`select * from audit_entries where organization_id = $1 and action = 'test.set_city' order by id`, [
    organization.id,
  ])

test('the same key and body get the same response and take effect once', {
  meta: { shows: ['issue 2.10'] },
}, async () => {
  const key = randomUUID()
  const first = await server.call(setCity, { city: 'Joliet' }, admin, { key })
  await server.rows('update organizations set city = $2 where id = $1', [organization.id, 'Elgin'])
  const again = await server.call(setCity, { city: 'Joliet' }, admin, { key })
  expect([first.status, first.body, again.status, again.body]).toEqual([
    200,
    { city: 'Joliet' },
    200,
    { city: 'Joliet' },
  ])
  expect(await city()).toBe('Elgin')
  expect(await audit()).toHaveLength(1)
})

test('a thousand simultaneous replays of one key have one effect and one response', {
  meta: { shows: ['issue 2.10'] },
}, async () => {
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => server.call(setCity, { city: 'Joliet' }, admin, { key })),
  )
  const told = answers.filter((answer) => answer.status !== 503)
  expect(told.length).toBeGreaterThan(0)
  expect(told.every((answer) => answer.status === 200 && answer.body.city === 'Joliet')).toBe(true)
  expect(await audit()).toHaveLength(1)
})

test('another body with the same key is refused; another person or call may use the same key', {
  meta: { shows: ['issue 2.10'] },
}, async () => {
  const key = randomUUID()
  await server.call(setCity, { city: 'Joliet' }, admin, { key })
  const other = await server.call(setCity, { city: 'Elgin' }, admin, { key })
  expect([other.status, other.error?.code]).toEqual([409, 'key_reused'])
  const second = await server.makePerson(organization, { role: 'admin' })
  expect((await server.call(setCity, { city: 'Aurora' }, second, { key })).status).toBe(200)
  expect(await city()).toBe('Aurora')
})

test('a refusal is stored under its key and leaves nothing else', { meta: { shows: ['issue 2.10'] } }, async () => {
  const key = randomUUID()
  const first = await server.call(setCity, { city: 'Joliet', refuse: true }, admin, { key })
  const again = await server.call(setCity, { city: 'Joliet', refuse: true }, admin, { key })
  expect([first.status, again.status, first.error?.code, again.error?.code]).toEqual([
    409,
    409,
    'no_such_city',
    'no_such_city',
  ])
  expect(again.headers.get('idempotent-replay')).toBe('true')
  expect(await city()).toBeNull()
  expect(await audit()).toEqual([])
})

test('an unexpected failure returns an opaque error, rolls back and frees the key', {
  meta: { shows: ['issue 2.10'] },
}, async () => {
  const key = randomUUID()
  const failed = await server.call(setCity, { city: 'Joliet', fail: true }, admin, { key })
  expect([failed.status, failed.error?.code, failed.error?.message]).toEqual([
    500,
    'internal',
    commonMessages.internal.text,
  ])
  expect(await city()).toBeNull()
  expect((await server.call(setCity, { city: 'Elgin' }, admin, { key })).status).toBe(200)
})

test('a write without a key is refused and names the header', { meta: { shows: ['issue 2.10'] } }, async () => {
  const answer = await server.call(setCity, { city: 'Joliet' }, admin, { key: 'short' })
  expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([400, 'Idempotency-Key'])
})

test('the audit row records who, what, from where, before and after, with the request’s id', {
  meta: { shows: ['issue 2.10'] },
}, async () => {
  await server.call(setCity, { city: 'Joliet' }, admin)
  const answer = await server.call(setCity, { city: 'Elgin' }, admin)
  const entry = (await audit())[1]
  expect(entry?.before.city).toBe('Joliet')
  expect(entry?.after.city).toBe('Elgin')
  expect(entry?.actor_officer_id).toBe(admin.officer_id)
  expect(entry?.request_id).toBe(answer.headers.get('x-request-id'))
  expect(entry?.ip).toBe('127.0.0.1')
})

test('the audit is append-only for the server’s database role', { meta: { shows: ['issue 2.10'] } }, async () => {
  await server.call(setCity, { city: 'Joliet' }, admin)
  for (const statement of ['update audit_entries set action = $1', 'delete from audit_entries where action <> $1']) {
    await expect(server.database.pool.query(statement, ['x'])).rejects.toMatchObject({ code: '42501' })
  }
})

test('without a session, nothing can be read or written', { meta: { shows: ['issue 2.4'] } }, async () => {
  for (const secret of [null, { secret: 'a'.repeat(43) }]) {
    expect((await server.call(getCity, {}, secret)).status).toBe(401)
    expect((await server.call(setCity, { city: 'Joliet' }, secret)).status).toBe(401)
  }
  expect(await city()).toBeNull()
})

test('an officer can’t make an admin’s call, and an unapproved officer can’t make any', {
  meta: { shows: ['issue 2.4', '6 roles'] },
}, async () => {
  const officer = await server.makePerson(organization)
  expect((await server.call(setCity, { city: 'Joliet' }, officer)).error?.code).toBe('not_allowed')
  const waiting = await server.makePerson(organization, { approved: false })
  expect((await server.call(getCity, {}, waiting)).error?.code).toBe('waiting_for_approval')
})

test('a read cannot change anything', { meta: { shows: ['issue 2.12'] } }, async () => {
  expect((await server.call(writeByRead, {}, admin)).status).toBe(500)
  expect(await city()).toBeNull()
})

test('tests catch an output field that the schema does not declare', { meta: { shows: ['issue 2.12'] } }, async () => {
  expect((await server.call(getCity, { leak: 'yes' }, admin)).status).toBe(500)
  expect((await server.call(getCity, { leak: 'no' }, admin)).status).toBe(200)
})

test('a write from another origin, or without one, is refused', { meta: { shows: ['issue 2.12'] } }, async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
  ] as const) {
    expect((await server.call(setCity, { city: 'Joliet' }, admin, { headers })).error?.code).toBe('cross_site')
  }
  // A bearer token skips the origin check, so the cookie beside it must not count.
  const headers = { origin: 'https://evil.example', authorization: 'Bearer x' }
  expect((await server.call(setCity, { city: 'Joliet' }, admin, { headers })).error?.code).toBe('not_signed_in')
})

test('bad input gets 400 with the field, 413 over the limit, 415 for a wrong type, never a 5xx', {
  meta: { shows: ['issue 2.12'] },
}, async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${server.base}/api/test/city`, {
      method: 'POST',
      body,
      headers: {
        origin: server.base,
        cookie: `watchbill=${admin.secret}`,
        'content-type': type,
        'idempotency-key': randomUUID(),
      },
    })
  const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const cases: [string, string, number][] = [
    ['{"city": 5}', 'application/json', 400],
    ['{', 'application/json', 400],
    [nested, 'application/json', 400],
    ['{"__proto__": {}}', 'application/json', 400],
    ['{"city": 1e400}', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['"text"', 'application/json', 400],
    ['null', 'application/json', 400],
    [`{"city": "${'x'.repeat(1_100_000)}"}`, 'application/json', 413],
    ['city=Joliet', 'application/x-www-form-urlencoded', 415],
    ['<x/>', 'text/xml', 415],
  ]
  for (const [body, type, status] of cases)
    expect([body.slice(0, 30), (await post(body, type)).status]).toEqual([body.slice(0, 30), status])
  const named = await server.call(setCity, { city: 5 } as never, admin)
  expect(named.error?.fields?.[0]?.field).toBe('city')
})

test('a value that passes the contract but fits no column is 400, and other failures are not', {
  meta: { shows: ['issue 2.12'] },
}, async () => {
  const said = async (sum: string) => {
    const { status, error } = await server.call(takeAsNumber, { sum }, admin)
    return [status, error?.code]
  }
  for (const sum of ['int', 'small', 'day', 'zero', 'late', 'uuid'])
    expect([sum, ...(await said(sum))]).toEqual([sum, 400, 'invalid_input'])
  expect(await said('ours')).toEqual([500, 'internal'])
  expect(await said('plain')).toEqual([200, undefined])
})
