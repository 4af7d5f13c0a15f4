import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './contract.own.ts'
import { getSession } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let ann: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes, { live: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization()
  ann = await server.makePerson(organization)
})

const another = async (of = ann, organizationId: string | null = organization.id) => ({
  secret: await server.signIn(of.user_id, organizationId),
})
const idOf = async (who: { secret: string }) => (await server.call(getSession, {}, who)).body.session_id
const statusOf = async (who: { secret: string }) => (await server.call(getSession, {}, who)).status
const endOf = (id: string) =>
  server.rows<{ ended_why: string | null }>('select ended_why from sessions where id = $1', [id])

/** Opens a session's live stream; the returned function resolves when the stream ends. */
const streamOf = async (who: { secret: string }) => {
  const response = await fetch(`${server.base}/api/live`, { headers: { cookie: `watchbill=${who.secret}` } })
  const reader = response.body?.getReader()
  await reader?.read()
  return async () => {
    for (;;) if ((await reader?.read())?.done !== false) return Date.now()
  }
}

test('the list marks this session, shows the others newest first, and includes nobody else’s', {
  meta: { shows: ['issue 3.9 sessions'] },
}, async () => {
  const stranger = await server.makePerson(organization)
  const phone = await another()
  await server.rows(`update sessions set user_agent = 'Firefox/140.0', ip = '203.0.113.7' where id = $1`, [
    await idOf(phone),
  ])
  const { body } = await server.call(listOwnSessions, {}, ann)
  expect(body.items.map((one) => [one.id, one.current])).toEqual([
    [await idOf(phone), false],
    [await idOf(ann), true],
  ])
  expect(body.items[0]).toMatchObject({
    user_agent: 'Firefox/140.0',
    ip: '203.0.113.7',
    organization_name: organization.name,
  })
  expect(JSON.stringify(body)).not.toContain(await idOf(stranger))
  expect(body.next).toBeNull()
})

test('ended and idle sessions are excluded, and long lists come in pages, each session once', {
  meta: { shows: ['issue 3.9 sessions'] },
}, async () => {
  const gone = await another()
  await server.rows(`update sessions set last_seen_at = now() - interval '31 minutes' where id = $1`, [
    await idOf(gone),
  ])
  const ended = await another()
  await server.call(endOwnSession, { id: await idOf(ended) }, ann)
  const all = [await idOf(ann)]
  for (let n = 0; n < 24; n++) all.push(await idOf(await another()))
  const first = (await server.call(listOwnSessions, {}, ann)).body
  const second = (await server.call(listOwnSessions, { after: first.next ?? '' }, ann)).body
  expect([...first.items, ...second.items].map((one) => one.id).sort()).toEqual(all.sort())
  expect(second.next).toBeNull()
})

test('ending a session takes effect at once, and on its stream within two seconds', {
  meta: { shows: ['issue 3.9 sessions'] },
}, async () => {
  const phone = await another()
  const over = await streamOf(phone)
  const began = Date.now()
  const id = await idOf(phone)
  expect((await server.call(endOwnSession, { id }, ann)).body).toEqual({ ended: 1 })
  expect(await statusOf(phone)).toBe(401)
  expect((await over()) - began).toBeLessThan(2000)
  expect(await endOf(id)).toEqual([{ ended_why: 'ended_by_person' }])
  expect(await statusOf(ann)).toBe(200)
})

test('another person’s, an ended and an unknown session get the same response and stay unchanged', {
  meta: { shows: ['issue 3.9'] },
}, async () => {
  const bob = await server.makePerson(organization)
  const ended = await another()
  const id = await idOf(ended)
  await server.call(endOwnSession, { id }, ann)
  for (const one of [await idOf(bob), id, crypto.randomUUID()]) {
    const answer = await server.call(endOwnSession, { id: one }, ann)
    expect([answer.status, answer.error?.code]).toEqual([404, 'not_found'])
  }
  // A department admin has no special right to it.
  const admin = await server.makePerson(organization, { role: 'admin' })
  expect((await server.call(endOwnSession, { id: await idOf(bob) }, admin)).status).toBe(404)
  expect(await statusOf(bob)).toBe(200)
})

test('ending all others works across the account’s departments, audited in each, and keeps this one', {
  meta: { shows: ['issue 3.9 sessions'] },
}, async () => {
  const elsewhere = await server.makeOrganization()
  await server.insert('officers', {
    organization_id: elsewhere.id,
    user_id: ann.user_id,
    name: 'Ann',
    approved: true,
    role: 'admin',
  })
  const others = [await another(), await another(ann, elsewhere.id), await another(ann, null)]
  const bob = await server.makePerson(elsewhere)
  const key = crypto.randomUUID()
  expect((await server.call(endOtherSessions, {}, ann, { key })).body).toEqual({ ended: 3 })
  for (const one of others) expect(await statusOf(one)).toBe(401)
  for (const one of [ann, bob]) expect(await statusOf(one)).toBe(200)
  const rows = await server.rows<{ organization_id: string; n: number }>(
    `select organization_id, count(*)::int as n from audit_entries
      where action = 'sessions.end_others' and actor_user_id = $1 group by 1`,
    [ann.user_id],
  )
  expect(new Set(rows.map((row) => `${row.organization_id} ${row.n}`))).toEqual(
    new Set([organization.id, elsewhere.id, '00000000-0000-0000-0000-000000000000'].map((id) => `${id} 1`)),
  )
  // The response is stored under its idempotency key in the requesting department.
  const again = await server.call(endOtherSessions, {}, ann, { key })
  expect([again.body, again.headers.get('idempotent-replay')]).toEqual([{ ended: 3 }, 'true'])
})

test('when two devices end each other at once, at most one survives', {
  meta: { shows: ['issue 3.9 sessions'] },
}, async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await another(), await another()]
    const [ofA, ofB] = [await idOf(a), await idOf(b)]
    await Promise.all([server.call(endOwnSession, { id: ofB }, a), server.call(endOwnSession, { id: ofA }, b)])
    expect([await statusOf(a), await statusOf(b)].filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  }
})

test('after the trial, a person can still see and end their own sessions', {
  meta: { shows: ['issue 3.9 sessions'] },
}, async () => {
  const over = await server.makeOrganization({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
  const cy = await server.makePerson(over)
  const phone = await another(cy, over.id)
  expect((await server.call(listOwnSessions, {}, cy)).body.items).toHaveLength(2)
  expect((await server.call(endOwnSession, { id: await idOf(phone) }, cy)).status).toBe(200)
})
