import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRule } from '#features/shifts/award-rules/contract.ts'
import { routes as ruleRoutes } from '#features/shifts/award-rules/routes.ts'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { readBackTest } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let id: string
const seniority: AwardRule = {
  ...plainRule,
  method: 'seniority',
  ties: ['badge'],
  window: { opens_minutes_after_publish: 0, closes_minutes_before_start: 60, open_minutes: null },
}

beforeAll(async () => {
  server = await startTestServer([...routes, ...ruleRoutes])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
  const people: TestPerson[] = []
  for (const name of ['Senior', 'Junior']) people.push(await server.makePerson(organization, { name }))
  for (const [i, { officer_id }] of people.entries())
    await server.rows('update officers set hired_on = $1 where id = $2', [`20${i}5-01-01`, officer_id])
  const of = { organization_id: organization.id }
  const starts = Date.now() - 5 * 86_400_000
  const times = { starts_at: new Date(starts).toISOString(), ends_at: new Date(starts + 4 * 3_600_000).toISOString() }
  const base = { title: 'Gate', kind: 'overtime', time_zone: 'UTC', status: 'published', signup_mode: 'award' }
  const assignment_id = (await server.insert('assignments', { ...of, ...base, ...times })).id
  const post_id = (await server.insert('posts', { ...of, assignment_id, name: 'P', required_count: 1, ...times })).id
  const at = { ...of, assignment_id, post_id, ...times }
  for (const [i, { officer_id }] of people.entries())
    await server.insert('officer_assignments', { ...at, officer_id, status: i === 0 ? 'worked' : 'passed' })
  id = (await server.call(createRule, { name: 'Seniority', body: seniority }, admin)).body.id
})
afterAll(() => server.close())

const tried = async (draft?: unknown) =>
  server.call(readBackTest, { id, days: 30, ...(draft !== undefined && { draft: JSON.stringify(draft) }) }, admin)

it('compares past awards with the saved rule, and with a draft of it before it is saved', async () => {
  expect((await tried()).body).toMatchObject({ posts: 1, places: 1, changed: 0 })
  const draft = await tried({ ...seniority, method: 'reverse_seniority' })
  expect(draft.body).toMatchObject({ posts: 1, places: 1, changed: 1 })
  const gained = draft.body.officers.find(({ name }) => name === 'Junior')
  expect((gained?.would ?? 0) - (gained?.was ?? 0)).toBe(240)
  // Nothing is kept of it.
  expect((await tried()).body.changed).toBe(0)
})

it('refuses a draft that could not be saved, and says what is wrong with it', async () => {
  const problem = async (draft: unknown) => (await tried(draft)).error?.fields
  expect(await problem({ ...seniority, ties: ['hours'] })).toEqual([
    { field: 'draft', message: 'The last tiebreaker must be the badge number or a draw.' },
  ])
  expect((await problem({ method: 'seniority' }))?.[0]?.message).toContain('counts')
  const broken = await server.call(readBackTest, { id, days: 30, draft: '{' }, admin)
  expect(broken.error?.fields).toEqual([{ field: 'draft', message: 'Use valid JSON.' }])
  const nothing = await server.call(readBackTest, { id, days: 30, draft: 'null' }, admin)
  expect(nothing.error?.fields?.[0]?.message).toMatch(/^Invalid input/)
  // Short as text, and in an address three times as long.
  const units = Array.from({ length: 40 }, (_, n) => `${'é'.repeat(40)}${n}`)
  const group = { name: 'Patrol', units, ranks: [], minutes: 60 }
  expect((await problem({ ...seniority, groups: [group] }))?.[0]?.message).toContain('too long to compare')
})

it('compares only what a rule has, whatever else the text holds', async () => {
  const deep = JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`)
  const other = { note: '\0 \ud800', deep }
  expect((await tried({ ...seniority, ...other, method: 'reverse_seniority' })).body).toMatchObject({ changed: 1 })
})

it('tries a draft only on a rule of one’s own department', async () => {
  const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
  const asked = { id, days: 30, draft: JSON.stringify(seniority) }
  expect((await server.call(readBackTest, asked, stranger)).status).toBe(404)
})
