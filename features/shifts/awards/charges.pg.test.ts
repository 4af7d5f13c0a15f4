import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listMyCharges, readTerms } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
let day = 0
/** A first-come shift of four hours, of a type that no rule applies to. */
const makeShift = async () => {
  day += 1
  const of = { organization_id: organization.id }
  const times = { starts_at: hours(200 + day * 24), ends_at: hours(204 + day * 24) }
  const base = {
    title: `Court ${day}`,
    kind: 'court',
    time_zone: 'UTC',
    status: 'published',
    signup_mode: 'first_come',
  }
  const assignment_id = String((await server.insert('assignments', { ...of, ...base, ...times })).id)
  const made = await server.insert('posts', { ...of, assignment_id, name: 'P', required_count: 3, ...times })
  return { assignment_id, post_id: String(made.id) }
}
const chargedHours = async (person: TestPerson) =>
  ((await server.call(listMyCharges, {}, person)).body.rules.find(({ name }) => name === 'Fewest hours')?.charged ??
    0) / 6000

beforeAll(async () => {
  server = await startTestServer([...routes, ...signupRoutes])
  organization = await server.makeOrganization({})
  const of = { organization_id: organization.id }
  const rules = [
    ['A rotation', 'special_event', { ...plainRule, method: 'rotation' }],
    ['Fewest hours', 'overtime', { ...plainRule, method: 'least_hours' }],
  ] as const
  for (const [name, kind, body] of rules) {
    const rule = await server.insert('award_rules', { ...of, name })
    const named = { ...of, rule_id: rule.id, effective_from: hours(-1000) }
    await server.insert('award_rule_versions', { ...named, version: 1, body: JSON.stringify(body) })
    await server.insert('award_adoptions', { ...named, kind })
  }
})
afterAll(() => server.close())

test('a first-come shift says what it counts by every rule that ranks the officer, and counts it', async () => {
  const officer = await server.makePerson(organization)
  const at = await makeShift()
  const { charges } = (await server.call(readTerms, { assignment_id: at.assignment_id }, officer)).body
  expect(charges.map(({ rule_name, taken }) => [rule_name, taken.share, taken.turn])).toEqual([
    ['A rotation', 0, true],
    ['Fewest hours', 100, false],
  ])
  await server.call(signUp, at, officer)
  expect(await chargedHours(officer)).toBe(4)
})
