import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listUnplanned } from './contract.unplanned.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
const make = async (table: string, row: object) =>
  String((await server.insert(table, { organization_id: house.id, ...row })).id)
const shift = async (title: string, over: { from?: number; required?: number; status?: string } = {}) => {
  const { from = 30, required = 1, status = 'published' } = over
  const times = { starts_at: hours(from), ends_at: hours(from + 4) }
  const kind = { kind: 'overtime', time_zone: house.time_zone, signup_mode: 'approval' }
  const assignment_id = await make('assignments', { title, status, location_name: 'Yard', ...kind, ...times })
  const post_id = await make('posts', { assignment_id, name: 'P', required_count: required, ...times })
  return { assignment_id, post_id, times }
}
/** A call that was decided that many hours ago, with that many spots left open. */
const called = ({ assignment_id, post_id }: { assignment_id: string; post_id: string }, ago: number, missing: number) =>
  make('order_calls', {
    ...{ assignment_id, post_id, opened_at: hours(-ago - 1), closes_at: hours(-ago), closed_at: hours(-ago) },
    ...{ outcome: 'decided', volunteered_count: 0, ordered_count: 0, missing_count: missing },
  })
const found = async () => (await server.call(listUnplanned, {}, admin)).body

beforeAll(async () => {
  server = await startTestServer(routes)
  house = await server.makeOrganization({ time_zone: 'America/Chicago' })
  admin = await server.makePerson(house, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

it('lists shifts with no officers left to order in while they are short and to come, and counts others without a plan', async () => {
  expect(await found()).toEqual({ exhausted: [], without_plan: 0 })
  const transport = await shift('Prisoner transport')
  await called(transport, 2, 1)
  const again = await shift('Called again later')
  await called(again, 5, 1)
  await called(again, 2, 0)
  await called(await shift('Canceled', { status: 'cancelled' }), 2, 1)
  await called(await shift('Started', { from: -1 }), 2, 1)
  const planned = await shift('Planned')
  await make('escalations', {
    ...{ assignment_id: planned.assignment_id, published_at: hours(-3) },
    steps: JSON.stringify([{ kind: 'all', clock: 'after_publish', minutes: 60, units: [] }]),
  })
  const { exhausted, without_plan } = await found()
  expect(exhausted).toMatchObject([
    { assignment_id: transport.assignment_id, title: 'Prisoner transport', location_name: 'Yard', missing: 1 },
  ])
  expect(without_plan).toBe(1)

  // Volunteers are asked again: it is no longer the end of the list.
  const { assignment_id, post_id, times } = transport
  const open = await make('order_calls', { assignment_id, post_id, closes_at: hours(1) })
  expect((await found()).exhausted).toEqual([])
  await server.rows('delete from order_calls where id = $1', [open])
  expect((await found()).exhausted).toHaveLength(1)

  const officer = await server.makePerson(house)
  await make('officer_assignments', {
    assignment_id,
    post_id,
    officer_id: officer.officer_id,
    status: 'confirmed',
    ...times,
  })
  expect(await found()).toEqual({ exhausted: [], without_plan: 1 })
  expect((await server.call(listUnplanned, {}, officer)).status).toBe(403)
})
