import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { copyDays, previewCopy, undoCopy } from './contract.copies.ts'
import { routes } from './routes.ts'

let server: TestServer
let where: TestOrganization
let admin: TestPerson
let officer: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...assignments])
  where = await server.makeOrganization()
  admin = await server.makePerson(where, { role: 'admin' })
  officer = await server.makePerson(where)
})
afterAll(() => server.close())

/** The week before the clocks of Chicago go forward (March 12, 2056), and the week in which they do. */
const source = '2056-03-05'
const target = '2056-03-12'

const shift = async (starts_at: string, ends_at: string, more: Record<string, unknown> = {}, at = where) => {
  const row = { organization_id: at.id, starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  const made = await server.insert('assignments', {
    ...row,
    title: 'Night watch',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...more,
  })
  await server.insert('posts', {
    ...row,
    assignment_id: made.id,
    name: 'Gate',
    required_count: 3,
    requirements: JSON.stringify({ units: ['Patrol'], service_months: 6 }),
  })
  return String(made.id)
}
const preview = async (over: object = {}) =>
  (await server.call(previewCopy, { source, target, days: 7, ...over }, admin)).body
const copy = (over: object = {}, as = admin) =>
  server.call(copyDays, { source, target, days: 7, publish: 'draft', ...over }, as)
const made = () =>
  server.rows<{ id: string; title: string; status: string; starts_at: Date; ends_at: Date; clock_note: string | null }>(
    `select * from assignments where organization_id = $1 and starts_at >= '2056-03-12T06:00Z'
      and starts_at < '2056-03-19T05:00Z' order by starts_at, title`,
    [where.id],
  )

test('copies a week over a clock change: local times, posts, requirements and notes stay, sign-ups do not', async () => {
  const night = await shift('2056-03-07T04:00:00Z', '2056-03-07T12:00:00Z', {
    description: 'Two cars',
    radio_channel: 'Tac 4',
    pay_code: 'OT-1',
    min_pay_minutes: 240,
    signup_mode: 'approval',
    signup_opens_at: new Date('2056-03-01T14:00:00Z'),
  })
  // 02:30 on Sunday: on the 12th that time does not exist.
  await shift('2056-03-05T08:30:00Z', '2056-03-05T14:00:00Z', { title: 'Early desk' })
  await shift('2056-03-08T18:00:00Z', '2056-03-08T20:00:00Z', {
    title: 'Parade',
    status: 'cancelled',
    cancel_reason: 'Rain',
  })
  const [post] = await server.rows<{ id: string }>('select id from posts where assignment_id = $1', [night])
  await server.insert('officer_assignments', {
    organization_id: where.id,
    assignment_id: night,
    post_id: post?.id,
    officer_id: officer.officer_id,
    status: 'confirmed',
    starts_at: new Date('2056-03-07T04:00:00Z'),
    ends_at: new Date('2056-03-07T12:00:00Z'),
  })

  expect((await preview()).items.map(({ title, skipped, clock_note }) => [title, skipped, clock_note])).toEqual([
    ['Early desk', null, 'moved'],
    ['Night watch', null, null],
    ['Parade', 'canceled', null],
  ])
  expect((await copy()).body).toMatchObject({ made: 2, skipped: 1 })
  const [early, watch] = await made()
  // 22:00 to 06:00 by the wall clock, before and after the change.
  expect(watch?.starts_at.toISOString()).toBe('2056-03-14T03:00:00.000Z')
  expect(watch?.ends_at.toISOString()).toBe('2056-03-14T11:00:00.000Z')
  expect([early?.clock_note, watch?.clock_note]).toEqual(['moved', null])
  const seen = (await server.call(readAssignment, { id: watch?.id ?? '' }, admin)).body
  expect(seen).toMatchObject({
    status: 'draft',
    description: 'Two cars',
    radio_channel: 'Tac 4',
    pay_code: 'OT-1',
    min_pay_minutes: 240,
    signup_mode: 'approval',
    signup_opens_at: '2056-03-08T14:00:00+00:00',
    signup_count: 0,
    posts: [{ name: 'Gate', required_count: 3, requirements: { units: ['Patrol'], service_months: 6 } }],
  })
  const audited = await server.rows(
    `select from audit_entries where organization_id = $1 and action = 'assignments.copy_days'
      and thing_type in ('assignments', 'assignment_copies')`,
    [where.id],
  )
  expect(audited).toHaveLength(3)
})

test('reports on a second copy that the shifts exist, and copies them again only on request', async () => {
  expect((await preview()).items.map((one) => one.skipped)).toEqual(['already_there', 'already_there', 'canceled'])
  expect((await copy()).error?.code).toBe('nothing_to_copy')
  const again = await copy({ doubles: true })
  expect(again.body).toMatchObject({ made: 2, skipped: 1 })
  expect(await made()).toHaveLength(4)
  expect((await server.call(undoCopy, { id: again.body.id }, admin)).body).toEqual({ removed: 2 })
  expect(await made()).toHaveLength(2)
})

test('publishes with one notice for all, and undoing takes shifts and notice away', async () => {
  const days = { source: '2056-03-07', target: '2056-04-04', days: 1 }
  await shift('2056-03-07T20:00:00Z', '2056-03-07T22:00:00Z', { title: 'Front desk' })
  await shift('2056-03-07T21:00:00Z', '2056-03-07T23:00:00Z', { title: 'Court' })
  const { body } = await copy({ ...days, publish: 'now' })
  expect(body.made).toBe(2)
  const told = () =>
    server.rows(`select n.title from notifications n where n.officer_id = $1 and n.type = 'assignment_posted'`, [
      officer.officer_id,
    ])
  expect(await told()).toEqual([{ title: '2 new shifts' }])
  const other = await server.makePerson(where, { role: 'admin' })
  expect((await server.call(undoCopy, { id: body.id }, other)).error?.code).toBe('wrong_state')
  expect((await server.call(undoCopy, { id: body.id }, admin)).body).toEqual({ removed: 2 })
  expect(await told()).toEqual([])
  expect((await server.call(undoCopy, { id: body.id }, admin)).error?.code).toBe('wrong_state')
})

test('keeps what was made once an officer has signed up, and after a minute', async () => {
  const days = { source: '2056-03-07', target: '2056-04-11', days: 1 }
  const { body } = await copy({ ...days, publish: 'now' })
  const [post] = await server.rows<{ id: string; assignment_id: string; starts_at: Date; ends_at: Date }>(
    `select p.* from posts p join assignment_copies c on p.assignment_id = any (c.assignment_ids) where c.id = $1`,
    [body.id],
  )
  await server.insert('officer_assignments', {
    organization_id: where.id,
    assignment_id: post?.assignment_id,
    post_id: post?.id,
    officer_id: officer.officer_id,
    status: 'pending_approval',
    starts_at: post?.starts_at,
    ends_at: post?.ends_at,
  })
  expect((await server.call(undoCopy, { id: body.id }, admin)).error?.code).toBe('has_signups')
  const late = await copy({ ...days, target: '2056-04-18' })
  await server.rows(`update assignment_copies set made_at = now() - interval '61 seconds' where id = $1`, [
    late.body.id,
  ])
  expect((await server.call(undoCopy, { id: late.body.id }, admin)).error?.code).toBe('undo_over')
})

test('does not copy into the past, nor an award that has no rule any more', async () => {
  await shift('2056-05-02T20:00:00Z', '2056-05-02T22:00:00Z', { title: 'Raffle', signup_mode: 'award' })
  const lines = (await preview({ source: '2056-05-02', target: '2056-05-09', days: 1 })).items
  expect(lines.map((one) => one.skipped)).toEqual(['no_award_rule'])
  const past = (await preview({ source: '2056-03-07', target: '2020-03-03', days: 1 })).items
  expect(past.length).toBeGreaterThan(0)
  expect(past.every((one) => one.skipped === 'in_past')).toBe(true)
})

test('is limited to admins and to their own department', async () => {
  expect((await copy({}, officer)).status).toBe(403)
  expect((await copy({ target: source })).status).toBe(400)
  const elsewhere = await server.makeOrganization()
  const stranger = await server.makePerson(elsewhere, { role: 'admin' })
  expect((await server.call(previewCopy, { source, target, days: 7 }, stranger)).body.items).toEqual([])
  const { body } = await copy({ source: '2056-03-07', target: '2056-06-06', days: 1 })
  expect((await server.call(undoCopy, { id: body.id }, stranger)).status).toBe(404)
})
