import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listOfficers } from './contract.ts'
import { listRosterValues } from './contract.values.ts'
import { routes } from './routes.ts'
import { routes as values } from './routes.values.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...values])
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin 1' })
  const add = (name: string, over: Record<string, unknown>) =>
    server.insert('officers', { organization_id: house.id, name, approved: true, ...over })
  await add('Ada', { unit: 'K9, North', rank: 'Sergeant' })
  await add('Ben', { unit: 'K9, North', rank: 'Officer' })
  await add('Cid', { unit: 'Traffic', rank: 'Officer' })
  await add('Dee', { unit: 'Retired', left_on: '2020-01-01' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

test('offers the units and ranks that active officers have, each with how many', async () => {
  const { body } = await server.call(listRosterValues, {}, admin)
  expect(body.units).toEqual([
    { value: 'K9, North', officers: 2 },
    { value: 'Traffic', officers: 1 },
  ])
  expect(body.ranks).toEqual([
    { value: 'Officer', officers: 2 },
    { value: 'Sergeant', officers: 1 },
  ])
  const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin', name: 'Stranger' })
  expect((await server.call(listRosterValues, {}, stranger)).body.units).toEqual([])
})

test('narrows the roster to a unit, to a rank, and to both', async () => {
  const names = async (input: { unit?: string; rank?: string }) =>
    (await server.call(listOfficers, input, admin)).body.items.map(({ name }) => name)
  expect(await names({ unit: 'K9, North' })).toEqual(['Ada', 'Ben'])
  expect(await names({ rank: 'Officer' })).toEqual(['Ben', 'Cid'])
  expect(await names({ unit: 'K9, North', rank: 'Officer' })).toEqual(['Ben'])
  expect(await names({ unit: 'K9' })).toEqual([])
})
