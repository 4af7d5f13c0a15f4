import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { callOff, signUp, undoSignUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listMyCharges, readTerms } from './contract.ts'
import { routes } from './routes.ts'
import { listApplicants } from './store.facts.ts'

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

test('a spot that is called off and signed up for again is charged once, whichever way the later sign-up ends', async () => {
  const officer = await server.makePerson(organization)
  const at = await makeShift()
  const keptMinutes = async () =>
    (await server.call(readTerms, { assignment_id: at.assignment_id }, officer)).body.kept.map(({ minutes }) => minutes)
  const again = async () => (await server.call(signUp, at, officer)).body.id
  const [first, before] = [await again(), new Date()]
  expect(await keptMinutes()).toEqual([])
  await server.call(callOff, { id: first }, officer)
  expect([await chargedHours(officer), await keptMinutes()]).toEqual([4, [240]])
  const second = await again()
  expect([await chargedHours(officer), await keptMinutes()]).toEqual([4, []])
  // Undone or removed: the call-off counts as before.
  await server.call(undoSignUp, { id: second }, officer)
  expect([await chargedHours(officer), await keptMinutes()]).toEqual([4, [240]])
  const third = await again()
  expect(await chargedHours(officer)).toBe(4)
  await server.rows(`update officer_assignments set status = 'released' where id = $1`, [third])
  expect([await chargedHours(officer), await keptMinutes()]).toEqual([4, [240]])
  const fourth = await again()
  await server.call(callOff, { id: fourth }, officer)
  await again()
  expect(await chargedHours(officer)).toBe(4)
  // An award before that counts what was recorded then.
  const [then] = await server.database.transaction([enterSystem(organization.id, 'job.test')], (db) =>
    listApplicants(db, plainRule, { ...at, officer_ids: [String(officer.officer_id)], at: before }),
  )
  expect(then).toMatchObject({ minutes: { accepted: 240 }, times: { accepted: 1 } })
})

test('another part of a shift, and a longer spot that was called off, count on their own', async () => {
  const officer = await server.makePerson(organization)
  const at = await makeShift()
  await server.rows('update posts set split_minutes = 60 where id = $1', [at.post_id])
  const [{ starts_at }] = (await server.rows('select starts_at from posts where id = $1', [at.post_id])) as [
    { starts_at: Date },
  ]
  const part = (from: number, to: number) => ({
    ...{ ...at, starts_at: new Date(+starts_at + from * 3_600_000).toISOString() },
    ends_at: new Date(+starts_at + to * 3_600_000).toISOString(),
  })
  const takeAndLeave = async (from: number, to: number) => {
    const { body } = await server.call(signUp, part(from, to), officer)
    await server.call(callOff, { id: body.id }, officer)
    return chargedHours(officer)
  }
  expect(await takeAndLeave(0, 1)).toBe(1)
  expect(await takeAndLeave(1, 2)).toBe(2)
  expect(await takeAndLeave(0, 4)).toBe(4)
  expect(await takeAndLeave(0, 1)).toBe(5)
})
