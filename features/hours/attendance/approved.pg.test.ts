import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { reviewList } from './contract.review.ts'
import { routes } from './routes.review.ts'

let server: TestServer
let where: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
  where = await server.makeOrganization()
  admin = await server.makePerson(where, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const start = Math.floor(Date.now() / 60_000) * 60_000
/** A record of a 4-hour shift that started the given number of days ago. */
const worked = async (days: number, state: string, at = where, by = admin) => {
  const from = start - days * 86_400_000
  const row = { organization_id: at.id, starts_at: new Date(from), ends_at: new Date(from + 4 * 3_600_000) }
  const kind = { title: `${days} days ago`, kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
  const assignment = await server.insert('assignments', { ...row, ...kind })
  const ids = { organization_id: at.id, assignment_id: assignment.id }
  const post = await server.insert('posts', { ...row, ...ids, name: 'Gate', required_count: 1 })
  const { officer_id } = await server.makePerson(at)
  const status = state === 'approved' || state === 'locked' ? 'worked' : 'confirmed'
  const signup = await server.insert('officer_assignments', { ...row, ...ids, post_id: post.id, officer_id, status })
  const decided =
    status === 'worked' || state === 'returned' ? { decided_by: by.officer_id, decided_at: new Date() } : {}
  const record = await server.insert('attendance', {
    ...{ ...ids, signup_id: signup.id, officer_id, state, worked_minutes: 240, ...decided },
    ...{ scheduled_starts_at: row.starts_at, scheduled_ends_at: row.ends_at },
    ...{ checked_in_at: row.starts_at, checked_out_at: row.ends_at },
    ...(state === 'returned' ? { reason: 'Which gate?' } : {}),
  })
  return { id: String(record.id), officer_id: officer_id ?? '', assignment_id: String(assignment.id) }
}
const list = async (input: Parameters<typeof server.call<typeof reviewList>>[1]) =>
  (await server.call(reviewList, input, admin)).body
const titles = async (input: Parameters<typeof server.call<typeof reviewList>>[1]) =>
  (await list(input)).items.map(({ title }) => title)

test('approved records come newest first, locked ones too, and nothing that waits or belongs to others', async () => {
  for (const days of [3, 9, 6]) await worked(days, 'approved')
  const locked = await worked(12, 'locked')
  await worked(4, 'submitted')
  await worked(5, 'returned')
  const elsewhere = await server.makeOrganization()
  await worked(2, 'approved', elsewhere, await server.makePerson(elsewhere, { role: 'admin' }))
  expect(await titles({ show: 'approved' })).toEqual(['3 days ago', '6 days ago', '9 days ago', '12 days ago'])
  expect(await titles({ show: 'submitted' })).toEqual(['4 days ago'])
  expect(await titles({ show: 'returned' })).toEqual(['5 days ago'])
  expect(await titles({ show: 'approved', officer_id: locked.officer_id })).toEqual(['12 days ago'])
  expect(await titles({ show: 'approved', assignment_id: locked.assignment_id })).toEqual(['12 days ago'])
})

test('approved records go on where the page before ended', async () => {
  const first = await list({ show: 'approved', limit: 3 })
  expect(first.items.map(({ title }) => title)).toEqual(['3 days ago', '6 days ago', '9 days ago'])
  expect(await titles({ show: 'approved', limit: 3, after: first.next ?? '' })).toEqual(['12 days ago'])
})

test('an approved record can be returned but not approved again, and a locked one neither', async () => {
  const { items } = await list({ show: 'approved' })
  const mayOf = (title: string) => items.find((one) => one.title === title)?.may
  expect(mayOf('3 days ago')).toContain('return')
  expect(mayOf('3 days ago')).not.toContain('approve')
  expect(mayOf('12 days ago')).toEqual([])
})

test('records are found by officer, unit, title and the day of the shift, whole days in the department’s zone', async () => {
  const record = await worked(20, 'submitted')
  await worked(21, 'submitted')
  const who = { name: 'Ida %_Quill', badge_number: '7741', unit: 'Harbor' }
  await server.rows('update officers set name = $2, badge_number = $3, unit = $4 where id = $1', [
    record.officer_id,
    ...Object.values(who),
  ])
  for (const search of ['ida', '%_q', '774', 'harb', '20 days'])
    expect(await titles({ search }), search).toEqual(['20 days ago'])
  expect(await titles({ search: 'ida', show: 'approved' })).toEqual([])
  const [zone] = await server.rows<{ time_zone: string }>('select time_zone from organizations where id = $1', [
    where.id,
  ])
  const at = new Date(start - 20 * 86_400_000)
  const day = at.toLocaleDateString('en-CA', { timeZone: zone?.time_zone ?? '' })
  expect(await titles({ from: day, to: day })).toEqual(['20 days ago'])
  expect(await titles({ to: day })).toEqual(['21 days ago', '20 days ago'])
  expect(await titles({ from: day })).toEqual(['20 days ago', '4 days ago'])
})
