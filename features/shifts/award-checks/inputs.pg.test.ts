import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveAttendance, correctAttendance, returnAttendance } from '#features/hours/attendance/contract.review.ts'
import { routes as reviewRoutes } from '#features/hours/attendance/routes.review.ts'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { listApplicants } from '#features/shifts/awards/store.facts.ts'
import { type Inputs, rankInputs, recordRound } from '#features/shifts/awards/store.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import type { Db } from '#platform/server/db.ts'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { closeCase, listCases, listWrongInputs } from './contract.ts'
import { checkInputs } from './jobs.inputs.ts'
import { routes } from './routes.ts'

const ROUNDS = 160
const PLACES = 2
const DAY = 86_400_000
let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let presser: TestPerson
let assignment_id: string
const officers: TestPerson[] = []
const posts: string[] = []
const began = Date.now()

/** Random, but with a fixed seed, so that a failure can be reproduced. */
let state = 20_261_121
const draw = (below: number): number => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}
const one = <T>(list: readonly T[]): T => list[draw(list.length)] as T
const ago = (days: number) => new Date(began - days * DAY).toISOString()
const inside = <T>(work: (db: Db) => Promise<T>) =>
  server.database.transaction([enterSystem(organization.id, 'job.test')], work)

const failures: unknown[] = []
const check = () => checkInputs(inside, { fails: (error) => void failures.push(error), stopping: () => false })

const ruleAt = (): AwardRule => ({
  ...plainRule,
  method: one(['least_hours', 'least_hours', 'rotation', 'pick_list', 'seniority'] as const),
  counts: {
    window_days: one([20, 40, 'ever', 'fiscal_year'] as const),
    ...{ offered: 0, accepted: 100, refused: 50, no_answer: 0, worked: 100, ordered: 100 },
  },
  turn: ['accepted', 'worked', 'ordered'],
  ties: ['badge', 'draw'],
})

/** Past ledger rows: accepted, reversed, corrected, or imported with several times; at random times, and recorded some time later. */
const insertLedger = async () => {
  for (let n = 0; n < 260; n++) {
    const officer = one(officers)
    const at = 1 + draw(60 * 24) / 24
    const row = {
      organization_id: organization.id,
      officer_id: officer.officer_id,
      at: ago(at),
      recorded_at: ago(draw(3) === 0 ? at - Math.min(at, draw(20)) : at),
      kind: one(['accepted', 'refused', 'worked', 'ordered', 'called_off']),
      minutes: 60 * (1 + draw(10)),
      source: 'sign_up',
    }
    const signup_id = draw(3) === 0 ? (await signupOf(officer)).id : null
    await server.insert('opportunities', { ...row, signup_id })
    if (signup_id !== null && draw(2) === 0)
      await server.insert('opportunities', {
        ...{ ...row, signup_id, recorded_at: ago(draw(30)) },
        ...(draw(2) === 0 ? { minutes: -row.minutes } : { minutes: -30, times: 0 }),
      })
    if (n % 20 === 0) await server.insert('opportunities', { ...row, source: 'import', times: 1 + draw(5) })
  }
}
const signupOf = (officer: TestPerson, post_id = posts[0] ?? '') =>
  server.insert('officer_assignments', {
    ...{
      organization_id: organization.id,
      assignment_id,
      post_id,
      officer_id: officer.officer_id,
      status: 'withdrawn',
    },
    ...{ starts_at: ago(-2), ends_at: ago(-2.2) },
  })

type Planted = { round_id: string; officer_id: string; changed: boolean }
const winners = (inputs: Inputs): string[] =>
  rankInputs(inputs)
    .filter((each) => besidesFull(each.reasons).length === 0)
    .slice(0, PLACES)
    .map((each) => each.officer_id)

/** Falsifies one applicant's inputs: hours, times or last time, of kinds that the rule may or may not count. */
const spoil = (inputs: Inputs, at: number): Inputs => {
  const applicants = inputs.applicants.map((each, i) => {
    if (i !== at) return each
    const { minutes, times, last } = each
    const wrong = {
      minutes: { ...minutes, worked: (minutes.worked ?? 0) + (draw(2) === 0 ? 60 : -60) * (1 + draw(60)) },
      times: { ...times, accepted: (times.accepted ?? 0) + 1 + draw(20) },
      last: { ...last, ordered: new Date(began - draw(1000)).toISOString() },
    }
    const only = one(['minutes', 'times', 'last', null, null, null] as const)
    return { ...each, ...(only === null ? wrong : { [only]: wrong[only] }) }
  })
  return { ...inputs, applicants }
}

const awardOne = async (db: Db, post_id: string, planted: Planted[], plant: boolean) => {
  const rule = ruleAt()
  const at = new Date(began - (1 + draw(30)) * DAY)
  const ids = officers.slice(0, 5).map((each) => each.officer_id)
  const applicants = await listApplicants(db, rule, { assignment_id, post_id, officer_ids: ids, at })
  const right: Inputs = {
    ...{ v: 1, rule, at: at.toISOString(), post_id, seed: null, roster: { average: 0, most: 0, most_turns: 0 } },
    applicants: applicants.map((each) => ({
      ...each,
      reasons: draw(12) === 0 ? [{ code: 'rank_required' as const, overridable: true }] : [],
    })),
  }
  const spoilt = draw(5)
  const inputs = plant ? spoil(right, spoilt) : right
  const ranked = rankInputs(inputs)
  const won = winners(inputs)
  const { round_id } = await recordRound(db, {
    ...{ purpose: 'award', assignment_id, post_id, places: PLACES },
    ranking: { rule_version_id: '', rule, named: { name: 'Drawn', version: null }, ranked, inputs },
    outcome: ranked.map((each) => ({
      officer_id: each.officer_id,
      outcome: each.reasons.length > 0 ? 'ineligible' : won.includes(each.officer_id) ? 'awarded' : 'waitlisted',
    })),
  })
  if (!plant) return
  const should = winners(right)
  const officer_id = inputs.applicants[spoilt]?.officer_id ?? ''
  planted.push({ round_id, officer_id, changed: should.some((id) => !won.includes(id)) })
}

beforeAll(async () => {
  server = await startTestServer([...routes, ...reviewRoutes])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin' })
  presser = await server.makePerson(organization, { role: 'admin', name: 'In a hurry' })
  for (let i = 0; i < 6; i++) officers.push(await server.makePerson(organization, { name: `Officer ${i}` }))
  const of = { organization_id: organization.id }
  const times = { starts_at: ago(-2), ends_at: ago(-2.2) }
  const job = { ...of, ...times, title: 'Gate', kind: 'overtime', time_zone: 'UTC', status: 'published' }
  assignment_id = String((await server.insert('assignments', job)).id)
  for (let n = 0; n < ROUNDS; n++) {
    const made = await server.insert('posts', { ...of, ...times, assignment_id, name: `P${n}`, required_count: 3 })
    posts.push(String(made.id))
  }
  await insertLedger()
})
afterAll(() => server.close())

it('finds planted wrong inputs and no others, and opens a case where the spot would go to someone else', {
  meta: { shows: ['issue 5.3 inputs'] },
}, async () => {
  const planted: Planted[] = []
  await inside(async (db) => {
    for (const [n, post_id] of posts.entries()) await awardOne(db, post_id, planted, n % 2 === 0)
  })
  for (const post_id of posts) for (const each of officers.slice(0, 5)) await signupOf(each, post_id)
  // An admin triggered the awards early.
  await server.rows('update award_rounds set decided_by = $2 where organization_id = $1', [
    organization.id,
    presser.officer_id,
  ])
  const opened = await check()
  const found = await server.rows<Planted>(
    `select round_id, changed,
       (select string_agg(distinct d ->> 'officer_id', ' ') from jsonb_array_elements(differences) d) as officer_id
     from award_input_checks
     where organization_id = $1 and differences is not null`,
    [organization.id],
  )
  const sorted = (of: readonly Planted[]) => of.toSorted((a, b) => (a.round_id < b.round_id ? -1 : 1))
  expect(sorted(found)).toEqual(sorted(planted))
  const all = await server.rows(`select 1 from award_input_checks where organization_id = $1`, [organization.id])
  expect(all).toHaveLength(ROUNDS)
  const changed = planted.filter((each) => each.changed).length
  expect(changed).toBeGreaterThan(5)
  expect(changed).toBeLessThan(planted.length)
  expect(opened).toBe(changed)
  const cases = await server.rows(`select 1 from award_cases where organization_id = $1 and cause = 'wrong_inputs'`, [
    organization.id,
  ])
  expect(cases).toHaveLength(changed)
  expect(await check()).toBe(0)
})

it('a case shows the counted and the correct value, and an admin closes it', {
  meta: { shows: ['issue 5.3 inputs'] },
}, async () => {
  const [first] = (await server.call(listCases, {}, admin)).body.items
  expect(first?.cause).toBe('wrong_inputs')
  expect(first?.differences[0]?.used).not.toEqual(first?.differences[0]?.right)
  const by = { id: first?.id ?? '', remedy: 'pay' as const, note: 'I decide' }
  expect((await server.call(closeCase, by, presser)).error?.code).toBe('second_admin_closes')
  expect((await server.call(listCases, {}, presser)).body.items[0]?.may_close).toBe(false)
  const enter = sql`select app.enter(${createHash('sha256').update(presser.secret).digest()}::bytea, 'signed_in', '', true)`
  const direct = server.database.transaction([enter], (db) =>
    db.run(sql`update award_cases set closed_at = now(), closed_by = (select app.officer_id()), closed_remedy = 'none',
      closed_note = 'Mine' where id = ${by.id}::uuid`),
  )
  expect(await direct).toBe(0)
  const closed = await server.call(closeCase, { id: first?.id ?? '', remedy: 'pay', note: 'Hours were wrong' }, admin)
  expect(closed.status).toBe(200)
  const listed = (await server.call(listWrongInputs, {}, admin)).body
  expect(listed.items.length).toBe(30)
  expect(listed.items.some((each) => !each.changed)).toBe(true)
  expect((await server.call(listWrongInputs, { after: listed.next ?? '' }, admin)).body.items[0]?.id).not.toBe(
    listed.items[0]?.id,
  )
})

/** An 8-hour shift two days ago with its attendance, as submitted by the officer. */
const workedShift = async (officer: TestPerson) => {
  const of = { organization_id: organization.id }
  const times = { starts_at: ago(2), ends_at: ago(2 - 1 / 3) }
  const job = { ...of, ...times, title: 'Worked', kind: 'overtime', time_zone: 'UTC', status: 'published' }
  const ids = { ...of, assignment_id: (await server.insert('assignments', job)).id, officer_id: officer.officer_id }
  const post = await server.insert('posts', {
    ...of,
    ...times,
    assignment_id: ids.assignment_id,
    name: 'P',
    required_count: 1,
  })
  const signup = await server.insert('officer_assignments', { ...ids, ...times, post_id: post.id, status: 'confirmed' })
  const made = await server.insert('attendance', {
    ...{ ...ids, signup_id: signup.id, state: 'submitted', worked_minutes: 480 },
    ...{ scheduled_starts_at: times.starts_at, scheduled_ends_at: times.ends_at },
    ...{ checked_in_at: times.starts_at, checked_out_at: times.ends_at },
  })
  return { id: String(made.id), signup_id: String(signup.id), checked_in_at: times.starts_at, post_id: String(post.id) }
}
const workedOf = (officer: TestPerson) =>
  inside(async (db) => {
    const rule: AwardRule = { ...plainRule, method: 'least_hours' }
    const asked = {
      assignment_id,
      post_id: posts[0] ?? '',
      officer_ids: [officer.officer_id],
      at: new Date(Date.now() + 1000),
    }
    const [found] = await listApplicants(db, rule, asked)
    return [found?.minutes.worked, found?.times.worked]
  })

it('later awards use hours corrected after approval, and the rows stay', {
  meta: { shows: ['issue 5.3 corrected'] },
}, async () => {
  const officer = await server.makePerson(organization, { name: 'Corrected' })
  const { id, signup_id, checked_in_at } = await workedShift(officer)
  await server.call(approveAttendance, { id, version: 1 }, admin)
  expect(await workedOf(officer)).toEqual([480, 1])
  const times = { checked_in_at, checked_out_at: new Date(Date.parse(checked_in_at) + 5 * 3_600_000).toISOString() }
  expect((await server.call(correctAttendance, { id, version: 2, times, reason: 'Radio log' }, admin)).status).toBe(200)
  expect(await workedOf(officer)).toEqual([300, 1])
  const rows = await server.rows(
    `select minutes, times, note from opportunities where signup_id = $1 and kind = 'worked' order by recorded_at`,
    [signup_id],
  )
  expect(rows).toEqual([
    { minutes: 480, times: null, note: null },
    { minutes: -180, times: 0, note: 'Hours corrected after approval' },
  ])
  expect((await server.call(returnAttendance, { id, version: 3, reason: 'Look again' }, admin)).status).toBe(200)
  expect(await workedOf(officer)).toEqual([undefined, undefined])
})

it('finds an award that used hours from before their correction', {
  meta: { shows: ['issue 5.3 corrected'] },
}, async () => {
  const officer = await server.makePerson(organization, { name: 'Late in the ledger' })
  const { id, signup_id, checked_in_at } = await workedShift(officer)
  await server.call(approveAttendance, { id, version: 1 }, admin)
  const times = { checked_in_at, checked_out_at: new Date(Date.parse(checked_in_at) + 2 * 3_600_000).toISOString() }
  await server.call(correctAttendance, { id, version: 2, times, reason: 'Radio log' }, admin)
  // Restores the state from before the ledger had correction rows.
  await server.rows(`delete from opportunities where signup_id = $1 and times = 0`, [signup_id])
  await server.rows(`update opportunities set at = $2, recorded_at = $2 where signup_id = $1`, [signup_id, ago(1)])
  await server.rows(`update attendance set decided_at = $2 where id = $1`, [id, ago(0.9)])
  const of = { organization_id: organization.id, assignment_id, starts_at: ago(-2), ends_at: ago(-2.2) }
  const post_id = String((await server.insert('posts', { ...of, name: 'Late', required_count: 1 })).id)
  const rule: AwardRule = { ...plainRule, method: 'least_hours' }
  const at = new Date(began - 0.5 * DAY)
  const round_id = await inside(async (db) => {
    const asked = { assignment_id, post_id, officer_ids: [officer.officer_id], at }
    const applicants = (await listApplicants(db, rule, asked)).map((each) => ({ ...each, reasons: [] }))
    const inputs: Inputs = {
      v: 1,
      rule,
      at: at.toISOString(),
      post_id,
      applicants,
      roster: { average: 0, most: 0, most_turns: 0 },
      seed: null,
    }
    const ranking = {
      rule_version_id: '',
      rule,
      named: { name: 'Hours', version: null },
      ranked: rankInputs(inputs),
      inputs,
    }
    const outcome = [{ officer_id: officer.officer_id, outcome: 'awarded' as const }]
    return (await recordRound(db, { purpose: 'award', assignment_id, post_id, ranking, outcome })).round_id
  })
  expect(await check()).toBe(0)
  const [found] = (await server.call(listWrongInputs, {}, admin)).body.items
  expect(found?.changed).toBe(false)
  expect(found?.differences.map(({ kind, used, right }) => [kind, used.minutes, right.minutes])).toEqual([
    ['worked', 480, 120],
  ])
  expect(await server.rows(`select 1 from award_input_checks where round_id = $1`, [round_id])).toHaveLength(1)
})
