import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import * as faq from './contract.ts'
import { routes } from './routes.ts'
import { CATEGORIES_MOST, ENTRIES_MOST } from './rules.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
  officer = await server.makePerson(organization)
})

const addCategory = async (name: string) => (await server.call(faq.createCategory, { name }, admin)).body.id
const addEntry = async (category_id: string, question: string, published = true) =>
  (await server.call(faq.createEntry, { category_id, question, answer: `About ${question}`, published }, admin)).body.id
const order = async () =>
  (await server.call(faq.listManaged, {}, admin)).body.categories.map(
    ({ name, entries }) => `${name}: ${entries.map((entry) => entry.question).join(' ')}`,
  )

test('officers read published questions in order; admins read everything', {
  meta: { shows: ['issue 3.8'] },
}, async () => {
  const [court, empty] = [await addCategory('Court'), await addCategory('Empty')]
  const a = await addEntry(court, 'A')
  await addEntry(court, 'B', false)
  await addEntry(empty, 'C', false)
  expect(await order()).toEqual(['Court: A B', 'Empty: C'])
  // On the published page an admin sees the same as everyone.
  for (const who of [officer, admin]) {
    const seen = (await server.call(faq.listPublished, {}, who)).body.categories
    expect(seen.map(({ name, entries }) => [name, entries.map((entry) => entry.question)])).toEqual([['Court', ['A']]])
  }
  const taken = await server.call(faq.publishEntry, { id: a, published: false }, admin)
  expect(taken.body.version).toBe(2)
  expect((await server.call(faq.listPublished, {}, officer)).body.categories).toEqual([])
  expect((await server.call(faq.listManaged, {}, officer)).status).toBe(403)
  expect((await server.call(faq.createCategory, { name: 'X' }, officer)).status).toBe(403)
})

test('questions and categories move: to an end, in between, and into another category', {
  meta: { shows: ['issue 3.8'] },
}, async () => {
  const [one, two] = [await addCategory('One'), await addCategory('Two')]
  const [a, b, c] = [await addEntry(one, 'A'), await addEntry(one, 'B'), await addEntry(one, 'C')]
  const move = (id: string, category_id: string, before_id: string | null) =>
    server.call(faq.moveEntry, { id, category_id, before_id }, admin)
  await move(c, one, a)
  expect(await order()).toEqual(['One: C A B', 'Two: '])
  await move(c, one, b)
  expect(await order()).toEqual(['One: A C B', 'Two: '])
  await move(a, two, null)
  await move(b, two, a)
  expect(await order()).toEqual(['One: C', 'Two: B A'])
  expect((await move(c, one, a)).error?.code).toBe('changed_meanwhile')
  expect((await move(c, one, c)).status).toBe(200)
  await server.call(faq.moveCategory, { category_id: two, before_id: one }, admin)
  expect(await order()).toEqual(['Two: B A', 'One: C'])
  await server.call(faq.moveCategory, { category_id: two, before_id: null }, admin)
  expect(await order()).toEqual(['One: C', 'Two: B A'])
})

test('a hundred moves into the same gap keep the order, each changing one row while there is room', {
  meta: { shows: ['issue 3.8'] },
}, async () => {
  const one = await addCategory('One')
  const [a, b, c] = [await addEntry(one, 'A'), await addEntry(one, 'B'), await addEntry(one, 'C')]
  for (let n = 0; n < 100; n++) {
    const [id, before_id] = n % 2 ? [b, c] : [c, b]
    expect((await server.call(faq.moveEntry, { id, category_id: one, before_id }, admin)).status).toBe(200)
    expect(await order()).toEqual([n % 2 ? 'One: A B C' : 'One: A C B'])
  }
  expect(a).toBeTruthy()
  const [written] = await server.rows<{ moves: number }>(
    `select count(*)::int as moves from audit_entries where organization_id = $1 and action = 'faq.move'`,
    [organization.id],
  )
  expect(written?.moves).toBeLessThan(115)
})

test('a save on an old version is refused, and so is an unknown category', {
  meta: { shows: ['issue 3.8'] },
}, async () => {
  const one = await addCategory('One')
  const id = await addEntry(one, 'A')
  const text = { id, category_id: one, question: 'A2', answer: 'new' }
  const saves = await Promise.all([1, 2].map(() => server.call(faq.editEntry, { ...text, version: 1 }, admin)))
  expect(saves.map((save) => save.status).toSorted()).toEqual([200, 409])
  expect(saves.find((save) => save.error)?.error?.code).toBe('changed_meanwhile')
  const elsewhere = { ...text, version: 2, category_id: organization.id }
  expect((await server.call(faq.editEntry, elsewhere, admin)).status).toBe(404)
  const rename = (version: number) => server.call(faq.renameCategory, { category_id: one, version, name: 'Uno' }, admin)
  expect((await rename(1)).body.version).toBe(2)
  expect((await rename(1)).error?.code).toBe('changed_meanwhile')
})

test('a category with questions can’t be deleted, an empty one can; names are unique regardless of case', {
  meta: { shows: ['issue 3.8'] },
}, async () => {
  const one = await addCategory('Parking')
  const id = await addEntry(one, 'A')
  expect((await server.call(faq.createCategory, { name: 'PARKING' }, admin)).error?.code).toBe('category_taken')
  expect((await server.call(faq.deleteCategory, { category_id: one }, admin)).error?.code).toBe('category_not_empty')
  expect((await server.call(faq.deleteEntry, { id }, admin)).status).toBe(200)
  expect((await server.call(faq.deleteEntry, { id }, admin)).status).toBe(404)
  expect((await server.call(faq.deleteCategory, { category_id: one }, admin)).status).toBe(200)
})

test('the limits hold when admins add at the same moment', { meta: { shows: ['issue 3.8'] } }, async () => {
  for (let n = 0; n < CATEGORIES_MOST - 1; n++)
    await server.insert('faq_categories', { organization_id: organization.id, name: `C${n}`, position: n })
  const added = await Promise.all([1, 2, 3].map((n) => server.call(faq.createCategory, { name: `Last ${n}` }, admin)))
  expect(added.map((one) => one.error?.code ?? 'ok').toSorted()).toEqual(['faq_full', 'faq_full', 'ok'])
  const category_id = added.find((one) => !one.error)?.body.id ?? ''
  await server.rows(
    `insert into faq_entries (organization_id, category_id, question, answer)
     select $1, $2, 'Q' || n, 'A' from generate_series(1, $3::int) n`,
    [organization.id, category_id, ENTRIES_MOST],
  )
  const full = await server.call(faq.createEntry, { category_id, question: 'Q', answer: 'A' }, admin)
  expect(full.error?.code).toBe('faq_full')
})
