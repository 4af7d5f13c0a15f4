import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { TourFacts } from './rules.ts'
import { tourFacts, toursOf } from './store.ts'

let server: TestServer
let house: TestOrganization
let officer: TestPerson
let platoon: string

const insert = async (table: string, row: object) =>
  String((await server.insert(table, { organization_id: house.id, ...row })).id)
const inside = <T>(work: (db: Db) => Promise<T>) =>
  server.database.transaction([enterSystem(house.id, 'job')], (db) => work(db))
const daily = (start: string) =>
  JSON.stringify({ kind: 'weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6], start, minutes: 480 })

beforeAll(async () => {
  server = await startTestServer([])
  house = await server.makeOrganization({ time_zone: 'Pacific/Auckland' })
  officer = await server.makePerson(house, { unit: 'Patrol' })
  platoon = await insert('platoons', { name: 'North' })
  const { officer_id } = officer
  // Years of schedules, memberships and single days: only those that overlap the range are read.
  for (let i = 0; i < 40; i++) {
    const starts_on = new Date(Date.UTC(2020, i * 2, 1)).toISOString().slice(0, 10)
    const start = `${String(i % 24).padStart(2, '0')}:00`
    await insert('platoon_schedules', { platoon_id: platoon, starts_on, anchor_on: starts_on, pattern: daily(start) })
    const days = { officer_id, kind: 'off', on_day: starts_on }
    await insert('tour_exceptions', days)
  }
  await insert('platoon_members', { platoon_id: platoon, officer_id, starts_on: '2020-01-01', ends_on: '2026-03-10' })
  await insert('tour_exceptions', {
    officer_id,
    kind: 'swap',
    on_day: '2026-03-03',
    works_on: '2026-03-12',
    start_time: '20:00',
    minutes: 300,
  })
  await insert('imported_tours', {
    officer_id,
    on_day: '2026-03-05',
    starts_at: '2026-03-04T17:00:00Z',
    ends_at: '2026-03-05T01:00:00Z',
  })
  const leave = { kind: 'sick', starts_at: '2026-03-05T11:00:00Z', ends_at: '2026-03-06T11:00:00Z', whole_days: true }
  await insert('leaves', { officer_id, ...leave })
})
afterAll(() => server.close())

const range = { starts_at: '2026-03-01T11:00:00Z', ends_at: '2026-03-13T11:00:00Z' }

test('reads the tours in a range in one statement, whose size does not grow with past years', {
  meta: { shows: ['issue 5.2 tours'] },
}, async () => {
  const [row] = await inside((db) =>
    db.rows<{ facts: TourFacts }>(sql`
      select ${tourFacts(new Date(range.starts_at), sql`${range.ends_at}::timestamptz`)} as facts
      from officers o where o.organization_id = (select app.organization_id()) and o.id = ${officer.officer_id}::uuid`),
  )
  const facts = row?.facts
  expect(facts?.memberships).toHaveLength(1)
  expect(facts?.memberships[0]?.schedules.map((one) => one.starts_on).sort()).toEqual(['2026-01-01', '2026-03-01'])
  expect(facts?.exceptions.map((one) => [one.kind, one.on_day])).toEqual([
    ['off', '2026-03-01'],
    ['swap', '2026-03-03'],
  ])
  expect(facts?.leaves).toHaveLength(1)
  const tours = toursOf(facts as TourFacts, range, house.time_zone)
  // From March 1, tours begin at 13:00 in Auckland (midnight UTC); March 5 came from a file, March 6 is leave.
  expect(tours.map((tour) => tour.starts_at)).toEqual([
    '2026-03-02T00:00:00.000Z',
    '2026-03-04T00:00:00.000Z',
    '2026-03-04T17:00:00.000Z',
    '2026-03-07T00:00:00.000Z',
    '2026-03-08T00:00:00.000Z',
    '2026-03-09T00:00:00.000Z',
    '2026-03-12T07:00:00.000Z',
  ])
  expect(tours[0]).toMatchObject({ kind: 'tour', title: 'North' })
})

test('the database allows an officer one platoon at a time', { meta: { shows: ['issue 5.2 tours'] } }, async () => {
  const { officer_id } = officer
  const more = { platoon_id: platoon, officer_id, starts_on: '2026-03-09' }
  await expect(insert('platoon_members', more)).rejects.toThrow('members_one_platoon')
})
