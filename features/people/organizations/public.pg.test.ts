import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { commonMessages } from '#platform/shared/refusals.ts'
import { readByAgency, readById } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

it('the public sees id, name, address, logo and color, by address and by id', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
  const made = await server.makeOrganization({ primary_color: '#0f766e' })
  const shown = { id: made.id, name: made.name, subdomain: made.subdomain, logo_url: null, primary_color: '#0f766e' }
  expect((await server.call(readByAgency, { agency: made.subdomain }, null)).body).toEqual(shown)
  expect((await server.call(readById, { id: made.id }, null)).body).toEqual(shown)
})

it('the demo organization’s fixed id is found', {
  meta: { shows: ['issue 2.3', '3 demo organization', '9 colour'] },
}, async () => {
  const id = '00000000-0000-0000-0000-000000000001'
  await server.makeOrganization({ id, subdomain: 'demo', name: 'Demo Organization' })
  expect((await server.call(readByAgency, { agency: 'demo' }, null)).body).toMatchObject({
    id,
    primary_color: '#3b82f6',
  })
})

it('an unknown or erased organization and the vendor are all not found alike', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
  const erased = await server.makeOrganization({ state: 'erased' })
  const [vendor] = await server.rows<{ id: string; subdomain: string }>(
    `select id, subdomain from organizations where state = 'vendor'`,
  )
  const answers = [
    await server.call(readByAgency, { agency: 'no-such-department' }, null),
    await server.call(readByAgency, { agency: "' or 1=1 --" }, null),
    await server.call(readByAgency, { agency: erased.subdomain }, null),
    await server.call(readByAgency, { agency: vendor?.subdomain ?? '' }, null),
    await server.call(readById, { id: vendor?.id ?? '' }, null),
    await server.call(readById, { id: erased.id }, null),
    await server.call(readById, { id: crypto.randomUUID() }, null),
  ]
  const said = new Set(answers.map(({ status, error }) => JSON.stringify([status, { ...error, request_id: '' }])))
  const { text } = commonMessages.not_found
  expect([...said]).toEqual([`[404,{"code":"not_found","message":"${text}","request_id":""}]`])
})
