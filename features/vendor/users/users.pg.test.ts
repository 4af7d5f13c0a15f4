import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readLink, redeemLink } from '#features/people/account-links/contract.ts'
import { routes as accountLinks } from '#features/people/account-links/routes.ts'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { getSignInState } from '#features/people/sign-ins/contract.ts'
import { routes as accounts } from '#features/people/sign-ins/routes.sign-in.ts'
import { routes as signIns } from '#features/people/sign-ins/routes.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import * as contract from './contract.ts'
import { routes } from './routes.ts'

const password = 'copper lantern 93 wheat'
const reason = 'Asked for by telephone'
let server: TestServer
let hash: string
let organization: TestOrganization
let ann: TestPerson
let vendor: Awaited<ReturnType<TestServer['makeSuperAdmin']>>

beforeAll(async () => {
  server = await startTestServer([...routes, ...accountLinks, ...accounts, ...sessions, ...signIns], { live: true })
  hash = await hashPassword(password)
})
afterAll(() => server.close())
beforeEach(async () => {
  // Each test has its own vendor staff.
  await server.rows('update super_admin_users set active = false')
  organization = await server.makeOrganization()
  ann = await server.makePerson(organization, { name: 'Ann Arbor' })
  await server.rows('update accounts set password_hash = $1 where id = $2', [hash, ann.user_id])
  vendor = await server.makeSuperAdmin()
})

const about = (user_id: string) => ({ user_id, reason })
const state = async (user_id: string) => (await server.call(contract.getUser, { user_id }, vendor)).body
const enter = async (one: { email: string }, typed = password) =>
  (await server.call(signIn, { email: one.email, password: typed }, null)).status
const mailsTo = async (to: string) =>
  (
    await server.rows<{ subject: string }>('select subject from mails where to_address = $1 order by created_at', [to])
  ).map(({ subject }) => subject)
const entriesOf = (organizationId: string, action: string) =>
  server.rows<{ thing_type: string; actor_user_id: string; actor_role: string; after: Record<string, unknown> | null }>(
    'select thing_type, actor_user_id, actor_role, after from audit_entries where organization_id = $1 and action = $2 order by id',
    [organizationId, action],
  )
const VENDOR = '00000000-0000-0000-0000-000000000000'

describe('account list', { meta: { shows: ['issue 4.7', '2 /super-admin/users'] } }, () => {
  test('shows departments, roles, sessions, lock and second factor, searchable by name and address, in pages', async () => {
    const there = await server.makeOrganization()
    await server.insert('officers', {
      organization_id: there.id,
      user_id: ann.user_id,
      name: 'Ann',
      approved: true,
      role: 'admin',
    })
    const mark = ann.email.slice(0, 8)
    const found = (await server.call(contract.listUsers, { q: mark.toUpperCase() }, vendor)).body.items
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      id: ann.user_id,
      sessions: 1,
      second_factor: false,
      locked: null,
      super_admin: false,
      organizations_count: 2,
    })
    expect(found[0]?.organizations.map(({ role, standing }) => `${role} ${standing}`).toSorted()).toEqual([
      'admin approved',
      'officer approved',
    ])
    // Changes on a roster show up here.
    await server.rows('update officers set suspended_at = now() where organization_id = $1 and id = $2', [
      organization.id,
      ann.officer_id,
    ])
    expect((await state(ann.user_id)).organizations.map(({ standing }) => standing).toSorted()).toEqual([
      'approved',
      'suspended',
    ])
    await server.rows(
      `insert into accounts (email, email_key, name) select 'q' || n || '@many.example', 'q' || n || '@many.example', 'Many 100%' from generate_series(100, 220) n`,
    )
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const { body } = await server.call(contract.listUsers, { q: '100%', after }, vendor)
      seen.push(...body.items.map(({ email }) => email))
      if (body.next === null) break
      after = body.next
    }
    expect(seen).toEqual(Array.from({ length: 121 }, (_, n) => `q${n + 100}@many.example`))
    // People of one chosen department.
    const elsewhere = await server.makePerson(await server.makeOrganization(), { name: 'Bob Elsewhere' })
    const ofOne = (await server.call(contract.listUsers, { organization: organization.id }, vendor)).body.items
    expect(ofOne.map(({ id }) => id)).toContain(ann.user_id)
    expect(ofOne.map(({ id }) => id)).not.toContain(elsewhere.user_id)
    expect(ofOne.every(({ organizations }) => organizations.some((at) => at.organization_id === organization.id))).toBe(
      true,
    )
    expect((await server.call(contract.listUsers, { q: 'no such person' }, vendor)).body.items).toEqual([])
    const staff = (await server.call(contract.listUsers, { show: 'vendor' }, vendor)).body.items
    expect(staff.map(({ id }) => id)).toEqual([vendor.user_id])
  })

  test('records why it was viewed, and people in departments don’t find it', async () => {
    await server.call(contract.listUsers, {}, vendor)
    const reads = await server.rows('select reason from vendor_reads where user_id = $1', [vendor.user_id])
    expect(reads).toEqual([{ reason: 'to find the account of a person who needs help' }])
    const admin = await server.makePerson(organization, { role: 'admin' })
    const calls = [contract.listUsers, contract.listSuperAdmins] as const
    for (const call of calls) expect((await server.call(call, {}, admin)).status).toBe(404)
    expect((await server.call(contract.disableUser, about(ann.user_id), admin)).status).toBe(404)
    expect((await server.call(contract.getUser, { user_id: organization.id }, vendor)).status).toBe(404)
    expect((await server.call(contract.disableUser, about(organization.id), vendor)).status).toBe(404)
  })
})

describe('disabling an account', { meta: { shows: ['issue 4.7'] } }, () => {
  test('ends the stream of a super admin who is deactivated by SQL', { meta: { shows: ['issue 14.8'] } }, async () => {
    const other = await server.makeSuperAdmin()
    const stream = await fetch(`${server.base}/api/live`, { headers: { cookie: `watchbill=${other.secret}` } })
    await server.rows('update super_admin_users set active = false where account_id = $1', [other.user_id])
    // Ends only when the server closes it.
    expect(await stream.text()).toContain('"t":"session"')
  })

  test('ends all sessions and streams within 2 seconds, makes sign-in look like a wrong password, and is in each department’s audit', async () => {
    const there = await server.makeOrganization()
    await server.insert('officers', { organization_id: there.id, user_id: ann.user_id, name: 'Ann', approved: true })
    const second = { secret: await server.signIn(ann.user_id, there.id) }
    const stream = await fetch(`${server.base}/api/live`, { headers: { cookie: `watchbill=${ann.secret}` } })
    const asked = performance.now()
    expect((await server.call(contract.disableUser, about(ann.user_id), vendor)).status).toBe(200)
    await stream.text()
    expect(performance.now() - asked).toBeLessThan(2000)
    for (const one of [ann, second]) expect((await server.call(getSession, {}, one)).status).toBe(401)
    const [disabled, unknown] = await Promise.all([
      server.call(signIn, { email: ann.email, password }, null),
      server.call(signIn, { email: 'nobody@example.org', password }, null),
    ])
    expect([disabled.status, disabled.error?.code]).toEqual([unknown.status, unknown.error?.code])
    for (const { id } of [organization, there]) {
      const entries = await entriesOf(id, 'users.disable')
      expect(entries.map((one) => one.thing_type).toSorted()).toEqual(['memberships', 'sessions'])
      expect(entries.every((one) => one.actor_user_id === vendor.user_id && one.actor_role === 'super_admin')).toBe(
        true,
      )
    }
    const ours = await entriesOf(VENDOR, 'users.disable')
    expect(ours.find((one) => one.thing_type === 'account_acts')?.after).toMatchObject({
      account_id: ann.user_id,
      act: 'disable',
      reason,
    })
    expect(ours.some((one) => one.thing_type === 'accounts' && one.after?.id === ann.user_id)).toBe(true)
    expect(await mailsTo(ann.email)).toEqual(['Your account was disabled'])
    const admin = await server.makePerson(organization, { role: 'admin' })
    const seen = await server.call(getSignInState, { officer_id: ann.officer_id }, admin)
    expect(seen.body.disabled_at).not.toBeNull()
    expect(await state(ann.user_id)).toMatchObject({ sessions: 0, acts: [{ act: 'disable', reason }], may: ['enable'] })

    expect((await server.call(contract.disableUser, about(ann.user_id), vendor)).error?.code).toBe('disabled_already')
    expect((await server.call(contract.enableUser, about(ann.user_id), vendor)).status).toBe(200)
    // Earlier failed attempts still count, and three are fewer than five.
    expect(await enter(ann)).toBe(200)
  })

  test('a session created at the same moment grants nothing', async () => {
    await server.call(contract.disableUser, about(ann.user_id), vendor)
    const late = { secret: await server.signIn(ann.user_id, organization.id) }
    expect((await server.call(getSession, {}, late)).status).toBe(401)
  })

  test('requires a reason and is refused for the admin’s own account', async () => {
    const refused = await server.call(contract.disableUser, { user_id: ann.user_id, reason: 'x' }, vendor)
    expect([refused.status, refused.error?.fields?.[0]?.field]).toEqual([400, 'reason'])
    expect((await server.call(contract.disableUser, about(vendor.user_id), vendor)).error?.code).toBe('own_account')
    expect((await state(vendor.user_id)).may).toEqual([])
  })
})

describe('helping an account', { meta: { shows: ['issue 4.7'] } }, () => {
  const addFactor = (user_id: string) =>
    server.insert('factors', {
      account_id: user_id,
      kind: 'app',
      name: 'App',
      secret: Buffer.alloc(49),
      confirmed_at: new Date(),
    })

  test('unlocks it, whatever the departments have set', async () => {
    for (let n = 0; n < 5; n++) await enter(ann, 'no such lantern 93')
    expect(await enter(ann)).toBe(401)
    expect((await state(ann.user_id)).locked?.why).toBe('password')
    expect((await server.call(contract.listUsers, { show: 'locked' }, vendor)).body.items.map(({ id }) => id)).toEqual([
      ann.user_id,
    ])
    expect((await server.call(contract.releaseUser, about(ann.user_id), vendor)).status).toBe(200)
    expect((await state(ann.user_id)).locked).toBe(null)
    expect(await enter(ann)).toBe(200)
    expect((await entriesOf(organization.id, 'users.release')).map((one) => one.thing_type)).toEqual(['memberships'])
    expect((await server.call(contract.releaseUser, about(ann.user_id), vendor)).error?.code).toBe('not_locked')
  })

  test('emails a reset, at most five an hour; the password stays until it is used', async () => {
    const sent = []
    for (let n = 0; n < 6; n++)
      sent.push((await server.call(contract.sendReset, about(ann.user_id), vendor)).error?.code ?? 'sent')
    expect(sent).toEqual([...Array(5).fill('sent'), 'sent_lately'])
    expect(await mailsTo(ann.email)).toEqual(Array(5).fill('Set a new password'))
    expect(await enter(ann)).toBe(200)
  })

  test('removes lost factors after a fresh proof, ends every session and notifies the person', async () => {
    await addFactor(ann.user_id)
    await server.rows(`update sessions set second_factor_at = now() - interval '10 minutes' where user_id = $1`, [
      vendor.user_id,
    ])
    expect((await server.call(contract.resetUserFactors, about(ann.user_id), vendor)).error?.code).toBe('not_fresh')
    await server.rows('update sessions set second_factor_at = now() where user_id = $1', [vendor.user_id])
    const answers = await Promise.all(
      [1, 2].map(() => server.call(contract.resetUserFactors, about(ann.user_id), vendor)),
    )
    expect(answers.map((one) => one.error?.code).toSorted()).toEqual(['no_factor', undefined])
    expect((await server.call(getSession, {}, ann)).status).toBe(401)
    expect((await server.call(signIn, { email: ann.email, password }, null)).body.next).toBe('done')
    expect(await mailsTo(ann.email)).toEqual(['Your second factor was removed'])
    expect((await entriesOf(organization.id, 'users.reset_factors')).map((one) => one.thing_type).toSorted()).toEqual([
      'memberships',
      'sessions',
    ])
  })

  test('ends one session or all', async () => {
    await server.signIn(ann.user_id, organization.id)
    const { live } = await state(ann.user_id)
    expect(live).toHaveLength(2)
    const one = await server.call(contract.endUserSessions, { ...about(ann.user_id), session_id: live[0]?.id }, vendor)
    expect(one.body.ended).toBe(1)
    // Another person's session does not belong to this account.
    const stranger = await server.makePerson(organization)
    const [strange] = (await state(stranger.user_id)).live
    const other = await server.call(
      contract.endUserSessions,
      { ...about(ann.user_id), session_id: strange?.id },
      vendor,
    )
    expect(other.error?.code).toBe('no_session')
    expect((await server.call(contract.endUserSessions, about(ann.user_id), vendor)).body.ended).toBe(1)
    expect((await state(ann.user_id)).live).toEqual([])
    expect((await server.call(getSession, {}, stranger)).status).toBe(200)
  })
})

describe('super admins', { meta: { shows: ['issue 4.7'] } }, () => {
  const staff = async () =>
    (await server.call(contract.listSuperAdmins, {}, vendor)).body.items
      .filter((one) => one.active)
      .map((one) => one.email)
  const listed = async (one: { user_id: string }) =>
    (await server.rows<{ id: string }>('select id from super_admin_users where account_id = $1', [one.user_id]))[0]
      ?.id ?? ''
  const takeOff = async (one: { user_id: string }, as: { secret: string }) =>
    server.call(contract.deactivateSuperAdmin, { id: await listed(one), reason }, as)

  test('an emailed invitation that is accepted puts a person on the list, once', async () => {
    const email = `new${Date.now()}@vendor.example`
    expect((await server.call(contract.addSuperAdmin, { email: 'nonsense', reason }, vendor)).status).toBe(400)
    expect((await server.call(contract.addSuperAdmin, { email, reason }, vendor)).status).toBe(200)
    const [mail] = await server.rows<{ text: string }>(`select text_body as text from mails where to_address = $1`, [
      email,
    ])
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await server.call(readLink, { token }, null)).body).toMatchObject({ kind: 'super_admin', password_min: 15 })
    expect((await server.call(redeemLink, { token, password: 'violet harbor 17 spoons' }, null)).status).toBe(200)
    expect(await staff()).toEqual([email, vendor.email].toSorted())
    expect(
      (await server.call(contract.addSuperAdmin, { email: email.toUpperCase(), reason }, vendor)).error?.code,
    ).toBe('super_admin_already')
    await server.rows(`update sessions set second_factor_at = now() - interval '10 minutes' where user_id = $1`, [
      vendor.user_id,
    ])
    expect((await server.call(contract.addSuperAdmin, { email: 'x@vendor.example', reason }, vendor)).error?.code).toBe(
      'not_fresh',
    )
  })

  test('removal signs the person out at once, and is refused for the person’s own account and for the last one who can sign in', async () => {
    expect((await takeOff(vendor, vendor)).error?.code).toBe('last_super_admin')
    // People who have not accepted the invitation do not count.
    await server.insert('super_admin_users', { email: 'w@v.example', email_key: `w${Date.now()}@v.example` })
    expect((await takeOff(vendor, vendor)).error?.code).toBe('last_super_admin')
    const other = await server.makeSuperAdmin()
    expect((await takeOff(vendor, vendor)).error?.code).toBe('own_account')
    expect((await takeOff(other, vendor)).status).toBe(200)
    expect((await server.call(getSession, {}, other)).status).toBe(401)
    expect((await takeOff(other, vendor)).error?.code).toBe('not_active')
    expect(await mailsTo(other.email)).toHaveLength(1)
  })

  test('when two remove each other at once, one stays, and likewise when they disable each other', async () => {
    for (const how of ['off', 'disable'] as const) {
      for (let round = 0; round < 8; round++) {
        await server.rows('update super_admin_users set active = false')
        const [one, two] = [await server.makeSuperAdmin(), await server.makeSuperAdmin()]
        const act = (whom: typeof one, by: typeof one) =>
          how === 'off' ? takeOff(whom, by) : server.call(contract.disableUser, about(whom.user_id), by)
        const answers = await Promise.all([act(two, one), act(one, two)])
        expect(answers.map(({ status }) => status).toSorted()[0], how).toBe(200)
        const left = await server.rows(
          'select from super_admin_users u join accounts a on a.id = u.account_id where u.active and a.disabled_at is null',
        )
        expect(left, how).toHaveLength(1)
      }
    }
  })
})
