import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAssignments, publishAssignment, readAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from './contract.templates.ts'
import { createSeries } from './contract.ts'
import { routes as templates } from './routes.templates.ts'
import { routes as transitions } from './routes.transitions.ts'
import { routes } from './routes.ts'

let server: TestServer
let department: TestOrganization
let admin: TestPerson
let officer: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...assignments, ...transitions, ...templates])
  department = await server.makeOrganization()
  admin = await server.makePerson(department, { role: 'admin' })
  officer = await server.makePerson(department)
})
afterAll(async () => server.close())

const plain = {
  title: 'Early watch',
  kind: 'overtime' as const,
  starts: { date: '2032-03-12', time: '02:30' },
  ends: { time: '08:00' },
  posts: [{ name: 'Desk', required_count: 1, starts: { time: '02:30' }, ends: { time: '05:00' } }],
  signup_mode: 'first_come' as const,
  publish: 'now' as const,
  repeat: { unit: 'days' as const, every: 1 },
}
const create = (over: object) => server.call(createSeries, { ...plain, ...over }, admin)
const get = async (id: string) => (await server.call(readAssignment, { id }, admin)).body

describe('a series', { meta: { shows: ['issue 2.6'] } }, () => {
  test('keeps local time, moves a nonexistent one to 03:30 and marks it', async () => {
    const made = await create({ count: 4 })
    expect(made.status).toBe(200)
    expect(made.body.items.map((item) => [item.date, item.starts_at, item.clock_note])).toEqual([
      ['2032-03-12', '2032-03-12T08:30:00.000Z', null],
      ['2032-03-13', '2032-03-13T08:30:00.000Z', null],
      ['2032-03-14', '2032-03-14T08:30:00.000Z', 'moved'],
      ['2032-03-15', '2032-03-15T07:30:00.000Z', null],
    ])
    const moved = await get(made.body.items[2]?.id ?? '')
    expect(moved).toMatchObject({ minutes: 270, clock_note: 'moved', series: { count: 4, following_count: 2 } })
    expect(moved.posts[0]?.starts_at).toBe('2032-03-14T08:30:00+00:00')
    const told = await server.rows('select message from notifications where officer_id = $1', [officer.officer_id])
    expect(told).toHaveLength(1)
    expect(told[0]?.message).toContain('and 3 more dates')
  })

  test('uses the earlier of two times and marks it', async () => {
    const made = await create({
      starts: { date: '2026-10-31', time: '01:30' },
      ends: { time: '05:30' },
      posts: [{ name: 'Desk', required_count: 1 }],
      publish: 'draft',
      count: 2,
    })
    expect(made.body.items[1]).toMatchObject({ starts_at: '2026-11-01T06:30:00.000Z', clock_note: 'earlier' })
    expect((await get(made.body.items[1]?.id ?? '')).minutes).toBe(300)
  })

  test('is all or nothing and limited in size, and names the bad field', async () => {
    const before = await server.rows('select count(*)::int as n from assignments')
    const field = async (over: object) => {
      const answer = await create(over)
      return [answer.status, answer.error?.fields?.[0]?.field]
    }
    expect(await field({})).toEqual([400, 'until'])
    expect(await field({ count: 367 })).toEqual([400, 'count'])
    expect(await field({ until: '2026-01-01' })).toEqual([400, 'until'])
    expect(await field({ until: '2036-01-01' })).toEqual([400, 'until'])
    expect(await field({ repeat: { unit: 'weeks', every: 1, weekdays: [] }, count: 3 })).toEqual([
      400,
      'repeat.weekdays',
    ])
    expect(await field({ repeat: { unit: 'weeks', every: 1, weekdays: [9] }, count: 3 })).toEqual([
      400,
      'repeat.weekdays.0',
    ])
    expect(await field({ count: 3, title: '' })).toEqual([400, 'title'])
    expect(await server.rows('select count(*)::int as n from assignments')).toEqual(before)
  })

  test('publishes drafts from one shift on, with one notification', async () => {
    const made = await create({
      publish: 'draft',
      count: 3,
      title: 'Later',
      starts: { date: '2032-05-03', time: '06:00' },
      posts: [{ name: 'A', required_count: 1 }],
    })
    const second = made.body.items[1]?.id ?? ''
    const done = await server.call(publishAssignment, { id: second, scope: 'following' }, admin)
    expect(done.body.changed).toBe(2)
    const list = await server.call(listAssignments, { series: made.body.series_id }, admin)
    expect(list.body.items.map((item) => item.phase)).toEqual(['draft', 'open', 'open'])
    const told = await server.rows('select 1 from notifications where officer_id = $1 and title = $2', [
      officer.officer_id,
      'New: Later',
    ])
    expect(told).toHaveLength(1)
  })
})

describe('templates', { meta: { shows: ['issue 2.6'] } }, () => {
  test('are saved from an assignment, listed, renamed and deleted', async () => {
    const made = await create({ count: 1 })
    const id = made.body.items[0]?.id ?? ''
    const saved = await server.call(saveTemplate, { assignment_id: id, name: 'Early' }, admin)
    expect(saved.status).toBe(200)
    const taken = await server.call(saveTemplate, { assignment_id: id, name: 'Early' }, admin)
    expect([taken.status, taken.error?.code]).toEqual([409, 'name_taken'])
    await server.call(renameTemplate, { id: saved.body.id, name: 'Earliest' }, admin)
    const list = await server.call(listTemplates, {}, admin)
    expect(list.body.items).toMatchObject([
      {
        name: 'Earliest',
        body: {
          start_time: '02:30',
          end_time: '08:00',
          end_days: 0,
          posts: [{ name: 'Desk', start_time: null, end_time: '05:00' }],
        },
      },
    ])
    expect((await server.call(listTemplates, {}, officer)).status).toBe(403)
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    expect((await server.call(renameTemplate, { id: saved.body.id, name: 'X' }, stranger)).status).toBe(404)
    expect((await server.call(deleteTemplate, { id: saved.body.id }, stranger)).status).toBe(404)
    expect((await server.call(deleteTemplate, { id: saved.body.id }, admin)).status).toBe(200)
    expect((await server.call(listTemplates, {}, admin)).body.items).toEqual([])
  })
})
