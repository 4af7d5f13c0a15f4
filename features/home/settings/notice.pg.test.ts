import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acceptNotice, editSettings, listAcceptances, readSettings } from '#features/department/settings/contract.ts'
import { listOwnSessions } from '#features/people/sessions/contract.own.ts'
import { extendSession, getSession, signOut } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...sessions], { live: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
  officer = await server.makePerson(organization)
})

const text = 'This is a restricted system.\nUse is monitored.'
const versionNow = async () =>
  (await server.rows<{ version: number }>('select version from organizations where id = $1', [organization.id]))[0]
    ?.version ?? 0
const put = async (notice_text: string, as = admin) =>
  server.call(editSettings, { version: await versionNow(), notice_text }, as)
const noticeOf = async (who: { secret: string }) => (await server.call(getSession, {}, who)).body.notice
const accept = (version: number, who: { secret: string }) => server.call(acceptNotice, { version }, who)

test('until the notice is accepted, only the person’s own session is available', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  expect(await noticeOf(officer)).toBeNull()
  expect((await put(text)).status).toBe(200)
  expect(await noticeOf(officer)).toEqual({ version: 1, text })
  for (const who of [officer, admin]) {
    const refused = await server.call(listOwnSessions, {}, who)
    expect([refused.status, refused.error?.code]).toEqual([403, 'notice_not_accepted'])
  }
  expect((await server.call(readSettings, {}, admin)).error?.code).toBe('notice_not_accepted')
  expect((await server.call(extendSession, {}, officer)).status).toBe(200)
  expect((await accept(1, officer)).body).toEqual({ done: true })
  expect(await noticeOf(officer)).toBeNull()
  expect((await server.call(listOwnSessions, {}, officer)).status).toBe(200)
  // Acceptance is per person.
  expect((await server.call(readSettings, {}, admin)).error?.code).toBe('notice_not_accepted')
  const waiting = await server.makePerson(organization)
  expect((await server.call(signOut, {}, waiting)).status).toBe(200)
})

test('each acceptance is stored and audited once, with person, text and time', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  await put(text)
  const before = Date.now()
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(1, officer)))
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200))
  const rows = await server.rows<{ officer_id: string; accepted_at: Date; text: string }>(
    `select y.officer_id, y.accepted_at, n.text from notice_acceptances y
      join sign_in_notices n using (organization_id, version) where organization_id = $1`,
    [organization.id],
  )
  expect(rows).toEqual([{ officer_id: officer.officer_id, accepted_at: expect.any(Date), text }])
  expect(Math.abs((rows[0]?.accepted_at.getTime() ?? 0) - before)).toBeLessThan(10_000)
  const [audit] = await server.rows<{ n: number }>(
    `select count(*)::int as n from audit_entries where action = 'notices.accept' and actor_officer_id = $1`,
    [officer.officer_id],
  )
  expect(audit?.n).toBe(1)
})

test('a changed text must be accepted again by everyone, and accepting the old version is refused', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  await put(text)
  await accept(1, officer)
  await accept(1, admin)
  expect((await server.call(readSettings, {}, admin)).body.notice).toEqual({ version: 1, accepted: 2, asked: 2 })
  await put(`${text} Again.`)
  expect(await noticeOf(officer)).toEqual({ version: 2, text: `${text} Again.` })
  const late = await accept(1, officer)
  expect([late.status, late.error?.code]).toEqual([409, 'notice_changed'])
  expect((await server.call(listOwnSessions, {}, officer)).status).toBe(403)
  expect((await accept(2, officer)).status).toBe(200)
})

test('an empty text requires no acceptance, and restoring the same text asks only people who never accepted it', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  await put(text)
  await accept(1, admin)
  await put('')
  expect(await noticeOf(officer)).toBeNull()
  expect((await server.call(listOwnSessions, {}, officer)).status).toBe(200)
  await put(text)
  expect(await noticeOf(admin)).toBeNull()
  expect(await noticeOf(officer)).toEqual({ version: 1, text })
})

test('changing another setting leaves the notice and its acceptances unchanged', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  await put(text)
  await accept(1, admin)
  await accept(1, officer)
  await server.call(editSettings, { version: await versionNow(), city: 'Duluth' }, admin)
  expect(await noticeOf(officer)).toBeNull()
})

test('departments have separate notices, and nobody accepts for others', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  await put(text)
  const stranger = await server.makePerson(await server.makeOrganization())
  expect(await noticeOf(stranger)).toBeNull()
  expect((await accept(1, stranger)).error?.code).toBe('notice_changed')
  const pending = await server.makePerson(organization, { approved: false })
  expect(await noticeOf(pending)).toBeNull()
  expect((await accept(1, pending)).error?.code).toBe('notice_changed')
  expect(
    (await server.rows('select from notice_acceptances where organization_id = $1', [organization.id])).length,
  ).toBe(0)
})

test('a stream that is open when the text changes gets only that change', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  const response = await fetch(`${server.base}/api/live`, { headers: { cookie: `watchbill=${officer.secret}` } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const until = async (what: string) => {
    while (!heard.includes(what)) heard += (await reader?.read())?.value ?? ''
  }
  await put(text)
  await until('"organization"')
  const shift = { starts_at: new Date(Date.now() + 3_600_000), ends_at: new Date(Date.now() + 7_200_000) }
  await server.insert('assignments', {
    organization_id: organization.id,
    title: 'Night watch',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...shift,
  })
  await accept(1, officer)
  await until('"officers"')
  expect(heard).not.toContain('"assignments"')
  await reader?.cancel()
})

test('admins see who has accepted and when, and first who has not, by name and in pages', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  const list = (after?: string) => server.call(listAcceptances, after ? { after } : {}, admin)
  expect((await list()).body).toEqual({ items: [], next: null })
  await put(text)
  await accept(1, admin)
  const names = Array.from({ length: 60 }, (_, n) => `Officer ${String(n).padStart(2, '0')}`)
  await server.rows(
    `with a as (insert into accounts (email, email_key, name) select name || $1, lower(name) || $1, name
        from unnest($2::text[]) as name returning id, name)
      insert into officers (organization_id, user_id, name, approved) select $3, id, name, true from a`,
    [`@${organization.subdomain}.example`, names, organization.id],
  )
  await server.rows(
    `insert into notice_acceptances (organization_id, version, officer_id, accepted_at)
      select organization_id, 1, id, '2026-03-01T08:00:00Z' from officers where organization_id = $1 and name < 'Officer 06'
        and name like 'Officer 0%'`,
    [organization.id],
  )
  // People who may not sign in need not accept.
  await server.rows(`update officers set suspended_at = now() where organization_id = $1 and name = 'Officer 59'`, [
    organization.id,
  ])
  await server.rows(`update officers set name = 'Officer 99' where id = $1`, [officer.officer_id])
  await server.rows(`update officers set name = 'Admin 1' where id = $1`, [admin.officer_id])
  const first = (await list()).body
  expect(first.items).toHaveLength(50)
  const second = (await list(first.next ?? '')).body
  expect(second.next).toBeNull()
  const seen = [...first.items, ...second.items]
  expect(seen.map((one) => one.name)).toEqual([...names.slice(6, 59), 'Officer 99', 'Admin 1', ...names.slice(0, 6)])
  expect(seen.filter((one) => one.accepted_at === null)).toHaveLength(54)
  expect(Date.parse(seen.at(-1)?.accepted_at ?? '')).toBe(Date.UTC(2026, 2, 1, 8))
  expect((await server.call(listAcceptances, {}, officer)).status).toBe(403)
  const elsewhere = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
  expect((await server.call(listAcceptances, {}, elsewhere)).body.items).toEqual([])
})
