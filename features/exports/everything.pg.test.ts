import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { unzip } from '#platform/server/testing.zip.ts'
import { exportEverything, exportOrganization } from './contract.ts'
import { routes } from './routes.ts'
import { exported, leftOut } from './store.everything.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

const take = async (who: TestPerson) => {
  const answer = await fetch(server.base + exportEverything.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.base, cookie: `watchbill=${who.secret}` },
    body: '{}',
  })
  expect(answer.status).toBe(200)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

const scene = async (over: Record<string, unknown> = {}) => {
  const house = await server.makeOrganization({ time_zone: 'Pacific/Honolulu', ...over })
  const of = { organization_id: house.id }
  const admin = await server.makePerson(house, { role: 'admin', name: `Chief ${house.subdomain}` })
  const officer = await server.makePerson(house, { name: '=cmd' })
  const times = { starts_at: '2026-03-01T08:00:00Z', ends_at: '2026-03-01T16:00:00Z' }
  const assignment = await server.insert('assignments', {
    ...of,
    title: 'Parade',
    kind: 'special_event',
    time_zone: 'Pacific/Honolulu',
    status: 'published',
    ...times,
  })
  const post = await server.insert('posts', {
    ...of,
    assignment_id: assignment.id,
    name: 'Gate',
    required_count: 1,
    ...times,
  })
  await server.insert('officer_assignments', {
    ...of,
    assignment_id: assignment.id,
    post_id: post.id,
    officer_id: officer.officer_id,
    status: 'worked',
    ...times,
  })
  return { house, admin, officer }
}

test('[issue 3.5] everything of the organization, nothing of another, in one zip; also after the trial has ended', async () => {
  const ours = await scene({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
  const theirs = await scene()
  const files = await take(ours.admin)
  expect([...files.keys()].sort()).toEqual(exported.map(({ table }) => `${table}.csv`).sort())
  const all = [...files.values()].join('')
  expect(all).toContain(`Chief ${ours.house.subdomain}`)
  expect(all).not.toContain(theirs.house.subdomain)
  const officers: Record<string, string>[] = parse(files.get('officers.csv') ?? '', { bom: true, columns: true })
  expect(officers.map(({ name }) => name)).toEqual(["'=cmd", `Chief ${ours.house.subdomain}`])
  const signups: Record<string, string>[] = parse(files.get('officer_assignments.csv') ?? '', {
    bom: true,
    columns: true,
  })
  // In the department's zone: the evening before.
  expect(signups).toMatchObject([
    { status: 'worked', starts_at: '2026-02-28 22:00:00', officer_id: ours.officer.officer_id },
  ])
  const audit: unknown[] = parse(files.get('audit_entries.csv') ?? '', { bom: true, columns: true })
  expect(audit.length).toBeGreaterThan(0)
})

test('[issue 3.5] officers, strangers and other pages of an expired trial stay refused; the audit is for who has it', async () => {
  const { officer } = await scene()
  expect((await server.call(exportEverything, {}, officer)).error?.code).toBe('not_allowed')
  expect((await server.call(exportEverything, {}, null)).error?.code).toBe('not_signed_in')
  const basic = await scene({ subscription_tier: 'basic' })
  const files = await take(basic.admin)
  expect(parse(files.get('audit_entries.csv') ?? '', { bom: true })).toHaveLength(1)
  expect(parse(files.get('officers.csv') ?? '', { bom: true })).toHaveLength(3)
})

test('[issue 3.5] every table of the organization is exported, or left out for a reason', async () => {
  const tables = await server.rows<{ name: string }>(`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
      select from pg_policies p where p.tablename = c.relname and p.policyname = 'tenant')`)
  const known = new Set([...exported.map(({ table }) => table), ...Object.keys(leftOut)])
  expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('[issue 4.4] the vendor takes the same archive of one organization, with a reason that its audit keeps', async () => {
  const [ours, theirs] = [await scene(), await scene()]
  const vendor = await server.makeSuperAdmin()
  const ask = { organization_id: ours.house.id, reason: 'Asked for by the chief' }
  const answer = await server.call(exportOrganization, ask, vendor)
  expect(answer.status).toBe(200)
  const all = JSON.stringify(answer.body)
  expect(all).toContain(`Chief ${ours.house.subdomain}`)
  expect(all).not.toContain(theirs.house.subdomain)
  const audit = await server.rows<{ actor_role: string; reason: string }>(
    `select actor_role, after -> 'parameters' ->> 'reason' as reason from audit_entries
     where organization_id = $1 and action = 'exports.organization' and before is null`,
    [ours.house.id],
  )
  expect(audit).toEqual([{ actor_role: 'super_admin', reason: 'Asked for by the chief' }])
  // Not every plan reads the audit: the admins are told beside it.
  const told = await server.rows<{ type: string; message: string }>(
    'select type, message from notifications where organization_id = $1 and officer_id is null',
    [ours.house.id],
  )
  expect(told).toEqual([{ type: 'support_access', message: expect.stringContaining('Asked for by the chief') }])
  expect((await server.call(exportOrganization, ask, ours.admin)).status).toBe(404)
  const gone = await server.makeOrganization({ state: 'erased' })
  expect((await server.call(exportOrganization, { ...ask, organization_id: gone.id }, vendor)).status).toBe(404)
  expect((await server.call(exportOrganization, { ...ask, organization_id: crypto.randomUUID() }, vendor)).status).toBe(
    404,
  )
})
