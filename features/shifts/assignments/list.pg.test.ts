import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { routes as editor } from '#features/shifts/assignment-editor/routes.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listAssignments, readBoard } from './contract.ts'
import { routes } from './routes.ts'
import { assignmentStatuses, phase, type Timed } from './rules.ts'
import { phaseOf } from './store.phase.ts'

let server: TestServer
let department: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...editor])
  department = await server.makeOrganization()
  admin = await server.makePerson(department, { role: 'admin' })
})
afterAll(async () => server.close())

const make = async (date: string, over: object = {}) => {
  const made = await server.call(
    createAssignment,
    {
      title: 'Patrol',
      kind: 'overtime',
      starts: { date, time: '22:00' },
      ends: { time: '06:00' },
      posts: [{ name: 'North', required_count: 2 }],
      signup_mode: 'approval',
      publish: 'now',
      ...over,
    },
    admin,
  )
  expect(made.status).toBe(200)
  return made.body.id
}
const list = async (input: Parameters<typeof server.call<typeof listAssignments>>[1]) =>
  (await server.call(listAssignments, input, admin)).body
const sign = async (assignment: string, status: string) => {
  const officer = await server.makePerson(department)
  await server.rows(
    `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
     select organization_id, assignment_id, id, $2, $3, starts_at, ends_at from posts where assignment_id = $1`,
    [assignment, officer.officer_id, status],
  )
}

describe('assignment list', { meta: { shows: ['issue 2.6'] } }, () => {
  test('pages by start without gaps or repeats, in both directions', async () => {
    const made: string[] = []
    for (let day = 1; day <= 7; day++) made.push(await make(`2056-01-0${day}`))
    // Two at the same instant: ordered by id.
    made.push(await make('2056-01-07'))
    for (const sort of ['starts_at', '-starts_at'] as const) {
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await list({ from: '2056-01-01', to: '2056-01-31', sort, limit: 3, ...(after ? { after } : {}) })
        seen.push(...page.items.map((item) => item.id))
        after = page.next ?? undefined
      } while (after)
      expect(seen).toHaveLength(8)
      expect(new Set(seen)).toEqual(new Set(made))
    }
  })

  test('filters by pending, kind, phase, spots left and dates, with matching counts', async () => {
    const quiet = await make('2056-02-01', { kind: 'court' })
    const waits = await make('2056-02-02')
    await sign(waits, 'pending_approval')
    await sign(waits, 'waitlisted')
    const calls = await make('2056-02-03', { posts: [{ name: 'One', required_count: 1 }] })
    await sign(calls, 'calloff_requested')
    const ids = async (input: object) =>
      (await list({ from: '2056-02-01', to: '2056-02-29', ...input })).items.map((item) => item.id)
    expect(await ids({ filter: 'pending' })).toEqual([waits, calls])
    expect(await ids({ kind: 'court' })).toEqual([quiet])
    expect(await ids({ phase: 'filled' })).toEqual([calls])
    expect(await ids({ unfilled: 'yes' })).toEqual([quiet, waits])
    expect(await ids({ to: '2056-02-01' })).toEqual([quiet])
    // Starts the day before and runs past midnight.
    expect(await ids({ from: '2056-02-04' })).toEqual([calls])
    const item = (await list({ from: '2056-02-02', to: '2056-02-02', filter: 'pending' })).items[0]
    expect(item).toMatchObject({
      pending_count: 1,
      waiting_count: 1,
      calloff_count: 0,
      confirmed_count: 0,
      required_count: 2,
    })
  })

  test('opens with what is not over yet, and has what is over on request', async () => {
    const name = `Watch ${crypto.randomUUID()}`
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
    const at = async (from: number, to: number) => {
      const id = await make('2056-03-01', { title: name })
      const times = [id, hours(from), hours(to)]
      await server.rows('update posts set starts_at = $2, ends_at = $3 where assignment_id = $1', times)
      await server.rows('update assignments set starts_at = $2, ends_at = $3 where id = $1', times)
      return id
    }
    const [over, running, next] = [await at(-9, -1), await at(-1, 7), await at(20, 28)]
    const ids = async (input: object) => (await list({ search: name, ...input })).items.map((item) => item.id)
    expect(await ids({ when: 'upcoming' })).toEqual([running, next])
    expect(await ids({ when: 'past' })).toEqual([over])
    expect(await ids({})).toEqual([over, running, next])
  })

  const ask = (query: string) =>
    fetch(`${server.base}/api/assignments?${query}`, { headers: { cookie: `watchbill=${admin.secret}` } })

  test.each([
    ["filter=pending'--", ['filter']],
    ['filter[]=', ['filter[]']],
    ['filter=a&filter=b', ['filter']],
    ['phase=x&sort=id;drop', ['phase', 'sort']],
    ['from=275760-01-01&to=0000-00-00', ['from', 'to']],
    ['from=0001-01-01&to=9999-12-31', ['from', 'to']],
    ['after=2056-99-99T00:00:00Z_x', ['after']],
    ['limit=1e9', ['limit']],
    ['series=1', ['series']],
    ['unfilled=1', ['unfilled']],
    ['search=%00', ['search']],
    ['kind=%00', ['kind']],
    ['after=%00', ['after']],
  ])('?%s is refused, naming %j', async (query, fields) => {
    const response = await ask(query)
    const { error } = (await response.json()) as { error?: { fields?: { field: string }[] } }
    expect([response.status, error?.fields?.map(({ field }) => field).toSorted()]).toEqual([400, fields])
  })

  test('a search is text and no pattern', async () => {
    await make('2056-03-01')
    const response = await ask('search=%25_\\')
    expect([response.status, ((await response.json()) as { items: unknown[] }).items]).toEqual([200, []])
  })

  test('shows no assignments of another department', async () => {
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    expect((await server.call(listAssignments, {}, stranger)).body.items).toEqual([])
    expect((await server.call(readBoard, { first: '2056-01-01' }, stranger)).body.cells).toEqual([])
  })
})

describe('week board', { meta: { shows: ['issue 2.6'] } }, () => {
  test('has one cell per post, on its start day by the department’s clock', async () => {
    const id = await make('2056-03-04', {
      posts: [
        { name: 'A', required_count: 1 },
        { name: 'B', required_count: 3 },
      ],
    })
    await sign(id, 'pending_approval').catch(() => undefined)
    const board = (await server.call(readBoard, { first: '2056-03-04' }, admin)).body
    expect(board.days).toHaveLength(7)
    expect(board.time_zone).toBe('America/Chicago')
    expect(board.cells.map((cell) => [cell.post_name, cell.day, cell.required_count])).toEqual([
      ['A', '2056-03-04', 1],
      ['B', '2056-03-04', 3],
    ])
    // Its last hours also appear in the following week, on the first day.
    const next = (await server.call(readBoard, { first: '2056-03-05' }, admin)).body
    expect(next.cells.map((cell) => cell.day)).toEqual(['2056-03-05', '2056-03-05'])
    expect((await server.call(readBoard, { first: '2056-03-06' }, admin)).body.cells).toEqual([])
    expect((await server.call(readBoard, { first: '275760-01-01' }, admin)).status).toBe(400)
  })
})

describe('SQL and rules compute the same phase', () => {
  const at = fc.integer({ min: 0, max: 12 }).map((hour) => new Date(Date.UTC(2055, 0, 1, hour)).toISOString())
  const maybe = fc.option(at)
  const timed = fc
    .record({
      status: fc.constantFrom(...assignmentStatuses),
      starts_at: at,
      ends_at: at,
      publish_at: maybe,
      signup_opens_at: maybe,
      signup_closes_at: maybe,
      required_count: fc.integer({ min: 1, max: 3 }),
      confirmed_count: fc.integer({ min: 0, max: 3 }),
      now: at,
    })
    .filter((a) => a.starts_at < a.ends_at)

  test('for 3,000 generated assignments', async () => {
    const cases: (Timed & { now: string })[] = fc.sample(timed, { numRuns: 3000, seed: 7 })
    const statement = sql`select ${phaseOf(sql`a.confirmed_count`, sql`a.required_count`, sql`a.now`)} as phase
      from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
        as a (status text, starts_at timestamptz, ends_at timestamptz, publish_at timestamptz,
          signup_opens_at timestamptz, signup_closes_at timestamptz, required_count int, confirmed_count int,
          now timestamptz)`
    const rows = await server.database.plain<{ phase: string }>(statement)
    expect(rows.map((row) => row.phase)).toEqual(cases.map((one) => phase(one, one.now)))
    expect(new Set(rows.map((row) => row.phase)).size).toBe(10)
  })
})
