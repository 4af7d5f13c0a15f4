import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepsOf as notificationSweeps } from '#features/department/notifications/jobs.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import type { NotificationType } from '#features/department/notifications/rules.ts'
import { notify } from '#features/department/notifications/store.ts'
import { type Db, enterSystem } from '#platform/server/db.ts'
import { type AppPlatform, appPlatforms, createPush } from '#platform/server/push.ts'
import { createAppSenders, setAppPush } from '#platform/server/push-app.ts'
import { sql } from '#platform/server/sql.ts'
import { type AppAnswer, makeToken, startApns, startFcm, unregistered } from '#platform/server/testing.push-app.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { readOrders } from './contract.orders.ts'
import { addDevice, readDevices, removeDevice } from './contract.ts'
import { planDeliveriesOf } from './jobs.planning.ts'
import { sweepsOf } from './jobs.ts'
import { routes as orderRoutes } from './routes.orders.ts'
import { routes } from './routes.ts'
import { tokenHash } from './store.devices.ts'

/** Pushes to the native app, from the event to what Apple and Google are sent. */
let server: TestServer
let fcm: Awaited<ReturnType<typeof startFcm>>
let apns: Awaited<ReturnType<typeof startApns>>
let where: TestOrganization
let officer: TestPerson
const answers = new Map<string, AppAnswer>()
const answer = (token: string) => answers.get(token) ?? { status: 200 }
const shows = { meta: { shows: ['issue 12 push', 'issue 12 native'] } }
const both = () => ({ ios: apns.config, android: fcm.config })

beforeAll(async () => {
  ;[fcm, apns] = await Promise.all([startFcm(answer), startApns(answer)])
  server = await startTestServer([...routes, ...orderRoutes, ...notificationRoutes])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  for (const service of [fcm, apns]) service.close()
  setAppPush({ ios: null, android: null }, [])
  await server.close()
})
beforeEach(async () => {
  setAppPush(both(), appPlatforms)
  where = await server.makeOrganization()
  officer = await server.makePerson(where)
  for (const service of [fcm, apns]) service.received.length = 0
  answers.clear()
})

/** The same person on another phone. */
const again = async (who: TestPerson): Promise<TestPerson> => ({
  ...who,
  secret: await server.signIn(who.user_id, where.id),
})
const register = async (who: TestPerson, platform: AppPlatform, token = makeToken[platform]()) => {
  const added = await server.call(addDevice, { platform, token }, who)
  expect([added.status, added.error]).toEqual([200, null])
  return { token, id: added.body.id }
}
const within = (organization: TestOrganization) => [enterSystem(organization.id, 'test')]
const tell = (type: NotificationType, who: TestPerson, organization = where) =>
  server.database.transaction(within(organization), (db) =>
    notify(db, [
      { type, title: 'Secret title', message: 'Secret place', officer_id: who.officer_id, assignment_id: null },
    ]),
  )
const plan = (organization = where, apps: readonly AppPlatform[] = appPlatforms) =>
  server.database.transaction(within(organization), async (db) => {
    await notificationSweeps('http://localhost', planDeliveriesOf({ texting: false, calling: false, apps }))
      .find(({ name }) => name === 'write_letters')
      ?.run(db)
  })
const sweeps = (senders = createAppSenders(both())) => {
  const push = createPush({ subject: 'mailto:a@example.org', app: senders })
  return sweepsOf({
    ...{ push, text: null, call: null, origin: 'http://localhost', title: 'Watchbill', answered: [] },
  })
}
const send = async (organization = where, senders = createAppSenders(both())) => {
  const sweep = sweeps(senders).find(({ name }) => name === 'send_deliveries')
  if (!sweep || !('outside' in sweep)) throw new Error('no sweep sends')
  await sweep.outside(server.database, organization.id, () => false)
}
const deliver = async (organization = where) => {
  await plan(organization)
  await send(organization)
}
const states = async (organization = where) =>
  (
    await server.rows<{ event: string; state: string; outcome: string | null }>(
      'select event, state, outcome from deliveries where organization_id = $1 order by created_at, id',
      [organization.id],
    )
  ).map(({ event, state, outcome }) => `${event} ${state} ${outcome}`)
const tokensOf = async (organization = where) =>
  (
    await server.rows<{ endpoint: string }>('select endpoint from push_subscriptions where organization_id = $1', [
      organization.id,
    ])
  ).map(({ endpoint }) => endpoint)
const devicesOf = async (who: TestPerson) => (await server.call(readDevices, {}, who)).body.items.map(({ id }) => id)

describe('a push to the app', shows, () => {
  it('reaches each phone once, signed, with no word about the shift', async () => {
    const [iphone, pixel] = [await register(officer, 'ios'), await register(await again(officer), 'android')]
    await register(await server.makePerson(where), 'ios')
    await tell('ordered_in', officer)
    await Promise.all([plan(), plan(), plan()])
    await Promise.all([send(), send(), send()])
    expect([apns.received.map(({ token }) => token), fcm.received.map(({ token }) => token)]).toEqual([
      [iphone.token],
      [pixel.token],
    ])
    const text = JSON.stringify([apns.received, fcm.received])
    expect(text).toContain("You've been ordered in. Open to acknowledge.")
    expect(text).not.toContain('Secret')
    expect([apns.state.refused, fcm.state.refused]).toEqual([0, 0])
    expect(await states()).toEqual(['ordered_in sent sent', 'ordered_in sent sent'])
    await deliver()
    expect([apns.received.length, fcm.received.length]).toEqual([1, 1])
  })

  it.each<[AppPlatform, AppAnswer]>([
    ['ios', { status: 410, body: { reason: 'Unregistered' } }],
    ['ios', { status: 400, body: { reason: 'BadDeviceToken' } }],
    ['android', unregistered],
  ])('deletes the phone that is gone: %s, %o', async (platform, gone) => {
    const { token } = await register(officer, platform)
    const kept = await register(await again(officer), platform)
    answers.set(token, gone)
    await tell('ordered_in', officer)
    await deliver()
    expect((await states()).sort()).toEqual(['ordered_in failed device_gone', 'ordered_in sent sent'])
    expect(await tokensOf()).toEqual([kept.token])
  })

  it.each<[AppPlatform, number]>([
    ['ios', 503],
    ['android', 429],
  ])('is tried again after a failure of the push service: %s, %i', async (platform, status) => {
    const { token } = await register(officer, platform)
    answers.set(token, { status })
    await tell('ordered_in', officer)
    await deliver()
    expect(await states()).toEqual([`ordered_in waiting refused_${status}`])
    answers.clear()
    await server.rows('update deliveries set next_try_at = now() where organization_id = $1', [where.id])
    await send()
    expect(await states()).toEqual(['ordered_in sent sent'])
    expect(await tokensOf()).toEqual([token])
  })

  it('is not planned for a platform without a provider, and fails if the provider is gone by then', async () => {
    await register(officer, 'ios')
    await tell('ordered_in', officer)
    await plan(where, ['android'])
    expect(await states()).toEqual([])
    await tell('ordered_in', officer)
    await plan()
    await send(where, { ios: null, android: null })
    expect(await states()).toEqual(['ordered_in failed no_provider'])
  })
})

describe('a phone', shows, () => {
  it('is listed to its owner among the browsers, and can be removed', async () => {
    const { id } = await register(officer, 'ios')
    const { body } = await server.call(readDevices, {}, officer)
    expect(body).toMatchObject({ apps: { ios: true, android: true }, items: [{ id, platform: 'ios', current: true }] })
    const other = await server.makePerson(where)
    expect(await devicesOf(other)).toEqual([])
    expect((await server.call(removeDevice, { id }, other)).status).toBe(404)
    expect((await server.call(removeDevice, { id }, officer)).body).toEqual({ done: true })
    expect(await server.rows('select 1 from push_tokens where organization_id = $1', [where.id])).toEqual([])
  })

  it('stays one row: registering again keeps it, and a new token replaces the old one', async () => {
    const { id, token } = await register(officer, 'ios')
    expect((await register(officer, 'ios', token.toUpperCase())).id).toBe(id)
    const { token: next } = await register(officer, 'ios')
    expect(await tokensOf()).toEqual([next])
    await tell('ordered_in', officer)
    await deliver()
    expect(apns.received.map((one) => one.token)).toEqual([next])
  })

  it('belongs to the account that registered last, in the same department and in another', async () => {
    const { token } = await register(officer, 'android')
    const colleague = await server.makePerson(where)
    await register(colleague, 'android', token)
    const elsewhere = await server.makeOrganization()
    const stranger = await server.makePerson(elsewhere)
    await tell('ordered_in', officer)
    await tell('ordered_in', colleague)
    // Planned for the colleague before the stranger takes the phone.
    await plan()
    await register(stranger, 'android', token)
    await send()
    expect(fcm.received).toEqual([])
    expect(await states()).toEqual(['ordered_in failed device_gone'])
    await tell('ordered_in', stranger, elsewhere)
    await deliver(elsewhere)
    expect(fcm.received.map((one) => one.token)).toEqual([token])
    expect(await Promise.all([officer, colleague, stranger].map(devicesOf))).toEqual([[], [], [expect.any(String)]])
    // What was left of the first account goes with the next cleaning.
    const clean = sweeps().find(({ name }) => name === 'clear_taken_devices')
    if (!clean || !('run' in clean)) throw new Error('nothing cleans')
    await server.database.transaction(within(where), clean.run)
    await server.database.transaction(within(elsewhere), clean.run)
    expect([await tokensOf(), await tokensOf(elsewhere)]).toEqual([[], [token]])
  })

  it('is taken by its token alone: no other department sees, moves or removes it', async () => {
    const { token, id } = await register(officer, 'ios')
    const elsewhere = await server.makeOrganization()
    const hash = tokenHash('ios', token).toString('hex')
    const inside = <T>(work: (db: Db) => Promise<T>, device: string) =>
      server.database.transaction([...within(elsewhere), sql`select set_config('app.device', ${device}, true)`], work)
    const guess = tokenHash('ios', makeToken.ios()).toString('hex')
    for (const device of ['', guess]) {
      expect(await inside((db) => db.rows(sql`select 1 from push_tokens`), device)).toEqual([])
      expect(await inside((db) => db.run(sql`delete from push_tokens`), device)).toBe(0)
    }
    const insert = (organization: string) =>
      inside(
        (db) =>
          db.run(sql`insert into push_tokens (organization_id, subscription_id, token_hash)
            values (${organization}::uuid, ${id}::uuid, (select app.device()))`),
        guess,
      )
    await expect(insert(where.id)).rejects.toThrow(/row-level security/)
    // With the token itself, the row that names nobody can be seen and taken, the subscription cannot.
    const seen = sql`select (select count(*) from push_tokens)::int as tokens,
      (select count(*) from push_subscriptions)::int as subscriptions`
    expect(await inside((db) => db.row(seen), hash)).toEqual({ tokens: 1, subscriptions: 0 })
    expect(await devicesOf(officer)).toEqual([id])
  })

  it('belongs to one account, however many register it at once', async () => {
    const token = makeToken.ios()
    const people = await Promise.all(Array.from({ length: 6 }, () => server.makePerson(where)))
    await Promise.all(people.map((one) => register(one, 'ios', token)))
    const owners = (await Promise.all(people.map(devicesOf))).flat()
    expect(owners).toHaveLength(1)
    for (const one of people) await tell('ordered_in', one)
    await deliver()
    expect(apns.received).toHaveLength(1)
  })

  it('receives nothing after its session ended or the officer lost access', async () => {
    await register(officer, 'ios')
    await server.rows(`update sessions set ended_at = now(), ended_why = 'signed_out' where user_id = $1`, [
      officer.user_id,
    ])
    const gone = await server.makePerson(where)
    await register(gone, 'android')
    await server.rows(`update officers set left_on = '2020-01-01' where id = $1`, [gone.officer_id])
    expect(await tokensOf()).toEqual([])
    expect(await server.rows('select 1 from push_tokens where organization_id = $1', [where.id])).toEqual([])
  })

  it('is refused while the server has no access to its platform, which the settings say', async () => {
    const admin = await server.makePerson(where, { role: 'admin' })
    const missing = async () => (await server.call(readOrders, {}, admin)).body.push_missing
    expect(await missing()).toEqual([])
    setAppPush({ ios: null, android: fcm.config }, appPlatforms)
    const refused = await server.call(addDevice, { platform: 'ios', token: makeToken.ios() }, officer)
    expect([refused.status, refused.error?.code]).toEqual([409, 'no_app_push'])
    expect((await server.call(readDevices, {}, officer)).body.apps).toEqual({ ios: false, android: true })
    expect(await missing()).toEqual(['ios'])
    // No app may call: nothing is missing.
    setAppPush({ ios: null, android: null }, [])
    expect(await missing()).toEqual([])
  })

  it.each<[AppPlatform, string]>([
    ['ios', `${'a'.repeat(62)}/3`],
    ['ios', 'ab12'],
    ['ios', makeToken.android()],
    ['android', 'short'],
    ['android', `${'a'.repeat(60)} b`],
  ])('has a token of its platform: %s, %s', async (platform, token) => {
    expect((await server.call(addDevice, { platform, token }, officer)).status).toBe(400)
  })
})
