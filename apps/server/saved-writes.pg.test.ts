import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, makePhone, type Sent } from '#platform/web/testing.phone.ts'
import { routes } from './routes.ts'

/** Every write that a phone saves without a connection, from the real outbox to the real server. */
let server: TestServer
let phone: ReturnType<typeof makePhone>
/** Who is signed in on the phone. */
let signedIn: TestPerson
/** How often the network delivers each call, and after how many calls it swallows the answers. */
let times = 1
let losesFrom = Number.POSITIVE_INFINITY
let reached = 0
let onLost: () => void = () => undefined

const deliver = ({ method, url, body, key, as }: Sent) =>
  fetch(server.base + url, {
    method,
    body,
    headers: {
      ...{ origin: server.base, cookie: `watchbill=${signedIn.secret}`, 'content-type': 'application/json' },
      ...{ 'idempotency-key': key, 'x-sent-as': as },
    },
  })
beforeAll(async () => {
  server = await startTestServer(routes)
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, async (sent) => {
    const answers = await Promise.all(Array.from({ length: times }, () => deliver(sent)))
    reached += 1
    if (reached < losesFrom) return answers[0] as Response
    onLost()
    return new Promise<Response>(() => undefined)
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.resetModules()
  await server.close()
})

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
type Made = { organization: TestOrganization; officer: TestPerson }
const make = async (): Promise<Made> => {
  const organization = await server.makeOrganization()
  return { organization, officer: await server.makePerson(organization) }
}
/** The officer's sign-up for a shift that starts and ends these minutes from now. */
const addSignup = async ({ organization, officer }: Made, from: number, to: number, more: Record<string, unknown>) => {
  const row = { organization_id: organization.id, starts_at: minutes(from), ends_at: minutes(to) }
  const job = { title: 'Night watch', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
  const assignment = await server.insert('assignments', { ...row, ...job, signup_mode: 'first_come' })
  const of = { ...row, assignment_id: assignment.id }
  const post = await server.insert('posts', { ...of, name: 'Gate', required_count: 1 })
  const signup = { ...of, post_id: post.id, officer_id: officer.officer_id, ...more }
  return {
    ...{ signup_id: String((await server.insert('officer_assignments', signup)).id) },
    ...{ assignment_id: String(assignment.id), scheduled: row },
  }
}
const confirmed = { status: 'confirmed' }
/** A press this many minutes ago, on a phone that heard from the server shortly before it. */
const press = (signup_id: string, ago: number) => ({
  ...{ signup_id, device_at: minutes(-ago) },
  clock: { ahead_ms: 0, heard_at: minutes(-ago - 1), since_ms: 60_000 },
})
const addAttendance = async (made: Made, more: Record<string, unknown>) => {
  const { signup_id, assignment_id, scheduled } = await addSignup(made, -60, 60, confirmed)
  const row = await server.insert('attendance', {
    ...{ organization_id: made.organization.id, signup_id, assignment_id, officer_id: made.officer.officer_id },
    ...{ scheduled_starts_at: scheduled.starts_at, scheduled_ends_at: scheduled.ends_at },
    ...{ checked_in_at: minutes(-55), ...more },
  })
  return { id: String(row.id), signup_id }
}
const offer = (made: Made) =>
  addSignup(made, 600, 900, { status: 'offered', offer_expires_at: minutes(120) }).then(({ signup_id: id }) => ({ id }))

/** What each saves, and a condition for its one row afterwards. */
const cases: Record<string, (made: Made) => Promise<{ input: object; done: string }>> = {
  'attendance.check_in': async (made) => ({
    input: press((await addSignup(made, -60, 60, confirmed)).signup_id, 50),
    done: 'attendance where checked_in_at is not null',
  }),
  'attendance.check_out': async (made) => ({
    input: { ...press((await addAttendance(made, {})).signup_id, 20), early: true },
    done: "attendance where state = 'submitted'",
  }),
  'attendance.note': async (made) => ({
    input: { id: (await addAttendance(made, {})).id, note: 'Gate was locked' },
    done: "attendance where note = 'Gate was locked'",
  }),
  'extra_time.claim': async () => ({
    input: {
      ...{ kind: 'callback', starts_at: minutes(-600).replace(/:\d\d\.\d+Z/, ':00.000Z'), minutes: 60 },
      ...{ reason: 'Called back', docket_number: '', court: '', signup_id: null },
    },
    done: "overtime_requests where status = 'pending'",
  }),
  'notifications.mark_read': async ({ organization, officer }) => {
    const to = { organization_id: organization.id, officer_id: officer.officer_id }
    const { id } = await server.insert('notifications', { ...to, type: 'test', title: 'A notice', message: 'Text' })
    return { input: { id }, done: 'notifications where read' }
  },
  'offers.accept': async (made) => ({
    input: await offer(made),
    done: "officer_assignments where status = 'confirmed'",
  }),
  'offers.decline': async (made) => ({
    input: await offer(made),
    done: "officer_assignments where status = 'offer_declined'",
  }),
  'signups.withdraw': async (made) => ({
    input: { id: (await addSignup(made, 600, 900, { status: 'pending_approval' })).signup_id },
    done: "officer_assignments where status = 'withdrawn'",
  }),
}
/** Without a connection at the press; an undo needs one. */
const queued = routes
  .map(({ endpoint }) => endpoint as Endpoint)
  .filter((endpoint) => endpoint.queued !== undefined && !endpoint.noted)
const count = async (what: string, { organization }: Made): Promise<number> => {
  const [row] = await server.rows<{ n: number }>(
    `select count(*)::integer as n from ${what} ${what.includes(' where ') ? 'and' : 'where'} organization_id = $1`,
    [organization.id],
  )
  return row?.n ?? -1
}
const openFor = (person: TestPerson) => {
  signedIn = person
  return phone.openTab(holderOf(person.user_id, person.organization_id))
}
const saveOffline = async (endpoint: Endpoint, input: object, person: TestPerson) => {
  phone.setOnline(false)
  const tab = await openFor(person)
  await expect(tab.press(endpoint, input as never, randomUUID())).rejects.toMatchObject({ code: 'saved' })
  phone.setOnline(true)
}

test('every write that phones save is tried here', { meta: { shows: ['issue 12 outbox'] } }, () => {
  expect(Object.keys(cases)).toEqual(queued.map(({ name }) => name).sort())
})

describe('saved without a connection and delivered ten times over, it counts once, and only from its own account', {
  meta: { shows: ['issue 12 outbox', '7 sent later'] },
}, () => {
  test.each(queued.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
    const scene = cases[name]
    if (!scene) throw new Error('no case')
    // With a connection: what one press leaves behind.
    const direct = await make()
    const once = await scene(direct)
    const before = await count('audit_entries', direct)
    expect((await server.call(endpoint, once.input as never, direct.officer)).error).toBeNull()
    const trace = (await count('audit_entries', direct)) - before

    const made = await make()
    const { input, done } = await scene(made)
    expect(await count(done, made)).toBe(0)
    await saveOffline(endpoint, input, made.officer)
    // A colleague on the same phone, and the same row in a session that is not the sender's.
    const other = await server.makePerson(made.organization)
    const start = await count('audit_entries', made)
    const others = await openFor(other)
    await others.drain()
    const own = await phone.openTab(holderOf(made.officer.user_id, made.organization.id))
    await own.drain()
    expect([await count(done, made), await phone.rows()]).toMatchObject([0, [{ call: name, refused: null }]])

    times = 10
    await (await openFor(made.officer)).drain()
    times = 1
    expect(await phone.rows()).toEqual([])
    expect(await count(done, made)).toBe(1)
    expect((await count('audit_entries', made)) - start).toBe(trace)
  })
})

test('20 saved presses, with the tab closed at the 11th answer and the rest sent ten times over, have 20 effects in order', {
  meta: { shows: ['issue 12 outbox', '7 sent later'] },
}, async () => {
  const made = await make()
  const { signup_id } = await addSignup(made, -70, 60, confirmed)
  const [into, out] = ['attendance.check_in', 'attendance.check_out'].map((name) =>
    queued.find((endpoint) => endpoint.name === name),
  )
  if (!into || !out) throw new Error('no endpoint')
  const base = Date.now()
  for (let n = 0; n < 20; n++) {
    const device_at = new Date(base - (65 - 3 * n) * 60_000).toISOString()
    const clock = { ahead_ms: 0, heard_at: device_at, since_ms: 0 }
    const input = { signup_id, device_at, clock, ...(n % 2 === 1 ? { early: true } : {}) }
    await saveOffline(n % 2 === 0 ? into : out, input, made.officer)
  }
  expect(await phone.rows()).toHaveLength(20)
  reached = 0
  losesFrom = 11
  const lost = new Promise<void>((tell) => {
    onLost = tell
  })
  void (await openFor(made.officer)).drain()
  await lost
  losesFrom = Number.POSITIVE_INFINITY
  expect(await phone.rows()).toHaveLength(10)
  times = 10
  await (await openFor(made.officer)).drain()
  times = 1
  expect(await phone.rows()).toEqual([])
  // One record, ten intervals of three minutes with nine gaps between them, and a trace of each press.
  const rows = await server.rows<{ worked_minutes: number; gaps: number }>(
    `select worked_minutes, (select count(*)::integer from attendance_gaps g where g.attendance_id = a.id) as gaps
      from attendance a where signup_id = $1`,
    [signup_id],
  )
  expect(rows).toEqual([{ worked_minutes: 30, gaps: 9 }])
  const actions = await server.rows<{ action: string; n: number }>(
    `select action, count(distinct request_id)::integer as n from audit_entries
      where organization_id = $1 and action like 'attendance.%' group by 1 order by 1`,
    [made.organization.id],
  )
  expect(actions).toEqual([
    { action: 'attendance.check_in', n: 10 },
    { action: 'attendance.check_out', n: 10 },
  ])
})
