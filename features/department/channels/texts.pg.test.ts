import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepsOf as notificationSweeps } from '#features/department/notifications/jobs.ts'
import type { NotificationType } from '#features/department/notifications/rules.ts'
import { notify } from '#features/department/notifications/store.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTwilio, type TestTwilio } from '#platform/server/testing.phones.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  createTexting,
  gatewaySignature,
  readIncoming,
  setTexting,
  type TextingConfig,
} from '#platform/server/texting.ts'
import { addPhone, confirmPhone, readPhone, removePhone } from './contract.phones.ts'
import { planDeliveriesOf } from './jobs.planning.ts'
import { sweepsOf } from './jobs.ts'
import { mountTexts } from './routes.incoming.ts'
import { routes } from './routes.phones.ts'
import { consentText } from './rules.texts.ts'

let server: TestServer
let where: TestOrganization
let officer: TestPerson
const publicOrigin = 'https://shifts.example.org'
let twilio: TestTwilio
/** What the replies were taken to say. */
const taken: string[] = []

beforeAll(async () => {
  twilio = await startTwilio(publicOrigin)
  setTexting(twilio.config)
  server = await startTestServer(routes, {
    mount: (app, database) =>
      mountTexts(app, database, {
        config: twilio.config,
        origin: () => publicOrigin,
        takers: [
          async (_db, { event, officer_id }, yes) => {
            taken.push(`${event} ${officer_id} ${yes}`)
            return { said: 'Taken & noted.', done: true }
          },
        ],
      }),
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  setTexting({ kind: 'off' })
  twilio.close()
  await server.close()
})
let numbers = 0
beforeEach(async () => {
  where = await server.makeOrganization({ name: 'Demo PD' })
  officer = await server.makePerson(where)
  twilio.clear()
  taken.length = 0
})

const send = async (organization = where) => {
  const text = createTexting(twilio.config)
  const push = async () => ({ kind: 'sent' as const })
  const [sweep] = sweepsOf({
    ...{ push, text, call: null, origin: publicOrigin, title: 'Watchbill', answered: [] },
  })
  if (!sweep || !('outside' in sweep)) throw new Error('no sweep sends')
  await sweep.outside(server.database, organization.id, () => false)
}
const codeIn = (text: string | undefined) => /\b(\d{6})\b/.exec(text ?? '')?.[1] ?? ''
/** Takes the number through its code; each is different from the others in this file. */
const confirmed = async (who: TestPerson, organization = where, number = `+1312555${String(1000 + ++numbers)}`) => {
  expect((await server.call(addPhone, { number, consent: true }, who)).status).toBe(200)
  await send(organization)
  const code = codeIn(twilio.texts.at(-1)?.text)
  expect((await server.call(confirmPhone, { code }, who)).body).toEqual({ done: true })
  twilio.clear()
  return number
}
const makeShift = async () => {
  const times = { starts_at: new Date(Date.now() + 36e5 * 48), ends_at: new Date(Date.now() + 36e5 * 56) }
  const base = { organization_id: where.id, title: 'Gate', kind: 'overtime', time_zone: 'America/Chicago' }
  return String((await server.insert('assignments', { ...base, ...times, status: 'published' })).id)
}
const tell = async (type: NotificationType, assignment_id: string | null) => {
  const told = { type, title: 'You are ordered in', message: 'Gate, 20:00-01:00.', officer_id: officer.officer_id }
  await server.database.transaction([enterSystem(where.id, 'test')], async (db) => {
    await notify(db, [{ ...told, assignment_id }])
    const [, , sweep] = notificationSweeps(publicOrigin, planDeliveriesOf({ texting: true, calling: false }))
    await sweep?.run(db)
  })
}
const log = async () =>
  (
    await server.rows<{ event: string; state: string; outcome: string | null; segments: number | null }>(
      `select event, state, outcome, segments from deliveries where organization_id = $1 and event <> 'phone_code'
       order by created_at, id`,
      [where.id],
    )
  ).map(({ event, state, outcome, segments }) => [event, state, outcome, segments])
let messages = 0
const reply = (from: string, text: string, over: { signature?: string; key?: string; id?: string } = {}) =>
  twilio.post(
    server.base,
    '/api/public/texts',
    { From: from, Body: text, MessageSid: over.id ?? `MM${++messages}` },
    over,
  )
const codeOf = (text: string | undefined) => /YES (\d{4})/.exec(text ?? '')?.[1] ?? ''

describe('a number', { meta: { shows: ['issue 12 texts'] } }, () => {
  it('gets texts only after a consent and the code that was sent to it', async () => {
    const asked = { number: '(312) 555-0182', consent: true as const }
    expect((await server.call(addPhone, { ...asked, consent: false as never }, officer)).status).toBe(400)
    expect((await server.call(addPhone, asked, officer)).status).toBe(200)
    await tell('ordered_in', null)
    await send()
    expect(twilio.texts).toMatchObject([
      { to: '+13125550182', text: expect.stringMatching(/^Demo PD: Your code is \d{6}\./) },
    ])
    const right = codeIn(twilio.texts[0]?.text)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 4; tries++)
      expect((await server.call(confirmPhone, { code: wrong }, officer)).error?.code).toBe('phone_code_wrong')
    expect((await server.call(confirmPhone, { code: right }, officer)).status).toBe(200)
    const { body } = await server.call(readPhone, {}, officer)
    expect(body).toMatchObject({ texting: true, phone: { number: '+13125550182', stopped_at: null } })
    expect(body.phone?.confirmed_at).not.toBeNull()
    const [row] = await server.rows('select consent_text, consented_at from phones where organization_id = $1', [
      where.id,
    ])
    expect(row).toMatchObject({ consent_text: consentText, consented_at: expect.any(Date) })
  })

  it('is refused after five wrong codes, after ten minutes, and after five numbers in a day', async () => {
    const ask = (number: string) => server.call(addPhone, { number, consent: true }, officer)
    await ask('+13125550111')
    await send()
    const right = codeIn(twilio.texts[0]?.text)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) await server.call(confirmPhone, { code: wrong }, officer)
    expect((await server.call(confirmPhone, { code: right }, officer)).error?.code).toBe('phone_code_expired')
    await ask('+13125550111')
    await send()
    await server.rows(`update phones set code_expires_at = now() where organization_id = $1`, [where.id])
    const late = { code: codeIn(twilio.texts.at(-1)?.text) }
    expect((await server.call(confirmPhone, late, officer)).error?.code).toBe('phone_code_expired')
    for (let i = 0; i < 3; i++) expect((await ask('+13125550112')).status).toBe(200)
    expect((await ask('+13125550112')).error?.code).toBe('too_many_codes')
    for (const number of ['911', '555-0182', 'call me', '+1 000 000 0000'])
      expect((await server.call(addPhone, { number, consent: true }, await server.makePerson(where))).status).toBe(400)
  })

  it('gets nothing after its owner removed it or lost access', async () => {
    await confirmed(officer)
    expect((await server.call(removePhone, {}, officer)).body).toEqual({ done: true })
    await tell('ordered_in', null)
    await send()
    expect(await log()).toEqual([])
    await confirmed(officer)
    await server.rows('update officers set suspended_at = now() where id = $1', [officer.officer_id])
    expect(
      await server.rows(`select stopped_why from phones where organization_id = $1 order by consented_at`, [where.id]),
    ).toEqual([{ stopped_why: 'by_person' }, { stopped_why: 'access_ended' }])
  })
})

describe('a text', { meta: { shows: ['issue 12 texts'] } }, () => {
  it('follows the push by two minutes, or goes out at once where there is no device', async () => {
    await confirmed(officer)
    await tell('ordered_in', await makeShift())
    await send()
    expect(twilio.texts.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Demo PD: You are ordered in\. Gate, 20:00-01:00\. Reply YES \d{4} to acknowledge\. Reply STOP to stop\.$/,
      ),
    ])
    expect(await log()).toEqual([['ordered_in', 'sent', 'sent', 1]])
    await server.insert('push_subscriptions', {
      ...{ organization_id: where.id, officer_id: officer.officer_id, session_id: officer.user_id },
      ...{ endpoint: 'https://fcm.googleapis.com/fcm/send/x', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    })
    await tell('ordered_in', await makeShift())
    const [gap] = await server.rows<{ minutes: number }>(
      `select round(extract(epoch from max(planned_at) - min(planned_at)) / 60)::int as minutes from deliveries
       where organization_id = $1 and state = 'waiting'`,
      [where.id],
    )
    expect(gap).toEqual({ minutes: 2 })
    await send()
    expect(twilio.texts).toHaveLength(1)
    await server.rows(`update deliveries set next_try_at = now() where state = 'waiting' and organization_id = $1`, [
      where.id,
    ])
    await send()
    expect(twilio.texts).toHaveLength(2)
  })

  it('is tried again after a failure of the provider, and ends the consent where the carrier says so', async () => {
    await confirmed(officer)
    twilio.refusal.is = { status: 503, body: {} }
    await tell('ordered_in', null)
    await send()
    expect(await log()).toEqual([['ordered_in', 'waiting', 'refused_503', null]])
    twilio.refusal.is = { status: 400, body: { code: 21610 } }
    await server.rows('update deliveries set next_try_at = now() where organization_id = $1', [where.id])
    await send()
    expect(await log()).toEqual([['ordered_in', 'failed', 'stopped_by_person', null]])
    expect((await server.call(readPhone, {}, officer)).body.phone?.stopped_why).toBe('stop_word')
  })
})

describe('a reply', { meta: { shows: ['issue 12 texts'] } }, () => {
  it('counts from the number that the code was sent to, and with the provider’s signature', async () => {
    const number = await confirmed(officer)
    const stranger = await confirmed(await server.makePerson(where))
    await tell('ordered_in', await makeShift())
    await send()
    const code = codeOf(twilio.texts[0]?.text)
    expect((await reply(number, `YES ${code}`, { key: 'another token' })).status).toBe(404)
    expect((await reply(number, `YES ${code}`, { signature: '' })).status).toBe(404)
    expect((await reply(stranger, `YES ${code}`)).said).toContain('match your')
    expect((await reply(number, `YES ${code === '0000' ? '0001' : '0000'}`)).said).toContain('match your')
    expect((await reply('+13125559999', `YES ${code}`)).said).toBeNull()
    expect(taken).toEqual([])
    expect((await reply(number, `yes ${code}`)).said).toBe('Taken &#38; noted.')
    expect(taken).toEqual([`ordered_in ${officer.officer_id} true`])
    await server.rows(`update deliveries set created_at = now() - interval '25 hours' where organization_id = $1`, [
      where.id,
    ])
    expect((await reply(number, `YES ${code}`)).said).toContain('match your')
  })

  it('of STOP ends the consent in every department of the number', async () => {
    const elsewhere = await server.makeOrganization({ name: 'Harbor Patrol' })
    const there = await server.makePerson(elsewhere)
    const number = await confirmed(officer)
    await confirmed(there, elsewhere, number)
    expect(await reply(number, ' stop ')).toMatchObject({ status: 200, said: null })
    for (const who of [officer, there])
      expect((await server.call(readPhone, {}, who)).body.phone?.stopped_why).toBe('stop_word')
    expect((await reply(number, 'YES 1234')).said).toBeNull()
  })
})

it('a gateway gets the body of its template, and its replies are checked by its own signature', async () => {
  const secret = 'a secret of 32 characters or more'
  const bodies: unknown[] = []
  const gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      bodies.push([request.headers['x-key'], JSON.parse(body)])
      response.writeHead(200).end('{"id":"g1"}')
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const config: TextingConfig = {
    kind: 'gateway',
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    headers: { 'x-key': 'k' },
    template: { messages: [{ phone: '{to}', body: 'PD {text}' }], flash: false },
    secret,
  }
  expect(await createTexting(config)?.('+13125550182', 'say "hi" to {to}')).toEqual({ kind: 'sent', provider_id: 'g1' })
  expect(bodies).toEqual([['k', { messages: [{ phone: '+13125550182', body: 'PD say "hi" to {to}' }], flash: false }]])
  gateway.closeAllConnections()
  gateway.close()
  const body = JSON.stringify({ id: 'm1', from: '+13125550182', text: 'STOP' })
  const asked = { url: '', body, signature: gatewaySignature(secret, body) }
  expect(readIncoming(config, asked)).toEqual({ id: 'm1', from: '+13125550182', text: 'STOP' })
  expect(readIncoming(config, { ...asked, body: body.replace('STOP', 'YES 1234') })).toBeNull()
  expect(readIncoming({ ...config, secret: null }, asked)).toBeNull()
  const nameless = JSON.stringify({ from: '+13125550182', text: 'STOP' })
  expect(readIncoming(config, { url: '', body: nameless, signature: gatewaySignature(secret, nameless) })).toBeNull()
})
