import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminDashboard, officerDashboard } from '#features/home/dashboards/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { createHttp } from '#platform/server/http.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { routes } from './routes.ts'

let server: TestServer
let app: ReturnType<typeof createHttp>
const plain = '<!doctype html><head><script src="/before-paint.js"></script></head><div id="root"></div>'

beforeAll(async () => {
  server = await startTestServer(routes)
  app = createHttp({
    ...{ database: server.database, routes, publicOrigin: 'http://localhost', trustProxy: false, checkOutputs: true },
    ...{ log: () => undefined, applicationPage: () => plain, draining: () => false },
    firstReads: {
      '/officer/dashboard': [getSession.path, officerDashboard.path],
      '/admin/dashboard': [getSession.path, adminDashboard.path],
    },
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const open = async (as: { secret: string } | null, more: { url?: string; headers?: Record<string, string> } = {}) => {
  const cookie = as ? { cookie: `watchbill=${as.secret}` } : {}
  const headers = { 'sec-fetch-dest': 'document', ...cookie, ...more.headers }
  const answer = await app.inject({ url: more.url ?? '/officer/dashboard', headers })
  expect(answer.statusCode).toBe(200)
  const text = /<script type="application\/json" id="first-reads">(.*?)<\/script>/s.exec(answer.payload)?.[1]
  const reads = text && new Map(JSON.parse(text) as [string, { status: number; text: string; id: string }][])
  const read = (path: string) => reads && JSON.parse(reads.get(path)?.text ?? 'null')
  return { page: answer.payload, cached: answer.headers['cache-control'], reads, read }
}
const makeOfficer = async (over: Record<string, unknown> = {}): Promise<TestPerson> =>
  server.makePerson(await server.makeOrganization(), over)

test('the dashboard’s page carries the session and the dashboard of the person whose cookie asks, and is not stored', {
  meta: { shows: ['issue 13 first load'] },
}, async () => {
  const [one, other] = [await makeOfficer(), await makeOfficer()]
  const [mine, theirs] = [await open(one), await open(other)]
  for (const [person, page] of [
    [one, mine],
    [other, theirs],
  ] as const) {
    expect([...(page.reads || []).keys()]).toEqual([getSession.path, officerDashboard.path])
    expect(page.read(getSession.path)).toMatchObject({
      person: { email: person.email },
      officer: { id: person.officer_id },
    })
    expect(page.read(officerDashboard.path)).toHaveProperty('now_at')
    expect(page.cached).toBe('no-store')
  }
  for (const secret of [other.email, other.officer_id, other.organization_id]) expect(mine.page).not.toContain(secret)
})

test('what is fetched rather than opened, and what is opened without a session, is the plain page', {
  meta: { shows: ['issue 13 first load'] },
}, async () => {
  const person = await makeOfficer()
  for (const asked of [
    await open(person, { headers: { 'sec-fetch-dest': 'empty' } }),
    await open(person, { headers: { 'sec-fetch-dest': 'iframe' } }),
    await open(person, { url: '/officer/history' }),
    await open(null),
    await open({ secret: 'A'.repeat(43) }),
  ])
    expect(asked).toMatchObject({ page: plain, cached: 'no-cache' })
})

test('a refused read is left out', { meta: { shows: ['issue 13 first load'] } }, async () => {
  const { reads, cached } = await open(await makeOfficer(), { url: '/admin/dashboard' })
  expect([...(reads || []).keys()]).toEqual([getSession.path])
  expect(cached).toBe('no-store')
})

test('no name ends the element', { meta: { shows: ['issue 13 first load'] } }, async () => {
  const name = '</script><!--<script>alert(1)</script>$&'
  const { page, read } = await open(await makeOfficer({ name }))
  expect(read(getSession.path)).toMatchObject({ officer: { name } })
  expect(page.replace(/<script type="application\/json".*?<\/script>/s, '')).toBe(plain)
})
