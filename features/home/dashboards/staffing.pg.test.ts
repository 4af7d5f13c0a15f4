import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { staffingFigures } from './contract.staffing.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin 1' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const fullHour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * 3_600_000).toISOString()
const make = async (table: string, row: Record<string, unknown>) =>
  String((await server.insert(table, { organization_id: house.id, ...row })).id)
const post = async (title: string, from: number, more: Record<string, unknown> = {}) => {
  const times = { starts_at: at(from), ends_at: at(from + 8) }
  const assignment_id = await make('assignments', {
    ...{ title, kind: 'overtime', time_zone: 'America/Chicago', status: 'published', signup_mode: 'approval' },
    ...{ ...times, ...more },
  })
  return {
    assignment_id,
    post_id: await make('posts', { assignment_id, name: 'Gate', required_count: 2, ...times }),
    times,
  }
}
const figures = async () => (await server.call(staffingFigures, {}, admin)).body

test('an idle department has zeros and no events', async () => {
  expect(await figures()).toEqual({
    ...{ rules: { count: 0, next: null }, tours: { count: 0, next: null } },
    ...{ force_list: { count: 0, next: null }, unseen_orders: 0, plan: { count: 0, next: null } },
    ...{ escalation: { count: 0, next: null, missing: 0 }, cases: { count: 0, next: null }, work_rules: 0 },
    ...{ opportunities: { count: 0, next: null }, swaps: { count: 0, next: null }, leave: { count: 0, next: null } },
  })
})

test('counts live staffing work and names the next event', async () => {
  const later = await post('Parade', 50)
  const sooner = await post('Gate watch', 20)
  const officer = await server.makePerson(house, { name: 'Ada' })
  const signup_id = await make('officer_assignments', {
    ...{ assignment_id: later.assignment_id, post_id: later.post_id, officer_id: officer.officer_id },
    ...{ status: 'confirmed', ...later.times },
  })
  await make('swaps', {
    ...{ kind: 'give_away', state: 'agreed', officer_id: officer.officer_id, officer_name: 'Ada', signup_id },
    ...{ assignment_id: later.assignment_id, post_id: later.post_id, ...later.times },
  })
  await make('order_calls', { assignment_id: sooner.assignment_id, post_id: sooner.post_id, closes_at: at(4) })
  const leave = { officer_id: officer.officer_id, kind: 'vacation', whole_days: false }
  await make('leaves', { ...leave, starts_at: at(100), ends_at: at(120) })
  const found = await figures()
  const gate = { assignment_id: sooner.assignment_id, title: 'Gate watch' }
  expect(found.plan).toEqual({ count: 3, next: { ...gate, at: expect.any(String) } })
  expect(found.force_list).toMatchObject({ count: 1, next: gate })
  expect(Date.parse(found.force_list.next?.at ?? '')).toBe(Date.parse(at(4)))
  expect(found.swaps).toMatchObject({ count: 1, next: { title: 'Parade' } })
  expect(found.tours).toMatchObject({ count: 0, next: { name: 'Ada' } })
  const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin', name: 'Stranger' })
  expect((await server.call(staffingFigures, {}, stranger)).body.plan.count).toBe(0)
})

test('is for admins alone', async () => {
  const officer = await server.makePerson(house, { name: 'Ben' })
  expect((await server.call(staffingFigures, {}, officer)).status).toBe(403)
})
