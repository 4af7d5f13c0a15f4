import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setChoice } from '#features/department/notifications/contract.settings.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import { setCalling } from '#platform/server/calling.ts'
import { startTwilio, type TestTwilio } from '#platform/server/testing.phones.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { gatewaySignature, setTexting, type TextingConfig } from '#platform/server/texting.ts'
import { listDeliveries, readOrders, setOrder } from './contract.orders.ts'
import { readPhone, removePhone, setCalls } from './contract.phones.ts'
import { mountCalls } from './routes.calls.ts'
import { mountTexts, numberHash } from './routes.incoming.ts'
import { routes as orderRoutes } from './routes.orders.ts'
import { routes as phoneRoutes } from './routes.phones.ts'
import { receiptUrl } from './rules.addresses.ts'
import { callConsentText } from './rules.calls.ts'

let server: TestServer
let twilio: TestTwilio
let house: TestOrganization
let officer: TestPerson
let admin: TestPerson
let phone_id = ''
const secret = 'a secret of 32 characters or more'
const gateway: TextingConfig = { kind: 'gateway', url: 'http://127.0.0.1:9', headers: {}, template: {}, secret }
const publicOrigin = 'https://pd.example.org'
const number = '+13125580001'

beforeAll(async () => {
  twilio = await startTwilio(publicOrigin)
  setTexting(twilio.config)
  setCalling(twilio.config)
  const shared = { config: twilio.config, origin: () => publicOrigin, takers: [] }
  server = await startTestServer([...phoneRoutes, ...orderRoutes, ...notificationRoutes], {
    mount: (app, database) => {
      mountTexts(app, database, shared)
      mountCalls(app, database, { ...shared, answered: [], noters: [] })
      // A gateway of another installation, beside the first one in this test only.
      void app.register(async (inside) => mountTexts(inside, database, { ...shared, config: gateway }), {
        prefix: '/gateway',
      })
    },
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  setTexting({ kind: 'off' })
  setCalling({ kind: 'off' })
  twilio.close()
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  officer = await server.makePerson(house)
  admin = await server.makePerson(house, { role: 'admin' })
  const made = await server.insert('phones', {
    ...{ organization_id: house.id, officer_id: officer.officer_id, number, number_hash: numberHash(number) },
    ...{ consent_text: 'I agree.', confirmed_at: new Date() },
  })
  phone_id = String(made.id)
})

const sent = async (channel: 'text' | 'call', over: Record<string, unknown> = {}) => {
  const now = new Date()
  const made = await server.insert('deliveries', {
    ...{ organization_id: house.id, officer_id: officer.officer_id, event: 'ordered_in', audience: 'officer', channel },
    ...{ title: 'Ordered in', message: 'Gate', told_at: now, planned_at: now, next_try_at: now, target_id: phone_id },
    ...{ state: 'sent', outcome: 'sent', sent_at: now, attempts: 1, provider_id: channel === 'text' ? 'SM9' : 'CA9' },
    ...(channel === 'text' ? { segments: 1 } : {}),
    ...over,
  })
  return { organization_id: house.id, id: String(made.id) }
}
const report = (path: string, form: Record<string, string>, over: { key?: string } = {}) =>
  twilio.post(server.base, path.replace(publicOrigin, ''), form, over)
const lines = async (who = officer) => (await server.call(listDeliveries, {}, who)).body.items
const pathOf = (about: { organization_id: string; id: string }) => receiptUrl(publicOrigin, about) ?? ''

it('an admin reads the log of everyone, and an officer only their own, whatever they ask for', {
  meta: { shows: ['issue 12 receipts'] },
}, async () => {
  const other = await server.makePerson(house)
  const mine = await sent('text')
  const theirs = await sent('text', { officer_id: other.officer_id })
  const idsOf = async (of: 'me' | 'everyone', who: TestPerson) =>
    new Set((await server.call(listDeliveries, { of }, who)).body.items.map(({ id }) => id))
  expect(await idsOf('everyone', admin)).toEqual(new Set([mine.id, theirs.id]))
  expect(await idsOf('me', admin)).toEqual(new Set())
  for (const of of ['me', 'everyone'] as const) expect(await idsOf(of, officer)).toEqual(new Set([mine.id]))
})

describe('calls', { meta: { shows: ['issue 12 voice'] } }, () => {
  it('take a consent of their own, kept with its words and time, and end with it or with the number', async () => {
    const calls = async () => (await server.call(readPhone, {}, officer)).body.phone?.calls_since ?? null
    expect(await calls()).toBeNull()
    expect((await server.call(setCalls, { consent: true }, officer)).body).toEqual({ done: true })
    expect(await calls()).not.toBeNull()
    expect(await server.rows('select call_consent_text from phones where id = $1', [phone_id])).toEqual([
      { call_consent_text: callConsentText },
    ])
    expect((await server.call(setCalls, { consent: false }, officer)).body).toEqual({ done: true })
    expect(await calls()).toBeNull()
    await server.call(setCalls, { consent: true }, officer)
    await server.call(removePhone, {}, officer)
    expect(await calls()).toBeNull()
    // Without a number there is nothing to agree to.
    expect((await server.call(setCalls, { consent: true }, officer)).body).toEqual({ done: false })
  })

  it('the settings count everyone of the department who can be reached, and tell an officer nothing', async () => {
    await server.call(setCalls, { consent: true }, officer)
    const elsewhere = await server.makeOrganization()
    const stranger = await server.makePerson(elsewhere)
    await server.insert('phones', {
      ...{ organization_id: elsewhere.id, officer_id: stranger.officer_id, number: '+13125580002' },
      ...{ number_hash: numberHash('+13125580002'), consent_text: 'I agree.', confirmed_at: new Date() },
    })
    const { people } = (await server.call(readOrders, {}, admin)).body
    expect(people).toEqual({ all: 2, with_push: 0, with_phone: 1, with_calls: 1 })
    expect((await server.call(readOrders, {}, officer)).status).toBe(403)
  })

  it('without a provider are refused, and the settings say that it is missing', async () => {
    setCalling({ kind: 'off' })
    const refused = await server.call(setCalls, { consent: true }, officer)
    expect([refused.status, refused.error?.code]).toEqual([409, 'no_calling'])
    expect((await server.call(readOrders, {}, admin)).body).toMatchObject({ texting: true, calling: false })
    expect((await server.call(readPhone, {}, officer)).body).toMatchObject({ texting: true, calling: false })
    setCalling(twilio.config)
  })

  it('follow by the department’s order, for what a key can answer', async () => {
    const { items } = (await server.call(readOrders, {}, admin)).body
    expect(items).toContainEqual({ event: 'ordered_in', text_after: 2, call_after: 5 })
    expect(items.filter(({ call_after }) => call_after !== null)).toHaveLength(1)
    const chosen = { event: 'place_offered' as const, text_after: null, call_after: 10 as const }
    expect((await server.call(setOrder, chosen, admin)).status).toBe(200)
    expect((await server.call(readOrders, {}, admin)).body.items).toContainEqual(chosen)
    expect((await server.call(setOrder, { ...chosen, event: 'order_cancelled' }, admin)).status).toBe(400)
  })

  it('about offers are each person’s choice; about orders they are not', async () => {
    const off = { event: 'place_offered' as const, channel: 'call' as const, on: false }
    expect((await server.call(setChoice, off, officer)).status).toBe(200)
    const refused = await server.call(setChoice, { ...off, event: 'ordered_in' }, officer)
    expect([refused.status, refused.error?.code]).toEqual([409, 'not_optional'])
  })
})

describe('the provider’s report', { meta: { shows: ['issue 12 receipts'] } }, () => {
  it('about a text is in the log, once, and only with its signature and id', async () => {
    const about = await sent('text')
    const delivered = { MessageSid: 'SM9', MessageStatus: 'delivered' }
    expect((await report(pathOf(about), delivered, { key: 'another' })).status).toBe(404)
    expect((await report(pathOf(about), { ...delivered, MessageSid: 'SM8' })).status).toBe(404)
    expect((await report(pathOf({ ...about, id: house.id }), delivered)).status).toBe(404)
    const elsewhere = await server.makeOrganization()
    expect((await report(pathOf({ ...about, organization_id: elsewhere.id }), delivered)).status).toBe(404)
    expect(await lines()).toMatchObject([{ state: 'sent', receipt: null }])
    expect((await report(pathOf(about), { ...delivered, MessageStatus: 'sent' })).status).toBe(200)
    expect(await lines()).toMatchObject([{ receipt: null }])
    expect((await report(pathOf(about), { ...delivered, MessageStatus: 'undelivered' })).status).toBe(200)
    expect((await report(pathOf(about), delivered)).status).toBe(200)
    expect(await lines()).toMatchObject([{ state: 'sent', receipt: 'undelivered' }])
  })

  it('gives the month’s cost, in segments, minutes and the prices that were reported', async () => {
    const text = await sent('text')
    const call = await sent('call')
    const priced = {
      MessageSid: 'SM9',
      MessageStatus: 'delivered',
      Price: '-0.0158',
      PriceUnit: 'usd',
      NumSegments: '2',
    }
    for (let i = 0; i < 2; i++) await report(pathOf(text), priced)
    await report(`${publicOrigin}/api/public/calls/${house.id}/${call.id}/status`, {
      ...{ CallSid: 'CA9', To: number, CallStatus: 'completed', CallDuration: '61', Price: '-0.028', PriceUnit: 'USD' },
    })
    await sent('text')
    const { month } = (await server.call(readOrders, {}, admin)).body
    expect(month).toMatchObject({
      texts: 2,
      segments: 3,
      calls: 1,
      minutes: 2,
      prices: [{ currency: 'USD', count: 2 }],
    })
    expect(month.prices[0]?.amount).toBeCloseTo(0.0438, 6)
  })

  it('from a gateway is bound to its text by the id in the signed body', async () => {
    const [first, second] = [await sent('text', { provider_id: 'g1' }), await sent('text', { provider_id: 'g2' })]
    const body = JSON.stringify({ id: 'g1', status: 'delivered', price: 0.01, currency: 'USD' })
    const post = async (about: typeof first, signature = gatewaySignature(secret, body)) =>
      (
        await fetch(`${server.base}/gateway${pathOf(about).replace(publicOrigin, '')}`, {
          ...{ method: 'POST', body, headers: { 'content-type': 'application/json', 'x-signature': signature } },
        })
      ).status
    expect([await post(first, 'forged'), await post(second), await post(first)]).toEqual([404, 404, 200])
    const receipts = await server.rows(
      'select id, receipt from deliveries where organization_id = $1 and receipt is not null',
      [house.id],
    )
    expect(receipts).toEqual([{ id: first.id, receipt: 'delivered' }])
  })
})
