import { afterAll, beforeAll, expect, it } from 'vitest'
import { readByAgency } from '#features/people/organizations/contract.ts'
import { routes } from '#features/people/organizations/routes.ts'
import { createHttp } from './http.ts'
import { limitAnonymous } from './rate-limit.ts'
import { startTestServer, type TestServer } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

it('a source that sends too many requests must wait, others need not', async () => {
  const app = createHttp({
    database: server.database,
    routes,
    publicOrigin: 'http://localhost',
    trustProxy: true,
    checkOutputs: true,
    log: () => undefined,
    draining: () => false,
  })
  limitAnonymous(app, routes, 3)
  const ask = (ip: string) =>
    app.inject({ url: readByAgency.path.replace(':agency', 'nobody'), headers: { 'x-forwarded-for': ip } })
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await ask('203.0.113.7')).statusCode)
  expect(statuses).toEqual([404, 404, 404, 429, 429])
  const refused = await ask('203.0.113.7')
  expect(refused.json().error.code).toBe('too_many')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('203.0.113.8')).statusCode).toBe(404)
  // Neither forged addresses before the proxy's own entry nor HEAD requests change the result.
  expect((await ask('198.51.100.1, 203.0.113.7')).statusCode).toBe(429)
  const head = await app.inject({
    method: 'HEAD',
    url: readByAgency.path.replace(':agency', 'nobody'),
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(head.statusCode).toBe(429)
  // One household's address block is one source.
  for (let n = 0; n < 3; n++) await ask(`2001:db8:1:2::${n}`)
  expect((await ask('2001:db8:1:2:ffff::9')).statusCode).toBe(429)
  expect((await ask('2001:db8:1:3::1')).statusCode).toBe(404)
  await app.close()
})
