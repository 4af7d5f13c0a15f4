import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redeemLink } from '#features/people/account-links/contract.ts'
import { routes as links } from '#features/people/account-links/routes.ts'
import { makeLink } from '#features/people/account-links/store.ts'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession, switchOrganization } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { routes as accounts } from '#features/people/sign-ins/routes.sign-in.ts'
import { enterSystem } from '#platform/server/db.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { seal } from '#platform/server/vault.ts'
import { beginFirstApp, confirmFirstApp, giveCode, leaveStep, readStep } from './contract.second-step.ts'
import { listFactors } from './contract.ts'
import { routes } from './routes.second-step.ts'
import { routes as factors } from './routes.ts'
import { CODE_SECONDS } from './rules.ts'

const password = 'copper lantern 93 wheat'
let server: TestServer
let hash: string
beforeAll(async () => {
  server = await startTestServer([...accounts, ...links, ...routes, ...factors, ...sessions])
  hash = await hashPassword(password)
})
afterAll(() => server.close())

const secretOf = (headers: Headers) => /watchbill=([^;]+)/.exec(headers.getSetCookie().join('\n'))?.[1] ?? ''
const person = async (over: Record<string, unknown> = {}, organization?: { id: string }) => {
  const one = await server.makePerson(organization ?? (await server.makeOrganization()), over)
  await server.rows('update accounts set password_hash = $1 where id = $2', [hash, one.user_id])
  return one
}
type One = Awaited<ReturnType<typeof person>>

const bytes = Buffer.from('12345678901234567890')
const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) })
/** The current code, or the one the given number of steps away. */
const code = (steps = 0, of = totp) => of.generate({ timestamp: Date.now() + steps * CODE_SECONDS * 1000 })
const addApp = async (one: One) => {
  const row = {
    account_id: one.user_id,
    kind: 'app',
    name: 'App',
    secret: seal(bytes, one.user_id),
    confirmed_at: new Date(),
  }
  await server.insert('factors', row)
  return one
}
const enter = async (one: { email: string }) => {
  const answer = await server.call(signIn, { email: one.email, password }, null)
  return { ...answer, half: { secret: secretOf(answer.headers) } }
}
const tries = (one: One) =>
  server.rows<{ outcome: string }>(`select outcome from sign_in_attempts where email_key = $1 and kind = 'code'`, [
    one.email,
  ])

describe('the second sign-in step', { meta: { shows: ['issue 3.13'] } }, () => {
  it('is skipped for an officer without a factor and required for one who has it', async () => {
    expect((await enter(await person())).body.next).toBe('done')
    const ann = await addApp(await person())
    const { body, half } = await enter(ann)
    expect(body.next).toBe('second_factor')
    expect((await server.call(getSession, {}, half)).status).toBe(401)
    const step = await server.call(readStep, {}, half)
    expect(step.body.step).toMatchObject({
      waits_for: 'second_factor',
      methods: { app: true, passkey: false, recovery: false },
      email: ann.email,
    })
    const done = await server.call(giveCode, { code: code() }, half)
    expect(done.status).toBe(200)
    const whole = { secret: secretOf(done.headers) }
    expect(whole.secret).not.toBe(half.secret)
    expect((await server.call(getSession, {}, whole)).body.second_factor).toBe('given')
    expect((await server.call(getSession, {}, half)).status).toBe(401)
    expect((await server.call(giveCode, { code: code(1) }, half)).error?.code).toBe('step_over')
  })

  it('accepts a code once: not again, not an earlier one, and not forty times at once', async () => {
    const ann = await addApp(await person())
    const halves = await Promise.all(Array.from({ length: 5 }, () => enter(ann)))
    const now = code()
    const answers = await Promise.all(halves.map(({ half }) => server.call(giveCode, { code: now }, half)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const { half } = await enter(ann)
    await server.rows(`delete from sign_in_attempts where email_key = $1`, [ann.email])
    for (const old of [now, code(-1), code(-2), code(2)]) {
      expect((await server.call(giveCode, { code: old }, half)).error?.code).toBe('code_wrong')
    }
    expect((await server.call(giveCode, { code: code(1) }, half)).status).toBe(200)
  })

  it('checks five of 200 simultaneous wrong codes, answers all alike and refuses the right one for 15 minutes', async () => {
    const ann = await addApp(await person())
    const { half } = await enter(ann)
    const wrong = code(7)
    const answers = await Promise.all(Array.from({ length: 200 }, () => server.call(giveCode, { code: wrong }, half)))
    const said = new Set(answers.map(({ status, error }) => JSON.stringify([status, { ...error, request_id: '' }])))
    expect([...said]).toEqual(['[401,{"code":"code_wrong","message":"code_wrong","request_id":""}]'])
    const outcomes = (await tries(ann)).map((row) => row.outcome)
    expect(outcomes.filter((one) => one === 'wrong')).toHaveLength(5)
    expect(outcomes.filter((one) => one === 'locked')).toHaveLength(195)
    expect((await server.call(giveCode, { code: code() }, half)).error?.code).toBe('code_wrong')
    // A right password does not reset the count of wrong codes.
    const again = await enter(ann)
    expect((await server.call(giveCode, { code: code() }, again.half)).error?.code).toBe('code_wrong')
    const told = await server.rows(`select title from notifications where organization_id = $1`, [ann.organization_id])
    expect(told).toEqual([{ title: 'Sign-in locked after wrong codes' }])
    const mails = await server.rows(`select subject from mails where to_address = $1`, [ann.email])
    expect(mails).toEqual([{ subject: 'Wrong codes entered with your password' }])
    await server.rows(`update sign_in_attempts set at = at - interval '15 minutes' where email_key = $1`, [ann.email])
    expect((await server.call(giveCode, { code: code() }, again.half)).status).toBe(200)
  })

  it('lasts ten minutes, ends when the password changes and can be canceled', async () => {
    const ann = await addApp(await person())
    const [old, changed, left] = [await enter(ann), await enter(ann), await enter(ann)]
    const age = (seconds: number) =>
      server.rows(
        `update sign_in_steps set created_at = clock_timestamp() - $1 * interval '1 second' where account_id = $2 and ended_at is null`,
        [seconds, ann.user_id],
      )
    await age(599)
    expect((await server.call(readStep, {}, old.half)).body.step).not.toBeNull()
    await age(600)
    expect((await server.call(readStep, {}, old.half)).body.step).toBeNull()
    expect((await server.call(giveCode, { code: code() }, old.half)).error?.code).toBe('step_over')
    await age(60)
    expect((await server.call(leaveStep, {}, left.half)).body.done).toBe(true)
    expect((await server.call(giveCode, { code: code() }, left.half)).error?.code).toBe('step_over')
    await server.rows('update accounts set password_changed_at = clock_timestamp() where id = $1', [ann.user_id])
    expect((await server.call(giveCode, { code: code() }, changed.half)).error?.code).toBe('step_over')
    expect(await tries(ann)).toEqual([])
  })
})

describe('required for admins, and for officers where the department requires it', {
  meta: { shows: ['issue 3.13'] },
}, () => {
  const kinds: [string, Record<string, unknown>, Record<string, unknown>, string][] = [
    ['an admin', { role: 'admin' }, {}, 'set_up'],
    ['an admin who leaves some day', { role: 'admin', left_on: '2199-12-31' }, {}, 'set_up'],
    ['an officer', {}, {}, 'done'],
    ['an officer where it is set', {}, { mfa_officers: true }, 'set_up'],
    ['an officer who is still waiting there', { approved: false }, { mfa_officers: true }, 'done'],
  ]
  it.each(kinds)('%s', async (_, over, set, next) => {
    expect((await enter(await person(over, await server.makeOrganization(set)))).body.next).toBe(next)
  })

  it('asks an admin of another department too, whichever department they sign in to', async () => {
    const ann = await person()
    const there = await server.makeOrganization()
    await server.insert('officers', {
      organization_id: there.id,
      user_id: ann.user_id,
      name: 'A',
      approved: true,
      role: 'admin',
    })
    expect((await enter(ann)).body.next).toBe('set_up')
    await server.rows(`update officers set left_on = current_date where organization_id = $1`, [there.id])
    expect((await enter(ann)).body.next).toBe('done')
  })

  it('sets up an app right after the password, before granting access, and shows the recovery codes once', async () => {
    const ann = await person({ role: 'admin' })
    const { half } = await enter(ann)
    expect((await server.call(readStep, {}, half)).body.step?.waits_for).toBe('set_up')
    const begun = (await server.call(beginFirstApp, {}, half)).body
    const own = new TOTP({ secret: Secret.fromBase32(begun.secret) })
    expect(begun.uri).toContain('otpauth://totp/')
    const wrong = await server.call(confirmFirstApp, { factor_id: begun.factor_id, code: code(3, own) }, half)
    expect(wrong.error?.code).toBe('code_wrong')
    expect((await server.call(getSession, {}, half)).status).toBe(401)
    const confirming = code(0, own)
    const done = await server.call(confirmFirstApp, { factor_id: begun.factor_id, code: confirming }, half)
    expect(done.body.recovery_codes).toHaveLength(10)
    const whole = { secret: secretOf(done.headers) }
    expect((await server.call(getSession, {}, whole)).body).toMatchObject({
      officer: { role: 'admin' },
      second_factor: 'given',
    })
    const own_page = await server.call(listFactors, {}, whole)
    expect(own_page.body).toMatchObject({ factors: [{ kind: 'app' }], codes_left: 10, required: true })
    // The confirming code is used up, and another half-finished sign-in cannot set up an app.
    const again = await enter(ann)
    expect(again.body.next).toBe('second_factor')
    expect((await server.call(giveCode, { code: confirming }, again.half)).error?.code).toBe('code_wrong')
    expect((await server.call(beginFirstApp, {}, again.half)).error?.code).toBe('step_over')
    const [recovery = '', other = ''] = done.body.recovery_codes ?? []
    const halves = [again, await enter(ann), await enter(ann)]
    const used = await Promise.all(
      halves.map((one) => server.call(giveCode, { code: recovery.toUpperCase() }, one.half)),
    )
    expect(used.map((answer) => answer.status).toSorted()).toEqual([200, 401, 401])
    expect((await server.call(giveCode, { code: other }, (await enter(ann)).half)).status).toBe(200)
    const mails = await server.rows<{ subject: string; text_body: string }>(
      `select subject, text_body from mails where to_address = $1 order by created_at`,
      [ann.email],
    )
    expect(mails.map((mail) => mail.subject)).toEqual([
      'A second factor was added',
      'A recovery code was used',
      'A recovery code was used',
    ])
    expect(mails.at(-1)?.text_body).toContain('8 are left')
  })

  it('an admin invitation requires the same and opens no session first', async () => {
    const organization = await server.makeOrganization()
    const email = 'chief@example.org'
    const token = await server.database.transaction([enterSystem(organization.id, 'test')], (db) =>
      makeLink(db, { kind: 'admin_setup', email, organization_id: organization.id }),
    )
    const used = await server.call(redeemLink, { token, name: 'Chief 1', password }, null)
    expect(used.body).toMatchObject({ signed_in: false, next: 'set_up' })
    const half = { secret: secretOf(used.headers) }
    expect((await server.call(getSession, {}, half)).status).toBe(401)
    expect((await server.call(beginFirstApp, {}, half)).status).toBe(200)
  })

  it('an officer made admin while signed in stays an officer in that session until a second factor is verified', async () => {
    const ann = await person()
    const secret = await server.signIn(ann.user_id, ann.organization_id, 'department', false)
    await server.rows(`update officers set role = 'admin' where id = $1`, [ann.officer_id])
    const seen = (await server.call(getSession, {}, { secret })).body
    expect([seen.officer?.role, seen.second_factor]).toEqual(['officer', 'needed'])
    const there = await server.makeOrganization()
    await server.insert('officers', {
      organization_id: there.id,
      user_id: ann.user_id,
      name: 'A',
      approved: true,
      role: 'admin',
    })
    const moved = await server.call(switchOrganization, { organization_id: there.id }, { secret })
    const next = { secret: secretOf(moved.headers) }
    expect((await server.call(getSession, {}, next)).body.second_factor).toBe('needed')
  })

  it('a verified factor carries over to the account’s other departments', async () => {
    const ann = await person({ role: 'admin' })
    const there = await server.makeOrganization()
    await server.insert('officers', {
      organization_id: there.id,
      user_id: ann.user_id,
      name: 'A',
      approved: true,
      role: 'admin',
    })
    const moved = await server.call(switchOrganization, { organization_id: there.id }, ann)
    const seen = await server.call(getSession, {}, { secret: secretOf(moved.headers) })
    expect([seen.body.officer?.role, seen.body.second_factor]).toEqual(['admin', 'given'])
  })
})

it('no factor secret or code is stored in plain text in any table', { meta: { shows: ['issue 3.13'] } }, async () => {
  const ann = await addApp(await person())
  const { half } = await enter(ann)
  await server.call(giveCode, { code: code() }, half)
  const plain = [bytes.toString('hex'), totp.secret.base32, half.secret]
  for (const table of [
    'factors',
    'recovery_codes',
    'sign_in_steps',
    'sessions',
    'audit_entries',
    'idempotency_keys',
    'mails',
  ]) {
    const [found] = await server.rows<{ n: number }>(
      `select count(*)::int as n from ${table} t where t::text like any ($1)`,
      [plain.map((one) => `%${one}%`)],
    )
    expect([table, found?.n]).toEqual([table, 0])
  }
})
