import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listLatest } from '#features/department/notifications/contract.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import * as c from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let second: TestPerson
let ana: TestPerson
let ben: TestPerson

const insert = async (table: string, row: object) =>
  String((await server.insert(table, { organization_id: house.id, ...row })).id)
const change = (who: TestPerson, set: string) =>
  server.rows(`update officers set ${set} where id = $1 returning 1 as done`, [who.officer_id])
const message = { title: 'New radios', body: 'Pick up your radio.\nBring the old one.' }
const send = (over: object = {}, as = admin) =>
  server.call(c.sendAnnouncement, { audience: 'everyone', to: '', ...message, ...over } as never, as)
const sent = async (over: object = {}) => {
  const answer = await send(over)
  expect(answer.error).toBeNull()
  return answer.body
}
const open = (id: string, as: TestPerson) => server.call(c.readAnnouncement, { id }, as)
const reply = (id: string, as: TestPerson, body = 'On Wednesday?') =>
  server.call(c.replyToAnnouncement, { id, body }, as)
const mine = async (as: TestPerson) => (await server.call(c.listOwnAnnouncements, {}, as)).body.items
const one = async (id: string, as = admin) => (await server.call(c.findAnnouncement, { id }, as)).body
const receipts = async (id: string, filter: 'all' | 'read' | 'unread' = 'all') =>
  (await server.call(c.listReceipts, { id, filter }, admin)).body.items
const bell = async (as: TestPerson) => (await server.call(listLatest, {}, as)).body.items
const earlier = (id: string) =>
  server.rows("update announcements set created_at = now() - interval '61 minutes' where id = $1 returning 1 as done", [
    id,
  ])

beforeAll(async () => {
  server = await startTestServer([...routes, ...notificationRoutes])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Chief Cole' })
  second = await server.makePerson(house, { role: 'admin', name: 'Admin Two' })
  ana = await server.makePerson(house, { name: 'Ana' })
  ben = await server.makePerson(house, { name: 'Ben' })
})

describe('sending', () => {
  it('reaches every active officer but the author, in the bell and by email, with the text as it was written', async () => {
    const gone = await server.makePerson(house, { name: 'Gone' })
    await change(gone, 'suspended_at = now()')
    const { id, people } = await sent()
    expect(people).toBe(3)
    expect((await receipts(id)).map((row) => [row.name, row.read_at])).toEqual([
      ['Admin Two', null],
      ['Ana', null],
      ['Ben', null],
    ])
    expect(await mine(ana)).toMatchObject([
      { id, ...message, author: 'Chief Cole', audience: 'everyone', read_at: null },
    ])
    for (const nobody of [admin, gone]) expect((await mine(nobody).catch(() => undefined)) ?? []).toEqual([])
    const subject = { type: 'announcement', announcement_id: id }
    expect(await bell(ana)).toMatchObject([
      { ...subject, title: 'New radios', message: 'Chief Cole: Pick up your radio. Bring the old one.' },
    ])
    expect((await server.call(c.findOwnAnnouncement, { id }, ana)).body).toEqual((await mine(ana))[0])
    expect((await server.call(c.findOwnAnnouncement, { id }, admin)).status).toBe(404)
    const letters = await server.rows(
      "select officer_id from tellings where organization_id = $1 and event = 'announcement' and announcement_id = $2",
      [house.id, id],
    )
    expect(letters).toHaveLength(3)
  })

  it('goes to a unit, a rank, or the confirmed officers of a shift, as counted beforehand', async () => {
    await change(ana, "unit = 'Patrol', rank = 'Sergeant'")
    await change(ben, "unit = 'Traffic', rank = 'Officer'")
    const times = { starts_at: new Date(Date.now() + 86_400_000), ends_at: new Date(Date.now() + 90_000_000) }
    const at = { title: 'Parade', kind: 'overtime', time_zone: 'America/Chicago', status: 'published', ...times }
    const shift = await insert('assignments', at)
    const post_id = await insert('posts', { assignment_id: shift, name: 'P', required_count: 2, ...times })
    const signup = { assignment_id: shift, post_id, ...times }
    await insert('officer_assignments', { ...signup, officer_id: ben.officer_id, status: 'confirmed' })
    await insert('officer_assignments', { ...signup, officer_id: ana.officer_id, status: 'withdrawn' })
    const found = (await server.call(c.listAudiences, {}, admin)).body
    expect(found.everyone).toMatchObject({ people: 3, without_account: 0 })
    expect(found.units.map((group) => [group.value, group.people])).toEqual([
      ['Patrol', 1],
      ['Traffic', 1],
    ])
    expect(found.shifts).toMatchObject([{ value: shift, label: 'Parade', people: 1 }])
    const reached = async (over: object) => (await receipts((await sent(over)).id)).map((row) => row.name)
    expect(await reached({ audience: 'unit', to: 'Patrol' })).toEqual(['Ana'])
    expect(await reached({ audience: 'rank', to: 'Officer' })).toEqual(['Ben'])
    expect(await reached({ audience: 'shift', to: shift })).toEqual(['Ben'])
    expect((await mine(ben)).map((row) => row.audience_name)).toEqual(['Parade', 'Officer'])
  })

  it('counts people without an account, who can’t see it yet', async () => {
    await insert('officers', { name: 'Cy', approved: true, unit: 'Patrol' })
    const found = (await server.call(c.listAudiences, {}, admin)).body
    expect(found.units).toMatchObject([{ value: 'Patrol', people: 1, without_account: 1 }])
    const { id } = await sent({ audience: 'unit', to: 'Patrol' })
    expect(await receipts(id)).toMatchObject([{ name: 'Cy', has_account: false }])
  })

  it('refuses an audience without people, an unknown one and a missing one, by field, and stores nothing', async () => {
    for (const [over, field] of [
      [{ audience: 'unit', to: 'Nowhere' }, 'to'],
      [{ audience: 'unit', to: '' }, 'to'],
      [{ audience: 'shift', to: 'x' }, 'to'],
      [{ audience: 'shift', to: randomUUID() }, 'to'],
      [{ audience: 'everyone', to: 'Patrol' }, 'to'],
      [{ title: ' ' }, 'title'],
      [{ body: 'x'.repeat(4001) }, 'body'],
    ] as const) {
      const answer = await send(over)
      expect([answer.status, answer.error?.fields?.[0]?.field], JSON.stringify(over)).toEqual([400, field])
    }
    expect(await server.rows('select 1 from announcements where organization_id = $1', [house.id])).toEqual([])
    expect(await bell(ana)).toEqual([])
  })

  it('an officer can neither send nor see receipts, and 20 an hour is the limit', async () => {
    expect((await send({}, ana)).status).toBe(403)
    const { id } = await sent()
    for (const call of [c.listAnnouncements, c.findAnnouncement, c.listReceipts, c.listAudiences])
      expect((await server.call(call, { id } as never, ana)).status).toBe(403)
    for (let i = 1; i < 20; i++) await sent({ title: `T${i}` })
    expect((await send()).status).toBe(429)
    expect((await send({}, second)).status).toBe(200)
  })

  it('the same key sends once', async () => {
    const key = randomUUID()
    const input = { audience: 'everyone', to: '', ...message } as const
    const [first, again] = [
      await server.call(c.sendAnnouncement, input, admin, { key }),
      await server.call(c.sendAnnouncement, input, admin, { key }),
    ]
    expect(again.body).toEqual(first.body)
    expect(await mine(ana)).toHaveLength(1)
  })
})

describe('receipts', () => {
  it('note the first opening, with its time, and mark the bell as read', async () => {
    const { id } = await sent()
    expect((await open(id, ana)).status).toBe(200)
    const [first] = await receipts(id, 'read')
    expect(first).toMatchObject({ name: 'Ana' })
    await open(id, ana)
    expect((await receipts(id, 'read'))[0]?.read_at).toBe(first?.read_at)
    expect((await receipts(id, 'unread')).map((row) => row.name)).toEqual(['Admin Two', 'Ben'])
    expect(await one(id)).toMatchObject({ people: 3, read: 1 })
    expect((await bell(ana)).map((row) => row.read)).toEqual([true])
    expect((await bell(ben)).map((row) => row.read)).toEqual([false])
    const audit = await server.rows<{ action: string }>(
      "select action from audit_entries where organization_id = $1 and thing_type = 'announcement_recipients'",
      [house.id],
    )
    expect(audit.map((row) => row.action)).toEqual(['announcements.read'])
  })

  it('belong to those it was sent to: others are told that there is none', async () => {
    await change(ana, "unit = 'Patrol'")
    const { id } = await sent({ audience: 'unit', to: 'Patrol' })
    expect((await open(id, ben)).status).toBe(404)
    expect((await reply(id, ben)).status).toBe(404)
    expect(await mine(ben)).toEqual([])
    const token = createHash('sha256').update(ana.secret).digest()
    const straight = (statement: Sql) =>
      server.database.transaction([sql`select app.enter(${token}::bytea, 'signed_in', '', true)`], (db) =>
        db.run(statement),
      )
    await open(id, ana)
    // A receipt can't be taken back, nor given for someone else.
    expect(await straight(sql`update announcement_recipients set read_at = null`)).toBe(0)
    await expect(
      straight(sql`insert into announcement_recipients (organization_id, announcement_id, officer_id)
      values (${house.id}::uuid, ${id}::uuid, ${ben.officer_id}::uuid)`),
    ).rejects.toThrow(/row-level security/)
  })

  it('can be exported, read or not', async () => {
    const { id } = await sent()
    await open(id, ben)
    const file = await server.call(c.exportReceipts, { id, filter: 'all', format: 'csv' }, admin)
    expect(file.status).toBe(200)
  })
})

describe('reminders', () => {
  it('go to those who have not read it, an hour apart', async () => {
    const { id } = await sent()
    await open(id, ana)
    const remind = () => server.call(c.remindOfAnnouncement, { id }, second)
    expect((await remind()).error?.code).toBe('reminder_too_soon')
    await earlier(id)
    expect((await remind()).body).toEqual({ people: 2 })
    expect((await bell(ben)).map((row) => row.title)).toEqual(['Reminder: New radios', 'New radios'])
    expect(await bell(ana)).toHaveLength(1)
    expect((await remind()).error?.code).toBe('reminder_too_soon')
    await open(id, ben)
    expect((await bell(ben)).map((row) => row.read)).toEqual([true, true])
    await open(id, second)
    expect((await remind()).error?.code).toBe('all_have_read')
  })

  it('two at once remind once', async () => {
    const { id } = await sent()
    await earlier(id)
    const both = await Promise.all([admin, second].map((as) => server.call(c.remindOfAnnouncement, { id }, as)))
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409])
    expect(await bell(ana)).toHaveLength(2)
  })
})

describe('replies', () => {
  it('go to the author, count as read, and other officers never see them', async () => {
    const { id } = await sent()
    expect((await reply(id, ana)).status).toBe(200)
    expect(await bell(admin)).toMatchObject([
      {
        type: 'announcement_reply',
        title: 'Ana replied: New radios',
        message: 'On Wednesday?',
        officer_id: admin.officer_id,
      },
    ])
    expect(await one(id, second)).toMatchObject({ read: 1, replies: 1, said: [{ name: 'Ana', body: 'On Wednesday?' }] })
    expect((await mine(ana))[0]?.replies.map((row) => row.body)).toEqual(['On Wednesday?'])
    expect((await mine(ben))[0]?.replies).toEqual([])
    expect(await bell(ben)).toHaveLength(1)
  })

  it('go to all admins once the author is no longer one, ten an hour at most', async () => {
    const { id } = await sent()
    await change(admin, "role = 'officer'")
    for (let i = 0; i < 10; i++) expect((await reply(id, ana, `R${i}`)).status).toBe(200)
    expect((await reply(id, ana)).status).toBe(429)
    expect((await bell(second)).filter((row) => row.type === 'announcement_reply')).toHaveLength(10)
    expect((await bell(second))[0]?.officer_id).toBeNull()
  })
})
