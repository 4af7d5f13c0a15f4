import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  confirmAddress,
  forgotPassword,
  readLink,
  redeemLink,
  resetPassword,
} from '#features/account-links/contract.ts'
import { routes as links } from '#features/account-links/routes.ts'
import { signIn } from '#features/accounts/contract.ts'
import { routes as accounts } from '#features/accounts/routes.ts'
import { getSession } from '#features/sessions/contract.ts'
import { routes as sessions } from '#features/sessions/routes.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { changePassword, requestAddress } from './contract.ts'
import { routes } from './routes.ts'

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

describe('[issue 3.9] [issue 3.9 password] the password', () => {
  test('is changed by the present one; the old one is over, other sessions end, this one stays, a mail tells', async () => {
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

  test('a wrong present one counts as a try to sign in: the fifth locks both, and tells no more than a wrong one', async () => {
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 6; n++) codes.push((await change(fresh, `${right} ${n}`)).error?.code)
    expect(codes).toEqual(codes.map(() => 'password_wrong'))
    expect((await change()).error?.code).toBe('password_wrong')
    expect(await opens(ann.email, right)).toBe(401)
  })

  test('a bad new one is refused beside its field, and nothing changes', async () => {
    for (const bad of ['short', `${organization.name} 26`, right]) {
      const answer = await change(bad)
      expect([bad, answer.status, answer.error?.fields?.[0]?.field]).toEqual([bad, 400, 'password'])
    }
    expect(await opens(ann.email, right)).toBe(200)
  })

  test('two changes at once: one wins, and its password is the one that opens', async () => {
    const others = ['winter orchard 11 tin', 'autumn harbor 12 oak']
    const answers = await Promise.all(others.map((one) => change(one)))
    const won = others.filter((_, at) => answers[at]?.status === 200)
    expect([won.length, answers.map((one) => one.error?.code).filter(Boolean)]).toEqual([1, ['password_wrong']])
    expect(await opens(ann.email, won[0] ?? '')).toBe(200)
  })

  test('a reset link mailed before the change is over with it', async () => {
    await server.call(forgotPassword, { email: ann.email }, null)
    const token = await tokenTo(ann.email)
    await change()
    expect((await server.call(resetPassword, { token, password: 'winter orchard 11 tin' }, null)).error?.code).toBe(
      'link_invalid',
    )
  })
})

describe('[issue 3.9] [issue 3.9 address] the address', () => {
  test('changes by the mailed link alone: the old one is told and opens nothing, the roster follows', async () => {
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
    expect([told?.subject, told?.text_body.includes(to)]).toEqual(['Your sign-in address was changed', true])
    const [row] = await server.rows('select email, email_key from officers where id = $1', [ann.officer_id])
    expect(row).toEqual({ email: to, email_key: to })
  })

  test('a link works once, also when ten open it at once, and makes no account or session of its own', async () => {
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

  test('a taken address answers like a free one; its owner is told, and its account stays', async () => {
    const bob = await person(organization)
    const [free, taken] = [await ask(newAddress()), await ask(bob.email)]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    const [told] = await mailsTo(bob.email)
    expect([told?.subject, told?.text_body.includes('token=')]).toEqual(['This address is in use already', false])
    expect(await opens(bob.email, right)).toBe(200)
  })

  test('taken by another between the mail and the press: the link is worth nothing', async () => {
    const to = newAddress()
    await ask(to)
    const token = await tokenTo(to)
    await server.insert('accounts', { email: to, email_key: to, name: 'Other' })
    const answer = await server.call(confirmAddress, { token }, null)
    expect([answer.status, answer.error?.code]).toEqual([404, 'link_invalid'])
    expect((await server.call(getSession, {}, ann)).body.person.email).toBe(ann.email)
  })

  test('two accounts want one address: the first to open the link has it', async () => {
    const bob = await person(organization)
    const to = newAddress()
    await ask(to)
    const first = await tokenTo(to)
    await ask(to, right, bob)
    const second = await tokenTo(to)
    const answers = await Promise.all([first, second].map((token) => server.call(confirmAddress, { token }, null)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 404])
  })

  test('a link that a thief asked for is over once the owner changes the password', async () => {
    const to = newAddress()
    await ask(to)
    const token = await tokenTo(to)
    await change()
    expect((await server.call(confirmAddress, { token }, null)).error?.code).toBe('link_invalid')
  })

  test('without the password, for the own address, and too often it is refused', async () => {
    expect((await ask(newAddress(), fresh)).error?.code).toBe('password_wrong')
    expect((await ask(ann.email.toUpperCase())).error?.fields?.[0]?.field).toBe('email')
    for (let n = 0; n < 5; n++) expect((await ask(newAddress())).status).toBe(200)
    expect((await ask(newAddress())).error?.code).toBe('too_many')
  })

  test('where another row of a roster has the address, that row stays as it is', async () => {
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

test('[issue 3.9] after the trial the own account is still one’s own; a waiting person has none to change', async () => {
  const over = await server.makeOrganization({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
  const cy = await person(over)
  expect((await change(fresh, right, cy)).status).toBe(200)
  const waiting = await person(organization, { approved: false })
  expect((await change(fresh, right, waiting)).error?.code).toBe('waiting_for_approval')
})
