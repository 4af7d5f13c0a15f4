import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactVendor, lastContact } from '#features/department/contact-requests/contract.ts'
import { routes as contacts } from '#features/department/contact-requests/routes.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { listContacts, workContact } from './contract.contact.ts'
import { routes as working } from './routes.contact.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([...contacts, ...working])
})
afterAll(() => server.close())

type Row = OutputOf<typeof listContacts>['items'][number]
const makeAsked = async (message = 'Forty officers from May.') => {
  const organization = await server.makeOrganization({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
  const admin = await server.makePerson(organization, { role: 'admin' })
  const vendor = await server.makeSuperAdmin()
  await server.call(contactVendor, { message }, admin)
  return { organization, admin, vendor }
}
const all = async (vendor: { secret: string }, state: InputOf<typeof listContacts>['state'] = 'all') => {
  const rows: Row[] = []
  let after: string | undefined
  do {
    const { body } = await server.call(listContacts, { state, ...(after ? { after } : {}) }, vendor)
    rows.push(...body.items)
    after = body.next ?? undefined
  } while (after)
  return rows
}
const rowOf = async (vendor: { secret: string }, of: { id: string }) => {
  const found = (await all(vendor)).find((row) => row.organization.id === of.id)
  if (!found) throw new Error('no such request')
  return found
}
const work = (
  vendor: { secret: string },
  row: Row,
  action: InputOf<typeof workContact>['action'],
  more: { answer?: string; version?: number } = {},
) =>
  server.call(
    workContact,
    { organization_id: row.organization.id, id: row.id, version: row.version, action, ...more },
    vendor,
  )
const told = (admin: TestPerson) =>
  server.rows<{ title: string; message: string }>(
    `select title, message from notifications where officer_id = $1 and type = 'contact_answered' order by created_at`,
    [admin.officer_id],
  )

test('a request is taken on, answered and closed; the admin is notified in the app and by email, and the audit has it', {
  meta: { shows: ['issue 4.3'] },
}, async () => {
  const { organization, admin, vendor } = await makeAsked()
  const row = await rowOf(vendor, organization)
  expect(row).toMatchObject({
    status: 'new',
    message: 'Forty officers from May.',
    sender: { email: admin.email },
    organization: { name: organization.name, subscription_tier: 'trial', trial_end_date: '2020-01-01' },
    worker: null,
    answer: '',
  })
  expect((await work(vendor, row, 'take')).body).toEqual({ status: 'in_progress', version: 2 })
  expect((await work(vendor, row, 'close')).error?.code).toBe('changed_meanwhile')
  const taken = await rowOf(vendor, organization)
  expect((await work(vendor, taken, 'answer')).error?.fields?.[0]?.field).toBe('answer')
  expect(await told(admin)).toEqual([])
  const answer = 'Pro costs 1,200 a year for you.\nShall we send the contract?'
  expect((await work(vendor, taken, 'answer', { answer })).body.status).toBe('answered')
  expect(await told(admin)).toEqual([{ title: 'The vendor answered your request', message: answer }])
  const [telling] = await server.rows('select event, audience from tellings where organization_id = $1', [
    organization.id,
  ])
  expect(telling).toEqual({ event: 'contact_answered', audience: 'officer' })
  expect((await server.call(lastContact, {}, admin)).body.last).toMatchObject({ status: 'answered', answer })
  const answered = await rowOf(vendor, organization)
  expect(answered).toMatchObject({ worker: { email: vendor.email }, answer })
  expect((await work(vendor, answered, 'take')).error?.code).toBe('wrong_state')
  expect((await work(vendor, answered, 'close')).body.status).toBe('closed')
  const entries = await server.rows(
    `select actor_role, after ->> 'status' as status from audit_entries
     where organization_id = $1 and action = 'contact_requests.work' and thing_type = 'contact_requests' order by id`,
    [organization.id],
  )
  expect(entries).toEqual(
    ['in_progress', 'answered', 'closed'].map((status) => ({ actor_role: 'super_admin', status })),
  )
})

test('of two super admins at once, one answers, and the department is notified once', {
  meta: { shows: ['issue 4.3'] },
}, async () => {
  const { organization, admin, vendor } = await makeAsked()
  const other = await server.makeSuperAdmin()
  const row = await rowOf(vendor, organization)
  const answers = await Promise.all(
    [vendor, other].map((one, at) => work(one, row, 'answer', { answer: `Answer ${at}` })),
  )
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
  expect(await told(admin)).toHaveLength(1)
})

test('lists by state in pages, newest first, without duplicates or gaps', {
  meta: { shows: ['issue 4.3'] },
}, async () => {
  const { vendor, organization, admin } = await makeAsked()
  await server.rows(
    `insert into contact_requests (organization_id, kind, officer_id, created_at, quiet_until, status)
     select $1, 'upgrade', $2, now() - n * interval '2 days', now() - n * interval '2 days', 'closed' from generate_series(1, 70) n`,
    [organization.id, admin.officer_id],
  )
  const closed = await all(vendor, 'closed')
  expect(new Set(closed.map((row) => row.id)).size).toBe(closed.length)
  expect(closed.filter((row) => row.organization.id === organization.id).length).toBe(70)
  const times = closed.map((row) => Date.parse(row.created_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect((await all(vendor, 'open')).every((row) => ['new', 'in_progress'].includes(row.status))).toBe(true)
  const { counts } = (await server.call(listContacts, {}, vendor)).body
  expect(counts.closed).toBe(closed.length)
})

test('another organization’s id finds nothing, and a super admin can’t change the request', {
  meta: { shows: ['issue 4.3'] },
}, async () => {
  const { organization, vendor } = await makeAsked()
  const elsewhere = await server.makeOrganization()
  const row = await rowOf(vendor, organization)
  const astray = { ...row, organization: { ...row.organization, id: elsewhere.id } }
  expect((await work(vendor, astray, 'take')).status).toBe(404)
  const forge = (change: ReturnType<typeof sql>) =>
    server.database.transaction([], async (db) => {
      await db.rows(sql`select set_config('app.role', 'super_admin', true), set_config('app.user_id', ${vendor.user_id}, true),
        set_config('app.organization_id', ${organization.id}, true)`)
      await db.run(sql`update contact_requests set ${change} where organization_id = (select app.organization_id())`)
    })
  await expect(forge(sql`status = 'closed', message = 'other words'`)).rejects.toThrow(/permission denied/)
  await expect(forge(sql`status = 'closed', worked_by = null`)).rejects.toThrow(/not_allowed/)
  await forge(sql`status = 'closed', worked_by = (select app.user_id())`)
})

test('filtered to one department, lists only its requests and counts', { meta: { shows: ['issue 4.5'] } }, async () => {
  const [one, other] = [await makeAsked('Of one'), await makeAsked('Of the other')]
  const found = await server.call(listContacts, { state: 'all', organization: one.organization.id }, one.vendor)
  expect(found.body.items.map(({ message }) => message)).toEqual(['Of one'])
  expect(found.body.counts).toEqual({ new: 1, in_progress: 0, answered: 0, closed: 0 })
  expect((await all(one.vendor)).map(({ message }) => message)).toEqual(
    expect.arrayContaining(['Of one', 'Of the other']),
  )
  const none = await server.call(listContacts, { state: 'all', organization: other.admin.user_id }, one.vendor)
  expect(none.body.items).toEqual([])
})
