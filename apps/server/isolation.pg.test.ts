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
/** Every role of another department. */
const peopleOf = (organization: TestOrganization): Promise<Stranger[]> =>
  Promise.all([
    null,
    server.makePerson(organization, { approved: false }),
    server.makePerson(organization),
    server.makePerson(organization, { role: 'admin' }),
    // Signed in, with no department chosen yet.
    server.makePerson(organization).then(async ({ user_id }) => ({ secret: await server.signIn(user_id, null) })),
  ])
let readers: Promise<Stranger[]> | null = null
/** Who writes is of a department of its own, with a session of its own: some calls end it, and what it said of our things is kept
 * there. To the vendor's calls our own people are strangers, and its staff is not. */
const strangers = async ({ who, method }: Endpoint, scene: Scene): Promise<Stranger[]> => {
  readers ??= peopleOf(theirs)
  return [
    ...(method === 'GET' ? await readers : await peopleOf(await server.makeOrganization())),
    ...(who === 'super_admin' ? [scene.officer, scene.admin] : [await server.makeSuperAdmin()]),
  ]
}
/** Calls that anybody may make about any department, by design; what they may show or leave there is named. */
const openByDesign: Record<string, string> = {
  'organizations.read_by_id': 'id, name, subdomain, logo and colour are public: the sign-in page shows them',
  'accounts.register': 'whoever knows the address of the registration page may ask to register: a mail and its record',
}

/** Calls that name no thing: a stranger is answered with what is the stranger's own, which grows from one call to the next. */
const namesNothing = [
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
/** An answer without what differs between any two requests: ids, instants, and what was just made at random. Whose ids they are, the marks say. */
const bodyOf = (answer: { status: number; body: unknown }) =>
  JSON.stringify({ status: answer.status, body: answer.body })
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[0-9:.]+(Z|\+00:00)/g, '<instant>')
    // A challenge for a passkey, an app's key.
    .replaceAll(/"challenge":"[\w-]{43}"/g, '<challenge>')
    .replaceAll(/\b[A-Z2-7]{32}\b/g, '<key>')
/** A scene that nobody has changed: strangers leave it so, our own people as long as they are refused or only read. */
const untouched = keepScenes(() => server)
/** Its fingerprint when it was given back. */
const seen = new WeakMap<Scene, string>()
const file = { name: 'roster.csv', bytes: new TextEncoder().encode('badge,name\n1,Officer 1\n') }
describe('[issue 2.4] every call, as every role of another department, about our things', () => {
  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const scene = await untouched.take()
    const ours = scene.ids
    const before = seen.get(scene) ?? (await scene.fingerprint())
    for (const stranger of await strangers(endpoint, scene)) {
      const [mine, none] = [inputFor(endpoint, ours, scene), inputFor(endpoint, never, scene)]
      const asked = await server.call(endpoint, mine as never, stranger, { file })
      const unknown = await server.call(endpoint, none as never, stranger, { file })
      if (endpoint.name in openByDesign) continue
      // Who may see nothing of the vendor's is told that nothing is there.
      if (endpoint.who === 'super_admin') expect([404, 401]).toContain(asked.status)
      // A session that the first call ended is not a difference between the two things.
      const comparable = (unknown.status !== 401 || asked.status === 401) && !namesNothing.includes(endpoint.name)
      if (comparable) expect(bodyOf(asked)).toBe(bodyOf(unknown))
      // What a stranger is answered never carries a thing of ours that was not in the question.
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

describe('[issue 2.4] the same calls by our own people find the things: the samples are real', () => {
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

test('[issue 2.4] no list, count or export of another department carries a thing of ours', async () => {
  const scene = await makeScene(server)
  for (const endpoint of endpoints.filter((one) => one.method === 'GET')) {
    const answer = await server.call(endpoint, inputFor(endpoint, never, scene) as never, theirAdmin)
    const text = JSON.stringify(answer.body)
    for (const secret of scene.marks) expect(`${endpoint.name}: ${text}`).not.toContain(secret)
  }
})

test('[issue 2.12] every endpoint has its own name, method and path', () => {
  expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).size).toBe(endpoints.length)
  expect(endpoints.length).toBeGreaterThan(30)
})

describe('[issue 4.3] the vendor’s sessions and a department’s stand apart', () => {
  const closed = endpoints.filter((endpoint) => !['anyone', 'signed_in'].includes(endpoint.who))
  test('each call of the vendor is not there for a department, and each of a department not for the vendor', async () => {
    const scene = await makeScene(server)
    const vendor = await server.makeSuperAdmin()
    for (const endpoint of closed) {
      const strangersTo = endpoint.who === 'super_admin' ? [scene.admin, scene.officer] : [vendor]
      for (const stranger of strangersTo) {
        const { status } = await server.call(endpoint, inputFor(endpoint, scene.ids, scene) as never, stranger, {
          file,
        })
        // Bad input is told to everybody alike, before it is known who asks.
        expect([endpoint.name, status === 400 ? 404 : status]).toEqual([endpoint.name, 404])
      }
    }
    expect(closed.filter((endpoint) => endpoint.who === 'super_admin').length).toBeGreaterThan(3)
  })
})
