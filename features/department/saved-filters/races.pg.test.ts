import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { deleteFilter, listSavedFilters, saveFilter } from './contract.ts'
import { routes } from './routes.ts'
import { MOST_FILTERS } from './rules.ts'

let server: TestServer
let where: TestOrganization
beforeAll(async () => {
  server = await startTestServer(routes)
  where = await server.makeOrganization()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const forty = <T>(work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 40 }, (_, turn) => work(turn)))
const save = (name: string, unit: string, as: TestPerson) =>
  server.call(saveFilter, { page: 'officers', name, filters: { unit } }, as)
const filtersOf = async (who: TestPerson) => (await server.call(listSavedFilters, { page: 'officers' }, who)).body.items

test('forty simultaneous saves under one name keep one filter, whatever the case of the name', async () => {
  const admin = await server.makePerson(where, { role: 'admin' })
  const saved = await forty((turn) => save(turn % 2 ? 'Nights' : 'NIGHTS', `Unit ${turn}`, admin))
  expect(saved.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  expect(new Set(saved.map(({ body }) => body.id)).size).toBe(1)
  expect(await filtersOf(admin)).toHaveLength(1)
})

test('of forty simultaneous saves as many are kept as one person may have', async () => {
  const admin = await server.makePerson(where, { role: 'admin' })
  const saved = await forty((turn) => save(`Filter ${turn}`, 'Patrol', admin))
  expect(saved.filter(({ status }) => status === 200)).toHaveLength(MOST_FILTERS)
  expect(new Set(saved.flatMap(({ error }) => (error ? [error.code] : [])))).toEqual(new Set(['too_many_filters']))
  expect(await filtersOf(admin)).toHaveLength(MOST_FILTERS)
})

test('forty simultaneous deletions of one filter delete it once, and nothing of a colleague', async () => {
  const admin = await server.makePerson(where, { role: 'admin' })
  const colleague = await server.makePerson(where, { role: 'admin' })
  const { body } = await save('Nights', 'Patrol', admin)
  await save('Nights', 'K9', colleague)
  const deleted = await forty((turn) => server.call(deleteFilter, { id: body.id }, turn % 2 ? admin : colleague))
  expect(deleted.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(deleted.filter(({ status }) => status === 404)).toHaveLength(39)
  expect(await filtersOf(admin)).toEqual([])
  expect(await filtersOf(colleague)).toMatchObject([{ name: 'Nights', filters: { unit: 'K9' } }])
})

test('the database keeps a name once for each person and page, even without the lock', async () => {
  const admin = await server.makePerson(where, { role: 'admin' })
  const row = { organization_id: where.id, officer_id: admin.officer_id, page: 'officers', filters: '{}' }
  await server.insert('saved_filters', { ...row, name: 'Nights' })
  await expect(server.insert('saved_filters', { ...row, name: 'nights' })).rejects.toThrow('saved_filters_name')
  await server.insert('saved_filters', { ...row, name: 'Nights', page: 'assignments' })
})
