import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleInput } from '#platform/server/testing.inputs.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { routes } from './routes.ts'
import { makeScene, overrides, type Scene } from './testing.scene.ts'

/** A session that has completed only the first sign-in step gets 401 from every route and from the stream. */
let server: TestServer
let scene: Scene
const halves: { who: string; secret: string }[] = []

const makeHalf = async (accountId: string, organizationId: string | null, kind = 'department') => {
  const secret = randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(secret).digest()
  await server.insert('sign_in_steps', { token_hash, account_id: accountId, organization_id: organizationId, kind })
  return secret
}

beforeAll(async () => {
  server = await startTestServer(routes, { live: true })
  scene = await makeScene(server)
  const { admin, officer } = scene
  halves.push(
    { who: 'admin', secret: await makeHalf(admin.user_id, admin.organization_id) },
    { who: 'officer', secret: await makeHalf(officer.user_id, officer.organization_id) },
    { who: 'undecided', secret: await makeHalf(officer.user_id, null) },
    { who: 'super admin', secret: await makeHalf((await server.makeSuperAdmin()).user_id, null, 'super_admin') },
  )
})
afterAll(() => server.close())

const closed = routes.map((route) => route.endpoint).filter((endpoint) => endpoint.who !== 'anyone')

const browser = {
  user_agent: 'x',
  url: 'x',
  timestamp: '2027-01-05T12:00:00Z',
  viewport_size: '1x1',
  screen_size: '1x1',
}
/** For calls where the smallest input that fits the schema is refused before the caller is checked. */
const fitting: Record<string, Record<string, unknown>> = {
  'officers.create': { hourly_rate: '45.50', phone: '' },
  'officers.update_me': { phone: '' },
  'accounts.change_password': { current_password: 'x', password: 'violet harbor 17 spoons' },
  'feedback.report_problem': { browser_info: browser },
  'audit.entry': { entry: '1' },
}
const inputOf = (endpoint: (typeof closed)[number]) => ({
  ...sampleInput(endpoint, scene.ids),
  ...overrides[endpoint.name]?.(scene.ids, scene, endpoint),
  ...fitting[endpoint.name],
})
const file = { name: 'roster.csv', bytes: new TextEncoder().encode('badge,name\n1,Officer 1\n') }

describe('a half-finished sign-in gives no access', { meta: { shows: ['issue 3.13'] } }, () => {
  test('covers nearly all calls', () => {
    expect(closed.length).toBeGreaterThan(100)
    expect(routes.length - closed.length).toBeLessThan(30)
  })

  test.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const input = inputOf(endpoint)
    for (const half of halves) {
      const asked = await server.call(endpoint, input as never, half, { file })
      expect([half.who, asked.status, asked.error?.code]).toEqual([half.who, 401, 'not_signed_in'])
      const bearer = { headers: { authorization: `Bearer ${half.secret}` }, file }
      expect((await server.call(endpoint, input as never, null, bearer)).status).toBe(401)
    }
  })

  test('refuses the stream too', async () => {
    for (const { secret } of halves) {
      const answer = await fetch(`${server.base}/api/live`, { headers: { cookie: `watchbill=${secret}` } })
      expect(answer.status).toBe(401)
    }
  })
})

describe('an admin session without a second factor has officer access only', {
  meta: { shows: ['issue 3.13'] },
}, () => {
  const forAdmins = closed.filter((endpoint) => endpoint.who === 'admin')
  test('refuses every admin call and says why', async () => {
    const { admin } = scene
    const bare = { secret: await server.signIn(admin.user_id, admin.organization_id, 'department', false) }
    for (const endpoint of forAdmins) {
      const input = inputOf(endpoint)
      const asked = await server.call(endpoint, input as never, bare, { file })
      expect([endpoint.name, asked.status, asked.error?.code]).toEqual([endpoint.name, 403, 'second_factor_needed'])
    }
    expect(forAdmins.length).toBeGreaterThan(50)
  })

  test('gives a super admin without one no access', async () => {
    const vendor = await server.makeSuperAdmin()
    const secret = await server.signIn(vendor.user_id, null, 'super_admin', false)
    const session = closed.find((endpoint) => endpoint.name === 'session.get')
    if (!session) throw new Error('no session.get')
    expect((await server.call(session, {}, { secret })).status).toBe(401)
    expect((await server.call(session, {}, vendor)).status).toBe(200)
  })
})
