import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#apps/shared/messages.ts'
import { listAudit } from '#features/department/audit/contract.ts'
import { clearNotifications } from '#features/department/notifications/contract.ts'
import { leavesOf, sampleInput, schemaOf } from '#platform/server/testing.inputs.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { routes } from './routes.ts'
import { keepScenes, overrides, type Scene } from './testing.scene.ts'

const endpoints = routes.map((route) => route.endpoint)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes, { words: messages })
})
afterAll(() => server.close())
const scenes = keepScenes(() => server)

type Person = { secret: string } | null
const file = { name: 'roster.csv', bytes: new TextEncoder().encode('badge,name\n1,Officer 1\n') }
const sampleFor = (endpoint: Endpoint, scene: Scene): Record<string, unknown> => ({
  ...sampleInput(endpoint, scene.ids),
  ...overrides[endpoint.name]?.(scene.ids, scene, endpoint),
})
/** A caller with the role the call requires. */
const callerOf = ({ who }: Endpoint, scene: Scene): Person =>
  who === 'anyone' ? null : who === 'super_admin' ? scene.vendor : scene.admin

describe('refuses an unknown field by name', () => {
  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const scene = await scenes.take()
    const sample = sampleFor(endpoint, scene)
    const answer = await server.call(endpoint, { ...sample, bogus: 'x' } as never, callerOf(endpoint, scene), { file })
    expect([answer.status, answer.error?.code, answer.error?.fields]).toMatchObject([
      400,
      'invalid_input',
      expect.arrayContaining([{ field: 'bogus', message: 'Unknown field.' }]),
    ])
    scenes.giveBack(scene)
  })
})

const paged = endpoints.filter((endpoint) => 'after' in ((schemaOf(endpoint).properties ?? {}) as object))
describe('refuses a page cursor that the list never issued', () => {
  test('covers the paged lists', () => expect(paged.length).toBeGreaterThan(40))
  test.each(paged.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const scene = await scenes.take()
    for (const after of ['broken', '2026-02-30T00:00:00Z~1']) {
      const input = { ...sampleFor(endpoint, scene), after }
      const answer = await server.call(endpoint, input as never, callerOf(endpoint, scene))
      expect([after, answer.status, answer.error?.fields?.map((one) => one.field)]).toEqual([after, 400, ['after']])
    }
    scenes.giveBack(scene)
  })
})

const filtered = endpoints.filter((endpoint) => endpoint.method === 'GET' && filtersOf(endpoint).length > 0)
/** Filters that accept one of a set of values, a number, a date or an id. */
function filtersOf(endpoint: Endpoint): string[] {
  const inPath = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map((match) => match[1])
  return leavesOf(endpoint)
    .filter(
      ({ path, schema }) =>
        path.length === 1 &&
        path[0] !== 'after' &&
        !inPath.includes(String(path[0])) &&
        ('enum' in schema ||
          'const' in schema ||
          schema.format !== undefined ||
          /integer|number/.test(String(schema.type))),
    )
    .map(({ path }) => String(path[0]))
}
describe('refuses a value that a filter does not know', () => {
  test('covers the filters', () => expect(filtered.length).toBeGreaterThan(30))
  test.each(filtered.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const scene = await scenes.take()
    for (const name of new Set(filtersOf(endpoint))) {
      const input = { ...sampleFor(endpoint, scene), [name]: '?bogus' }
      const answer = await server.call(endpoint, input as never, callerOf(endpoint, scene))
      expect([name, answer.status, answer.error?.fields?.map((one) => one.field)]).toEqual([name, 400, [name]])
    }
    scenes.giveBack(scene)
  })
})

const closed = endpoints.filter((endpoint) => ['admin', 'super_admin', 'officer'].includes(endpoint.who))
describe('checks who may make the call before it looks at the input', () => {
  test.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const scene = await scenes.take()
    const strangers: (TestPerson | { secret: string })[] =
      endpoint.who === 'super_admin' ? [scene.admin, scene.officer] : [scene.vendor]
    if (endpoint.who === 'admin') strangers.push(scene.officer)
    for (const stranger of strangers) {
      for (const more of [{}, { key: 'short' }]) {
        const answer = await server.call(endpoint, { ...sampleFor(endpoint, scene), bogus: 'x' } as never, stranger, {
          file,
          ...more,
        })
        expect([403, 404], JSON.stringify(answer.body)).toContain(answer.status)
      }
    }
    const visitor = await server.call(endpoint, { bogus: 'x', ...sampleFor(endpoint, scene) } as never, null, { file })
    expect(visitor.status).toBe(401)
    scenes.giveBack(scene)
  })

  test('also checks before parsing a body that is not JSON', async () => {
    const scene = await scenes.take()
    const headers = {
      origin: server.base,
      cookie: `watchbill=${scene.officer.secret}`,
      'content-type': 'application/json',
    }
    const send = (path: string) => fetch(server.base + path, { method: 'POST', headers, body: '{' })
    expect((await send('/api/assignments')).status).toBe(403)
    const own = await send('/api/notifications/read')
    expect([own.status, ((await own.json()) as { error: { fields: unknown } }).error.fields]).toEqual([
      400,
      [{ field: 'body', message: 'The body is not JSON.' }],
    ])
    scenes.giveBack(scene)
  })
})

test('rejects form data on endpoints that take no file', async () => {
  const scene = await scenes.take()
  const body = new FormData()
  body.set('id', 'x')
  const headers = {
    origin: server.base,
    cookie: `watchbill=${scene.officer.secret}`,
    'idempotency-key': 'a-key-of-its-own',
  }
  expect((await fetch(`${server.base}/api/notifications/read`, { method: 'POST', headers, body })).status).toBe(415)
  scenes.giveBack(scene)
})

test('a malformed path gets the same headers as every other response', async () => {
  const { headers } = await fetch(`${server.base}/%`)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('returns the message shown on screen, filled in from the details', async () => {
  const organization = await server.makeOrganization({ subscription_tier: 'basic' })
  const admin = await server.makePerson(organization, { role: 'admin' })
  const refused = await server.call(listAudit, {}, admin)
  expect(refused.error).toMatchObject({
    code: 'feature_not_available',
    message: 'Your department is on the basic plan. This feature requires pro.',
    details: { feature: 'audit_logs', current: 'basic', required: 'pro' },
  })
  const visitor = await server.call(listAudit, {}, null)
  expect(visitor.error?.message).toBe(messages.not_signed_in.text)
  const officer = await server.makePerson(organization)
  const [made] = await server.rows<{ id: string }>(
    `insert into notifications (organization_id, type, title, message, officer_id)
    values ($1, 'general', 'T', 'M', $2) returning id`,
    [organization.id, officer.officer_id],
  )
  const unread = await server.call(clearNotifications, { id: made?.id }, officer)
  expect(unread.error?.message).toBe(messages.not_read_yet.text)
})

test('an expired trial names the required plan', async () => {
  const organization = await server.makeOrganization({ subscription_tier: 'trial', trial_end_date: '2026-01-01' })
  const admin = await server.makePerson(organization, { role: 'admin' })
  expect((await server.call(listAudit, {}, admin)).error?.details).toEqual({ current: 'trial', required: 'pro' })
})

test('every code of every call has a message', () => {
  const codes = endpoints.flatMap((endpoint) => Object.keys(endpoint.errors))
  expect(codes.filter((code) => !(code in messages))).toEqual([])
})
