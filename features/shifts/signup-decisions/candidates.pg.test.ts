import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { rankFor } from '#features/shifts/awards/store.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { getRoster, listCandidates } from './contract.ts'
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

test('of a running shift, everyone is eligible whom only its start and the closed sign-up stop', async () => {
  const { assignment_id, post_id } = await makeJob(-2, 6)
  const { body } = await server.call(listCandidates, { assignment_id, post_id }, admin)
  expect(body.items[0]?.reasons.map(({ code }) => code)).toEqual(['started', 'window_closed'])
  expect(body.eligible_count).toBe(2200)
  expect(body.others).toEqual([{ code: 'own', count: 1 }])
})

/** A rule that charges 50% of what was declined, adopted for overtime. */
const adopt = async (more: Partial<AwardRule> = {}) => {
  const of = { organization_id: house.id }
  const rule = await server.insert('award_rules', { ...of, name: `Fair ${JSON.stringify(more)}` })
  const since = { ...of, rule_id: rule.id, effective_from: at(-100) }
  const counts = { ...plainRule.counts, refused: 50 }
  await server.insert('award_rule_versions', {
    ...{ ...since, version: 1 },
    body: JSON.stringify({ ...plainRule, method: 'least_hours', counts, ...more }),
  })
  await server.insert('award_adoptions', { ...since, kind: 'overtime' })
}
const entry = async (name: string, kind: string, minutes: number) =>
  server.rows(
    `insert into opportunities (organization_id, source, officer_id, at, kind, minutes)
     select organization_id, 'import', id, now() - interval '1 day', $3, $4 from officers where organization_id = $1 and name = $2`,
    [house.id, name, kind, minutes],
  )

test('where an award rule ranks, it decides the order, and an admin who never had a shift comes last', async () => {
  const { assignment_id, post_id } = await makeJob(72, 80)
  const job = { assignment_id, post_id }
  const asked = async (q: string) => (await server.call(listCandidates, { ...job, q }, admin)).body
  await server.makePerson(house, { role: 'admin', name: 'Officer 0003 Chief' })
  await entry('Officer 0003', 'refused', 600)
  await entry('Officer 0004', 'accepted', 240)
  expect((await asked('Officer 0001')).items).toMatchObject([{ minutes: 480, compared: null, ranked: true }])
  expect((await asked('Officer 0003')).items.map(({ name }) => name)).toEqual(['Officer 0003', 'Officer 0003 Chief'])
  await adopt()
  const list = await asked('Officer 000')
  expect(list.rule).toMatchObject({ version: 1 })
  const shown = list.items.map(({ name, compared, ranked }) => [name, compared?.charged, ranked])
  // Confirmed shifts are charged too, by the same record as an award.
  expect(shown.slice(-4)).toEqual([
    ['Officer 0004', 240 * 100, true],
    ['Officer 0003', 300 * 100, true],
    ['Officer 0001', 480 * 100, true],
    ['Officer 0003 Chief', undefined, false],
  ])
  // Counted over everyone whom the rule ranks, also in a search.
  const aheadOf = (page: typeof list) => new Map(page.items.map(({ name, ahead }) => [name, ahead]))
  const [some, one] = [aheadOf(list), aheadOf(await asked('Officer 0003'))]
  expect(some.get('Officer 0004')).toBe(2197)
  expect([one.get('Officer 0003'), one.get('Officer 0003 Chief')]).toEqual([2198, 2200])
  await entry('Officer 0003 Chief', 'accepted', 60)
  await adopt({ method: 'seniority' })
  await server.rows("update officers set hired_on = '2001-01-01' where name = 'Officer 0001'")
  expect((await asked('Officer 000')).items[0]).toMatchObject({
    name: 'Officer 0001',
    compared: { hired_on: '2001-01-01' },
  })
  await adopt({ remedy: 'none' })
  expect((await asked('Officer 0003 Chief')).items).toMatchObject([{ compared: { charged: 60 * 100 }, ranked: true }])
})

test('charges a newcomer what an award would, in the whole list and in a search', async () => {
  await adopt({ newcomers: 'bottom' })
  const { assignment_id, post_id } = await makeJob(96, 104)
  await server.rows(
    "update officers set approved_at = now() - interval '12 hours', created_at = now() where name = 'Officer 0009'",
  )
  const [officer] = await server.rows<{ id: string }>("select id from officers where name = 'Officer 0009'")
  const found = await server.call(listCandidates, { assignment_id, post_id, q: 'Officer 0009' }, admin)
  const { ranked } = await server.database.transaction([enterSystem(house.id, 'job.test')], (db) =>
    rankFor(db, { assignment_id, post_id, officer_ids: [officer?.id ?? ''] }),
  )
  expect(found.body.items[0]?.compared?.charged).toBeGreaterThan(0)
  // Everybody else joined later, and is charged more of the time before.
  const whole = await server.call(listCandidates, { assignment_id, post_id }, admin)
  const [one, first] = [found.body.items[0]?.compared?.charged ?? 0, whole.body.items[0]]
  expect(first?.name).toBe('Officer 0009')
  // The share of the window before joining moves on between the reads.
  for (const other of [first?.compared?.charged, ranked[0]?.values.charged])
    expect(Math.abs((other ?? 0) - one)).toBeLessThan(100)
})

test('gives the same points in a search as in the whole list', async () => {
  const weights = (['hours', 'seniority'] as const).map((factor) => ({ factor, weight: 1 }))
  await adopt({ method: 'weighted', weights })
  await server.rows(
    `update officers set hired_on = case name when 'Officer 0001' then date '2001-01-01' else date '2011-01-01' end
      where name in ('Officer 0001', 'Officer 0004', 'Officer 0005')`,
  )
  const { assignment_id, post_id } = await makeJob(120, 128)
  const pointsOf = async (q: string, name: string) => {
    const page = (await server.call(listCandidates, { assignment_id, post_id, q }, admin)).body
    const one = page.items.find((item) => item.name === name)
    return { found: page.items.length, points: one?.compared?.points, parts: one?.compared?.parts }
  }
  const whole = await pointsOf('Officer 000', 'Officer 0004')
  const alone = await pointsOf('Officer 0004', 'Officer 0004')
  expect(alone).toEqual({ ...whole, found: 1 })
  // Neither the fewest hours of all nor the longest service.
  expect(alone.parts?.map(({ points }) => points < 1000)).toEqual([true, true])
  expect(await pointsOf('nobody like this', 'Officer 0004')).toMatchObject({ found: 0 })
})

test('marks an officer on the roster who is on leave during the shift and has not checked in', async () => {
  const job = await makeJob(200, 208)
  const who = await Promise.all([1, 2, 3].map(() => server.makePerson(house)))
  const [away, back, there] = who as [TestPerson, TestPerson, TestPerson]
  const row = { organization_id: house.id, ...job }
  for (const { officer_id } of who) {
    const { id } = await server.insert('officer_assignments', { ...row, officer_id, status: 'confirmed' })
    const { assignment_id, starts_at, ends_at } = row
    const times = { scheduled_starts_at: starts_at, scheduled_ends_at: ends_at, checked_in_at: starts_at }
    const record = { organization_id: house.id, signup_id: id, assignment_id, officer_id, state: 'open', ...times }
    if (officer_id === there.officer_id) await server.insert('attendance', record)
  }
  const leave = { organization_id: house.id, kind: 'sick', whole_days: false }
  await server.insert('leaves', { ...leave, officer_id: away.officer_id, starts_at: at(190), ends_at: null })
  await server.insert('leaves', { ...leave, officer_id: back.officer_id, starts_at: at(190), ends_at: at(200) })
  await server.insert('leaves', { ...leave, officer_id: there.officer_id, starts_at: at(190), ends_at: null })
  const roster = async () => {
    const { body } = await server.call(getRoster, { assignment_id: job.assignment_id }, admin)
    return body.signups.filter((one) => one.on_leave).map((one) => one.officer_id)
  }
  expect(await roster()).toEqual([away.officer_id])
  await server.rows(`update officer_assignments set status = 'released' where officer_id = $1`, [away.officer_id])
  expect(await roster()).toEqual([])
})
