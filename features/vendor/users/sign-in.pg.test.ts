import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePassword, changeVendorPassword } from '#features/people/account-links/contract.own.ts'
import { routes as profiles } from '#features/people/account-links/routes.own.ts'
import { signIn } from '#features/people/accounts/contract.ts'
import { beginFirstApp, confirmFirstApp, giveCode, readStep } from '#features/people/factors/contract.second-step.ts'
import { routes as multiFactor } from '#features/people/factors/routes.second-step.ts'
import { endVendorSession, listOwnSessions, listVendorSessions } from '#features/people/sessions/contract.own.ts'
import { extendSession, getSession, switchOrganization } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { routes as accounts } from '#features/people/sign-ins/routes.sign-in.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { signInVendor } from './contract.own.ts'
import { routes } from './routes.own.ts'

const right = 'copper lantern 93 wheat'
let server: TestServer
let rightHash: string

beforeAll(async () => {
  server = await startTestServer([...routes, ...accounts, ...multiFactor, ...sessions, ...profiles])
  rightHash = await hashPassword(right)
})
afterAll(() => server.close())

const withPassword = async <P extends { user_id: string }>(person: P): Promise<P> => {
  await server.rows('update accounts set password_hash = $1 where id = $2', [rightHash, person.user_id])
  return person
}
const vendorPerson = async () => withPassword(await server.makeSuperAdmin())
const adminPerson = async () =>
  withPassword(await server.makePerson(await server.makeOrganization(), { role: 'admin' }))
const setActive = (person: { user_id: string }, active: boolean) =>
  server.rows('update super_admin_users set active = $2 where account_id = $1', [person.user_id, active])
const secretOf = (headers: Headers) => ({
  secret:
    headers
      .getSetCookie()
      .map((cookie) => /^watchbill=([^;]+)/.exec(cookie)?.[1])
      .find(Boolean) ?? '',
})
const enter = (email: string, password = right, as: { secret: string } | null = null) =>
  server.call(signInVendor, { email, password }, as)
const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })
const openSessions = (person: { user_id: string }) =>
  server.rows<{ kind: string }>('select kind from sessions where user_id = $1 and ended_at is null', [person.user_id])

/** First sign-in: sets up the authenticator app, which is required before anything else opens. */
const setUp = async (person: { email: string }) => {
  const half = secretOf((await enter(person.email)).headers)
  const { body: app } = await server.call(beginFirstApp, {}, half)
  const confirm = { factor_id: app.factor_id, code: codeOf(app.secret) }
  const done = await server.call(confirmFirstApp, confirm, half)
  return { half, app, done, session: secretOf(done.headers) }
}

describe('who may sign in', { meta: { shows: ['issue 4.3', '5 super admin', '2 /super-admin/login'] } }, () => {
  test('the correct password alone grants nothing; the first factor is set up before any session, with recovery codes', async () => {
    const person = await vendorPerson()
    await server.rows('delete from sessions where user_id = $1', [person.user_id])
    const first = await enter(person.email.toUpperCase())
    expect([first.status, first.body.next]).toEqual([200, 'set_up'])
    expect((await server.call(getSession, {}, secretOf(first.headers))).status).toBe(401)
    expect(await openSessions(person)).toEqual([])
    const { done, session } = await setUp(person)
    expect(done.body.recovery_codes).toHaveLength(10)
    const { body } = await server.call(getSession, {}, session)
    expect(body).toMatchObject({ super_admin: true, organization: null, officer: null, second_factor: 'given' })
    expect(await openSessions(person)).toEqual([{ kind: 'super_admin' }])
  })

  test('a super admin with a factor enters it or a recovery code', async () => {
    const person = await vendorPerson()
    const { app, done } = await setUp(person)
    const again = await enter(person.email)
    expect(again.body.next).toBe('second_factor')
    const half = secretOf(again.headers)
    expect((await server.call(readStep, {}, half)).body.step?.methods).toMatchObject({ app: true, recovery: true })
    expect((await server.call(giveCode, { code: '000000' }, half)).error?.code).toBe('code_wrong')
    const given = await server.call(giveCode, { code: codeOf(app.secret, 1) }, half)
    expect(given.status).toBe(200)
    expect((await server.call(getSession, {}, secretOf(given.headers))).body.super_admin).toBe(true)
    const third = secretOf((await enter(person.email)).headers)
    const [code = ''] = done.body.recovery_codes ?? []
    expect((await server.call(giveCode, { code }, third)).status).toBe(200)
  })

  test('an unlisted or inactive person is refused and signed out, only after a correct password', {
    meta: { shows: ["8 You don't have super admin privile"] },
  }, async () => {
    const admin = await adminPerson()
    const denied = await enter(admin.email, right, admin)
    expect([denied.status, denied.error?.code]).toEqual([403, 'no_super_admin'])
    expect((await server.call(getSession, {}, admin)).status).toBe(401)
    const person = await vendorPerson()
    await setActive(person, false)
    expect((await enter(person.email)).error?.code).toBe('no_super_admin')
    // The response does not reveal whether an address has an account.
    const wrong = await Promise.all(
      [person.email, admin.email, 'nobody@example.org'].map((email) => enter(email, 'copper lantern 94 wheat')),
    )
    for (const answer of wrong) expect([answer.status, answer.error?.code]).toEqual([401, 'sign_in_failed'])
  })

  test('removal from the list invalidates the half-finished sign-in and the session at once', async () => {
    const person = await vendorPerson()
    const { app, session } = await setUp(person)
    const half = secretOf((await enter(person.email)).headers)
    await setActive(person, false)
    expect((await server.call(getSession, {}, session)).status).toBe(401)
    expect((await server.call(giveCode, { code: codeOf(app.secret, 1) }, half)).error?.code).toBe('step_over')
  })

  test('locks after five wrong passwords, as everywhere', async () => {
    const person = await vendorPerson()
    for (let tried = 0; tried < 5; tried++) await enter(person.email, 'copper lantern 94 wheat')
    expect((await enter(person.email)).error?.code).toBe('sign_in_failed')
  })
})

describe('vendor and department sessions are separate', { meta: { shows: ['issue 4.3'] } }, () => {
  test('with both roles, each session grants only its own side, and neither converts to the other', async () => {
    const admin = await adminPerson()
    await server.insert('super_admin_users', { email: admin.email, email_key: admin.email, account_id: admin.user_id })
    const vendor = { secret: await server.signIn(admin.user_id, null, 'super_admin') }
    expect((await server.call(listVendorSessions, {}, vendor)).body.items).toHaveLength(2)
    expect((await server.call(listOwnSessions, {}, vendor)).status).toBe(404)
    expect((await server.call(listVendorSessions, {}, admin)).status).toBe(404)
    const { body } = await server.call(getSession, {}, vendor)
    expect([body.super_admin, body.organization, body.memberships]).toEqual([true, null, []])
    const switched = await server.call(switchOrganization, { organization_id: admin.organization_id }, vendor)
    expect(switched.status).toBe(404)
    // The department's sign-in opens the department, never the vendor area.
    const { body: entered } = await server.call(signIn, { email: admin.email, password: right }, null)
    expect(entered).toMatchObject({ organization_id: admin.organization_id, next: 'set_up' })
  })

  test('a person pending approval, or without a chosen department, gets not found', async () => {
    const organization = await server.makeOrganization()
    const waiting = await server.makePerson(organization, { approved: false })
    expect((await server.call(listVendorSessions, {}, waiting)).status).toBe(404)
    const undecided = { secret: await server.signIn(waiting.user_id, null) }
    expect((await server.call(listVendorSessions, {}, undecided)).status).toBe(404)
    expect((await server.call(listVendorSessions, {}, null)).status).toBe(401)
  })

  test('a session ends after 30 minutes of inactivity, and after 12 hours regardless', async () => {
    const person = await server.makeSuperAdmin()
    const { body } = await server.call(getSession, {}, person)
    expect(Date.parse(body.idle_ends_at) - Date.parse(body.now_at)).toBeLessThanOrEqual(30 * 60_000)
    const ago = (column: string, minutes: number) =>
      server.rows(`update sessions set ${column} = now() - make_interval(mins => $2) where user_id = $1`, [
        person.user_id,
        minutes,
      ])
    await ago('last_seen_at', 29)
    expect((await server.call(extendSession, {}, person)).status).toBe(200)
    await ago('last_seen_at', 30)
    expect((await server.call(getSession, {}, person)).status).toBe(401)
    await ago('last_seen_at', 0)
    await ago('created_at', 12 * 60)
    expect((await server.call(getSession, {}, person)).status).toBe(401)
  })
})

describe('a super admin’s own account', { meta: { shows: ['issue 4.3'] } }, () => {
  test('requires 15 characters for a new password, which ends the other sessions', async () => {
    const person = await vendorPerson()
    const change = (password: string) =>
      server.call(changeVendorPassword, { current_password: right, password }, person)
    const short = await change('fourteen chars')
    expect(short.error?.fields).toEqual([{ field: 'password', message: 'At least 15 characters.' }])
    expect((await change('fifteen letters')).body).toEqual({ ended: 1 })
    expect((await server.call(changePassword, { current_password: right, password: right }, person)).status).toBe(404)
    const [mail] = await server.rows('select from mails where to_address = $1', [person.email])
    expect(mail).toBeDefined()
  })

  test('can end its own sessions elsewhere, and doesn’t find another person’s', async () => {
    const [person, other] = [await server.makeSuperAdmin(), await server.makeSuperAdmin()]
    const end = (id: string) => server.call(endVendorSession, { id }, person)
    expect((await end(other.other_session_id)).status).toBe(404)
    expect((await end(person.other_session_id)).body).toEqual({ ended: 1 })
    const [row] = await server.rows(
      `select actor_role from audit_entries where action = 'super_admins.end_session' and actor_user_id = $1`,
      [person.user_id],
    )
    expect(row).toEqual({ actor_role: 'super_admin' })
  })
})
