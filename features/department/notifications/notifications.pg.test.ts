import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { clearNotifications, listLatest, markRead } from './contract.ts'
import { sweepsOf } from './jobs.ts'
import { routes } from './routes.ts'
import { unreadWords } from './rules.shown.ts'
import { notify } from './store.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const make = (over: Record<string, unknown>) =>
  server.insert('notifications', {
    organization_id: organization.id,
    type: 'general',
    title: 'T',
    message: 'M',
    ...over,
  })
const titles = async (who: TestPerson) => {
  const { body } = await server.call(listLatest, {}, who)
  return { titles: body.items.map((n) => n.title), unread: body.unread }
}

beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

describe('notifications', () => {
  beforeAll(async () => {
    organization = await server.makeOrganization()
    admin = await server.makePerson(organization, { role: 'admin' })
    officer = await server.makePerson(organization)
  })

  it('admins see unaddressed ones and their own, officers their own, and other departments see none', {
    meta: { shows: ['6 notifications'] },
  }, async () => {
    await make({ title: 'admins' })
    await make({ title: 'the admin', officer_id: admin.officer_id })
    await make({ title: 'the officer', officer_id: officer.officer_id })
    expect(await titles(admin)).toEqual({ titles: ['the admin', 'admins'], unread: 2 })
    expect(await titles(officer)).toEqual({ titles: ['the officer'], unread: 1 })
    const other = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    expect(await titles(other)).toEqual({ titles: [], unread: 0 })
  })

  it('shows the latest 15, newest first: unread, or read within 7 days', {
    meta: { shows: ['7 notifications', '9 notifications shown'] },
  }, async () => {
    const one = await server.makePerson(organization)
    const own = { officer_id: one.officer_id }
    for (let i = 0; i < 20; i++) await make({ ...own, title: `N${i}`, created_at: daysAgo(30 - i) })
    await make({ ...own, title: 'read 6', read: true, read_at: daysAgo(6.9), created_at: daysAgo(40) })
    await make({ ...own, title: 'read 8', read: true, read_at: daysAgo(7.1), created_at: daysAgo(1) })
    await make({ ...own, title: 'read now', read: true, read_at: daysAgo(0), created_at: daysAgo(2) })
    const seen = await titles(one)
    expect(seen.titles).toEqual(['read now', ...Array.from({ length: 14 }, (_, i) => `N${19 - i}`)])
    expect(seen.unread).toBe(20)
  })

  it('counts unread ones beyond the latest 15, up to 100', { meta: { shows: ['9 bell'] } }, async () => {
    const one = await server.makePerson(organization)
    const own = { officer_id: one.officer_id }
    for (let i = 0; i < 12; i++)
      await make({ ...own, title: `R${i}`, read: true, read_at: daysAgo(0), created_at: daysAgo(1) })
    for (let i = 0; i < 3; i++) await make({ ...own, title: `U${i}`, created_at: daysAgo(2) })
    expect((await titles(one)).unread).toBe(3)
    for (let i = 0; i < 6; i++) await make({ ...own, title: `V${i}`, created_at: daysAgo(3) })
    expect((await titles(one)).unread).toBe(9)
    for (let i = 0; i < 6; i++) await make({ ...own, title: `W${i}`, created_at: daysAgo(4) })
    expect((await titles(one)).unread).toBe(15)
    for (let i = 0; i < 90; i++) await make({ ...own, title: `X${i}`, created_at: daysAgo(5) })
    expect((await titles(one)).unread).toBe(100)
    expect(unreadWords(100)).toBe('more than 99 unread')
    expect(unreadWords(15)).toBe('15 unread')
  })

  it('shows 40 posted shifts as one line, marked read and counted as one', async () => {
    const one = await server.makePerson(organization)
    const own = { officer_id: one.officer_id }
    for (let i = 0; i < 40; i++)
      await make({ ...own, type: 'assignment_posted', title: `New: Job ${i}`, created_at: daysAgo(5 - i / 10) })
    await make({ ...own, title: 'older', created_at: daysAgo(9) })
    const before = (await server.call(listLatest, {}, one)).body
    expect(before.items.map((n) => [n.title, n.more])).toEqual([
      ['New: Job 39', 39],
      ['older', 0],
    ])
    expect(before.unread).toBe(2)
    await server.call(markRead, { id: before.items[0]?.id }, one)
    const after = (await server.call(listLatest, {}, one)).body
    expect(after.unread).toBe(1)
    expect(after.items.filter((n) => n.type === 'assignment_posted').every((n) => n.read)).toBe(true)
  })

  it('sums up shifts that still need officers apart from new ones', async () => {
    const one = await server.makePerson(organization)
    for (const [i, type] of ['officers_needed', 'assignment_posted', 'officers_needed', 'assignment_posted'].entries())
      await make({ officer_id: one.officer_id, type, title: `${type} ${i}`, created_at: daysAgo(2 - i / 10) })
    const { items, unread } = (await server.call(listLatest, {}, one)).body
    expect(items.map((n) => [n.title, n.more])).toEqual([
      ['assignment_posted 3', 1],
      ['officers_needed 2', 1],
    ])
    expect(unread).toBe(2)
    await server.call(markRead, { id: items[1]?.id }, one)
    expect((await titles(one)).unread).toBe(1)
  })

  it('marks one, marks all, clears the read ones only', { meta: { shows: ['4 notifications'] } }, async () => {
    const one = await server.makePerson(organization)
    const first = await make({ officer_id: one.officer_id, title: 'first' })
    await make({ officer_id: one.officer_id, title: 'second' })
    expect((await server.call(markRead, { id: String(first.id) }, one)).status).toBe(200)
    expect(await titles(one)).toEqual({ titles: ['second', 'first'], unread: 1 })
    const marked = (await server.call(listLatest, {}, one)).body.items.find((n) => n.title === 'first')
    expect(Date.now() - Date.parse(marked?.read_at ?? '')).toBeLessThan(60_000)
    await server.call(clearNotifications, {}, one)
    expect(await titles(one)).toEqual({ titles: ['second'], unread: 1 })
    await server.call(markRead, {}, one)
    expect(await titles(one)).toEqual({ titles: ['second'], unread: 0 })
    await server.call(clearNotifications, {}, one)
    expect(await titles(one)).toEqual({ titles: [], unread: 0 })
  })

  it('never clears an unread one, not even individually', async () => {
    const one = await server.makePerson(organization)
    const id = String((await make({ officer_id: one.officer_id, title: 'unread' })).id)
    expect((await server.call(clearNotifications, { id }, one)).error?.code).toBe('not_read_yet')
    expect(await titles(one)).toEqual({ titles: ['unread'], unread: 1 })
    await server.call(markRead, { id }, one)
    expect((await server.call(clearNotifications, { id }, one)).status).toBe(200)
    expect(await titles(one)).toEqual({ titles: [], unread: 0 })
  })

  it('nobody marks or clears another person’s, and an officer can’t touch the organization’s', async () => {
    const shared = String((await make({ title: 'shared' })).id)
    const own = String((await make({ officer_id: officer.officer_id })).id)
    const other = await server.makePerson(organization)
    for (const [who, id] of [
      [officer, shared],
      [other, own],
      [admin, own],
    ] as const) {
      expect((await server.call(markRead, { id }, who)).status).toBe(404)
      expect((await server.call(clearNotifications, { id }, who)).status).toBe(404)
    }
    await server.call(markRead, {}, officer)
    await server.call(clearNotifications, {}, officer)
    const second = await server.makePerson(organization, { role: 'admin' })
    expect((await titles(second)).titles).toContain('shared')
    // When one admin reads or clears it, that applies to all admins.
    expect((await server.call(markRead, { id: shared }, admin)).status).toBe(200)
    expect((await server.call(clearNotifications, { id: shared }, admin)).status).toBe(200)
    expect((await titles(second)).titles).not.toContain('shared')
  })

  it('repeats a pending item only after it is read, everything else every time; long texts are cut', async () => {
    const assignment = await server.insert('assignments', {
      organization_id: organization.id,
      title: 'A',
      kind: 'overtime',
      time_zone: 'America/Chicago',
      starts_at: daysAgo(-1),
      ends_at: daysAgo(-2),
    })
    const one = { officer_id: null, assignment_id: String(assignment.id), title: 'x'.repeat(500), message: 'm' }
    const tell = () =>
      server.database.transaction([enterSystem(organization.id, 'test')], (db) =>
        notify(db, [
          { ...one, type: 'signup_waiting' },
          { ...one, type: 'calloff' },
        ]),
      )
    const count = async () =>
      (
        await server.rows<{ type: string; n: number }>(
          'select type, count(*)::int as n from notifications where assignment_id = $1 group by 1 order by 1',
          [assignment.id],
        )
      ).map((row) => [row.type, row.n])
    await tell()
    await tell()
    expect(await count()).toEqual([
      ['calloff', 2],
      ['signup_waiting', 1],
    ])
    await server.call(markRead, {}, admin)
    await tell()
    expect(await count()).toEqual([
      ['calloff', 3],
      ['signup_waiting', 2],
    ])
  })

  it('the sweep removes only those read more than 7 days ago', { meta: { shows: ['9 read kept'] } }, async () => {
    const own = await server.makeOrganization()
    const row = { organization_id: own.id }
    await make({ ...row, title: 'old', read: true, read_at: daysAgo(7.1) })
    await make({ ...row, title: 'fresh', read: true, read_at: daysAgo(6.9) })
    await make({ ...row, title: 'unread', created_at: daysAgo(90) })
    for (const sweep of sweepsOf(server.base))
      await server.database.transaction([enterSystem(own.id, 'job')], (db) => sweep.run(db))
    const left = await server.rows<{ title: string }>(
      'select title from notifications where organization_id = $1 order by 1',
      [own.id],
    )
    expect(left.map((n) => n.title)).toEqual(['fresh', 'unread'])
  })
})
