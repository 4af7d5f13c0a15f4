import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveSignup, assignOfficer } from '#features/signup-decisions/contract.ts'
import { routes as decisionRoutes } from '#features/signup-decisions/routes.ts'
import { callOff, signUp } from '#features/signups/contract.ts'
import { routes as signupRoutes } from '#features/signups/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listMyOpportunities, listOpportunities } from './contract.ts'
import { routes } from './routes.ts'
import { recordOpportunities } from './store.opportunities.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson
let other: TestPerson

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
let day = 0
const post = async (signup_mode: string) => {
  day += 1
  const of = { organization_id: organization.id }
  const times = { starts_at: hours(200 + day * 24), ends_at: hours(206 + day * 24) }
  const base = { title: `Gate ${day}`, kind: 'overtime', time_zone: 'UTC', status: 'published', signup_mode }
  const assignment = await server.insert('assignments', { ...of, ...base, ...times })
  const assignment_id = String(assignment.id)
  const made = await server.insert('posts', { ...of, assignment_id, name: 'P', required_count: 2, ...times })
  return { assignment_id, post_id: String(made.id) }
}
const ledger = async (person: TestPerson) =>
  (await server.call(listMyOpportunities, {}, person)).body.items.map((one) => [one.kind, one.source, one.minutes])

beforeAll(async () => {
  server = await startTestServer([...routes, ...signupRoutes, ...decisionRoutes])
  organization = await server.makeOrganization({})
  admin = await server.makePerson(organization, { role: 'admin' })
  officer = await server.makePerson(organization, { name: 'First' })
  other = await server.makePerson(organization, { name: 'Second' })
})
afterAll(() => server.close())

describe('offers and answers', () => {
  it('[issue 5.1 ledger] a place that is taken, given or given up leaves its row by itself', async () => {
    const first = await server.call(signUp, await post('first_come'), officer)
    await server.call(callOff, { id: first.body.id }, officer)
    const asked = await server.call(signUp, await post('approval'), officer)
    expect(await ledger(officer)).toHaveLength(2)
    await server.call(approveSignup, { id: asked.body.id }, admin)
    await server.call(assignOfficer, { ...(await post('approval')), officer_id: officer.officer_id }, admin)
    expect((await ledger(officer)).toReversed()).toEqual([
      ['accepted', 'sign_up', 360],
      ['called_off', 'sign_up', 360],
      ['accepted', 'sign_up', 360],
      ['accepted', 'assignment', 360],
    ])
  })

  it('[issue 5.1 ledger] whoever says more writes it, and it is not written twice', async () => {
    const at = await post('approval')
    await server.database.transaction([enterSystem(organization.id, 'job.test')], async (db) => {
      const signup = await server.insert('officer_assignments', {
        organization_id: organization.id,
        ...at,
        officer_id: other.officer_id,
        status: 'waitlisted',
        starts_at: hours(200 + day * 24),
        ends_at: hours(206 + day * 24),
      })
      const signup_id = String(signup.id)
      await db.run(sql`update officer_assignments set status = 'confirmed' where id = ${signup_id}::uuid`)
      await recordOpportunities(db, [
        { officer_id: other.officer_id, kind: 'ordered', minutes: 360, source: 'order', signup_id, ...at },
      ])
    })
    expect(await ledger(other)).toEqual([['ordered', 'order', 360]])
  })

  it('[issue 5.1 ledger] nobody changes a row, and an officer sees the own ones only', async () => {
    await expect(
      server.database.transaction([enterSystem(organization.id, 'job.test')], (db) =>
        db.run(sql`update opportunities set minutes = 0`),
      ),
    ).rejects.toThrow(/permission denied/)
    const all = await server.call(listOpportunities, {}, admin)
    expect(new Set(all.body.items.map((one) => one.officer_name))).toEqual(new Set(['First', 'Second']))
    expect(
      (await server.call(listMyOpportunities, {}, officer)).body.items.every((o) => o.officer_name === 'First'),
    ).toBe(true)
    expect((await server.call(listOpportunities, {}, officer)).error?.code).toBe('not_allowed')
  })
})
