import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { listCandidates } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer(routes)
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Boss' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const fullHour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * 3_600_000).toISOString()
const makeJob = async (from: number, to: number) => {
  const times = { starts_at: at(from), ends_at: at(to) }
  const assignment_id = String(
    (
      await server.insert('assignments', {
        ...{ organization_id: house.id, title: 'Night patrol', kind: 'overtime', time_zone: 'America/Chicago' },
        ...{ status: 'published', signup_mode: 'approval', ...times },
      })
    ).id,
  )
  const post = { organization_id: house.id, assignment_id, name: 'Gate', required_count: 3, ...times }
  return { assignment_id, post_id: String((await server.insert('posts', post)).id), ...times }
}

test('officers with the fewest extra hours come first, and paging through 2,200 misses none', async () => {
  const { assignment_id, post_id } = await makeJob(48, 56)
  const job = { assignment_id, post_id }
  await server.rows(
    `insert into officers (organization_id, name, badge_number, unit, approved)
     select $1, 'Officer ' || lpad(n::text, 4, '0'), 'B' || n, 'Unit ' || n % 120, true from generate_series(1, 2200) n`,
    [house.id],
  )
  const [worked] = await server.rows<{ id: string }>("select id from officers where name = 'Officer 0001'")
  const { starts_at, ends_at, ...past } = await makeJob(-30, -22)
  await server.insert('officer_assignments', {
    ...{ organization_id: house.id, officer_id: worked?.id, status: 'worked', ...past },
    ...{ starts_at, ends_at },
  })
  const seen: string[] = []
  let page: OutputOf<typeof listCandidates> | null = null
  while (page === null || (page.next !== null && seen.length < 120)) {
    const after: { after?: string } = page?.next ? { after: page.next } : {}
    page = (await server.call(listCandidates, { ...job, eligible: 'yes' as const, ...after }, admin)).body
    seen.push(...page.items.map(({ name }) => name))
  }
  expect(page.eligible_count).toBe(2200)
  expect(seen).toHaveLength(120)
  expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => `Officer ${String(i + 2).padStart(4, '0')}`))
  const found = await server.call(listCandidates, { ...job, q: 'Officer 0001' }, admin)
  expect(found.body.items).toMatchObject([{ name: 'Officer 0001', minutes: 480 }])
  const all = await server.call(listCandidates, job, admin)
  expect(all.body.others).toEqual([{ code: 'own', count: 1 }])
})
