import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { callOff, listOpenJobs, signUp } from './contract.ts'
import { routes } from './routes.ts'
import { heldAtMost, heldThroughout } from './rules.places.ts'

let server: TestServer
let organization: TestOrganization

const hour = 3_600_000
const base = Math.ceil(Date.now() / hour) * hour + 48 * hour
const at = (hours: number) => new Date(base + hours * hour).toISOString()
const whole = { starts_at: at(0), ends_at: at(8) }

type Made = { assignment_id: string; post_id: string }
const makeSplit = async (post: Record<string, unknown> = {}, over: Record<string, unknown> = {}): Promise<Made> => {
  const assignment = await server.insert('assignments', {
    organization_id: organization.id,
    title: 'Road works',
    kind: 'extra_duty',
    time_zone: 'America/Chicago',
    status: 'published',
    signup_mode: 'first_come',
    ...whole,
    ...over,
  })
  const made = await server.insert('posts', {
    organization_id: organization.id,
    assignment_id: assignment.id,
    name: 'Gate',
    required_count: 1,
    split_minutes: 60,
    ...whole,
    ...post,
  })
  return { assignment_id: String(assignment.id), post_id: String(made.id) }
}
const part = (from: number, to: number) => ({ starts_at: at(from), ends_at: at(to) })
const person = (): Promise<TestPerson> => server.makePerson(organization)
const standing = async (job: Made) => {
  const holds = await server.rows<{ starts_at: Date; ends_at: Date }>(
    `select starts_at, ends_at from officer_assignments where post_id = $1 and status in ('confirmed', 'calloff_requested', 'worked')`,
    [job.post_id],
  )
  const [post] = await server.rows<{ confirmed: number; events: number }>(
    `select confirmed_count as confirmed, (select coalesce(sum(delta), 0)::int from place_events e
      where e.assignment_id = p.assignment_id) as events from posts p where id = $1`,
    [job.post_id],
  )
  return {
    ranges: holds.map((one) => ({ starts_at: one.starts_at.toISOString(), ends_at: one.ends_at.toISOString() })),
    confirmed: post?.confirmed,
    events: post?.events,
  }
}

beforeAll(async () => {
  server = await startTestServer(routes)
  organization = await server.makeOrganization()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

describe('a split post', { meta: { shows: ['issue 5.4 split shifts'] } }, () => {
  it('50 parallel requests never exceed capacity in any hour, and the counts match the rows', async () => {
    const job = await makeSplit({ required_count: 3 })
    const people = await Promise.all(Array.from({ length: 50 }, person))
    const answers = await Promise.all(
      people.map((who, i) => {
        const from = (i * 5) % 8
        return server.call(signUp, { ...job, ...part(from, Math.min(8, from + 1 + (i % 4))) }, who)
      }),
    )
    expect(new Set(answers.map((one) => one.error?.code ?? 'done'))).toEqual(new Set(['done', 'full']))
    const { ranges, confirmed, events } = await standing(job)
    expect(heldAtMost(whole, ranges)).toBeLessThanOrEqual(3)
    // Every refused officer would indeed have been one too many.
    answers.forEach((one, i) => {
      if (one.error === null) return
      const from = (i * 5) % 8
      expect(heldAtMost(part(from, Math.min(8, from + 1 + (i % 4))), ranges)).toBe(3)
    })
    expect(confirmed).toBe(heldThroughout(whole, ranges))
    expect(events).toBe(confirmed)
  })

  it('a spot counts as filled exactly while its whole time is covered', async () => {
    const job = await makeSplit()
    const [one, two, three] = await Promise.all([person(), person(), person()])
    const first = await server.call(signUp, { ...job, ...part(0, 5) }, one)
    expect(first.body).toMatchObject({ status: 'confirmed', starts_at: expect.stringContaining(at(0).slice(0, 16)) })
    expect((await standing(job)).confirmed).toBe(0)
    expect((await server.call(signUp, { ...job, ...part(4, 8) }, two)).error?.code).toBe('full')
    expect((await server.call(signUp, job, two)).error?.code).toBe('full')
    expect((await server.call(signUp, { ...job, ...part(5, 8) }, two)).status).toBe(200)
    expect(await standing(job)).toMatchObject({ confirmed: 1, events: 1 })
    const seen = await server.call(listOpenJobs, {}, three)
    const shown = seen.body.items.find((one) => one.id === job.assignment_id)?.posts[0]
    expect([shown?.split_minutes, shown?.holds.length]).toEqual([60, 2])
    await server.call(callOff, { id: first.body.id }, one)
    expect(await standing(job)).toMatchObject({ confirmed: 0, events: 0 })
    expect((await server.call(signUp, { ...job, ...part(3, 5) }, three)).status).toBe(200)
  })

  it.each<[string, { starts_at: string; ends_at: string }, Record<string, unknown>]>([
    ['not_a_part', part(0.5, 3), {}],
    ['not_a_part', part(-1, 3), {}],
    ['not_a_part', part(3, 3), {}],
    ['not_a_part', part(0, 4), { split_minutes: null }],
    ['not_a_part', part(0, 3), { split_minutes: 120 }],
  ])('refused: %s', async (code, asked, post) => {
    const answer = await server.call(signUp, { ...(await makeSplit(post)), ...asked }, await person())
    expect(answer.error?.code).toBe(code)
  })

  it('an officer can have parts of different posts if they don’t overlap', async () => {
    const who = await person()
    expect((await server.call(signUp, { ...(await makeSplit()), ...part(0, 4) }, who)).status).toBe(200)
    expect((await server.call(signUp, { ...(await makeSplit()), ...part(3, 8) }, who)).error?.code).toBe('overlaps')
    expect((await server.call(signUp, { ...(await makeSplit()), ...part(4, 8) }, who)).status).toBe(200)
  })
})
