import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { addTestimonial, editTestimonial, listTestimonials, moveTestimonial, removeTestimonial } from './contract.ts'
import { routes } from './routes.ts'
import { keepTestimonials } from './store.kept.ts'

let server: TestServer
let staff: Awaited<ReturnType<TestServer['makeSuperAdmin']>>
beforeAll(async () => {
  server = await startTestServer(routes)
  staff = await server.makeSuperAdmin()
})
beforeEach(() => server.rows('delete from testimonials'))
afterAll(() => server.close())

const given = (quote: string, over: object = {}) => ({
  quote,
  role: 'Patrol sergeant',
  department: '140-deputy county agency',
  consented_on: '2026-01-05',
  ...over,
})
const add = async (quote: string) => (await server.call(addTestimonial, given(quote), staff)).body
const quotes = async () => (await server.call(listTestimonials, {}, staff)).body.items.map((one) => one.quote)

test('adds, edits, moves and removes testimonials, each recorded for the vendor', async () => {
  const [a, b, c] = [await add('a'), await add('b'), await add('c')]
  expect(await quotes()).toEqual(['a', 'b', 'c'])
  await server.call(moveTestimonial, { id: c.id, step: 'up' }, staff)
  expect(await quotes()).toEqual(['a', 'c', 'b'])
  await server.call(moveTestimonial, { id: a.id, step: 'up' }, staff)
  expect(await quotes()).toEqual(['a', 'c', 'b'])
  const edited = await server.call(editTestimonial, { id: b.id, version: b.version, ...given('B') }, staff)
  expect(edited.body).toEqual({ id: b.id, version: b.version + 1 })
  expect((await server.call(removeTestimonial, { id: a.id }, staff)).body).toEqual({ done: true })
  expect(await quotes()).toEqual(['c', 'B'])
  const recorded = await server.rows<{ action: string }>(
    `select action from audit_entries where organization_id = $1 and thing_type = 'testimonials' and thing_id = $2 order by at`,
    [VENDOR_ID, b.id],
  )
  expect(recorded.map((one) => one.action)).toEqual(['testimonials.add', 'testimonials.move', 'testimonials.edit'])
})

test('stores a testimonial once, however often the same request arrives', async () => {
  const key = 'the-same-testimonial'
  for (let time = 0; time < 2; time++) await server.call(addTestimonial, given('once'), staff, { key })
  expect(await quotes()).toEqual(['once'])
})

test('refuses a save over a newer one, a date in the future, and a thirteenth', async () => {
  const one = await add('a')
  await server.call(editTestimonial, { id: one.id, version: one.version, ...given('b') }, staff)
  const late = await server.call(editTestimonial, { id: one.id, version: one.version, ...given('c') }, staff)
  expect([late.status, late.error?.code]).toEqual([409, 'changed_meanwhile'])
  const ahead = await server.call(addTestimonial, given('d', { consented_on: '2199-01-01' }), staff)
  expect(ahead.error?.fields?.[0]?.field).toBe('consented_on')
  for (let at = 1; at < 12; at++) await add(String(at))
  const more = await server.call(addTestimonial, given('thirteenth'), staff)
  expect([more.status, more.error?.code]).toEqual([409, 'testimonials_full'])
})

test('shows a demo’s samples until there is a real testimonial, and nothing without either', async () => {
  const kept = await keepTestimonials(server.database)
  expect(kept.now()).toEqual([])
  await server.rows(
    `insert into testimonials (organization_id, quote, role, department, sample) values ($1, 'sample', 'Chief', 'county', true)`,
    [VENDOR_ID],
  )
  await kept.renew()
  expect(kept.now()).toMatchObject([{ quote: 'sample', sample: true }])
  await add('real')
  await kept.renew()
  expect(kept.now()).toMatchObject([{ quote: 'real', sample: false }])
})

test('lets only vendor staff read or change them, and nobody enter a sample', async () => {
  const organization = await server.makeOrganization()
  const admin = await server.makePerson(organization, { role: 'admin' })
  const one = await add('a')
  expect((await server.call(listTestimonials, {}, admin)).status).toBe(404)
  expect((await server.call(removeTestimonial, { id: one.id }, admin)).status).toBe(404)
  expect((await server.call(listTestimonials, {}, null)).status).toBe(401)
  expect((await server.call(addTestimonial, { ...given('b'), sample: true } as never, staff)).status).toBe(400)
  const [poke] = await server.rows(`select distinct audience from outbox where topic = 'vendor'`)
  expect(poke).toEqual({ audience: 'system' })
})
