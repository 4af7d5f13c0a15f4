import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOfficers, getOfficer, inviteOfficer } from '#features/roster/officers/contract.ts'
import { routes as officers } from '#features/roster/officers/routes.ts'
import { inviteAdmin, readOrganization } from '#features/vendor/organizations/contract.ts'
import { routes as vendorOrganizations } from '#features/vendor/organizations/routes.ts'
import { addSuperAdmin, deactivateSuperAdmin, listSuperAdmins } from '#features/vendor/users/contract.ts'
import { routes as vendorUsers } from '#features/vendor/users/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import * as contract from './contract.invitations.ts'
import { readLink, redeemLink } from './contract.ts'
import { routes } from './routes.invitations.ts'
import { routes as accountLinks } from './routes.ts'
import { makeLink } from './store.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let vendor: Awaited<ReturnType<TestServer['makeSuperAdmin']>>
beforeAll(async () => {
  server = await startTestServer([...routes, ...accountLinks, ...officers, ...vendorOrganizations, ...vendorUsers])
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin' })
  vendor = await server.makeSuperAdmin()
})
afterAll(() => server.close())

let made = 0
const fresh = () => `p${++made}@wrong.example`
const list = async (ask: { officer_id?: string } = {}, as = admin) =>
  (await server.call(contract.listInvitations, ask, as)).body.items
/** The secret in the latest email to an address. */
const secretTo = async (email: string) => {
  const [mail] = await server.rows<{ text: string }>(
    'select text_body as text from mails where to_address = $1 order by created_at desc limit 1',
    [email],
  )
  return /(?:token|invitation)=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const statusOf = async (token: string) => (await server.call(readLink, { token }, null)).status
const password = 'copper lantern 93 wheat'

test('the department’s admins and the vendor can see and withdraw an invitation that the vendor sent to a wrong address', {
  meta: { shows: ['issue 4.4', 'issue 4 invitations'] },
}, async () => {
  const send = async () => {
    const email = fresh()
    const input = { organization_id: house.id, email, name: '', reason: 'Asked by the chief' }
    expect((await server.call(inviteAdmin, input, vendor)).status).toBe(200)
    return { email, token: await secretTo(email) }
  }
  const [one, other] = [await send(), await send()]
  expect([await statusOf(one.token), await statusOf(other.token)]).toEqual([200, 200])
  const found = await list()
  expect(found.map(({ email, kind }) => [email, kind])).toEqual([
    [other.email, 'admin_setup'],
    [one.email, 'admin_setup'],
  ])
  const id = found[1]?.id ?? ''
  expect((await server.call(contract.withdrawInvitation, { id }, admin)).body).toEqual({ done: true })
  expect(await statusOf(one.token)).toBe(404)
  expect((await server.call(redeemLink, { token: one.token, name: 'X', password }, null)).error?.code).toBe(
    'link_invalid',
  )
  expect((await server.call(contract.withdrawInvitation, { id }, admin)).error?.code).toBe('invitation_over')
  const organization_id = house.id
  const invited = async () => (await server.call(readOrganization, { organization_id }, vendor)).body.invited
  expect((await invited()).map(({ email }) => email)).toEqual([other.email])
  const ours = { organization_id, id: found[0]?.id ?? '' }
  expect((await server.call(contract.withdrawAdminInvitation, ours, vendor)).body).toEqual({ done: true })
  expect([await statusOf(other.token), await list(), await invited()]).toEqual([404, [], []])
  const entries = await server.rows(
    `select action, actor_role, before ->> 'email' as email from audit_entries where organization_id = $1
      and thing_type = 'account_links' and before is not null order by id`,
    [house.id],
  )
  expect(entries).toEqual([
    { action: 'invitations.withdraw', actor_role: 'admin', email: one.email },
    { action: 'invitations.withdraw_admin', actor_role: 'super_admin', email: other.email },
  ])
})

test('the department’s admins can withdraw an officer’s invitation; the vendor and other departments don’t find it', {
  meta: { shows: ['issue 4 invitations'] },
}, async () => {
  const person = await server.insert('officers', { organization_id: house.id, name: 'Bea', approved: true })
  const officer_id = String(person.id)
  const email = fresh()
  await server.call(inviteOfficer, { officer_id, email }, admin)
  const token = await secretTo(email)
  const open = async () => (await server.call(getOfficer, { officer_id }, admin)).body.invitation_open
  expect([await open(), (await server.call(countOfficers, {}, admin)).body.invitations]).toEqual([true, 1])
  const [link] = await list({ officer_id })
  const id = link?.id ?? ''
  expect(link).toMatchObject({ kind: 'claim', email, name: 'Bea' })
  const elsewhere = await server.makeOrganization()
  const stranger = await server.makePerson(elsewhere, { role: 'admin' })
  const officer = await server.makePerson(house)
  expect(await list({ officer_id }, stranger)).toEqual([])
  const tries = [
    await server.call(contract.withdrawInvitation, { id }, stranger),
    await server.call(contract.withdrawInvitation, { id }, officer),
    await server.call(contract.withdrawAdminInvitation, { organization_id: house.id, id }, vendor),
    await server.call(contract.withdrawAdminInvitation, { organization_id: elsewhere.id, id }, vendor),
    await server.call(contract.withdrawAdminInvitation, { organization_id: house.id, id }, admin),
  ]
  expect(tries.map(({ status }) => status)).toEqual([404, 403, 404, 404, 404])
  expect(await statusOf(token)).toBe(200)
  expect((await server.call(contract.withdrawInvitation, { id }, admin)).status).toBe(200)
  expect([await statusOf(token), await open(), await list({ officer_id })]).toEqual([404, false, []])
  // A new invitation still works.
  await server.call(inviteOfficer, { officer_id, email }, admin)
  expect([await statusOf(await secretTo(email)), await statusOf(token), await open()]).toEqual([200, 404, true])
})

test('of withdrawing and accepting at the same moment, one succeeds', {
  meta: { shows: ['issue 4 invitations'] },
}, async () => {
  for (let n = 0; n < 6; n++) {
    const email = fresh()
    const token = await server.database.transaction([enterSystem(house.id, 'test')], (db) =>
      makeLink(db, { kind: 'admin_setup', email, organization_id: house.id }),
    )
    const [{ id = '' } = {}] = (await list()).filter((one) => one.email === email)
    const [taken, withdrawn] = await Promise.all([
      server.call(redeemLink, { token, name: 'Quick', password }, null),
      server.call(contract.withdrawInvitation, { id }, admin),
    ])
    expect([taken.error?.code ?? 'taken', withdrawn.error?.code ?? 'withdrawn']).toBeOneOf([
      ['taken', 'invitation_over'],
      ['link_invalid', 'withdrawn'],
    ])
    const rows = await server.rows('select from officers where organization_id = $1 and email_key = $2', [
      house.id,
      email,
    ])
    expect(rows).toHaveLength(taken.status === 200 ? 1 : 0)
  }
})

test('a super admin’s invitation ends with their removal and stays invalid after a new one', {
  meta: { shows: ['issue 4 invitations'] },
}, async () => {
  const email = fresh()
  const add = () => server.call(addSuperAdmin, { email, reason: 'Joins us' }, vendor)
  await add()
  const token = await secretTo(email)
  const [one] = (await server.call(listSuperAdmins, {}, vendor)).body.items.filter((row) => row.email === email)
  const off = await server.call(deactivateSuperAdmin, { id: one?.id ?? '', reason: 'Wrong address' }, vendor)
  expect(off.status).toBe(200)
  expect(await statusOf(token)).toBe(404)
  await add()
  expect([await statusOf(token), await statusOf(await secretTo(email))]).toEqual([404, 200])
})
