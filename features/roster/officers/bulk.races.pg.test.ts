import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { makeBulkEdit, makeMatchingEdit, undoBulkEdit } from './contract.bulk.ts'
import { inviteOfficers } from './contract.ts'
import { routes as bulk } from './routes.bulk.ts'
import { routes } from './routes.ts'

let server: TestServer
let where: TestOrganization
let admins: TestPerson[]
beforeAll(async () => {
  server = await startTestServer([...bulk, ...routes])
})
beforeEach(async () => {
  where = await server.makeOrganization({ subscription_tier: 'pro' })
  admins = await Promise.all(Array.from({ length: 3 }, () => server.makePerson(where, { role: 'admin' })))
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const adminOf = (turn: number) => admins[turn % admins.length] as TestPerson
const forty = <T>(work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 40 }, (_, turn) => work(turn)))
const addMany = (count: number) =>
  server.rows<{ id: string }>(
    `insert into officers (organization_id, name, unit, email, email_key, approved)
     select $1, 'Officer ' || n, 'Patrol', 'o' || n || '@example.org', 'o' || n || '@example.org', true
     from generate_series(1, $2::int) n returning id`,
    [where.id, count],
  )
const units = () =>
  server.rows<{ unit: string; n: number }>(
    `select unit, count(*)::int as n from officers where organization_id = $1 and role = 'officer' group by 1 order by 1`,
    [where.id],
  )
/** Each one delays an admin by a second: PostgreSQL aborts one transaction and the server retries it. */
const deadlocks = async () => {
  await server.rows('select pg_stat_force_next_flush()')
  const [row] = await server.rows<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  return row?.n ?? 0
}

test('forty simultaneous edits of everyone who matches change and record each officer once', async () => {
  await addMany(60)
  const made = await forty((turn) =>
    server.call(makeMatchingEdit, { matching: { unit: 'Patrol' }, edit: { kind: 'unit', value: 'K9' } }, adminOf(turn)),
  )
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  expect(made.map(({ body }) => body.changed).toSorted((a, b) => b - a)).toEqual([
    60,
    ...Array.from({ length: 39 }, () => 0),
  ])
  expect(await units()).toEqual([{ unit: 'K9', n: 60 }])
  const entries = await server.rows(
    `select from audit_entries where organization_id = $1 and thing_type = 'officers' and action = 'bulk_edits.make_matching'`,
    [where.id],
  )
  expect(entries).toHaveLength(60)
})

test('admins who suspend each other at the same moment leave one who can sign in', async () => {
  for (let round = 0; round < 6; round++) {
    const edit = { kind: 'suspend', reason: 'Drill' } as const
    const ids = admins.map((one) => one.officer_id ?? '')
    await Promise.all(admins.map((admin) => server.call(makeBulkEdit, { officer_ids: ids, edit }, admin)))
    const active = () =>
      server.rows(`select from officers where organization_id = $1 and role = 'admin' and suspended_at is null`, [
        where.id,
      ])
    expect(await active()).toHaveLength(1)
    await server.rows('update officers set suspended_at = null, standing_reason = null where organization_id = $1', [
      where.id,
    ])
  }
})

test('forty simultaneous undos put everyone back once', async () => {
  const ids = (await addMany(60)).map(({ id }) => id)
  const edit = { kind: 'unit', value: 'K9' } as const
  const { body } = await server.call(makeBulkEdit, { officer_ids: ids, edit }, adminOf(0))
  const undone = await forty(() => server.call(undoBulkEdit, { id: body.id ?? '' }, adminOf(0)))
  expect(undone.filter(({ status }) => status === 200).map((one) => one.body)).toEqual([{ restored: 60, left_out: 0 }])
  expect(new Set(undone.flatMap(({ error }) => (error ? [error.code] : [])))).toEqual(new Set(['not_found']))
  expect(await units()).toEqual([{ unit: 'Patrol', n: 60 }])
})

test('edits, undos and invitations of the same officers run at the same time without a deadlock', async () => {
  await addMany(300)
  const before = await deadlocks()
  for (let round = 0; round < 6; round++) {
    const first = await server.call(
      makeMatchingEdit,
      { matching: { search: 'Officer' }, edit: { kind: 'rank', value: `Rank ${round}` } },
      adminOf(0),
    )
    const calls = await Promise.all([
      server.call(undoBulkEdit, { id: first.body.id ?? '' }, adminOf(0)),
      server.call(
        makeMatchingEdit,
        { matching: { search: 'Officer' }, edit: { kind: 'unit', value: `Unit ${round}` } },
        adminOf(1),
      ),
      server.call(inviteOfficers, {}, adminOf(2)),
    ])
    expect(calls.map(({ status, error }) => [status, error?.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ])
    expect(await units()).toEqual([{ unit: `Unit ${round}`, n: 300 }])
  }
  expect(await deadlocks()).toBe(before)
})
