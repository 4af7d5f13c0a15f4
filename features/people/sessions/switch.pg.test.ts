import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { switchOrganization } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

test('switching departments keeps the twelve hours, which count from the sign-in', {
  meta: { shows: ['issue 3.11'] },
}, async () => {
  const organization = await server.makeOrganization()
  const officer = await server.makePerson(organization)
  await server.rows(`update sessions set created_at = now() - interval '11 hours' where user_id = $1`, [
    officer.user_id,
  ])
  const answer = await server.call(switchOrganization, { organization_id: organization.id }, officer)
  expect(answer.status).toBe(200)
  const [fresh] = await server.rows<{ old: boolean }>(
    `select created_at < now() - interval '10 hours' as old from sessions where user_id = $1 and ended_at is null`,
    [officer.user_id],
  )
  expect(fresh?.old).toBe(true)
})
