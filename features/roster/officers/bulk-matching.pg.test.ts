import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { countMatching, makeMatchingEdit, previewBulkEdit, undoBulkEdit } from './contract.bulk.ts'
import { routes } from './routes.bulk.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization({ subscription_tier: 'pro' })
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin 1' })
})

/** As many officers of a unit, named and addressed by number. */
const addMany = (count: number, unit: string, at = house) =>
  server.rows(
    `insert into officers (organization_id, name, unit, email, email_key, approved)
     select $1, 'Officer ' || n, $3, $3 || n || '@example.org', lower($3) || n || '@example.org', true
     from generate_series(1, $2::int) n`,
    [at.id, count, unit],
  )
const inUnit = async (unit: string, at = house) => {
  const [row] = await server.rows<{ n: number }>(
    'select count(*)::int as n from officers where organization_id = $1 and unit = $2',
    [at.id, unit],
  )
  return row?.n
}
const entries = async () => {
  const [row] = await server.rows<{ n: number; officers: number }>(
    `select count(*)::int as n, count(distinct thing_id)::int as officers from audit_entries
     where organization_id = $1 and thing_type = 'officers' and action = 'bulk_edits.make_matching'`,
    [house.id],
  )
  return row
}

test('edits everyone who matches, 2,200 of them, with an audit entry each, and is undone as a whole', async () => {
  const elsewhere = await server.makeOrganization()
  await addMany(2200, 'Patrol')
  await addMany(3, 'Patrol', elsewhere)
  await server.rows(
    `update officers set left_on = '2026-01-01' where organization_id = $1 and name in ('Officer 7', 'Officer 8')`,
    [house.id],
  )
  const matching = { unit: 'Patrol' }
  expect((await server.call(countMatching, matching, admin)).body).toEqual({ officers: 2200 })
  const asked = { changed: 2198, left_out: [{ why: 'wrong_state', count: 2 }] }
  const preview = await server.call(previewBulkEdit, { ...matching, kind: 'unit', value: 'K9' }, admin)
  expect(preview.body).toEqual({ ...asked, on_duty: [] })
  const { body } = await server.call(makeMatchingEdit, { matching, edit: { kind: 'unit', value: 'K9' } }, admin)
  expect(body).toMatchObject(asked)
  expect([await inUnit('K9'), await inUnit('Patrol'), await inUnit('Patrol', elsewhere)]).toEqual([2198, 2, 3])
  expect(await entries()).toEqual({ n: 2198, officers: 2198 })
  const undone = await server.call(undoBulkEdit, { id: body.id ?? '' }, admin)
  expect(undone.body).toEqual({ restored: 2198, left_out: 0 })
  expect(await inUnit('Patrol')).toBe(2200)
})

test('suspends everyone who matches except the admin who asks', async () => {
  await addMany(3, 'Patrol')
  const { body } = await server.call(
    makeMatchingEdit,
    { matching: { standing: 'approved' }, edit: { kind: 'suspend', reason: 'Range not passed' } },
    admin,
  )
  expect(body).toMatchObject({ changed: 3 })
  expect(body.left_out.map(({ count }) => count)).toEqual([1])
  const preview = await server.call(previewBulkEdit, { standing: 'approved', kind: 'suspend' }, admin)
  expect(preview.body).toEqual({ changed: 0, left_out: body.left_out, on_duty: [] })
})

test('the preview of a suspension names the matching officers on duty, who could no longer check out', async () => {
  await addMany(3, 'Patrol')
  const elsewhere = await server.makeOrganization()
  const gone = await server.makePerson(house, { name: 'Officer gone' })
  const other = await server.makePerson(elsewhere, { name: 'Officer 1' })
  await server.rows('update officers set suspended_at = now() where id = $1', [gone.officer_id])
  await server.rows(
    `with f as (select id, organization_id, name from officers
       where id = any($1::uuid[]) or (organization_id = $2 and (name in ('Officer 1', 'Officer 2') or name = 'Admin 1'))),
     a as (insert into assignments (organization_id, title, kind, time_zone, status, starts_at, ends_at)
       select organization_id, name, 'overtime', 'UTC', 'published', now(), now() + interval '4 hours' from f returning *),
     p as (insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
       select organization_id, id, 'Gate', 1, starts_at, ends_at from a returning *),
     s as (insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
       select a.organization_id, a.id, p.id, f.id, 'confirmed', a.starts_at, a.ends_at
       from a join p on p.assignment_id = a.id join f on f.organization_id = a.organization_id and f.name = a.title returning *)
     insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
       scheduled_ends_at, checked_in_at)
     select organization_id, id, assignment_id, officer_id, 'open', starts_at, ends_at, now() from s`,
    [[gone.officer_id, other.officer_id], house.id],
  )
  const named = async (filter: object) =>
    (await server.call(previewBulkEdit, { ...filter, kind: 'suspend' }, admin)).body.on_duty.map(({ name }) => name)
  expect(await named({})).toEqual(['Officer 1', 'Officer 2'])
  expect(await named({ search: 'Officer 2' })).toEqual(['Officer 2'])
  await server.rows(
    `update attendance t set state = 'submitted', checked_out_at = now() from officers f
     where f.id = t.officer_id and f.organization_id = $1 and f.name = 'Officer 1'`,
    [house.id],
  )
  expect(await named({})).toEqual(['Officer 2'])
  expect((await server.call(previewBulkEdit, { kind: 'unit' }, admin)).body.on_duty).toEqual([])
})

test('invites everyone who matches and has an email but no account', async () => {
  await addMany(1100, 'Patrol')
  await server.rows(
    `update officers set email = null, email_key = null where organization_id = $1 and name like '%9'`,
    [house.id],
  )
  const matching = { search: 'officer' }
  const preview = await server.call(previewBulkEdit, { ...matching, kind: 'invite' }, admin)
  const { body } = await server.call(makeMatchingEdit, { matching, edit: { kind: 'invite' } }, admin)
  expect(body).toEqual({ id: null, changed: 990, left_out: [{ why: 'no_email', count: 110 }] })
  expect(preview.body).toEqual({ changed: 990, left_out: body.left_out, on_duty: [] })
  const [mails] = await server.rows<{ n: number }>(
    `select count(*)::int as n from account_links where organization_id = $1 and kind = 'claim'`,
    [house.id],
  )
  expect(mails?.n).toBe(990)
})

test('finds by each of the filters what the list finds', async () => {
  await addMany(2, 'Patrol')
  await addMany(3, 'K9')
  await server.rows(
    `update officers set suspended_at = now(), rank = 'Sergeant' where organization_id = $1 and unit = 'K9'`,
    [house.id],
  )
  const count = async (input: Parameters<typeof server.call<typeof countMatching>>[1]) =>
    (await server.call(countMatching, input, admin)).body.officers
  expect(await count({})).toBe(6)
  expect(await count({ unit: 'K9' })).toBe(3)
  expect(await count({ rank: 'Sergeant', search: 'officer 1' })).toBe(1)
  expect(await count({ standing: 'suspended' })).toBe(3)
  expect(await count({ role: 'admin' })).toBe(1)
  expect(await count({ sign_in: 'no_factor' })).toBe(1)
  expect(await count({ certifications: 'expired' })).toBe(0)
})

test('is closed to officers', async () => {
  const officer = await server.makePerson(house, { name: 'Officer 1' })
  const edit = { kind: 'unit', value: 'K9' } as const
  expect((await server.call(makeMatchingEdit, { matching: {}, edit }, officer)).status).toBe(403)
  expect((await server.call(previewBulkEdit, { kind: 'invite' }, officer)).status).toBe(403)
  expect((await server.call(countMatching, {}, officer)).status).toBe(403)
})
