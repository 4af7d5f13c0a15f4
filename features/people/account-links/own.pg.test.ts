import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { routes as accounts } from '#features/people/sign-ins/routes.sign-in.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { changePassword, requestAddress } from './contract.own.ts'
import { confirmAddress, forgotPassword, readLink, redeemLink, resetPassword } from './contract.ts'
import { routes } from './routes.own.ts'
import { routes as links } from './routes.ts'

const right = 'copper lantern 93 wheat'
const fresh = 'seven herons over mud 41'
let server: TestServer
let rightHash: string
let organization: TestOrganization
let ann: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...accounts, ...links, ...sessions])
  rightHash = await hashPassword(right)
})
afterAll(() => server.close())
const person = async (where: TestOrganization, over: Record<string, unknown> = {}) => {
  const made = await server.makePerson(where, over)
  await server.rows('update accounts set password_hash = $1 where id = $2', [rightHash, made.user_id])
  return made
}
beforeEach(async () => {
  organization = await server.makeOrganization()
  ann = await person(organization)
})

const change = (password = fresh, current_password = right, as = ann) =>
  server.call(changePassword, { current_password, password }, as)
const ask = (email: string, current_password = right, as = ann) =>
  server.call(requestAddress, { email, current_password }, as)
const opens = async (email: string, password: string) => (await server.call(signIn, { email, password }, null)).status
const statusOf = async (who: { secret: string }) => (await server.call(getSession, {}, who)).status
const mailsTo = (to: string) =>
  server.rows<{ subject: string; text_body: string }>(
    'select subject, text_body from mails where to_address = $1 order by created_at, id',
    [to],
  )
const tokenTo = async (to: string) => /token=([\w-]+)/.exec((await mailsTo(to)).at(-1)?.text_body ?? '')?.[1] ?? ''
const newAddress = () => `n${crypto.randomUUID().slice(0, 8)}@example.org`

describe('changing the password', { meta: { shows: ['issue 3.9', 'issue 3.9 password'] } }, () => {
  test('requires the current one; the old one stops working, other sessions end, this one stays, and an email is sent', async () => {
    const phone = { secret: await server.signIn(ann.user_id, organization.id) }
    const answer = await change()
    expect([answer.status, answer.body]).toEqual([200, { ended: 1 }])
    expect([await statusOf(ann), await statusOf(phone)]).toEqual([200, 401])
    expect([await opens(ann.email, right), await opens(ann.email, fresh)]).toEqual([401, 200])
    expect((await mailsTo(ann.email)).map((mail) => mail.subject)).toEqual(['Your password was changed'])
    const [entry] = await server.rows<{ text: string }>(
      `select before::text || after::text as text from audit_entries where action = 'accounts.change_password'
        and thing_type = 'accounts' and actor_user_id = $1`,
      [ann.user_id],
    )
    expect(entry?.text).not.toMatch(/argon2|password_hash/)
  })

  test('a wrong current one counts as a failed sign-in: the fifth locks both and looks like any other', async () => {
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 6; n++) codes.push((await change(fresh, `${right} ${n}`)).error?.code)
    expect(codes).toEqual(codes.map(() => 'password_wrong'))
    expect((await change()).error?.code).toBe('password_wrong')
    expect(await opens(ann.email, right)).toBe(401)
  })

  test('refuses a bad new one next to its field and changes nothing', async () => {
    for (const bad of ['short', `${organization.name} 26`, right]) {
      const answer = await change(bad)
      expect([bad, answer.status, answer.error?.fields?.[0]?.field]).toEqual([bad, 400, 'password'])
    }
    expect(await opens(ann.email, right)).toBe(200)
  })

  test('of two changes at once, one wins, and only its password works', async () => {
    const others = ['winter orchard 11 tin', 'autumn harbor 12 oak']
    const answers = await Promise.all(others.map((one) => change(one)))
    const won = others.filter((_, at) => answers[at]?.status === 200)
    expect([won.length, answers.map((one) => one.error?.code).filter(Boolean)]).toEqual([1, ['password_wrong']])
    expect(await opens(ann.email, won[0] ?? '')).toBe(200)
  })

  test('invalidates a reset link emailed earlier', async () => {
    await server.call(forgotPassword, { email: ann.email }, null)
    const token = await tokenTo(ann.email)
    await change()
    expect((await server.call(resetPassword, { token, password: 'winter orchard 11 tin' }, null)).error?.code).toBe(
      'link_invalid',
    )
  })
})

describe('changing the email address', { meta: { shows: ['issue 3.9', 'issue 3.9 address'] } }, () => {
  test('takes effect only through the emailed link: the old address is notified and stops working, and the roster follows', async () => {
    const to = newAddress()
    expect((await ask(to)).status).toBe(200)
    expect((await server.call(getSession, {}, ann)).body.person.email).toBe(ann.email)
    const token = await tokenTo(to)
    expect((await server.call(readLink, { token }, null)).body).toMatchObject({
      kind: 'address',
      email: to,
      needs_password: false,
    })
    expect((await server.call(confirmAddress, { token }, null)).body).toEqual({ done: true })
    expect((await server.call(getSession, {}, ann)).body.person.email).toBe(to)
    expect([await opens(ann.email, right), await opens(to, right)]).toEqual([401, 200])
    const [told] = await mailsTo(ann.email)
    expect([told?.subject, told?.text_body.includes(to)]).toEqual(['Your sign-in email was changed', true])
    const [row] = await server.rows('select email, email_key from officers where id = $1', [ann.officer_id])
    expect(row).toEqual({ email: to, email_key: to })
  })

  test('a link works once, even if opened ten times at once, and creates no account or session', async () => {
    const to = newAddress()
    await ask(to)
    const token = await tokenTo(to)
    const redeemed = await server.call(redeemLink, { token, name: 'X', password: fresh }, null)
    expect(redeemed.error?.code).toBe('link_invalid')
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.call(confirmAddress, { token }, null)))
    expect(answers.filter((one) => one.status === 200).length).toBe(1)
    expect(answers.filter((one) => one.error?.code === 'link_invalid').length).toBe(9)
    const [{ n } = { n: 0 }] = await server.rows<{ n: number }>(
      'select count(*)::int as n from accounts where email_key = $1',
      [to],
    )
    expect(n).toBe(1)
  })

  test('a taken address gets the same response as a free one; its owner is notified, and their account is unchanged', async () => {
    const bob = await person(organization)
    const [free, taken] = [await ask(newAddress()), await ask(bob.email)]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    const [told] = await mailsTo(bob.email)
    expect([told?.subject, told?.text_body.includes('token=')]).toEqual(['This email is already in use', false])
    expect(await opens(bob.email, right)).toBe(200)
  })

  test('a link is invalid if another account takes the address before it is opened', async () => {
    const to = newAddress()
    await ask(to)
    const token = await tokenTo(to)
    await server.insert('accounts', { email: to, email_key: to, name: 'Other' })
    const answer = await server.call(confirmAddress, { token }, null)
    expect([answer.status, answer.error?.code]).toEqual([404, 'link_invalid'])
    expect((await server.call(getSession, {}, ann)).body.person.email).toBe(ann.email)
  })

  test('when two accounts want one address, the first to open the link gets it', async () => {
    const bob = await person(organization)
    const to = newAddress()
    await ask(to)
    const first = await tokenTo(to)
    await ask(to, right, bob)
    const second = await tokenTo(to)
    const answers = await Promise.all([first, second].map((token) => server.call(confirmAddress, { token }, null)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 404])
  })

  test('a link that a thief requested is invalid once the owner changes the password', async () => {
    const to = newAddress()
    await ask(to)
    const token = await tokenTo(to)
    await change()
    expect((await server.call(confirmAddress, { token }, null)).error?.code).toBe('link_invalid')
  })

  test('is refused without the password, for the current address, and too often', async () => {
    expect((await ask(newAddress(), fresh)).error?.code).toBe('password_wrong')
    expect((await ask(ann.email.toUpperCase())).error?.fields?.[0]?.field).toBe('email')
    for (let n = 0; n < 5; n++) expect((await ask(newAddress())).status).toBe(200)
    expect((await ask(newAddress())).error?.code).toBe('too_many')
  })

  test('leaves another roster row with the same address unchanged', async () => {
    const to = newAddress()
    await server.insert('officers', {
      organization_id: organization.id,
      name: 'Roster',
      email: to,
      email_key: to,
      approved: true,
    })
    await ask(to)
    expect((await server.call(confirmAddress, { token: await tokenTo(to) }, null)).status).toBe(200)
    const rows = await server.rows('select id from officers where organization_id = $1 and email_key = $2', [
      organization.id,
      to,
    ])
    expect(rows.length).toBe(1)
    expect((await server.call(getSession, {}, ann)).body.person.email).toBe(to)
  })
})

test('a person can still change their own account after the trial; a pending person can’t', {
  meta: { shows: ['issue 3.9'] },
}, async () => {
  const over = await server.makeOrganization({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
  const cy = await person(over)
  expect((await change(fresh, right, cy)).status).toBe(200)
  const waiting = await person(organization, { approved: false })
  expect((await change(fresh, right, waiting)).error?.code).toBe('waiting_for_approval')
})
