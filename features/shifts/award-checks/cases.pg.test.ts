import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { settle } from '#features/shifts/awards/rules.rounds.ts'
import { type Inputs, rankInputs, recordRound } from '#features/shifts/awards/store.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { closeCase, listCases } from './contract.ts'
import { openCases } from './jobs.ts'
import { routes } from './routes.ts'

const PLANTED = 200
const CLEAN = 200
let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let second: TestPerson
const officers: TestPerson[] = []
const rule: AwardRule = { ...plainRule, method: 'seniority', ties: ['badge', 'draw'], remedy: 'pay' }
const planted: string[] = []

/** One correct award of two spots among six applicants; every other day, so that no shifts touch. */
const award = async (n: number, plant: 'none' | 'swap_in_award' | 'assigned') => {
  const of = { organization_id: organization.id }
  const starts = new Date(Date.now() + (n + 1) * 86_400_000)
  const times = { starts_at: starts.toISOString(), ends_at: new Date(starts.getTime() + 4 * 3_600_000).toISOString() }
  const base = { title: `Job ${n}`, kind: 'overtime', time_zone: 'UTC', status: 'published', signup_mode: 'award' }
  const assignment_id = String(
    (await server.insert('assignments', { ...of, ...base, ...times, awarded_at: 'now()' })).id,
  )
  const post_id = String(
    (await server.insert('posts', { ...of, assignment_id, name: 'P', required_count: 3, ...times })).id,
  )
  const applied = officers.slice(0, 5)
  const inputs: Inputs = {
    v: 1,
    rule,
    at: new Date(Date.now() - 3_600_000).toISOString(),
    post_id,
    applicants: applied.map(({ officer_id }, i) => ({
      officer_id,
      hired_on: `20${10 + ((i + n) % 5)}-01-01`,
      badge_number: `${i}`,
      unit: null,
      rank: null,
      applied_at: null,
      minutes: {},
      times: {},
      last: {},
      joined_on: '2020-01-01',
      absent: 0,
      unit_match: false,
      owed: false,
      reasons: i === n % 5 && n % 3 === 0 ? [{ code: 'rank_required', overridable: true }] : [],
    })),
    roster: { average: 0, most: 0, most_turns: 0 },
    seed: null,
  }
  const ranked = rankInputs(inputs)
  const settled = settle(rule, ranked, 2)
  // A spot that went to the wrong officer: the last on the waitlist instead of the last winner.
  const outcome = [...settled]
  const won = outcome.findLastIndex((one) => one.outcome === 'awarded')
  const wait = outcome.findLastIndex((one) => one.outcome === 'waitlisted')
  if (plant === 'swap_in_award') {
    outcome[won] = { ...(outcome[won] as (typeof outcome)[number]), outcome: 'waitlisted' }
    outcome[wait] = { ...(outcome[wait] as (typeof outcome)[number]), outcome: 'awarded' }
    planted.push(`${assignment_id} ${outcome[won]?.officer_id}`)
  }
  await server.database.transaction([enterSystem(organization.id, 'job.award')], async (db) => {
    await recordRound(db, {
      purpose: 'award',
      assignment_id,
      post_id,
      ranking: { rule_version_id: '', rule, named: { name: 'Seniority', version: null }, ranked, inputs },
      places: 2,
      outcome,
    })
  })
  const statusOf = { awarded: 'confirmed', waitlisted: 'waitlisted', ineligible: 'passed' } as Record<string, string>
  for (const one of outcome) {
    const signup = { ...of, assignment_id, post_id, officer_id: one.officer_id, ...times, status: 'interested' }
    const made = await server.insert('officer_assignments', signup)
    await server.rows('update officer_assignments set status = $2 where id = $1', [made.id, statusOf[one.outcome]])
  }
  if (plant === 'assigned') {
    const outsider = officers[5] as TestPerson
    const given = { ...of, assignment_id, post_id, officer_id: outsider.officer_id, ...times, status: 'confirmed' }
    await server.insert('officer_assignments', { ...given, assigned_by: admin.officer_id })
    planted.push(`${assignment_id} ${outcome.find((one) => one.outcome === 'waitlisted')?.officer_id}`)
  }
}
const look = () => server.database.transaction([enterSystem(organization.id, 'job.find_skipped')], openCases)

beforeAll(async () => {
  server = await startTestServer(routes)
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin', name: 'Gave it' })
  second = await server.makePerson(organization, { role: 'admin', name: 'Second' })
  for (let i = 0; i < 6; i++) officers.push(await server.makePerson(organization, { name: `Officer ${i}` }))
  for (let n = 0; n < PLANTED + CLEAN; n++) {
    await award(n, n >= PLANTED ? 'none' : n % 2 === 0 ? 'swap_in_award' : 'assigned')
  }
})
afterAll(() => server.close())

it('finds all 200 planted skips and no others, and a second run opens nothing', {
  meta: { shows: ['issue 5.3 bypass'] },
}, async () => {
  expect(await look()).toBe(PLANTED)
  const found = await server.rows<{ key: string }>(
    `select assignment_id || ' ' || officer_id as key from award_cases where organization_id = $1`,
    [organization.id],
  )
  expect(found.map((one) => one.key).toSorted()).toEqual(planted.toSorted())
  expect(await look()).toBe(0)
})

it('a case is closed once, by a second person, with a remedy the officer is notified of', {
  meta: { shows: ['issue 5.3 bypass'] },
}, async () => {
  const { items } = (await server.call(listCases, {}, admin)).body
  const given = items.find((one) => one.made_by_name === 'Gave it')
  expect(given?.may_close).toBe(false)
  const id = given?.id ?? ''
  const ask = { id, remedy: 'next_opportunity' as const, note: 'The list was not followed' }
  expect((await server.call(closeCase, ask, admin)).error?.code).toBe('second_admin_closes')
  const both = await Promise.all([server.call(closeCase, ask, second), server.call(closeCase, ask, second)])
  expect(both.map((one) => one.error?.code ?? 'done').toSorted()).toEqual(['case_closed', 'done'])
  const closed = (await server.call(listCases, { state: 'closed' }, admin)).body.items
  expect(closed).toMatchObject([{ id, closed_remedy: 'next_opportunity', closed_by_name: 'Second', remedy: 'pay' }])
  const told = await server.rows(`select 1 from notifications where type = 'award_case_closed' and officer_id = $1`, [
    given?.officer_id,
  ])
  expect(told).toHaveLength(1)
  await expect(
    server.rows('update award_cases set closed_by = made_by where id = $1 and made_by is not null', [id]),
  ).rejects.toThrow(/cases_second_person/)
})
