import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession, switchOrganization } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { routes } from './routes.sign-in.ts'

const right = 'copper lantern 93 wheat'
const wrong = 'copper lantern 94 wheat'
let server: TestServer
let rightHash: string

beforeAll(async () => {
  server = await startTestServer([...routes, ...sessions])
  rightHash = await hashPassword(right)
})
afterAll(() => server.close())

const person = async (over: Record<string, unknown> = {}, organization?: { id: string }) => {
  const made = await server.makePerson(organization ?? (await server.makeOrganization()), over)
  await server.rows('update accounts set password_hash = $1 where id = $2', [rightHash, made.user_id])
  return made
}
const secretOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => /^watchbill=([^;]+)/.exec(cookie)?.[1])
    .find(Boolean) ?? ''
const attempts = (email: string) =>
  server.rows<{ outcome: string }>('select outcome from sign_in_attempts where email_key = $1', [email])

describe('sign-in', { meta: { shows: ['issue 2.3'] } }, () => {
  it('opens a session in the only department, and the secret is only in the cookie', async () => {
    const ann = await person()
    const answer = await server.call(signIn, { email: ann.email.toUpperCase(), password: right }, null)
    expect([answer.status, answer.body.organization_id]).toEqual([200, ann.organization_id])
    expect(answer.headers.getSetCookie().join()).toContain('HttpOnly; SameSite=Lax')
    const secret = secretOf(answer.headers)
    const session = await server.call(getSession, {}, { secret })
    expect(session.body.organization?.id).toBe(ann.organization_id)
    const [row] = await server.rows<{ n: number }>(
      `select count(*)::int as n from audit_entries where action = 'accounts.sign_in' and thing_type = 'sessions'
        and organization_id = $1 and actor_user_id = $2`,
      [ann.organization_id, ann.user_id],
    )
    expect(row?.n).toBe(1)
  })

  it('asks which of several departments, unless the address says so', async () => {
    const ann = await person()
    const other = await server.makeOrganization()
    await server.insert('officers', {
      organization_id: other.id,
      user_id: ann.user_id,
      name: 'Test Person',
      approved: true,
    })
    const open = await server.call(signIn, { email: ann.email, password: right }, null)
    expect(open.body.organization_id).toBeNull()
    const asked = { secret: secretOf(open.headers) }
    const session = await server.call(getSession, {}, asked)
    expect(session.body.organization).toBeNull()
    expect(session.body.memberships.map((m) => m.organization_id).toSorted()).toEqual(
      [ann.organization_id, other.id].toSorted(),
    )
    const switched = await server.call(switchOrganization, { organization_id: other.id }, asked)
    expect(switched.status).toBe(200)
    expect((await server.call(getSession, {}, asked)).status).toBe(401)
    const named = await server.call(signIn, { email: ann.email, password: right, agency: other.subdomain }, null)
    expect(named.body.organization_id).toBe(other.id)
  })

  it.each([
    ['other_department', {}, 'elsewhere'],
    ['access_suspended', { suspended_at: new Date() }, null],
    ['registration_rejected', { approved: false, rejected_at: new Date() }, null],
    ['no_department', { left_on: '2020-01-01' }, null],
  ])('refuses the correct password of an account without access: %s', async (code, over, agency) => {
    const ann = await person(over)
    const answer = await server.call(signIn, { email: ann.email, password: right, ...(agency ? { agency } : {}) }, null)
    expect([answer.status, answer.error?.code]).toEqual([403, code])
    expect((await server.call(signIn, { email: ann.email, password: wrong }, null)).error?.code).toBe('sign_in_failed')
  })

  it('a suspended organization is shown to its people, its reason to its admins, and nothing to others', {
    meta: { shows: ['issue 4.4'] },
  }, async () => {
    const organization = await server.makeOrganization({ state: 'suspended', state_reason: 'The invoice is overdue.' })
    const ann = await person({}, organization)
    const chief = await person({ role: 'admin' }, organization)
    const enter = async (email: string, password: string) => {
      const { error } = await server.call(signIn, { email, password }, null)
      return [error?.code, error?.details?.reason]
    }
    expect(await enter(ann.email, right)).toEqual(['organization_suspended', undefined])
    expect(await enter(chief.email, right)).toEqual(['organization_suspended_why', 'The invoice is overdue.'])
    expect(await enter(chief.email, wrong)).toEqual(['sign_in_failed', undefined])
  })

  it('takes a password however old it is, and asks for no new one', async () => {
    const ann = await person()
    await server.rows(`update accounts set password_changed_at = now() - interval '20 years' where id = $1`, [
      ann.user_id,
    ])
    const answer = await server.call(signIn, { email: ann.email, password: right }, null)
    expect([answer.status, answer.body.next]).toEqual([200, 'done'])
    const session = await server.call(getSession, {}, { secret: secretOf(answer.headers) })
    expect(session.body.organization?.id).toBe(ann.organization_id)
  })

  it('ends the browser’s previous session', async () => {
    const ann = await person()
    const first = secretOf((await server.call(signIn, { email: ann.email, password: right }, null)).headers)
    await server.call(signIn, { email: ann.email, password: right }, { secret: first })
    expect((await server.call(getSession, {}, { secret: first })).status).toBe(401)
  })
})

describe('wrong passwords', { meta: { shows: ['issue 2.3'] } }, () => {
  it('of 200 at once, five are checked, every response is the same, and the admins are notified once', async () => {
    const ann = await person()
    const unknown = `${randomBytes(6).toString('hex')}@example.org`
    for (const email of [ann.email, unknown]) {
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => server.call(signIn, { email, password: wrong }, null)),
      )
      const said = answers.map(({ status, error }) => JSON.stringify([status, { ...error, request_id: '' }]))
      expect(new Set(said)).toEqual(
        new Set(['[401,{"code":"sign_in_failed","message":"sign_in_failed","request_id":""}]']),
      )
      const outcomes = (await attempts(email)).map((row) => row.outcome)
      expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5)
      expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(195)
    }
    const told = await server.rows(`select from notifications where organization_id = $1 and type = 'account_locked'`, [
      ann.organization_id,
    ])
    expect(told).toHaveLength(1)
  })

  it('the right password gets the same response while locked, until 15 minutes are over', async () => {
    const ann = await person()
    for (let n = 0; n < 5; n++) await server.call(signIn, { email: ann.email, password: wrong }, null)
    const locked = await server.call(signIn, { email: ann.email, password: right }, null)
    expect([locked.status, locked.error?.code]).toEqual([401, 'sign_in_failed'])
    expect(locked.headers.getSetCookie().filter((cookie) => cookie.startsWith('watchbill='))).toEqual([])
    await server.rows(`update sign_in_attempts set at = at - interval '15 minutes' where email_key = $1`, [ann.email])
    expect((await server.call(signIn, { email: ann.email, password: right }, null)).status).toBe(200)
  })

  it('strangers can’t lock out a browser that has signed in before, and it has five tries of its own', {
    meta: { shows: ['issue 14.3'] },
  }, async () => {
    const ann = await person()
    const from = (browser: string, password: string) =>
      server.call(signIn, { email: ann.email, password }, null, {
        headers: { cookie: `watchbill_browser=${browser.padEnd(22, 'x')}` },
      })
    expect((await from('own', right)).status).toBe(200)
    for (let n = 0; n < 8; n++) expect((await from(`stranger${n}`, wrong)).status).toBe(401)
    // The network address of the strangers is locked for every browser but the known one.
    expect((await from('new', right)).status).toBe(401)
    expect((await from('own', right)).status).toBe(200)
    for (let n = 0; n < 5; n++) expect((await from('own', wrong)).status).toBe(401)
    expect((await from('own', right)).status).toBe(401)
    const outcomes = (await attempts(ann.email)).map((row) => row.outcome)
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10)
    await server.rows(`update sign_in_attempts set at = at - interval '15 minutes' where email_key = $1`, [ann.email])
    expect((await from('own', right)).status).toBe(200)
  })

  it('twenty wrong ones from many network addresses lock every unknown browser, wherever it is', {
    meta: { shows: ['issue 14.3'] },
  }, async () => {
    const ann = await person()
    await server.rows(
      `insert into sign_in_attempts (email_key, at, outcome, browser, source)
       select $1, now(), 'wrong', sha256(n::text::bytea), sha256(('s' || n / 4)::bytea) from generate_series(0, 18) n`,
      [ann.email],
    )
    expect((await server.call(signIn, { email: ann.email, password: wrong }, null)).status).toBe(401)
    expect((await server.call(signIn, { email: ann.email, password: right }, null)).status).toBe(401)
    expect((await attempts(ann.email)).filter(({ outcome }) => outcome === 'locked')).toHaveLength(1)
  })

  it('a correct one resets the count', async () => {
    const ann = await person()
    for (const password of [wrong, wrong, wrong, wrong, right, wrong, wrong, wrong, wrong, right]) {
      const answer = await server.call(signIn, { email: ann.email, password }, null)
      expect(answer.status).toBe(password === right ? 200 : 401)
    }
  })

  it('checks at most five wrong ones when a correct one is sent among them', async () => {
    const ann = await person()
    const words = [wrong, wrong, wrong, wrong, wrong, wrong, wrong, right]
    const answers = await Promise.all(
      words.map((password) => server.call(signIn, { email: ann.email, password }, null)),
    )
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1)
    const outcomes = (await attempts(ann.email)).map((row) => row.outcome)
    expect(outcomes.filter((outcome) => outcome !== 'locked').length).toBeLessThanOrEqual(6)
  })

  it('a password is used exactly as typed: spaces, emoji and 128 characters', async () => {
    for (const password of [' leading and trailing ', '😀'.repeat(128), 'x'.repeat(128)]) {
      const ann = await person()
      await server.rows('update accounts set password_hash = $1 where id = $2', [
        await hashPassword(password),
        ann.user_id,
      ])
      expect((await server.call(signIn, { email: ann.email, password }, null)).status).toBe(200)
      const other = password.startsWith(' ') ? password.trim() : password.slice(0, -2)
      expect((await server.call(signIn, { email: ann.email, password: other }, null)).status).toBe(401)
    }
  })

  it.each([
    ['129 characters', 'x'.repeat(129), 400],
    ['a NUL byte', 'twelve\u0000chars.', 400],
    ['a lone surrogate', `twelve chars\ud800`, 400],
    ['10 MB', 'x'.repeat(10_000_000), 413],
  ])('refuses %s before hashing', async (_, password, status) => {
    const ann = await person()
    const answer = await server.call(signIn, { email: ann.email, password }, null)
    expect(answer.status).toBe(status)
    expect(await attempts(ann.email)).toEqual([])
  })

  it('a disabled account and one without a password get the response for a wrong password', async () => {
    const disabled = await person()
    await server.rows('update accounts set disabled_at = now() where id = $1', [disabled.user_id])
    const without = await server.makePerson(await server.makeOrganization())
    for (const { email } of [disabled, without]) {
      expect((await server.call(signIn, { email, password: right }, null)).error?.code).toBe('sign_in_failed')
    }
  })
})
