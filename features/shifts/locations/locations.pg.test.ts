import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setMapTiles } from '#platform/server/map-tiles.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { deleteLocation, editLocation, getMap, listLocations, saveLocation } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin 1' })
})

const gate = { name: 'Stadium gate', address: '12 Arena Way', lat: 41.8623, lng: -87.6167, radius_m: 152 }
const list = async () => (await server.call(listLocations, {}, admin)).body.items

test('keeps locations of the department by name', async () => {
  await server.call(saveLocation, gate, admin)
  await server.call(saveLocation, { name: 'courthouse' }, admin)
  expect(await list()).toMatchObject([{ name: 'courthouse', address: null, lat: null, radius_m: null }, gate])
  const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin', name: 'Stranger' })
  expect((await server.call(listLocations, {}, stranger)).body.items).toEqual([])
})

test('refuses a second location of the same name, whatever its case', async () => {
  await server.call(saveLocation, gate, admin)
  const again = await server.call(saveLocation, { name: 'STADIUM GATE' }, admin)
  expect(again.body).toMatchObject({ error: { code: 'location_taken' } })
})

test('refuses half a position and a radius out of bounds', async () => {
  expect((await server.call(saveLocation, { ...gate, lng: null }, admin)).status).toBe(400)
  expect((await server.call(saveLocation, { ...gate, lat: 91 }, admin)).status).toBe(400)
  expect((await server.call(saveLocation, { ...gate, radius_m: 9 }, admin)).status).toBe(400)
})

test('is renamed by the version that was seen, and deleted', async () => {
  const { body } = await server.call(saveLocation, gate, admin)
  const edit = { ...gate, id: body.id, name: 'Stadium, gate B', version: 1 }
  expect((await server.call(editLocation, edit, admin)).body).toEqual({ done: true })
  expect((await server.call(editLocation, edit, admin)).body).toMatchObject({ error: { code: 'changed_meanwhile' } })
  expect(await list()).toMatchObject([{ name: 'Stadium, gate B', version: 2 }])
  await server.call(deleteLocation, { id: body.id }, admin)
  expect(await list()).toEqual([])
  const actions = await server.rows<{ action: string }>(
    "select action from audit_entries where thing_type = 'locations' and thing_id = $1 order by id",
    [body.id],
  )
  expect(actions.map(({ action }) => action)).toEqual(['locations.save', 'locations.edit', 'locations.delete'])
})

test('is not for officers', async () => {
  const officer = await server.makePerson(house, { name: 'Officer 1' })
  expect((await server.call(listLocations, {}, officer)).status).toBe(403)
  expect((await server.call(saveLocation, gate, officer)).status).toBe(403)
})

test('map tiles are off until the server names them; then its pages let their pictures in', async () => {
  const seen = await server.call(getMap, {}, admin)
  expect(seen.body).toEqual({ tiles: null, attribution: '' })
  expect(seen.headers.get('content-security-policy')).toContain("img-src 'self' data: blob:;")
  setMapTiles({ url: 'https://{s}.tiles.example/{z}/{x}/{y}.png', attribution: '© Example' })
  try {
    const told = await server.call(getMap, {}, admin)
    expect(told.body.attribution).toBe('© Example')
    expect(told.headers.get('content-security-policy')).toContain("img-src 'self' data: blob: https://*.tiles.example;")
  } finally {
    setMapTiles({ url: null, attribution: '' })
  }
})
