import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { routes as accounts } from '#features/people/sign-ins/routes.sign-in.ts'
import { enterSystem } from '#platform/server/db.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { forgotPassword, readLink, redeemLink, register, resetPassword } from './contract.ts'
import { routes } from './routes.ts'
import { makeLink, type NewLink } from './store.ts'

const old = 'copper lantern 93 wheat'
const fresh = 'violet harbor 17 spoons'
let server: TestServer
let oldHash: string
let made = 0

beforeAll(async () => {
  server = await startTestServer([...accounts, ...routes, ...sessions])
  oldHash = await hashPassword(old)
})
afterAll(() => server.close())

const address = () => `n${++made}@example.org`
const person = async (over: Record<string, unknown> = {}) => {
  const organization = await server.makeOrganization()
  const one = await server.makePerson(organization, over)
  await server.rows('update accounts set password_hash = $1 where id = $2', [oldHash, one.user_id])
  return { ...one, organization }
}
const mails = (to: string) =>
  server.rows<{ text_body: string; organization_id: string; subject: string }>(
    'select text_body, organization_id, subject from mails where to_address = $1 order by created_at',
    [to],
  )
const tokenIn = (text: string | undefined) => /token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
const mailedToken = async (to: string) => tokenIn((await mails(to)).at(-1)?.text_body)
const link = (wanted: NewLink) =>
  server.database.transaction([enterSystem(wanted.organization_id ?? VENDOR_ID, 'test')], (db) => makeLink(db, wanted))
const officers = (organizationId: string) =>
  server.rows<{ email: string; approved: boolean; role: string; user_id: string; name: string }>(
    'select email, approved, role, user_id, name from officers where organization_id = $1',
    [organizationId],
  )
const secretOf = (headers: Headers) => /watchbill=([^;]+)/.exec(headers.getSetCookie().join('\n'))?.[1] ?? ''

describe('password reset by emailed link', { meta: { shows: ['issue 2.3'] } }, () => {
  it('an unknown address gets the same response and no email', async () => {
    const ann = await person()
    const unknown = address()
    const answers = []
    for (const email of [ann.email, unknown]) answers.push(await server.call(forgotPassword, { email }, null))
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { done: true }],
      [200, { done: true }],
    ])
    expect([(await mails(ann.email)).length, (await mails(unknown)).length]).toEqual([1, 0])
    expect((await mails(ann.email))[0]?.organization_id).toBe(ann.organization_id)
  })

  it('the link sets the password once, ends every session in every department, and invalidates later links', async () => {
    const ann = await person()
    const other = await server.makeOrganization()
    await server.insert('officers', { organization_id: other.id, user_id: ann.user_id, name: 'A', approved: true })
    const elsewhere = await server.signIn(ann.user_id, other.id)
    const undecided = await server.signIn(ann.user_id, null)
    await server.call(forgotPassword, { email: ann.email }, null)
    const first = await mailedToken(ann.email)
    await server.call(forgotPassword, { email: ann.email }, null)
    const second = await mailedToken(ann.email)
    expect(first).not.toBe(second)
    expect((await server.call(resetPassword, { token: second, password: fresh }, null)).status).toBe(200)
    for (const secret of [ann.secret, elsewhere, undecided]) {
      expect((await server.call(getSession, {}, { secret })).status).toBe(401)
    }
    const why = await server.rows('select distinct ended_why from sessions where user_id = $1', [ann.user_id])
    expect(why).toEqual([{ ended_why: 'password_changed' }])
    for (const token of [first, second]) {
      const again = await server.call(resetPassword, { token, password: 'another harbor 18 forks' }, null)
      expect([again.status, again.error?.code]).toEqual([404, 'link_invalid'])
    }
    expect((await server.call(signIn, { email: ann.email, password: old }, null)).status).toBe(401)
    expect((await server.call(signIn, { email: ann.email, password: fresh }, null)).status).toBe(200)
    expect((await mails(ann.email)).at(-1)?.subject).toBe('Your password was changed')
  })

  it('of two uses of a link at once, one sets the password', async () => {
    const ann = await person()
    await server.call(forgotPassword, { email: ann.email }, null)
    const token = await mailedToken(ann.email)
    const words = ['violet harbor 17 spoons', 'violet harbor 18 spoons', 'violet harbor 19 spoons']
    const answers = await Promise.all(words.map((password) => server.call(resetPassword, { token, password }, null)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404, 404])
  })

  it('while locked, the link is refused in the words of a wrong password, and it works afterward', async () => {
    const ann = await person()
    await server.call(forgotPassword, { email: ann.email }, null)
    const token = await mailedToken(ann.email)
    for (let n = 0; n < 5; n++) await server.call(signIn, { email: ann.email, password: fresh }, null)
    const locked = await server.call(resetPassword, { token, password: fresh }, null)
    expect([locked.status, locked.error?.code]).toEqual([401, 'sign_in_failed'])
    expect((await server.call(signIn, { email: ann.email, password: old }, null)).status).toBe(401)
    await server.rows(`update sign_in_attempts set at = at - interval '15 minutes' where email_key = $1`, [ann.email])
    expect((await server.call(resetPassword, { token, password: fresh }, null)).status).toBe(200)
  })

  it('an expired link, another kind of link and no link get the same response', async () => {
    const ann = await person()
    await server.call(forgotPassword, { email: ann.email }, null)
    const expired = await mailedToken(ann.email)
    await server.rows(`update account_links set expires_at = now() where email_key = $1`, [ann.email])
    const foreign = await link({ kind: 'register', email: ann.email, organization_id: ann.organization_id })
    const bodies = new Set<string>()
    for (const token of [expired, foreign, 'x'.repeat(43), "' or 1=1 --"]) {
      const answer = await server.call(resetPassword, { token, password: fresh }, null)
      bodies.add(JSON.stringify([answer.status, { ...answer.error, request_id: '' }]))
    }
    expect((await server.call(readLink, { token: expired }, null)).error?.code).toBe('link_invalid')
    expect([...bodies]).toEqual(['[404,{"code":"link_invalid","message":"link_invalid","request_id":""}]'])
  })

  it('sends at most five emails an hour to one address', async () => {
    const ann = await person()
    for (let n = 0; n < 8; n++) {
      expect((await server.call(forgotPassword, { email: ann.email }, null)).body).toEqual({ done: true })
    }
    expect(await mails(ann.email)).toHaveLength(5)
  })

  it.each([
    ['too short', 'eleven char'],
    ['common', 'Password1234'],
    ["the person's own address", 'n-person-1-example'],
  ])('refuses a password that is %s next to the field and leaves the link unused', async (_, word) => {
    const ann = await person()
    await server.call(forgotPassword, { email: ann.email }, null)
    const token = await mailedToken(ann.email)
    const password = word.startsWith('n-') ? `${ann.email.split('@')[0]}-26` : word
    const answer = await server.call(resetPassword, { token, password }, null)
    expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([400, 'password'])
    expect((await server.call(resetPassword, { token, password: fresh }, null)).status).toBe(200)
  })
})

describe('registration', { meta: { shows: ['issue 2.3'] } }, () => {
  const begin = async (organization: { subdomain: string }, email = address()) => {
    const answer = await server.call(register, { name: 'Officer 12', email, agency: organization.subdomain }, null)
    expect([answer.status, answer.body]).toEqual([200, { done: true }])
    return { email, token: await mailedToken(email) }
  }

  it('creates nothing until the link is used, then a pending officer, and notifies the admins', async () => {
    const organization = await server.makeOrganization()
    const { email, token } = await begin(organization)
    expect(await officers(organization.id)).toEqual([])
    expect(await server.rows('select from accounts where email_key = $1', [email])).toEqual([])
    const view = await server.call(readLink, { token }, null)
    expect(view.body).toMatchObject({ kind: 'register', email, name: 'Officer 12', needs_password: true })
    const used = await server.call(redeemLink, { token, password: fresh }, null)
    expect(used.body).toEqual({ signed_in: true, next: 'done', agency: organization.subdomain })
    const session = await server.call(getSession, {}, { secret: secretOf(used.headers) })
    expect(session.body.officer).toMatchObject({ approved: false, waiting: true, role: 'officer' })
    const told = await server.rows('select type from notifications where organization_id = $1', [organization.id])
    expect(told).toEqual([{ type: 'officer_registered' }])
    expect((await server.call(redeemLink, { token, password: fresh }, null)).error?.code).toBe('link_invalid')
  })

  it('role, approval and another organization in the body are refused and change nothing', async () => {
    const [here, there] = [await server.makeOrganization(), await server.makeOrganization()]
    const email = address()
    const fieldsOf = (answer: { error: { fields?: { field: string }[] | undefined } | null }) =>
      answer.error?.fields?.map(({ field }) => field)
    const asked = { name: 'Officer 12', email, agency: here.subdomain }
    const more = { role: 'admin', approved: true }
    expect(fieldsOf(await server.call(register, { ...asked, ...more } as never, null))).toEqual(Object.keys(more))
    expect(await mails(email)).toEqual([])
    await server.call(register, asked, null)
    const body = { token: await mailedToken(email), password: fresh }
    const besides = { ...more, organization_id: there.id, officer_id: here.id }
    expect(fieldsOf(await server.call(redeemLink, { ...body, ...besides } as never, null))).toEqual(
      Object.keys(besides),
    )
    expect([await officers(here.id), await officers(there.id)]).toEqual([[], []])
    // Only the link's own data: the person becomes a pending officer.
    await server.call(redeemLink, body, null)
    expect(await officers(here.id)).toMatchObject([{ email, role: 'officer', approved: false }])
    expect(await officers(there.id)).toEqual([])
  })

  it('the same address twice at once, in another case and width, creates one account and one officer', async () => {
    const organization = await server.makeOrganization()
    const name = address().split('@')[0] ?? ''
    const spellings = [`${name}@example.org`, `${name.toUpperCase()}@Example.ORG`, `ｎ${name.slice(1)}@example.org`]
    const tokens = await Promise.all(
      spellings.map((email) => link({ kind: 'register', email, organization_id: organization.id })),
    )
    const answers = await Promise.all(
      tokens.map((token, n) => server.call(redeemLink, { token, password: `${fresh} ${n}` }, null)),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(answers.filter((answer) => answer.body.signed_in)).toHaveLength(1)
    expect(await officers(organization.id)).toHaveLength(1)
    expect(await server.rows('select from accounts where email_key = $1', [`${name}@example.org`])).toHaveLength(1)
  })

  it('an existing account keeps its password and is not signed in by the link', async () => {
    const ann = await person()
    const organization = await server.makeOrganization()
    const { token } = await begin(organization, ann.email)
    expect((await server.call(readLink, { token }, null)).body.needs_password).toBe(false)
    const used = await server.call(redeemLink, { token, password: fresh }, null)
    expect(used.body).toEqual({ signed_in: false, next: 'done', agency: organization.subdomain })
    expect(used.headers.getSetCookie().filter((cookie) => cookie.startsWith('watchbill='))).toEqual([])
    expect((await server.call(signIn, { email: ann.email, password: fresh }, null)).status).toBe(401)
    expect((await server.call(signIn, { email: ann.email, password: old }, null)).status).toBe(200)
    expect(await officers(organization.id)).toMatchObject([{ user_id: ann.user_id, approved: false }])
  })

  it('an address on an unclaimed roster row grants nothing: the person is pending next to the row', async () => {
    const organization = await server.makeOrganization()
    const email = address()
    const row = { organization_id: organization.id, name: 'On Roster', email, email_key: email, approved: true }
    await server.insert('officers', row)
    const { token } = await begin(organization, email)
    expect((await server.call(redeemLink, { token, password: fresh }, null)).body.signed_in).toBe(true)
    const found = await officers(organization.id)
    expect(found.map(({ name, approved, user_id }) => [name, approved, user_id !== null]).toSorted()).toEqual([
      ['Officer 12', false, true],
      ['On Roster', true, false],
    ])
  })

  it.each([
    ['suspended', { state: 'suspended' }],
    ['expired', { subscription_tier: 'trial', trial_end_date: '2020-01-01' }],
    ['unknown', null],
  ])('registering with an organization that is %s gets the same response and no email', async (_, over) => {
    const agency = over ? (await server.makeOrganization(over)).subdomain : 'no-such-department'
    const email = address()
    const answer = await server.call(register, { name: 'Officer 12', email, agency }, null)
    expect([answer.status, answer.body]).toEqual([200, { done: true }])
    expect(await mails(email)).toEqual([])
  })

  it('refuses an address that would inject a header', async () => {
    const organization = await server.makeOrganization()
    const email = 'a@example.org\r\nBcc: b@example.org'
    const answer = await server.call(register, { name: 'A', email, agency: organization.subdomain }, null)
    expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([400, 'email'])
  })
})

describe('invitations', { meta: { shows: ['issue 2.3'] } }, () => {
  it('a claim links the existing officer row to the account with that address', async () => {
    const organization = await server.makeOrganization()
    const officer = await server.insert('officers', {
      organization_id: organization.id,
      name: 'Officer 12',
      badge_number: '12',
      approved: true,
    })
    const email = address()
    const invitation = {
      kind: 'claim',
      email,
      organization_id: organization.id,
      officer_id: String(officer.id),
    } as const
    const [first, second] = [await link(invitation), await link({ ...invitation, email: address() })]
    const used = await server.call(redeemLink, { token: first, name: 'Officer 12', password: fresh }, null)
    expect(used.body.signed_in).toBe(true)
    expect(await officers(organization.id)).toMatchObject([{ email, approved: true }])
    // The row now has an account, so an invitation to another address is void.
    const late = await server.call(redeemLink, { token: second, name: 'Other', password: fresh }, null)
    expect(late.error?.code).toBe('link_invalid')
  })

  it('an account already on the roster does not get a second row', async () => {
    const ann = await person()
    const officer = await server.insert('officers', {
      organization_id: ann.organization_id,
      name: 'Double',
      approved: true,
    })
    const token = await link({
      kind: 'claim',
      email: ann.email,
      organization_id: ann.organization_id,
      officer_id: String(officer.id),
    })
    const used = await server.call(redeemLink, { token }, null)
    expect([used.status, used.error?.code]).toEqual([409, 'already_member'])
  })

  it('an admin invitation works once, at its own agency only, and creates an approved admin', async () => {
    const [here, there] = [await server.makeOrganization(), await server.makeOrganization()]
    const email = address()
    const token = await link({ kind: 'admin_setup', email, organization_id: here.id })
    const wrong = await server.call(readLink, { token, agency: there.subdomain }, null)
    const none = await server.call(readLink, { token: 'x'.repeat(43), agency: here.subdomain }, null)
    expect([wrong.status, wrong.error?.code]).toEqual([404, none.error?.code])
    const open = await server.call(readLink, { token, agency: here.subdomain }, null)
    expect(open.body).toMatchObject({ kind: 'admin_setup', needs_password: true, password_min: 12 })
    const used = await server.call(redeemLink, { token, name: 'Chief 1', password: fresh }, null)
    // The second factor comes before the first session.
    expect(used.body).toMatchObject({ signed_in: false, next: 'set_up' })
    const [chief] = await officers(here.id)
    expect(chief).toMatchObject({ role: 'admin', approved: true, name: 'Chief 1' })
    expect((await server.call(readLink, { token, agency: here.subdomain }, null)).status).toBe(404)
    const by = await server.rows(
      `select distinct actor_user_id from audit_entries where organization_id = $1 and thing_type = 'officers'`,
      [here.id],
    )
    expect(by).toEqual([{ actor_user_id: chief?.user_id }])
  })

  it('a super admin needs 15 characters, gets no session and is listed with the account', async () => {
    const email = address()
    await server.insert('super_admin_users', { email, email_key: email })
    const token = await link({ kind: 'super_admin', email })
    const short = await server.call(redeemLink, { token, password: 'violet harbor1' }, null)
    expect([short.status, short.error?.fields?.[0]?.field]).toEqual([400, 'password'])
    const used = await server.call(redeemLink, { token, password: fresh }, null)
    expect(used.body).toEqual({ signed_in: false, next: 'done', agency: null })
    const [row] = await server.rows<{ account_id: string | null }>(
      'select account_id from super_admin_users where email_key = $1',
      [email],
    )
    expect(row?.account_id).toBeTruthy()
  })

  it('no link or password is stored in any table', async () => {
    const ann = await person()
    await server.call(forgotPassword, { email: ann.email }, null)
    const token = await mailedToken(ann.email)
    await server.call(resetPassword, { token, password: fresh }, null)
    const tables = ['audit_entries', 'idempotency_keys', 'account_links', 'sign_in_attempts', 'sessions', 'outbox']
    for (const table of tables) {
      const [found] = await server.rows<{ n: number }>(
        `select count(*)::int as n from ${table} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
        [token, fresh],
      )
      expect([table, found?.n]).toEqual([table, 0])
    }
    const hashes = await server.database.read<{ n: number }>(
      enterSystem(ann.organization_id, 'test'),
      sql`select count(*)::int as n from audit_entries where organization_id = (select app.organization_id())
        and (before::text like '%argon2%' or after::text like '%argon2%')`,
    )
    expect(hashes[0]?.n).toBe(0)
  })
})
