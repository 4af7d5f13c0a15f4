import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoDecision } from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisionRoutes } from '#features/shifts/signup-decisions/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { askPlan, readPlan, takeLines, undoLines } from './contract.ts'
import { workOutPlan } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let department: TestOrganization
let admin: TestPerson
let other: TestPerson
let [dee, eli]: TestPerson[] = []

const HOUR = 3_600_000
const whole = Math.ceil(Date.now() / (24 * HOUR)) * 24 * HOUR
const at = (hours: number) => new Date(whole + hours * HOUR).toISOString()
const open = async (title: string, from: number, more: Record<string, unknown> = {}) => {
  const of = { organization_id: department.id }
  const times = { starts_at: at(from), ends_at: at(from + 4) }
  const base = { title, kind: 'overtime', time_zone: 'UTC', status: 'published', signup_mode: 'approval' }
  const { id } = await server.insert('assignments', { ...of, ...base, ...times })
  const place = { assignment_id: String(id), name: 'Gate', required_count: 1, requirements: '{}', ...more }
  const post = await server.insert('posts', { ...of, ...place, ...times })
  return { assignment_id: String(id), post_id: String(post.id), ...times }
}
const ask = (post: object, who: TestPerson | undefined, more: object = {}) =>
  server.insert('officer_assignments', {
    ...{ organization_id: department.id, ...post, officer_id: who?.officer_id, status: 'pending_approval' },
    ...more,
  })
const read = async (id: string, by = admin) => (await server.call(readPlan, { id }, by)).body
const plan = async () => {
  const { body } = await server.call(askPlan, { days: 7 }, admin)
  await workOutPlan(server.database, department.id)
  return read(body.id)
}
const signupsOf = (post_id: string) =>
  server.rows<{ officer_id: string; status: string; decided_by: string | null }>(
    'select officer_id, status, decided_by from officer_assignments where post_id = $1 order by applied_at',
    [post_id],
  )
const told = async (who: TestPerson | undefined) =>
  (
    await server.rows<{ type: string }>(
      'select type from notifications where officer_id = $1 order by created_at, id',
      [who?.officer_id],
    )
  ).map(({ type }) => type)

beforeAll(async () => {
  server = await startTestServer([...routes, ...decisionRoutes])
  department = await server.makeOrganization({ subscription_tier: 'enterprise' })
  admin = await server.makePerson(department, { role: 'admin', name: 'Admin' })
  other = await server.makePerson(department, { role: 'admin', name: 'Other' })
  dee = await server.makePerson(department, { name: 'Dee' })
  eli = await server.makePerson(department, { name: 'Eli' })
  const past = await open('Past', -100)
  await ask(past, dee, { status: 'worked' })
})
afterAll(() => server.close())

describe('requests and undo in a fill plan', { meta: { shows: ['issue 5.6'] } }, () => {
  test('proposes the officer who requested the shift before one with fewer hours, and says so', async () => {
    const post = await open('Requested', 50)
    await ask(post, dee)
    const { items, waiting } = await plan()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      ...{ officer_name: 'Dee', applied: true, order: 2 },
      passed: [{ name: 'Eli', why: 'not_asked', asked: null }],
    })
    expect(waiting).toEqual([])
    await server.rows("update assignments set status = 'cancelled' where id = $1", [post.assignment_id])
  })

  test('a request for another post, or for a part, is none for the line', async () => {
    const post = await open('In parts', 60, { split_minutes: 60 })
    await ask(post, dee, { ends_at: at(62) })
    const { items, waiting } = await plan()
    expect(items).toMatchObject([{ officer_name: 'Eli', applied: false, passed: [] }])
    expect(waiting).toEqual([{ post_id: post.post_id, officers: 1, names: ['Dee'] }])
    await server.rows("update assignments set status = 'cancelled' where id = $1", [post.assignment_id])
  })

  test('undoes several assignments: requests are pending again, others are off the shift, and the lines are open', async () => {
    const [asked, plain] = [await open('Asked', 70), await open('Plain', 72)]
    await ask(asked, dee)
    const { id, items } = await plan()
    expect(items.map((line) => [line.title, line.officer_name])).toEqual([
      ['Asked', 'Dee'],
      ['Plain', 'Eli'],
    ])
    const line_ids = items.map((line) => line.id)
    expect((await server.call(takeLines, { id, line_ids }, admin)).body.results.map(({ done }) => done)).toEqual([
      ...[true, true],
    ])
    const taken = await read(id)
    expect(taken.items.map(({ undoable }) => undoable)).toEqual([true, true])
    expect((await read(id, other)).items.map(({ undoable }) => undoable)).toEqual([false, false])
    const not = await server.call(undoLines, { id, line_ids }, other)
    expect(not.body.results.map(({ code }) => code)).toEqual(['wrong_state', 'wrong_state'])
    const undone = await server.call(undoLines, { id, line_ids }, admin)
    expect(undone.body.results).toEqual(line_ids.map((one) => ({ id: one, done: true, code: null })))
    expect(await signupsOf(asked.post_id)).toMatchObject([{ status: 'pending_approval', decided_by: null }])
    expect(await signupsOf(plain.post_id)).toMatchObject([{ officer_id: eli?.officer_id, status: 'cancelled_by_dept' }])
    expect(await told(dee)).toEqual(['signup_assigned', 'decision_undone'])
    expect(await told(eli)).toEqual(['signup_assigned', 'signup_released'])
    const after = await read(id)
    expect(after.items).toMatchObject(
      [1, 2].map(() => ({ taken_at: null, taken_by: null, undoable: false, open: true })),
    )
    // A second press finds nothing to undo, and the lines can be assigned again.
    const again = await server.call(undoLines, { id, line_ids }, admin)
    expect(again.body.results.map(({ code }) => code)).toEqual(['wrong_state', 'wrong_state'])
    const anew = await server.call(takeLines, { id, line_ids }, admin)
    expect(anew.body.results.map(({ done }) => done)).toEqual([true, true])
  })

  test('the line is open again when its request is returned on the shift’s page', async () => {
    const post = await open('Returned', 80)
    const request = await ask(post, dee)
    const { id, items } = await plan()
    const line_ids = items.map((line) => line.id)
    await server.call(takeLines, { id, line_ids }, admin)
    expect((await server.call(undoDecision, { id: String(request.id) }, admin)).body).toMatchObject({
      status: 'pending_approval',
    })
    expect((await read(id)).items).toMatchObject([{ taken_at: null, taken_by: null, open: true, applied: true }])
    const again = await server.call(takeLines, { id, line_ids }, admin)
    expect(again.body.results.map(({ done }) => done)).toEqual([true])
  })

  test('after a minute, nothing is undone', async () => {
    const post = await open('Late', 90)
    const { id, items } = await plan()
    const line_ids = items.map((line) => line.id)
    await server.call(takeLines, { id, line_ids }, admin)
    await server.rows("update fill_plan_lines set taken_at = now() - interval '61 s' where plan_id = $1", [id])
    const answer = await server.call(undoLines, { id, line_ids }, admin)
    expect(answer.body.results).toEqual([{ id: line_ids[0], done: false, code: 'undo_over' }])
    expect(await signupsOf(post.post_id)).toMatchObject([{ status: 'confirmed' }])
  })
})
