import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { moveOfficer, replaceSick, undoChange } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let where: TestOrganization
let admins: TestPerson[]
beforeAll(async () => {
  server = await startTestServer(routes)
  where = await server.makeOrganization()
  admins = [await server.makePerson(where, { role: 'admin' }), await server.makePerson(where, { role: 'admin' })]
})
afterAll(() => server.close())

const at = (hours: number) => new Date(Date.parse('2031-03-05T15:00:00Z') + hours * 3_600_000)
const makeShift = async (from: number, required: number) => {
  const row = { organization_id: where.id, starts_at: at(from), ends_at: at(from + 8) }
  const shift = { title: `Gate ${from}`, kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
  const made = await server.insert('assignments', { ...row, ...shift })
  const post = { assignment_id: made.id, name: 'Gate', required_count: required }
  const { id } = await server.insert('posts', { ...row, ...post })
  return { ...row, assignment_id: String(made.id), post_id: String(id) }
}
type Shift = Awaited<ReturnType<typeof makeShift>>
const sign = async (shift: Shift, who: TestPerson) =>
  String((await server.insert('officer_assignments', { ...shift, officer_id: who.officer_id, status: 'confirmed' })).id)
/** Each one delays an admin by a second: PostgreSQL aborts one transaction and the server retries it. */
const deadlocks = async () => {
  await server.rows('select pg_stat_force_next_flush()')
  const [row] = await server.rows<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  return row?.n ?? 0
}
const adminOf = (turn: number) => admins[turn % 2] as TestPerson

test('forty simultaneous requests replace the officer once, and forty undos undo it once', async () => {
  const shift = await makeShift(0, 1)
  const sick = await server.makePerson(where)
  const signup_id = await sign(shift, sick)
  const others = await Promise.all(Array.from({ length: 4 }, () => server.makePerson(where)))
  const pressed = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => {
      const officer_id = others[turn % 4]?.officer_id ?? ''
      return server.call(replaceSick, { signup_id, replacement: { officer_id, way: 'assign' } }, adminOf(0))
    }),
  )
  const done = pressed.filter((one) => one.status === 200)
  expect(pressed.map((one) => one.status).filter((status) => ![200, 409].includes(status))).toEqual([])
  expect(done).toHaveLength(1)
  const held = () =>
    server.rows<{ officer_id: string }>(
      `select officer_id from officer_assignments where assignment_id = $1 and status = 'confirmed'`,
      [shift.assignment_id],
    )
  expect(await held()).toHaveLength(1)
  const id = done[0]?.body.change_id ?? ''
  const undone = await Promise.all(Array.from({ length: 40 }, () => server.call(undoChange, { id }, adminOf(0))))
  expect(undone.map((one) => one.status).filter((status) => ![200, 409].includes(status))).toEqual([])
  expect(undone.filter((one) => one.status === 200)).toHaveLength(1)
  expect(await held()).toEqual([{ officer_id: sick.officer_id }])
  expect(await server.rows('select 1 from leaves where officer_id = $1', [sick.officer_id])).toEqual([])
})

test('two admins move officers between the same two shifts in opposite directions without a deadlock', async () => {
  const before = await deadlocks()
  for (let round = 0; round < 12; round++) {
    const [one, other] = [await makeShift(100 + round * 48, 3), await makeShift(120 + round * 48, 3)]
    const [ann, ben] = [await server.makePerson(where), await server.makePerson(where)]
    const ids = [await sign(one, ann), await sign(other, ben)]
    const moves = await Promise.all([
      server.call(
        moveOfficer,
        { signup_id: ids[0] ?? '', officer_id: ann.officer_id ?? '', assignment_id: other.assignment_id },
        adminOf(0),
      ),
      server.call(
        moveOfficer,
        { signup_id: ids[1] ?? '', officer_id: ben.officer_id ?? '', assignment_id: one.assignment_id },
        adminOf(1),
      ),
    ])
    expect(moves.map((move) => [move.status, move.error?.code])).toEqual([
      [200, undefined],
      [200, undefined],
    ])
  }
  expect(server.errors).toEqual([])
  expect(await deadlocks()).toBe(before)
})
