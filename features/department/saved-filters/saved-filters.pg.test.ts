import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { deleteFilter, listSavedFilters, saveFilter } from './contract.ts'
import { routes } from './routes.ts'
import { MOST_FILTERS } from './rules.ts'

let server: TestServer
let admin: TestPerson
let colleague: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
  const house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin 1' })
  colleague = await server.makePerson(house, { role: 'admin', name: 'Admin 2' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const list = async (who: TestPerson, page: 'officers' | 'assignments' = 'officers') =>
  (await server.call(listSavedFilters, { page }, who)).body.items

test('each admin keeps own filters by page; the same name replaces what it had', async () => {
  await server.call(
    saveFilter,
    { page: 'officers', name: 'K9 sergeants', filters: { unit: 'K9', rank: 'Sergeant' } },
    admin,
  )
  await server.call(saveFilter, { page: 'officers', name: 'k9 SERGEANTS', filters: { unit: 'K9' } }, admin)
  expect(await list(admin)).toMatchObject([{ name: 'k9 SERGEANTS', filters: { unit: 'K9' } }])
  expect(await list(admin, 'assignments')).toEqual([])
  expect(await list(colleague)).toEqual([])
})

test('a colleague cannot delete it; its owner can', async () => {
  const [mine] = await list(admin)
  expect((await server.call(deleteFilter, { id: mine?.id ?? '' }, colleague)).status).toBe(404)
  expect((await server.call(deleteFilter, { id: mine?.id ?? '' }, admin)).body).toEqual({ done: true })
  expect(await list(admin)).toEqual([])
})

test('refuses an empty filter, and more than the menu can show', async () => {
  expect((await server.call(saveFilter, { page: 'officers', name: 'None', filters: {} }, colleague)).status).toBe(400)
  for (let i = 0; i < MOST_FILTERS; i++)
    await server.call(saveFilter, { page: 'assignments', name: `Filter ${i}`, filters: { unit: 'K9' } }, colleague)
  const more = await server.call(saveFilter, { page: 'assignments', name: 'More', filters: { unit: 'K9' } }, colleague)
  expect(more.body).toMatchObject({ error: { code: 'too_many_filters' } })
})
