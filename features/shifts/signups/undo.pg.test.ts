import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveSignup,
  assignOfficer,
  rejectSignup,
  releaseSignup,
  undoDecision,
} from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisions } from '#features/shifts/signup-decisions/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { signUp, undoSignUp } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson

const hour = 3_600_000
const fullHour = Math.ceil(Date.now() / hour) * hour
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * hour).toISOString()

const makeJob = async (signup_mode: string, places = 1) => {
  const times = { starts_at: at(1), ends_at: at(9) }
  const common = { organization_id: organization.id, ...times }
  const assignment = await server.insert('assignments', {
    ...common,
    title: 'Night patrol',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    signup_mode,
  })
  const post = await server.insert('posts', {
    ...common,
    assignment_id: assignment.id,
    name: 'Gate',
    required_count: places,
  })
  return { assignment_id: String(assignment.id), post_id: String(post.id) }
}
const person = (over: Record<string, unknown> = {}) => server.makePerson(organization, over)
const asked = async (mode: string) => {
  const [job, one] = [await makeJob(mode), await person()]
  const answer = await server.call(signUp, job, one)
  expect(answer.status).toBe(200)
  return { job, one, id: answer.body.id }
}
const ageSignup = (id: string, column: 'applied_at' | 'decided_at') =>
  server.rows(`update officer_assignments set ${column} = now() - interval '61 seconds' where id = $1`, [id])
const confirmed = async (post_id: string) =>
  (await server.rows<{ n: number }>('select confirmed_count as n from posts where id = $1', [post_id]))[0]?.n
const charged = async (id: string) =>
  (
    await server.rows<{ n: number }>(
      'select coalesce(sum(minutes), 0)::int as n from opportunities where signup_id = $1',
      [id],
    )
  )[0]?.n

beforeAll(async () => {
  server = await startTestServer([...routes, ...decisions])
  organization = await server.makeOrganization()
  admin = await person({ role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

describe('undoing a sign-up', () => {
  it('frees the spot inside the notice too, without a call-off, charge or notification', async () => {
    const { job, one, id } = await asked('first_come')
    expect(await confirmed(job.post_id)).toBe(1)
    const undone = await server.call(undoSignUp, { id }, one)
    expect(undone.body).toMatchObject({ id, status: 'withdrawn' })
    expect(await confirmed(job.post_id)).toBe(0)
    expect(await charged(id)).toBe(0)
    expect(await server.rows('select type from notifications where assignment_id = $1', [job.assignment_id])).toEqual(
      [],
    )
    const audited = await server.rows(
      "select action from audit_entries where action = $1 and after ->> 'status' = 'withdrawn'",
      ['signups.undo'],
    )
    expect(audited).toHaveLength(1)
    // The officer can sign up again, and undoing twice changes nothing.
    expect((await server.call(undoSignUp, { id }, one)).error?.code).toBe('undo_over')
    expect((await server.call(signUp, job, one)).status).toBe(200)
  })

  it('withdraws a request that is still pending', async () => {
    const { one, id } = await asked('approval')
    await ageSignup(id, 'applied_at')
    expect((await server.call(undoSignUp, { id }, one)).body.status).toBe('withdrawn')
  })

  it('is refused after a minute, for a spot an admin gave, and to anyone else', async () => {
    const late = await asked('first_come')
    expect((await server.call(undoSignUp, { id: late.id }, admin)).status).toBe(404)
    await ageSignup(late.id, 'applied_at')
    expect((await server.call(undoSignUp, { id: late.id }, late.one)).error?.code).toBe('undo_over')
    expect(await confirmed(late.job.post_id)).toBe(1)
    const given = await asked('approval')
    await server.call(approveSignup, { id: given.id }, admin)
    expect((await server.call(undoSignUp, { id: given.id }, given.one)).error?.code).toBe('undo_over')
  })
})

describe('undoing a decision', () => {
  it.each(['approved', 'denied'])('returns a request that was %s to pending and notifies the officer', async (what) => {
    const { job, one, id } = await asked('approval')
    const decided =
      what === 'approved'
        ? await server.call(approveSignup, { id }, admin)
        : await server.call(rejectSignup, { id, reason: 'Too many hours' }, admin)
    expect(decided.status).toBe(200)
    const undone = await server.call(undoDecision, { id }, admin)
    expect(undone.body).toMatchObject({ status: 'pending_approval', decided_by: null, decided_at: null, reason: null })
    expect(undone.body.may).toEqual(['approve', 'reject'])
    expect(await confirmed(job.post_id)).toBe(0)
    expect(await charged(id)).toBe(0)
    const told = await server.rows<{ type: string }>(
      'select type from notifications where officer_id = $1 order by created_at',
      [one.officer_id],
    )
    expect(told.at(-1)?.type).toBe('decision_undone')
    const audited = await server.rows(
      `select from audit_entries where action = 'signups.undo_decision' and thing_id = $1
         and after ->> 'status' = 'pending_approval'`,
      [id],
    )
    expect(audited).toHaveLength(1)
    // It can be decided again.
    expect((await server.call(approveSignup, { id }, admin)).body.status).toBe('confirmed')
  })

  it('ends an assignment by hand, opens its spot and notifies the officer', async () => {
    const { job } = await asked('approval')
    const one = await person()
    const code = async (id: string, who = admin) => (await server.call(undoDecision, { id }, who)).error?.code
    const assign = async () => {
      const place = { assignment_id: job.assignment_id, post_id: job.post_id, officer_id: one.officer_id }
      return String((await server.call(assignOfficer, place, admin)).body.id)
    }
    const id = await assign()
    expect(await confirmed(job.post_id)).toBe(1)
    expect(await code(id, await person({ role: 'admin' }))).toBe('wrong_state')
    expect((await server.call(undoDecision, { id }, admin)).body).toMatchObject({ status: 'cancelled_by_dept' })
    expect(await confirmed(job.post_id)).toBe(0)
    expect(await charged(id)).toBe(0)
    const told = await server.rows<{ type: string }>(
      'select type from notifications where officer_id = $1 order by created_at',
      [one.officer_id],
    )
    expect(told.map(({ type }) => type)).toEqual(['signup_assigned', 'signup_released'])
    expect(await code(id)).toBe('wrong_state')
    const late = await assign()
    await ageSignup(late, 'applied_at')
    expect(await code(late)).toBe('undo_over')
  })

  it('is refused after a minute, to another admin, for a removal, and without a decision', async () => {
    const code = async (id: string, who = admin) => (await server.call(undoDecision, { id }, who)).error?.code
    const late = await asked('approval')
    expect(await code(late.id)).toBe('wrong_state')
    await server.call(approveSignup, { id: late.id }, admin)
    expect(await code(late.id, await person({ role: 'admin' }))).toBe('wrong_state')
    await ageSignup(late.id, 'decided_at')
    expect(await code(late.id)).toBe('undo_over')
    await server.call(releaseSignup, { id: late.id, reason: 'Needed elsewhere' }, admin)
    expect(await code(late.id)).toBe('wrong_state')
  })
})
