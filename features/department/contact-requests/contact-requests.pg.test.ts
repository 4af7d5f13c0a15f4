import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { contactVendor, lastContact } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let besides: TestServer
const support = 'support@vendor.example'
beforeAll(async () => {
  server = await startTestServer(routes, { supportEmail: support })
  besides = await startTestServer(routes, { besides: server })
})
afterAll(async () => {
  await besides.close()
  await server.close()
})

const department = async (over: Record<string, unknown> = {}) => {
  const organization = await server.makeOrganization({
    subscription_tier: 'trial',
    trial_end_date: '2020-01-01',
    ...over,
  })
  const admin = await server.makePerson(organization, { role: 'admin', name: 'Admin One' })
  return { organization, admin, other: await server.makePerson(organization, { role: 'admin', name: 'Admin Two' }) }
}
const ask = (person: TestPerson, message = '', key: string = randomUUID()) =>
  server.call(contactVendor, { message }, person, { key })
const kept = (of: { id: string }) =>
  server.rows<{ kind: string; status: string; message: string; officer_id: string }>(
    'select kind, status, message, officer_id from contact_requests where organization_id = $1 order by created_at',
    [of.id],
  )
const mailed = (of: { id: string }) =>
  server.rows<{ to_address: string; text_body: string }>(
    'select to_address, text_body from mails where organization_id = $1',
    [of.id],
  )

test('a request is stored and emailed to the vendor, also after the trial ends', {
  meta: { shows: ['6 contact vendor', 'issue 3.1'] },
}, async () => {
  const { organization, admin, other } = await department()
  expect((await server.call(lastContact, {}, admin)).body.last).toBeNull()
  expect((await ask(admin, 'Forty officers from May.')).status).toBe(200)
  expect(await kept(organization)).toEqual([
    { kind: 'upgrade', status: 'new', message: 'Forty officers from May.', officer_id: admin.officer_id },
  ])
  const [mail] = await mailed(organization)
  expect(mail?.to_address).toBe(support)
  for (const part of ['Forty officers from May.', organization.name, admin.email, 'trial until Jan 1, 2020'])
    expect(mail?.text_body).toContain(part)
  // Another admin sees it before asking again, and is refused if they ask anyway.
  const seen = (await server.call(lastContact, {}, other)).body.last
  expect(seen).toMatchObject({ name: 'Admin One', status: 'new', quiet: true, message: 'Forty officers from May.' })
  expect(Date.parse(seen?.quiet_until ?? '') - Date.parse(seen?.asked_at ?? '')).toBe(24 * 3_600_000)
  const again = await ask(other)
  expect([again.status, again.error?.code]).toEqual([409, 'asked_already'])
  expect([(await kept(organization)).length, (await mailed(organization)).length]).toEqual([1, 1])
})

test('one key creates one request, ten admins at once create one, and a day later another is allowed', {
  meta: { shows: ['6 contact vendor'] },
}, async () => {
  const { organization, admin, other } = await department()
  const key = randomUUID()
  const same = await Promise.all(Array.from({ length: 5 }, () => ask(admin, 'Hello', key)))
  expect(same.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  const rush = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n % 2 ? admin : other)))
  expect(rush.map((answer) => answer.error?.code)).toEqual(rush.map(() => 'asked_already'))
  expect((await kept(organization)).length).toBe(1)
  await server.rows(
    `update contact_requests set created_at = created_at - interval '24 hours', quiet_until = quiet_until - interval '24 hours'
     where organization_id = $1`,
    [organization.id],
  )
  expect((await server.call(lastContact, {}, admin)).body.last?.quiet).toBe(false)
  const next = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(n % 2 ? admin : other)))
  expect(next.filter((answer) => answer.status === 200).length).toBe(1)
  expect([(await kept(organization)).length, (await mailed(organization)).length]).toEqual([2, 2])
})

test('an officer can ask alongside the admins, sees only their own request and can’t change others’', {
  meta: { shows: ['6 contact vendor'] },
}, async () => {
  const { organization, admin } = await department()
  const [officer, colleague] = [await server.makePerson(organization), await server.makePerson(organization)]
  expect((await ask(officer, 'Please')).status).toBe(200)
  expect((await ask(colleague)).error?.code).toBe('asked_already')
  expect((await server.call(lastContact, {}, officer)).body.last?.message).toBe('Please')
  expect((await server.call(lastContact, {}, colleague)).body.last).toBeNull()
  expect((await ask(admin)).status).toBe(200)
  expect((await kept(organization)).map((row) => row.kind)).toEqual(['support', 'upgrade'])
})

test('without a vendor address, the request is kept and no email is queued', {
  meta: { shows: ['6 contact vendor'] },
}, async () => {
  const { organization, admin } = await department()
  expect((await besides.call(contactVendor, { message: '' }, admin)).status).toBe(200)
  expect([(await kept(organization)).length, (await mailed(organization)).length]).toEqual([1, 0])
})
