import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPending } from '#features/hours/pending-counts/contract.ts'
import { routes as counts } from '#features/hours/pending-counts/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { staffingFigures } from './contract.staffing.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...counts])
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
  // Left to its award, which a plan does not anticipate.
  await post('Applied for', 10, { signup_mode: 'award' })
  const leave = { officer_id: officer.officer_id, kind: 'vacation', whole_days: false }
  await make('leaves', { ...leave, starts_at: at(100), ends_at: at(120) })
  const found = await figures()
  const gate = { assignment_id: sooner.assignment_id, title: 'Gate watch' }
  expect(found.plan).toEqual({ count: 3, next: { ...gate, at: expect.any(String) } })
  expect(found.rules).toMatchObject({ count: 1, next: { title: 'Applied for' } })
  expect(found.force_list).toMatchObject({ count: 1, next: gate })
  expect(Date.parse(found.force_list.next?.at ?? '')).toBe(Date.parse(at(4)))
  expect(found.swaps).toMatchObject({ count: 1, next: { title: 'Parade' } })
  expect(found.tours).toMatchObject({ count: 0, next: { name: 'Ada' } })
  const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin', name: 'Stranger' })
  expect((await server.call(staffingFigures, {}, stranger)).body.plan.count).toBe(0)
})

test('the badge of the page counts the decisions on its cards, and drops what has started or is decided', async () => {
  const badge = async () => (await server.call(countPending, {}, admin)).body.staffing
  const cards = async () => {
    const { leave, swaps, cases } = await figures()
    return [leave.count, swaps.count, cases.count]
  }
  // The giveaway of the test above.
  expect([await badge(), await cards()]).toEqual([1, [0, 1, 0]])
  const officer = await server.makePerson(house, { name: 'Cid' })
  const asks = { officer_id: officer.officer_id, kind: 'vacation', whole_days: false }
  for (const state of ['pending', 'withdrawn'])
    await make('leave_requests', { ...asks, state, starts_at: at(200), ends_at: at(210) })
  const swap = async (from: number, more: Record<string, unknown>) => {
    const { assignment_id, post_id, times } = await post('Swapped', from)
    const of = { assignment_id, post_id, officer_id: officer.officer_id, ...times }
    const signup_id = await make('officer_assignments', { ...of, status: 'confirmed' })
    await make('swaps', { ...of, kind: 'give_away', officer_name: 'Cid', signup_id, ...more })
    return { assignment_id, post_id, instead_id: officer.officer_id, instead_signup_id: signup_id }
  }
  await swap(300, { state: 'agreed' })
  await swap(320, { state: 'open' })
  await swap(-4, { state: 'agreed' })
  const given = await swap(400, { state: 'withdrawn' })
  const hash = 'a'.repeat(64)
  const round_id = await make('award_rounds', {
    ...{ assignment_id: given.assignment_id, post_id: given.post_id, purpose: 'award', rule_name: 'Hours', rule: '{}' },
    ...{ places: 1, inputs: '{}', inputs_hash: hash, result_hash: hash },
  })
  const skipped = await server.makePerson(house, { name: 'Dan' })
  await make('award_cases', { ...given, round_id, officer_id: skipped.officer_id, minutes: 480, remedy: 'pay' })
  expect([await badge(), await cards()]).toEqual([4, [1, 2, 1]])
})

test('is for admins alone', async () => {
  const officer = await server.makePerson(house, { name: 'Ben' })
  expect((await server.call(staffingFigures, {}, officer)).status).toBe(403)
})
