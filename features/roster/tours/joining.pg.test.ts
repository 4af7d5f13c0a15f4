import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { joinMany, listUnits } from './contract.members.ts'
import * as tours from './contract.ts'
import { routes } from './routes.members.ts'
import { routes as tourRoutes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson

const pattern = { kind: 'weekdays' as const, weekdays: [0, 1, 2, 3, 4, 5, 6], start: '06:00', minutes: 720 }
const schedule = { starts_on: '2027-03-01', anchor_on: '2027-03-01', keeps: 'length' as const, pattern }
const make = async () =>
  (await server.call(tours.createPlatoon, { name: 'A watch', unit: '', ...schedule }, admin)).body.id
const toursOn = async (from: string, days: number, as: TestPerson) =>
  (await server.call(tours.getTours, { from, days }, as)).body

beforeAll(async () => {
  server = await startTestServer([...routes, ...tourRoutes])
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin One' })
})
afterAll(() => server.close())

it('adds several officers at once, selected or a whole unit, all or none', {
  meta: { shows: ['issue 5.2 several'] },
}, async () => {
  const id = await make()
  const inUnit = async (unit: string | null, over: object = {}) =>
    server.makePerson(house, { unit, name: `In ${unit}`, ...over })
  const [a, b, c, gone] = [
    await inUnit('K9'),
    await inUnit('K9'),
    await inUnit('Court'),
    await inUnit('K9', { approved: false }),
  ]
  const put = (whom: { unit?: string; officer_ids?: string[] }, starts_on = '2027-03-01', as = admin) =>
    server.call(joinMany, { platoon_id: id, starts_on, ...whom }, as)
  const members = async () => (await server.call(tours.listMembers, { platoon_id: id }, admin)).body.items.length
  const mixed = await put({ officer_ids: [a.officer_id, gone.officer_id] })
  expect(mixed.error).toMatchObject({ code: 'officer_not_active', details: { names: 'In K9' } })
  expect((await put({})).error?.fields?.[0]?.field).toBe('officer_ids')
  expect(await members()).toBe(0)
  expect((await put({ officer_ids: [a.officer_id, c.officer_id] })).body).toEqual({ joined: 2 })
  const units = (await server.call(listUnits, { platoon_id: id, starts_on: '2027-03-01' }, admin)).body.items
  expect(units).toEqual([
    { unit: 'Court', officers: 1, members: 1 },
    { unit: 'K9', officers: 2, members: 1 },
  ])
  // Existing members are left as they are; concurrent calls add nobody twice.
  const both = await Promise.all([put({ unit: 'K9' }, '2027-03-02'), put({ unit: 'K9' }, '2027-03-02')])
  expect(both.map((one) => one.body.joined).toSorted()).toEqual([0, 1])
  expect((await toursOn('2027-03-01', 2, b)).tours).toHaveLength(1)
  expect((await toursOn('2027-03-01', 2, a)).tours).toHaveLength(2)
  expect((await put({ unit: 'K9' }, '2027-03-02', a)).status).toBe(403)
  // Admins cannot change their own platoon; another admin has to.
  await server.rows("update officers set unit = 'K9' where id = $1", [admin.officer_id])
  expect((await put({ officer_ids: [a.officer_id, admin.officer_id] })).error?.code).toBe('own_tours')
  expect((await put({ unit: 'K9' }, '2027-03-03')).body).toEqual({ joined: 0 })
  expect((await toursOn('2027-03-03', 1, admin)).tours).toEqual([])
  const other = await server.makePerson(await server.makeOrganization())
  expect((await put({ officer_ids: [other.officer_id] })).error?.code).toBe('not_found')
})
