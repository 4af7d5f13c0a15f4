import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { deleteLocation, editLocation, listLocations, saveLocation } from './contract.ts'
import { routes } from './routes.ts'
import { MOST_LOCATIONS } from './rules.ts'

let server: TestServer
let where: TestOrganization
let admins: TestPerson[]
beforeAll(async () => {
  server = await startTestServer(routes)
})
beforeEach(async () => {
  where = await server.makeOrganization()
  admins = [await server.makePerson(where, { role: 'admin' }), await server.makePerson(where, { role: 'admin' })]
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const adminOf = (turn: number) => admins[turn % 2] as TestPerson
const forty = <T>(work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 40 }, (_, turn) => work(turn)))
const locations = async () => (await server.call(listLocations, {}, adminOf(0))).body.items
const codes = (calls: readonly { error?: { code: string } | null }[]) =>
  new Set(calls.flatMap(({ error }) => (error ? [error.code] : [])))

test('of forty simultaneous saves under one name one is kept, whatever the case of the name', async () => {
  const saved = await forty((turn) =>
    server.call(saveLocation, { name: turn % 2 ? 'Main gate' : 'MAIN GATE' }, adminOf(turn)),
  )
  expect(saved.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(codes(saved)).toEqual(new Set(['location_taken']))
  expect(await locations()).toHaveLength(1)
})

test('of forty simultaneous saves as many are kept as a department may have', async () => {
  await server.rows(
    `insert into locations (organization_id, name) select $1, 'Post ' || n from generate_series(1, $2::int) n`,
    [where.id, MOST_LOCATIONS - 5],
  )
  const saved = await forty((turn) => server.call(saveLocation, { name: `Gate ${turn}` }, adminOf(turn)))
  expect(saved.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(codes(saved)).toEqual(new Set(['too_many_locations']))
  expect(await locations()).toHaveLength(MOST_LOCATIONS)
})

test('of forty simultaneous edits of one version one is saved, and the others hear that it changed', async () => {
  const { id } = (await server.call(saveLocation, { name: 'Main gate' }, adminOf(0))).body
  const edited = await forty((turn) =>
    server.call(editLocation, { id, name: 'Main gate', address: `${turn} Elm St`, version: 1 }, adminOf(turn)),
  )
  expect(edited.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(codes(edited)).toEqual(new Set(['changed_meanwhile']))
  expect((await locations())[0]?.version).toBe(2)
  const deleted = await forty((turn) => server.call(deleteLocation, { id }, adminOf(turn)))
  expect(deleted.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(codes(deleted)).toEqual(new Set(['not_found']))
})
