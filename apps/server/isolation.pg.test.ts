import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ids, sampleInput, schemaOf } from '#platform/server/testing.inputs.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { routes } from './routes.ts'
import { keepScenes, makeScene, overrides, type Scene } from './testing.scene.ts'

const endpoints = routes.map((route) => route.endpoint)
let server: TestServer
let theirs: TestOrganization
let theirAdmin: TestPerson

beforeAll(async () => {
  server = await startTestServer(routes)
  theirs = await server.makeOrganization()
  theirAdmin = await server.makePerson(theirs, { role: 'admin' })
})
afterAll(() => server.close())

type Stranger = { secret: string } | null
/** Every role in another department. */
const peopleOf = (organization: TestOrganization): Promise<Stranger[]> =>
  Promise.all([
    null,
    server.makePerson(organization, { approved: false }),
    server.makePerson(organization),
    server.makePerson(organization, { role: 'admin' }),
    // Signed in, but no department chosen yet.
    server.makePerson(organization).then(async ({ user_id }) => ({ secret: await server.signIn(user_id, null) })),
  ])
let readers: Promise<Stranger[]> | null = null
/**
 * Each write uses strangers from a new department with new sessions, because some calls end the session and the department
 * records what they said about our data. For vendor calls our own people are the strangers, and the vendor's staff is not.
 */
const strangers = async ({ who, method }: Endpoint, scene: Scene): Promise<Stranger[]> => {
  readers ??= peopleOf(theirs)
  return [
    ...(method === 'GET' ? await readers : await peopleOf(await server.makeOrganization())),
    ...(who === 'super_admin' ? [scene.officer, scene.admin] : [await server.makeSuperAdmin()]),
  ]
}
/** Calls that anyone may make about any department, by design, with what they may reveal or leave behind. */
const openByDesign: Record<string, string> = {
  'organizations.read_by_id': 'id, name, subdomain, logo and colour are public: the sign-in page shows them',
  'accounts.register': 'whoever knows the address of the registration page may ask to register: a mail and its record',
}

/** Calls that name no record: a stranger gets the stranger's own data, which grows from one call to the next. */
const namesNothing = [
  'bulk_edits.make_matching',
  'calendar.make_link',
  'channels.add_device',
  'channels.set_order',
  'escalations.save_plan',
  'fill_plans.ask',
  'order_ins.edit_settings',
  'exports.everything',
  'contact_requests.send',
  'demo_requests.send',
]

const never: Ids = () => randomUUID()
const inputFor = (endpoint: Endpoint, ids: Ids, scene: Scene) => ({
  ...sampleInput(endpoint, ids),
  ...overrides[endpoint.name]?.(ids, scene, endpoint),
})
/**
 * A response without the parts that differ between any two requests: ids, instants and random values. The marks reveal whose ids
 * they are.
 */
const bodyOf = (answer: { status: number; body: unknown }) =>
  JSON.stringify({ status: answer.status, body: answer.body })
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[0-9:.]+(Z|\+00:00)/g, '<instant>')
    // A passkey challenge, an authenticator key.
    .replaceAll(/"challenge":"[\w-]{43}"/g, '<challenge>')
    .replaceAll(/\b[A-Z2-7]{32}\b/g, '<key>')
    // The order of the snapshot; every transaction of the cluster moves it, also a background job between the two requests.
    .replaceAll(/"(mine_)?as_of":\d+/g, '<snapshot>')
/** Unchanged scenes: strangers leave them as they are, and so do our own people as long as they are refused or only read. */
const untouched = keepScenes(() => server)
/** The scene's fingerprint when it was returned. */
const seen = new WeakMap<Scene, string>()
const file = { name: 'roster.csv', bytes: new TextEncoder().encode('badge,name\n1,Officer 1\n') }
describe('every call about our data, from every role of another department', { meta: { shows: ['issue 2.4'] } }, () => {
  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const scene = await untouched.take()
    const ours = scene.ids
    const before = seen.get(scene) ?? (await scene.fingerprint())
    for (const stranger of await strangers(endpoint, scene)) {
      const [mine, none] = [inputFor(endpoint, ours, scene), inputFor(endpoint, never, scene)]
      const asked = await server.call(endpoint, mine as never, stranger, { file })
      const unknown = await server.call(endpoint, none as never, stranger, { file })
      if (endpoint.name in openByDesign) continue
      // Callers who may see none of the vendor's data get the same response as for data that doesn't exist.
      if (endpoint.who === 'super_admin') expect([404, 401]).toContain(asked.status)
      // If the first call ended the session, that is not a difference between the two records.
      const comparable = (unknown.status !== 401 || asked.status === 401) && !namesNothing.includes(endpoint.name)
      if (comparable) expect(bodyOf(asked)).toBe(bodyOf(unknown))
      // A response to a stranger never contains data of ours that was not in the request.
      const sent = JSON.stringify(mine)
      const text = JSON.stringify(asked.body)
      for (const secret of scene.marks.filter((one) => !sent.includes(one))) expect(text).not.toContain(secret)
    }
    if (endpoint.name in openByDesign) return
    expect(await scene.fingerprint()).toBe(before)
    seen.set(scene, before)
    untouched.giveBack(scene)
  })
})

describe('the same calls from our own people find the data, so the samples are real', {
  meta: { shows: ['issue 2.4'] },
}, () => {
  const aboutThings = endpoints.filter((endpoint) => JSON.stringify(schemaOf(endpoint)).includes('"uuid"'))
  test.each(aboutThings.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const scene = await untouched.take()
    const statuses: string[] = []
    for (const person of endpoint.who === 'super_admin' ? [scene.vendor] : [scene.admin, scene.officer]) {
      const answer = await server.call(endpoint, inputFor(endpoint, scene.ids, scene) as never, person, { file })
      statuses.push(`${answer.status} ${answer.error?.code ?? ''} ${JSON.stringify(answer.error?.fields ?? '')}`)
    }
    expect(
      statuses.some((status) => !status.startsWith('404') && !status.startsWith('400')),
      statuses.join(' | '),
    ).toBe(true)
    if (endpoint.method === 'GET' || !statuses.some((status) => status.startsWith('200'))) untouched.giveBack(scene)
  })
})

test('no list, count or export of another department contains our data', {
  meta: { shows: ['issue 2.4'] },
}, async () => {
  const scene = await makeScene(server)
  for (const endpoint of endpoints.filter((one) => one.method === 'GET')) {
    // At the same time as our own people: what is read once for many must not be read for both departments.
    const asking = [theirAdmin, scene.officer, scene.admin]
    const [answer] = await Promise.all(
      asking.map((one) => server.call(endpoint, inputFor(endpoint, never, scene) as never, one)),
    )
    const text = JSON.stringify(answer?.body)
    for (const secret of scene.marks) expect(`${endpoint.name}: ${text}`).not.toContain(secret)
  }
})

test('every endpoint has a unique name and a unique method and path', { meta: { shows: ['issue 2.12'] } }, () => {
  expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).size).toBe(endpoints.length)
  expect(endpoints.length).toBeGreaterThan(30)
})

describe('vendor sessions and department sessions are separate', { meta: { shows: ['issue 4.3'] } }, () => {
  const closed = endpoints.filter((endpoint) => !['anyone', 'signed_in'].includes(endpoint.who))
  test('vendor calls don’t exist for a department, and department calls don’t exist for the vendor', async () => {
    const scene = await makeScene(server)
    const vendor = await server.makeSuperAdmin()
    for (const endpoint of closed) {
      const strangersTo = endpoint.who === 'super_admin' ? [scene.admin, scene.officer] : [vendor]
      for (const stranger of strangersTo) {
        const { status } = await server.call(endpoint, inputFor(endpoint, scene.ids, scene) as never, stranger, {
          file,
        })
        expect([endpoint.name, status]).toEqual([endpoint.name, 404])
      }
    }
    expect(closed.filter((endpoint) => endpoint.who === 'super_admin').length).toBeGreaterThan(3)
  })
})
