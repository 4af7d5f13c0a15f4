import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { type DemoRole, exploreDemo } from './contract.demo.ts'
import { demoRoutes } from './routes.demo.ts'

let server: TestServer
const demo = { organization_id: '', addresses: {} as Partial<Record<DemoRole, string>> }

beforeAll(async () => {
  server = await startTestServer([...sessions, ...demoRoutes(demo)])
  const organization = await server.makeOrganization()
  const admin = await server.makePerson(organization, { role: 'admin' })
  const officer = await server.makePerson(organization)
  demo.organization_id = organization.id
  demo.addresses = { admin: admin.email, officer: officer.email }
})
afterAll(() => server.close())

const explore = async (as: DemoRole) => {
  const answer = await server.call(exploreDemo, { as }, null)
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('watchbill='))
  return { status: answer.status, secret: /^watchbill=([^;]+)/.exec(cookie ?? '')?.[1] ?? null }
}
const sessionOf = async (secret: string | null) => (await server.call(getSession, {}, { secret: secret ?? '' })).body

test('opens a session as the sample admin with the second factor given, recorded in the audit', async () => {
  const { status, secret } = await explore('admin')
  expect(status).toBe(200)
  const session = await sessionOf(secret)
  expect([session.organization?.id, session.officer?.role, session.second_factor]).toEqual([
    demo.organization_id,
    'admin',
    'given',
  ])
  const entries = await server.rows(
    `select 1 from audit_entries where action = 'demo.explore' and organization_id = $1 and thing_type = 'sessions'`,
    [demo.organization_id],
  )
  expect(entries).toHaveLength(1)
})

test('opens a session as the sample officer', async () => {
  const session = await sessionOf((await explore('officer')).secret)
  expect([session.officer?.role, session.second_factor]).toEqual(['officer', 'none'])
})

test('answers 404 for a role that the demo does not offer, and sets no cookie', async () => {
  expect(await explore('super_admin')).toEqual({ status: 404, secret: null })
})
