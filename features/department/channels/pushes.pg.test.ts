import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setChoice, setQuietHours } from '#features/department/notifications/contract.settings.ts'
import { markRead } from '#features/department/notifications/contract.ts'
import { sweepsOf as notificationSweeps } from '#features/department/notifications/jobs.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import type { NotificationType } from '#features/department/notifications/rules.ts'
import { notify } from '#features/department/notifications/store.ts'
import { enterSystem } from '#platform/server/db.ts'
import { createPush, pushIdentity, setPushIdentity } from '#platform/server/push.ts'
import { makeBrowser, startPushService, type TestBrowser } from '#platform/server/testing.push.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { addDevice, readDevices, removeDevice } from './contract.ts'
import { planDeliveriesOf } from './jobs.planning.ts'
import { sweepsOf } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let service: Awaited<ReturnType<typeof startPushService>>
let where: TestOrganization
let officer: TestPerson
/** The status that the push service answers with, by path. */
const answers = new Map<string, number>()
const zone = 'America/Chicago'

beforeAll(async () => {
  service = await startPushService((path) => answers.get(path) ?? 201)
  setPushIdentity({ keys: null, besides: service.host })
  server = await startTestServer([...routes, ...notificationRoutes])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  service.close()
  setPushIdentity({ keys: null, besides: null })
  await server.close()
})
beforeEach(async () => {
  where = await server.makeOrganization({ time_zone: zone })
  officer = await server.makePerson(where)
  service.received.length = 0
  answers.clear()
})

const subscribe = async (who: TestPerson, browser: TestBrowser = makeBrowser(service.origin)) => {
  const added = await server.call(addDevice, browser.target, who)
  expect(added.status).toBe(200)
  return { ...browser, id: added.body.id }
}
const tell = (type: NotificationType, officer_id: string | null, assignment_id: string | null = null) =>
  server.database.transaction([enterSystem(where.id, 'test')], (db) =>
    notify(db, [{ type, title: 'Secret title', message: 'Secret place', officer_id, assignment_id }]),
  )
const plan = () =>
  server.database.transaction([enterSystem(where.id, 'test')], async (db) => {
    await notificationSweeps('http://localhost', planDeliveriesOf({ texting: false, calling: false }))
      .find(({ name }) => name === 'write_letters')
      ?.run(db)
  })
const send = async () => {
  const push = createPush({ subject: 'mailto:a@example.org', ca: service.ca, app: { ios: null, android: null } })
  const [sweep] = sweepsOf({
    ...{ push, text: null, call: null, origin: 'http://localhost', title: 'Watchbill', answered: [] },
  })
  if (!sweep || !('outside' in sweep)) throw new Error('no sweep sends')
  await sweep.outside(server.database, where.id, () => false)
}
const deliver = async () => {
  await plan()
  await send()
}
const log = () =>
  server.rows<{ event: string; state: string; outcome: string | null; next_try_at: Date; attempts: number }>(
    'select event, state, outcome, next_try_at, attempts from deliveries where organization_id = $1 order by created_at, id',
    [where.id],
  )
const states = async () => (await log()).map(({ event, state, outcome }) => [event, state, outcome])
const clockIn = (hours: number) => wallOf(new Date(Date.now() + hours * 3_600_000).toISOString(), zone).time

describe('a push', { meta: { shows: ['issue 12 push'] } }, () => {
  it('reaches every device once, encrypted and signed, with no word about the shift', async () => {
    const [phone, tablet] = [await subscribe(officer), await subscribe(officer)]
    await subscribe(await server.makePerson(where))
    await tell('ordered_in', officer.officer_id)
    await Promise.all([plan(), plan(), plan()])
    await Promise.all([send(), send(), send()])
    expect(service.received.map(({ path }) => path).sort()).toEqual([phone.path, tablet.path].sort())
    for (const push of service.received) {
      const browser = push.path === phone.path ? phone : tablet
      const payload = browser.read(push.body)
      expect(payload).toEqual({
        id: expect.any(String),
        title: 'Watchbill',
        text: "You've been ordered in. Open to acknowledge.",
      })
      expect(push).toMatchObject({ urgency: 'high', signed: true, topic: payload.id.replaceAll('-', '') })
    }
    expect(await states()).toEqual(Array.from({ length: 2 }, () => ['ordered_in', 'sent', 'sent']))
    await deliver()
    expect(service.received).toHaveLength(2)
  })

  it('is tried again after a failure of the push service, and given up after eight tries', async () => {
    const { path } = await subscribe(officer)
    answers.set(path, 503)
    await tell('ordered_in', officer.officer_id)
    await deliver()
    expect(await states()).toEqual([['ordered_in', 'waiting', 'refused_503']])
    const [first] = await log()
    const wait = (first?.next_try_at.getTime() ?? 0) - Date.now()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThan(31_000)
    await send()
    expect(service.received).toHaveLength(1)
    for (let tries = 2; tries <= 8; tries++) {
      await server.rows('update deliveries set next_try_at = now() where organization_id = $1', [where.id])
      await send()
    }
    expect(await states()).toEqual([['ordered_in', 'failed', 'refused_503']])
    expect(service.received).toHaveLength(8)
  })

  it.each([404, 410])('deletes the device after %i', async (status) => {
    const gone = await subscribe(officer)
    const kept = await subscribe(officer)
    answers.set(gone.path, status)
    await tell('ordered_in', officer.officer_id)
    await deliver()
    expect((await states()).sort()).toEqual([
      ['ordered_in', 'failed', 'device_gone'],
      ['ordered_in', 'sent', 'sent'],
    ])
    expect((await server.call(readDevices, {}, officer)).body.items.map(({ id }) => id)).toEqual([kept.id])
  })

  it('of many posted shifts is one', async () => {
    await subscribe(officer)
    for (let i = 0; i < 40; i++) await tell('assignment_posted', officer.officer_id)
    await deliver()
    expect(service.received).toHaveLength(1)
    await tell('assignment_posted', officer.officer_id)
    await deliver()
    expect(service.received).toHaveLength(1)
    await server.rows(
      `update deliveries set created_at = created_at - interval '61 minutes' where organization_id = $1`,
      [where.id],
    )
    await tell('assignment_posted', officer.officer_id)
    await deliver()
    expect(service.received).toHaveLength(2)
  })

  it('waits for the end of quiet hours, but an order does not', async () => {
    await subscribe(officer)
    const hours = { quiet: 'own' as const, quiet_from: clockIn(-2), quiet_to: clockIn(3) }
    await server.call(setQuietHours, hours, officer)
    await tell('volunteers_asked', officer.officer_id)
    await tell('ordered_in', officer.officer_id)
    await deliver()
    expect((await states()).sort()).toEqual([
      ['ordered_in', 'sent', 'sent'],
      ['volunteers_asked', 'waiting', null],
    ])
    const held = (await log()).find(({ state }) => state === 'waiting')
    expect(wallOf(held?.next_try_at.toISOString() ?? '', zone).time).toBe(hours.quiet_to)
  })

  it('goes to those who want it; orders can’t be turned off', async () => {
    await subscribe(officer)
    const off = { event: 'signup_approved' as const, channel: 'push' as const, on: false }
    expect((await server.call(setChoice, off, officer)).status).toBe(200)
    const refused = await server.call(setChoice, { ...off, event: 'ordered_in' }, officer)
    expect([refused.status, refused.error?.code]).toEqual([409, 'not_optional'])
    await tell('signup_approved', officer.officer_id)
    await tell('signup_rejected', officer.officer_id)
    await tell('order_cancelled', officer.officer_id)
    await deliver()
    expect(await states()).toEqual([['order_cancelled', 'sent', 'sent']])
  })

  it('does not go out after the person has read about it, lost access, or the shift has begun', async () => {
    await subscribe(officer)
    const hours = { quiet: 'own' as const, quiet_from: clockIn(-2), quiet_to: clockIn(3) }
    await server.call(setQuietHours, hours, officer)
    const [read, late] = [officer, await server.makePerson(where)]
    await subscribe(late)
    await server.call(setQuietHours, hours, late)
    await tell('signup_approved', read.officer_id)
    await tell('signup_approved', late.officer_id)
    await plan()
    await server.call(markRead, {}, read)
    await server.rows(`update officers set suspended_at = now() where id = $1`, [late.officer_id])
    await server.rows('update deliveries set next_try_at = now() where organization_id = $1', [where.id])
    await send()
    expect((await states()).map(([, state, outcome]) => `${state} ${outcome}`).sort()).toEqual([
      'stopped no_access',
      'stopped read',
    ])
    expect(service.received).toEqual([])
  })
})

it('goes out to an officer who is assigned to a shift under way', async () => {
  await subscribe(officer)
  const times = { starts_at: new Date(Date.now() - 3_600_000), ends_at: new Date(Date.now() + 3_600_000) }
  const row = { organization_id: where.id, title: 'Gate', kind: 'overtime', time_zone: zone, status: 'published' }
  const { id } = await server.insert('assignments', { ...row, ...times })
  await tell('signup_assigned', officer.officer_id, String(id))
  await deliver()
  expect(await states()).toEqual([['signup_assigned', 'sent', 'sent']])
})

describe('devices', { meta: { shows: ['issue 12 push'] } }, () => {
  it('are listed to their owner alone, and known by their session', async () => {
    const { id } = await subscribe(officer)
    const { body } = await server.call(readDevices, {}, officer)
    expect(body).toMatchObject({ public_key: pushIdentity().publicKey, items: [{ id, current: true }] })
    const other = await server.makePerson(where)
    expect((await server.call(readDevices, {}, other)).body.items).toEqual([])
    expect((await server.call(removeDevice, { id }, other)).status).toBe(404)
    expect((await server.call(removeDevice, { id }, officer)).body).toEqual({ done: true })
  })

  it('stay with the first account until it lets go', async () => {
    const browser = makeBrowser(service.origin)
    const { id } = await subscribe(officer, browser)
    expect((await subscribe(officer, browser)).id).toBe(id)
    const refused = await server.call(addDevice, browser.target, await server.makePerson(where))
    expect([refused.status, refused.error?.code]).toEqual([409, 'device_taken'])
  })

  it('receive nothing after their session ended or the officer lost access', async () => {
    await subscribe(officer)
    await server.rows(`update sessions set ended_at = now(), ended_why = 'signed_out' where user_id = $1`, [
      officer.user_id,
    ])
    const gone = await server.makePerson(where)
    await subscribe(gone)
    await server.rows(`update officers set left_on = '2020-01-01' where id = $1`, [gone.officer_id])
    expect(await server.rows('select id from push_subscriptions where organization_id = $1', [where.id])).toEqual([])
  })

  it('are ten at most: a further one replaces the oldest', async () => {
    const first = await subscribe(officer)
    for (let i = 0; i < 10; i++) await subscribe(officer)
    const { items } = (await server.call(readDevices, {}, officer)).body
    expect(items).toHaveLength(10)
    expect(items.some(({ id }) => id === first.id)).toBe(false)
  })

  it('name a known push service, over https', async () => {
    const { target } = makeBrowser(service.origin)
    const path = '/send/abcdefghijklmnop'
    for (const origin of [
      'https://10.0.0.1',
      'http://fcm.googleapis.com',
      'https://fcm.googleapis.com:8443',
      'https://fcm.googleapis.com.example.org',
      'https://user@fcm.googleapis.com',
    ])
      expect((await server.call(addDevice, { ...target, endpoint: origin + path }, officer)).status, origin).toBe(400)
    expect(
      (await server.call(addDevice, { ...target, endpoint: `https://fcm.googleapis.com/fcm${path}` }, officer)).status,
    ).toBe(200)
  })
})
