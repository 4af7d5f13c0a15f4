import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { makeBulkEdit, undoBulkEdit } from './contract.bulk.ts'
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

const add = (name: string, over: Record<string, unknown> = {}) =>
  server.insert('officers', { organization_id: house.id, name, approved: true, ...over }).then((row) => String(row.id))
const unitsOf = async (ids: readonly string[]) =>
  (await server.rows<{ unit: string | null }>('select unit from officers where id = any($1) order by name', [ids])).map(
    ({ unit }) => unit,
  )

test('moves several officers to a unit in one step, and leaves out those who are in it or gone', async () => {
  const ids = [
    await add('A', { unit: 'Patrol' }),
    await add('B', { unit: 'K9' }),
    await add('C', { left_on: '2026-01-01' }),
    await add('D'),
  ]
  const stranger = await server.makePerson(await server.makeOrganization(), { name: 'Stranger' })
  const officer_ids = [...ids, stranger.officer_id]
  const { body } = await server.call(makeBulkEdit, { officer_ids, edit: { kind: 'unit', value: 'K9' } }, admin)
  expect(body).toMatchObject({ changed: 2 })
  expect(body.left_out).toEqual(
    expect.arrayContaining([
      { why: 'same', count: 1 },
      { why: 'wrong_state', count: 1 },
      { why: 'not_found', count: 1 },
    ]),
  )
  expect(await unitsOf(ids)).toEqual(['K9', 'K9', null, 'K9'])
})

test('writes an audit entry for each officer, with what was there before', async () => {
  const ids = [await add('A', { rank: 'Officer' }), await add('B', { rank: 'Detective' })]
  await server.call(makeBulkEdit, { officer_ids: ids, edit: { kind: 'rank', value: 'Sergeant' } }, admin)
  const entries = await server.rows<{ was: string; is: string }>(
    `select before ->> 'rank' as was, after ->> 'rank' as is from audit_entries
     where thing_type = 'officers' and action = 'bulk_edits.make' and thing_id = any($1) order by 1`,
    [ids],
  )
  expect(entries).toEqual([
    { was: 'Detective', is: 'Sergeant' },
    { was: 'Officer', is: 'Sergeant' },
  ])
})

test('is undone within a minute, except for officers changed since', async () => {
  const ids = [await add('A', { unit: 'Patrol' }), await add('B')]
  const made = await server.call(makeBulkEdit, { officer_ids: ids, edit: { kind: 'unit', value: 'K9' } }, admin)
  await server.rows("update officers set unit = 'Traffic', version = version + 1 where id = $1", [ids[1]])
  const undone = await server.call(undoBulkEdit, { id: made.body.id ?? '' }, admin)
  expect(undone.body).toEqual({ restored: 1, left_out: 1 })
  expect(await unitsOf(ids)).toEqual(['Patrol', 'Traffic'])
  expect((await server.call(undoBulkEdit, { id: made.body.id ?? '' }, admin)).status).toBe(404)
})

test('cannot be undone after a minute, nor by another admin', async () => {
  const ids = [await add('A', { unit: 'Patrol' })]
  const made = await server.call(makeBulkEdit, { officer_ids: ids, edit: { kind: 'unit', value: 'K9' } }, admin)
  const colleague = await server.makePerson(house, { role: 'admin', name: 'Admin 2' })
  expect((await server.call(undoBulkEdit, { id: made.body.id ?? '' }, colleague)).status).toBe(404)
  await server.rows("update bulk_edits set made_at = now() - interval '61 seconds' where id = $1", [made.body.id])
  const late = await server.call(undoBulkEdit, { id: made.body.id ?? '' }, admin)
  expect(late.body).toMatchObject({ error: { code: 'bulk_undo_over' } })
  expect(await unitsOf(ids)).toEqual(['K9'])
})

test('suspends several, never the admin who asks, and lets them in again when undone', async () => {
  const ids = [await add('A'), await add('B', { suspended_at: '2026-01-01T00:00:00Z' })]
  const edit = { kind: 'suspend', reason: 'Range not passed' } as const
  const { body } = await server.call(makeBulkEdit, { officer_ids: [...ids, admin.officer_id], edit }, admin)
  expect(body.changed).toBe(1)
  const suspended = () =>
    server.rows<{ reason: string | null }>(
      'select standing_reason as reason from officers where id = $1 and suspended_at is not null',
      [ids[0]],
    )
  expect(await suspended()).toEqual([{ reason: 'Range not passed' }])
  await server.call(undoBulkEdit, { id: body.id ?? '' }, admin)
  expect(await suspended()).toEqual([])
})

test('invites those who have an address and no account; mail cannot be undone', async () => {
  const ids = [await add('A', { email: 'a@example.org', email_key: 'a@example.org' }), await add('B')]
  const { body } = await server.call(makeBulkEdit, { officer_ids: ids, edit: { kind: 'invite' } }, admin)
  expect(body).toEqual({ id: null, changed: 1, left_out: [{ why: 'no_email', count: 1 }] })
  expect(await server.rows("select from mails where to_address = 'a@example.org'")).toHaveLength(1)
})

test('is closed to officers', async () => {
  const officer = await server.makePerson(house, { name: 'Officer 1' })
  const call = await server.call(
    makeBulkEdit,
    { officer_ids: [admin.officer_id], edit: { kind: 'unit', value: 'K9' } },
    officer,
  )
  expect(call.status).toBe(403)
})
