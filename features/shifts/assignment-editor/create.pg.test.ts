import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAssignments, readAssignment, readBoard } from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { createAssignment } from './contract.ts'
import { routes as transitions } from './routes.transitions.ts'
import { routes } from './routes.ts'

let server: TestServer
let department: TestOrganization
let admin: TestPerson
let officer: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...assignments, ...transitions])
  department = await server.makeOrganization()
  admin = await server.makePerson(department, { role: 'admin' })
  officer = await server.makePerson(department)
})
afterAll(async () => server.close())

const plain = {
  title: 'Night patrol',
  kind: 'overtime' as const,
  starts: { date: '2032-06-10', time: '22:00' },
  ends: { time: '06:00' },
  posts: [{ name: 'North', required_count: 2 }],
  signup_mode: 'approval' as const,
  publish: 'draft' as const,
}
const create = (over: object = {}, as = admin) => server.call(createAssignment, { ...plain, ...over }, as)
const get = async (id: string) => (await server.call(readAssignment, { id }, admin)).body
const fieldOf = (answer: { error: { fields?: { field: string }[] } | null }) => answer.error?.fields?.[0]?.field

describe('creating an assignment', { meta: { shows: ['issue 2.6'] } }, () => {
  test('saves a draft with its posts and reads it back in full', async () => {
    const made = await create({
      description: 'Two cars',
      client: 'Harbor',
      location_name: 'Pier 4',
      posts: [
        { name: 'North', required_count: 2 },
        { name: 'Gate', required_count: 1, starts: { time: '23:00' }, ends: { time: '03:00' } },
      ],
      signup_opens: { date: '2032-06-01', time: '08:00' },
      pay_code: 'OT-1',
      min_pay_minutes: 240,
    })
    expect(made.status).toBe(200)
    const seen = await get(made.body.id)
    expect(seen).toMatchObject({
      phase: 'draft',
      minutes: 480,
      required_count: 3,
      min_required: 3,
      confirmed_count: 0,
      clock_change_minutes: 0,
      starts_at: '2032-06-11T03:00:00+00:00',
      pay_code: 'OT-1',
      may: ['publish', 'edit', 'copy', 'delete_draft'],
    })
    expect(seen.posts[1]).toMatchObject({
      name: 'Gate',
      starts_at: '2032-06-11T04:00:00+00:00',
      ends_at: '2032-06-11T08:00:00+00:00',
    })
  })

  test('when published at once, notifies every active officer once and nobody else', async () => {
    const waiting = await server.makePerson(department, { approved: false })
    const suspended = await server.makePerson(department, { suspended_at: new Date() })
    const made = await create({ title: 'Told', publish: 'now' })
    const seen = await get(made.body.id)
    expect(seen.phase).toBe('open')
    expect(seen.announced_at).not.toBeNull()
    const told = await server.rows<{ officer_id: string; message: string }>(
      'select officer_id, message from notifications where assignment_id = $1',
      [made.body.id],
    )
    expect(told.map((row) => row.officer_id)).toEqual([officer.officer_id])
    expect(told[0]?.message).toContain('Thu, Jun 10, 2032, 22:00–06:00 (8 h)')
    expect([waiting.officer_id, suspended.officer_id]).not.toContain(told[0]?.officer_id)
  })

  test('requires a reason for a past start, and then notifies nobody', async () => {
    const past = { starts: { date: '2026-01-10', time: '10:00' }, ends: { time: '12:00' }, publish: 'now' as const }
    expect((await create(past)).error?.code).toBe('starts_in_past')
    const made = await create({ ...past, backdate_reason: 'Written down late' })
    expect(made.status).toBe(200)
    expect((await get(made.body.id)).phase).toBe('completed')
    expect(await server.rows('select 1 from notifications where assignment_id = $1', [made.body.id])).toEqual([])
  })

  test('allows only an admin to create, list or read', async () => {
    expect((await create({}, officer)).status).toBe(403)
    expect((await server.call(listAssignments, {}, officer)).status).toBe(403)
    expect((await server.call(readBoard, { first: '2032-06-06' }, officer)).status).toBe(403)
  })
})

describe('clock changes', { meta: { shows: ['issue 2.6'] } }, () => {
  test('22:00 to 06:00 in Chicago lasts 9 h on October 31, 2026 and 7 h on March 13, 2032', async () => {
    const autumn = await create({ starts: { date: '2026-10-31', time: '22:00' } })
    expect(await get(autumn.body.id)).toMatchObject({ minutes: 540, clock_change_minutes: -60 })
    const spring = await create({ starts: { date: '2032-03-13', time: '22:00' } })
    expect(await get(spring.body.id)).toMatchObject({ minutes: 420, clock_change_minutes: 60 })
  })

  test('refuses 02:30 on March 14, 2032, which does not exist, with a message next to the field', async () => {
    const made = await create({ starts: { date: '2032-03-14', time: '02:30' }, ends: { time: '08:00' } })
    expect(made.status).toBe(400)
    expect(made.error?.fields).toEqual([
      {
        field: 'starts.time',
        message:
          "02:30 doesn't exist on Sun, Mar 14, 2032 in America/Chicago: clocks go from 02:00 to 03:00. Choose another time.",
      },
    ])
  })

  test('asks which 01:30 on November 1, 2026, and applies the answer', async () => {
    const asked = { starts: { date: '2026-11-01', time: '01:30' }, ends: { time: '05:30' } }
    const made = await create(asked)
    expect(made.status).toBe(409)
    expect(made.error?.code).toBe('time_happens_twice')
    expect(made.error?.details?.times).toEqual([
      {
        field: 'starts',
        date: '2026-11-01',
        time: '01:30',
        earlier: '2026-11-01T06:30:00.000Z',
        later: '2026-11-01T07:30:00.000Z',
      },
    ])
    const earlier = await create({ ...asked, starts: { ...asked.starts, which: 'earlier' } })
    expect(await get(earlier.body.id)).toMatchObject({ starts_at: '2026-11-01T06:30:00+00:00', minutes: 300 })
    const later = await create({ ...asked, starts: { ...asked.starts, which: 'later' } })
    expect(await get(later.body.id)).toMatchObject({ starts_at: '2026-11-01T07:30:00+00:00', minutes: 240 })
  })

  test('Phoenix and Honolulu have no clock change', async () => {
    for (const time_zone of ['America/Phoenix', 'Pacific/Honolulu']) {
      const made = await create({ time_zone, starts: { date: '2032-03-14', time: '02:30' }, ends: { time: '10:30' } })
      expect(await get(made.body.id)).toMatchObject({ minutes: 480, clock_change_minutes: 0, time_zone })
    }
  })
})

describe('hostile input is refused and names its field', () => {
  test.each<[string, object, string]>([
    ['a title of a million letters', { title: 'x'.repeat(1_000_000) }, 'title'],
    ['a NUL', { title: 'a\u0000b' }, 'title'],
    ['a right-to-left override', { title: 'a\u202eb' }, 'title'],
    ['a lone surrogate', { title: 'a\ud800b' }, 'title'],
    ['an empty title', { title: '   ' }, 'title'],
    ['end before start', { ends: { date: '2032-06-10', time: '21:00' } }, 'ends.time'],
    ['end at the start', { ends: { date: '2032-06-10', time: '22:00' } }, 'ends.time'],
    ['400 days', { ends: { date: '2033-07-14', time: '22:00' } }, 'ends.time'],
    ['year 275760', { starts: { date: '275760-09-12', time: '10:00' } }, 'starts.date'],
    ['year 9999', { starts: { date: '9999-09-12', time: '10:00' } }, 'starts.date'],
    ['31 February', { starts: { date: '2032-02-31', time: '10:00' } }, 'starts.date'],
    ['25:00', { starts: { date: '2032-06-10', time: '25:00' } }, 'starts.time'],
    ['no posts', { posts: [] }, 'posts'],
    ['half a spot', { posts: [{ name: 'A', required_count: 1.5 }] }, 'posts.0.required_count'],
    ['a billion spots', { posts: [{ name: 'A', required_count: 1e9 }] }, 'posts.0.required_count'],
    [
      'two posts with one name',
      {
        posts: [
          { name: 'A', required_count: 1 },
          { name: 'a', required_count: 1 },
        ],
      },
      'posts.1.name',
    ],
    [
      'a post outside the shift',
      { posts: [{ name: 'A', required_count: 1, ends: { time: '07:00' } }] },
      'posts.0.ends.time',
    ],
    ['an unknown time zone', { time_zone: 'Mars/Base' }, 'time_zone'],
    ['an unknown shift type', { kind: 'party' }, 'kind'],
    ['a latitude of 1e308', { location_lat: 1e308, location_lng: 0 }, 'location_lat'],
    ['a minimum above all spots', { min_required: 3 }, 'min_required'],
    [
      'sign-up that opens after the start',
      { signup_opens: { date: '2032-06-11', time: '08:00' } },
      'signup_opens.date',
    ],
  ])('%s', async (_, over, field) => {
    const answer = await create(over)
    expect([answer.status, fieldOf(answer)]).toEqual([400, field])
  })

  test('stores markup as plain text', async () => {
    const title = '<img src=x onerror=alert(1)>'
    const made = await create({ title })
    expect((await get(made.body.id)).title).toBe(title)
  })

  test('a location with coordinates requires the feature', async () => {
    const basic = await server.makeOrganization({ subscription_tier: 'basic' })
    const other = await server.makePerson(basic, { role: 'admin' })
    const place = { location_lat: 41.9, location_lng: -87.6, location_radius_m: 100 }
    expect((await create(place, other)).error?.code).toBe('feature_not_available')
    expect((await create(place)).status).toBe(200)
  })
})
