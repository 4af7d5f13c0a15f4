import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listAssignments } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin 1' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const times = { starts_at: '2028-02-02T18:00:00Z', ends_at: '2028-02-03T02:00:00Z' }
const post = async (title: string, requirements: object) => {
  const of = { organization_id: house.id }
  const shift = { title, kind: 'overtime', time_zone: 'America/Chicago', status: 'published', ...times }
  const assignment_id = String((await server.insert('assignments', { ...of, ...shift })).id)
  const needs = { name: 'Gate', required_count: 2, requirements: JSON.stringify(requirements), ...times }
  return { assignment_id, post_id: String((await server.insert('posts', { ...of, assignment_id, ...needs })).id) }
}

test('a unit or rank filter finds shifts that require it and shifts with its officers', async () => {
  await post('Asks for K9', { units: ['K9'] })
  await post('Asks for a sergeant', { ranks: ['Sergeant'] })
  const worked = await post('Open to all', {})
  await post('Traffic only', { units: ['Traffic'] })
  const officer = await server.insert('officers', {
    ...{ organization_id: house.id, name: 'Ada', unit: 'K9', rank: 'Sergeant', approved: true },
  })
  await server.insert('officer_assignments', {
    ...{ organization_id: house.id, officer_id: officer.id, status: 'confirmed', ...worked, ...times },
  })
  const titles = async (input: { unit?: string; rank?: string }) =>
    (await server.call(listAssignments, input, admin)).body.items.map(({ title }) => title).toSorted()
  expect(await titles({ unit: 'K9' })).toEqual(['Asks for K9', 'Open to all'])
  expect(await titles({ rank: 'Sergeant' })).toEqual(['Asks for a sergeant', 'Open to all'])
  expect(await titles({ unit: 'Traffic', rank: 'Sergeant' })).toEqual([])
})
