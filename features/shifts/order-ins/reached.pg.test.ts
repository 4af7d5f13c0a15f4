import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { planDeliveriesOf } from '#features/department/channels/jobs.planning.ts'
import { sweepsOf } from '#features/department/channels/jobs.ts'
import { mountCalls } from '#features/department/channels/routes.calls.ts'
import { mountTexts, numberHash } from '#features/department/channels/routes.incoming.ts'
import { listSentForOutbox } from '#features/department/channels/store.outbox.ts'
import { sweepsOf as notificationSweeps } from '#features/department/notifications/jobs.ts'
import { isOfferAnswered } from '#features/shifts/offers/store.answered.ts'
import { createCalling } from '#platform/server/calling.ts'
import { asJob } from '#platform/server/jobs.ts'
import { mountOutboxPage } from '#platform/server/outbox-page.ts'
import type { SendPush } from '#platform/server/push.ts'
import { startTwilio, type TestTwilio } from '#platform/server/testing.phones.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { createTexting } from '#platform/server/texting.ts'
import { cancelOrder, openCall, readMyOrders, seeOrder, stopCall } from './contract.calls.ts'
import { decideCallsOf } from './jobs.ts'
import { routes } from './routes.ts'
import { isCallAnswered, isOrderAnswered } from './store.answered.ts'
import { acknowledgeByPhone, volunteerByPhone } from './store.by-phone.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let officer: TestPerson
let phone = ''
const publicOrigin = 'https://pd.example.org'
let twilio: TestTwilio
const pushes: string[] = []
const answered = [isOrderAnswered, isCallAnswered, isOfferAnswered]

beforeAll(async () => {
  twilio = await startTwilio(publicOrigin)
  const origin = () => publicOrigin
  const takers = [acknowledgeByPhone, volunteerByPhone]
  server = await startTestServer(routes, {
    mount: (app, database) => {
      mountTexts(app, database, { config: twilio.config, origin, takers })
      mountCalls(app, database, { config: twilio.config, origin, takers, answered, noters: [] })
      mountOutboxPage(app, database, [listSentForOutbox])
    },
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  twilio.close()
  await server.close()
})
let numbers = 0
beforeEach(async () => {
  twilio.clear()
  pushes.length = 0
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin' })
  officer = await server.makePerson(house, { badge_number: '7' })
  phone = `+1312556${1000 + ++numbers}`
  const of = { organization_id: house.id, officer_id: officer.officer_id }
  await server.insert('phones', {
    ...{ ...of, number: phone, number_hash: numberHash(phone), consent_text: 'I agree.', confirmed_at: new Date() },
    ...{ call_consented_at: new Date(), call_consent_text: 'I agree to calls.' },
  })
  await server.insert('push_subscriptions', {
    ...{ ...of, session_id: officer.user_id, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    endpoint: `https://fcm.googleapis.com/fcm/send/${numbers}`,
  })
})

const run = async (has = { texting: true, calling: true }) => {
  const letters = notificationSweeps(publicOrigin, planDeliveriesOf(has))
  await asJob(
    server.database,
    house.id,
    'write_letters',
  )(async (db) => {
    await letters.find(({ name }) => name === 'write_letters')?.run(db)
  })
  const push: SendPush = async (_target, { text }) => {
    pushes.push(text)
    return { kind: 'sent' }
  }
  const { config } = twilio
  const [sweep] = sweepsOf({
    ...{ push, text: createTexting(config), call: createCalling(config), origin: publicOrigin, title: 'Watchbill' },
    answered,
  })
  if (!sweep || !('outside' in sweep)) throw new Error('no sweep sends')
  await sweep.outside(server.database, house.id, () => false)
}
/** Moves what is scheduled, as if the time had passed. */
const pass = async (minutes: number) => {
  await server.rows(
    `update deliveries set next_try_at = next_try_at - make_interval(mins => $2) where organization_id = $1 and state = 'waiting'`,
    [house.id, minutes],
  )
  await run()
}
let days = 0
const makePost = async () => {
  days += 2
  const starts_at = new Date(Date.now() + days * 864e5)
  const times = { starts_at, ends_at: new Date(starts_at.getTime() + 8 * 36e5) }
  const base = { organization_id: house.id, title: 'Gate', kind: 'overtime', time_zone: house.time_zone }
  const assignment_id = String((await server.insert('assignments', { ...base, ...times, status: 'published' })).id)
  const post = { organization_id: house.id, assignment_id, name: 'P', required_count: 1, ...times }
  return { assignment_id, post_id: String((await server.insert('posts', post)).id) }
}
const ask = async () => {
  const place = await makePost()
  const { status, body } = await server.call(openCall, { ...place, minutes: 60 }, admin)
  expect(status).toBe(200)
  return { ...place, id: body.id }
}
const decide = async () => {
  await server.rows(
    `update order_calls set opened_at = opened_at - interval '2 hours', closes_at = now()
     where organization_id = $1 and closed_at is null`,
    [house.id],
  )
  await decideCallsOf(server.database, house.id)
}
/** Asks for volunteers, and decides at once: nobody has answered. */
const orderIn = async () => {
  await ask()
  await decide()
  const { body } = await server.call(readMyOrders, {}, officer)
  return body
}
type Over = { key?: string; id?: string; from?: string; to?: string }
let messages = 0
const reply = (text: string, over: Over = {}) =>
  twilio.post(
    server.base,
    '/api/public/texts',
    { From: over.from ?? phone, Body: text, MessageSid: over.id ?? `MM${++messages}` },
    over,
  )
const said = async (text: string) => (await reply(text)).said
/** Twilio about the last call: what to say, the key that was pressed, or how it ended. */
const ofCall = (step: '' | '/answer' | '/status', form: Record<string, string> = {}, over: Over = {}) => {
  const call = twilio.calls.at(-1)
  const path = (call?.url ?? '').replace(publicOrigin, '') + step
  return twilio.post(server.base, path, { CallSid: over.id ?? call?.id ?? '', To: over.to ?? phone, ...form }, over)
}
const codeOf = () => /YES (\d{4})/.exec(twilio.texts.at(-1)?.text ?? '')?.[1] ?? ''
const log = async () =>
  (
    await server.rows<{ event: string; channel: string; state: string; outcome: string | null }>(
      `select event, channel, state, case when state = 'sent' then receipt else outcome end as outcome from deliveries
       where organization_id = $1 and event <> 'volunteers_asked' order by planned_at, channel`,
      [house.id],
    )
  ).map(({ event, channel, state, outcome }) => `${event} ${channel} ${state} ${outcome}`)
const seenAt = async () =>
  (
    await server.rows<{ seen: boolean }>(
      `select seen_at is not null as seen from order_ins where organization_id = $1`,
      [house.id],
    )
  )[0]

const unread = async (type: string) =>
  (
    await server.rows('select 1 from notifications where officer_id = $1 and type = $2 and not read', [
      officer.officer_id,
      type,
    ])
  ).length

it('an order comes as a push, two minutes later as a text, after five as a call, and is acknowledged by a reply', {
  meta: { shows: ['issue 12 texts', 'issue 12 voice'] },
}, async () => {
  await orderIn()
  await run()
  expect(pushes).toEqual(["You've been ordered in. Open to acknowledge."])
  await pass(1)
  expect(twilio.texts).toEqual([])
  await pass(1)
  expect(twilio.texts.map(({ text }) => text)).toEqual([
    expect.stringMatching(/: You've been ordered in\. .* Reply YES \d{4} to acknowledge\./),
  ])
  await pass(2)
  expect(twilio.calls).toEqual([])
  await pass(1)
  expect(twilio.calls).toMatchObject([{ to: phone, url: expect.stringContaining('/api/public/calls/') }])
  const { text } = await ofCall('', { CallStatus: 'in-progress', AnsweredBy: 'human' })
  expect(text).toMatch(
    /<Gather .*You&#39;ve been ordered in\. .*Press 1 to acknowledge\. Press 9 to stop these calls\./,
  )
  await ofCall('/status', { CallStatus: 'completed', CallDuration: '61' })
  const code = codeOf()
  const outbox = await (await fetch(`${server.base}/dev/outbox`)).text()
  for (const sent of [/Push: You/, new RegExp(`Reply YES ${code}`), /Call: [^<]*<\/h2>/]) expect(outbox).toMatch(sent)
  expect(outbox).toContain(phone)
  expect(await said(`No ${code}`)).toContain('be declined by text')
  expect([await seenAt(), await unread('ordered_in')]).toEqual([{ seen: false }, 1])
  expect(await said(`Yes ${code}`)).toBe('Order acknowledged. Open the app for details.')
  expect([await seenAt(), await unread('ordered_in')]).toEqual([{ seen: true }, 0])
  expect((await ofCall('')).text).toContain('already been answered')
  const [entry] = await server.rows(
    `select actor_user_id, actor_role from audit_entries where organization_id = $1 and thing_type = 'order_ins'
       and before is not null and after is not null`,
    [house.id],
  )
  expect(entry).toEqual({ actor_user_id: officer.user_id, actor_role: 'officer' })
  expect(await log()).toEqual([
    'ordered_in push sent null',
    'ordered_in text sent null',
    'ordered_in call sent answered',
  ])
})

it('in quiet hours a call for volunteers waits on every channel, and an order on none', {
  meta: { shows: ['issue 12 texts', 'issue 12 voice'] },
}, async () => {
  await server.rows(
    `update organizations set quiet_from = (now() at time zone time_zone - interval '2 hours')::time,
       quiet_to = (now() at time zone time_zone + interval '3 hours')::time where id = $1`,
    [house.id],
  )
  await ask()
  await run()
  await pass(10)
  expect([pushes, twilio.texts, twilio.calls]).toEqual([[], [], []])
  const held = await server.rows<{ channel: string; hours: number }>(
    `select channel, round(extract(epoch from next_try_at - now()) / 3600)::int as hours from deliveries
     where organization_id = $1 order by next_try_at, channel`,
    [house.id],
  )
  expect(held.map(({ channel }) => channel)).toEqual(['push', 'text'])
  // About 3; clocks may change meanwhile.
  for (const { hours } of held) expect(hours).toBeGreaterThan(1)
  // Both calls for volunteers are decided: two orders, each on every channel.
  await orderIn()
  await run()
  await pass(5)
  expect(new Set(pushes)).toEqual(new Set(["You've been ordered in. Open to acknowledge."]))
  expect([pushes.length, twilio.texts.length, twilio.calls.length]).toEqual([2, 2, 2])
})

it('without a provider and a device, an order is in the app and in the mail', {
  meta: { shows: ['issue 12 texts', 'issue 12 voice'] },
}, async () => {
  await server.rows('delete from push_subscriptions where organization_id = $1', [house.id])
  await orderIn()
  await run({ texting: false, calling: false })
  await pass(10)
  expect([pushes, twilio.texts, twilio.calls, await log()]).toEqual([[], [], [], []])
  const told = await server.rows(
    `select (select count(*)::int from notifications where officer_id = $1 and type = 'ordered_in') as app,
       (select count(*)::int from mails where organization_id = $2 and to_address = $3 and subject ilike '%ordered in%') as mail`,
    [officer.officer_id, house.id, officer.email],
  )
  expect(told).toEqual([{ app: 1, mail: 1 }])
})

it('an order is acknowledged by a key, and can’t be declined by one', {
  meta: { shows: ['issue 12 voice'] },
}, async () => {
  await orderIn()
  await run()
  await pass(10)
  const declined = await ofCall('/answer', { Digits: '2' })
  expect(declined.text).toMatch(/<Gather .*be declined by text or phone.*Press 1 to acknowledge/)
  expect((await ofCall('/answer', { Digits: '5' })).text).toContain('<Gather ')
  expect(await seenAt()).toEqual({ seen: false })
  expect((await ofCall('/answer', { Digits: '1' })).said).toBe('Order acknowledged. Open the app for details. Goodbye.')
  expect(await seenAt()).toEqual({ seen: true })
  await ofCall('/status', { CallStatus: 'completed', CallDuration: '20' })
  expect(await log()).toContain('ordered_in call sent accepted')
})

it('refuses forged, replayed, misdirected and late answers', {
  meta: { shows: ['issue 12 texts', 'issue 12 voice'] },
}, async () => {
  await orderIn()
  await run()
  await pass(10)
  const code = codeOf()
  const forged = { key: 'another token' }
  expect((await reply(`YES ${code}`, forged)).status).toBe(404)
  expect((await ofCall('', {}, forged)).status).toBe(404)
  expect((await ofCall('/answer', { Digits: '1' }, forged)).status).toBe(404)
  expect((await ofCall('/status', { CallStatus: 'busy' }, forged)).status).toBe(404)
  const other = '+13125569999'
  expect((await reply(`YES ${code}`, { from: other })).said).toBeNull()
  expect((await ofCall('/answer', { Digits: '1' }, { to: other })).status).toBe(404)
  expect((await ofCall('/answer', { Digits: '1' }, { id: 'CA-other' })).status).toBe(404)
  await server.rows(`update deliveries set created_at = created_at - interval '25 hours' where organization_id = $1`, [
    house.id,
  ])
  expect(await said(`YES ${code}`)).toContain('match your')
  expect((await ofCall('/answer', { Digits: '1' })).status).toBe(404)
  await server.rows(`update deliveries set created_at = created_at + interval '25 hours' where organization_id = $1`, [
    house.id,
  ])
  await server.rows(`update officers set suspended_at = now() where id = $1`, [officer.officer_id])
  expect(await said(`YES ${code}`)).toBeNull()
  expect((await ofCall('/answer', { Digits: '1' })).said).toContain('Calls to this number are off')
  expect(await seenAt()).toEqual({ seen: false })
})

it('the same message and the same key count once, with the same words', {
  meta: { shows: ['issue 12 texts', 'issue 12 voice'] },
}, async () => {
  await ask()
  await run()
  await pass(2)
  const code = codeOf()
  const answer = async () =>
    (
      await server.rows<{ answer: string }>('select answer from order_asked where officer_id = $1', [
        officer.officer_id,
      ])
    )[0]
  const first = await reply(`yes ${code}`, { id: 'MM-first' })
  expect(first.said).toContain('You volunteered')
  expect(await said(`no ${code}`)).toContain('Got it.')
  const again = await Promise.all([1, 2, 3].map(() => reply(`yes ${code}`, { id: 'MM-first' })))
  for (const one of again) expect(one).toEqual(first)
  expect(await answer()).toEqual({ answer: 'no' })
  // A STOP that is sent again does not end a later consent.
  await reply('STOP', { id: 'MM-stop' })
  await server.rows(`update phones set stopped_at = null, stopped_why = null where organization_id = $1`, [house.id])
  await reply('STOP', { id: 'MM-stop' })
  expect(await server.rows('select stopped_at from phones where organization_id = $1', [house.id])).toEqual([
    { stopped_at: null },
  ])
})

it('nobody is called after STOP, after 9 on a call, or without a consent of its own', {
  meta: { shows: ['issue 12 voice'] },
}, async () => {
  await orderIn()
  await run()
  await pass(10)
  expect(twilio.calls).toHaveLength(1)
  expect((await ofCall('/answer', { Digits: '9' })).said).toContain('any more calls')
  await orderIn()
  await run()
  await pass(10)
  expect(twilio.calls).toHaveLength(1)
  expect(twilio.texts).toHaveLength(2)
  await server.rows('update phones set call_stopped_at = null where organization_id = $1', [house.id])
  await orderIn()
  await run()
  await reply('STOP')
  await pass(10)
  expect(twilio.calls).toHaveLength(1)
  expect(twilio.texts).toHaveLength(2)
  expect((await log()).filter((line) => line.includes('stopped_by_person'))).toHaveLength(2)
})

it('a call that nobody takes is noted with its outcome, once', { meta: { shows: ['issue 12 voice'] } }, async () => {
  await orderIn()
  await run()
  await pass(10)
  const outcomes = {
    busy: { CallStatus: 'busy' },
    no_answer: { CallStatus: 'no-answer' },
    failed: { CallStatus: 'failed' },
    machine: { CallStatus: 'completed', AnsweredBy: 'machine_start' },
  }
  for (const [outcome, form] of Object.entries(outcomes)) {
    if (outcome === 'machine') expect((await ofCall('', form)).text).not.toMatch(/Gather|ordered/)
    await ofCall('/status', form)
    await ofCall('/status', { CallStatus: 'completed', CallDuration: '7' })
    expect(await log()).toContain(`ordered_in call sent ${outcome}`)
    await server.rows('update deliveries set receipt = null, receipt_at = null where organization_id = $1', [house.id])
  }
  expect(await seenAt()).toEqual({ seen: false })
})

it('no text and no call follows an order that was acknowledged in the app or canceled', {
  meta: { shows: ['issue 12 texts', 'issue 12 voice'] },
}, async () => {
  await orderIn()
  await run()
  const [order] = await server.rows<{ id: string }>('select id from order_ins where organization_id = $1', [house.id])
  const id = String(order?.id)
  await server.call(seeOrder, { id }, officer)
  await pass(10)
  expect(await log()).toEqual([
    'ordered_in push sent null',
    'ordered_in text stopped answered',
    'ordered_in call stopped answered',
  ])
  await orderIn()
  await run()
  const [second] = await server.rows<{ id: string }>(
    'select id from order_ins where organization_id = $1 and seen_at is null',
    [house.id],
  )
  const canceled = await server.call(cancelOrder, { id: String(second?.id), reason: 'Not needed' }, admin)
  expect(canceled.status).toBe(200)
  await server.rows(
    `update deliveries set next_try_at = now() where organization_id = $1 and event = 'ordered_in' and state = 'waiting'`,
    [house.id],
  )
  await run()
  expect([...twilio.texts, ...twilio.calls]).toEqual([])
})

it('a call for volunteers is answered by text until it is decided', {
  meta: { shows: ['issue 12 texts'] },
}, async () => {
  await ask()
  await run()
  await pass(2)
  const code = /YES (\d{4}) or NO \1/.exec(twilio.texts[0]?.text ?? '')?.[1]
  expect(await unread('volunteers_asked')).toBe(1)
  expect(await said(`yes ${code}`)).toContain('You volunteered')
  expect(await unread('volunteers_asked')).toBe(0)
  const answers = () => server.rows(`select answer from order_asked where officer_id = $1`, [officer.officer_id])
  expect(await answers()).toEqual([{ answer: 'yes' }])
  expect(await said(`no ${code}`)).toContain('Got it.')
  expect(await answers()).toEqual([{ answer: 'no' }])
  await server.rows(
    `update order_calls set closes_at = opened_at + interval '1 microsecond' where organization_id = $1`,
    [house.id],
  )
  expect(await said(`yes ${code}`)).toContain('Too late')
})

type Call = Awaited<ReturnType<typeof ask>>
const ends: Record<string, { by: (call: Call) => Promise<unknown>; title: string }> = {
  given: { by: decide, title: 'You volunteered and got the shift.' },
  'filled by another officer': {
    by: async ({ assignment_id, post_id }) => {
      const [times] = await server.rows('select starts_at, ends_at from posts where id = $1', [post_id])
      await server.insert('officer_assignments', {
        ...{ ...times, organization_id: house.id, assignment_id, post_id, officer_id: admin.officer_id },
        ...{ status: 'confirmed', applied_at: new Date(Date.now() - 3_600_000) },
      })
      await decide()
    },
    title: "You're not needed for this shift.",
  },
  stopped: {
    by: ({ id }) => server.call(stopCall, { id, reason: 'The event is smaller' }, admin),
    title: 'Call for volunteers ended.',
  },
}
it.each(Object.keys(ends))(
  'an officer who volunteered by text gets the decision as a push and a text: %s',
  {
    meta: { shows: ['issue 12 texts', 'issue 12 push'] },
  },
  async (how) => {
    const call = await ask()
    await run()
    await pass(2)
    expect(await said(`yes ${codeOf()}`)).toMatch(/We.*ll let you know the decision\./)
    await ends[how]?.by(call)
    await run()
    expect(pushes.at(-1)).toBe('A call for volunteers you answered has ended.')
    await pass(5)
    expect(twilio.texts.at(-1)?.text).toContain(`: ${ends[how]?.title} Gate`)
    // There is nothing to answer any more, and nobody is called about it.
    expect(twilio.texts.at(-1)?.text).not.toContain('YES')
    expect(await log()).toEqual(['volunteers_decided push sent null', 'volunteers_decided text sent null'])
    expect(twilio.calls).toEqual([])
  },
)
