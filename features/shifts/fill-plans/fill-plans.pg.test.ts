import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { askPlan, listPlans, readPlan, takeLine, takeLines } from './contract.ts'
import { workOutPlan } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let department: TestOrganization
let admin: TestPerson
let officers: TestPerson[]

const HOUR = 3_600_000
/** The next morning of the department: shifts of a whole number of days from it lie within a day, and so within a month. */
const whole = Math.ceil((Date.now() - 15 * HOUR) / (24 * HOUR)) * 24 * HOUR + 15 * HOUR
/** The day in the department's zone. */
const dayOf = (moment: Date) => moment.toLocaleDateString('en-CA', { timeZone: 'America/Chicago' })
const at = (hours: number) => new Date(whole + hours * HOUR).toISOString()

const open = async (title: string, from: number, hours: number, more: Record<string, unknown> = {}, places = 1) => {
  const of = { organization_id: more.organization_id ?? department.id }
  const times = { starts_at: at(from), ends_at: at(from + hours) }
  const base = { title, kind: 'overtime', time_zone: 'UTC', status: 'published', signup_mode: 'first_come' }
  const { requirements = {}, ...fields } = more
  const assignment = await server.insert('assignments', { ...of, ...base, ...times, ...fields })
  const assignment_id = String(assignment.id)
  const post = {
    ...of,
    assignment_id,
    name: 'Gate',
    required_count: places,
    requirements: JSON.stringify(requirements),
  }
  const made = await server.insert('posts', { ...post, ...times })
  return { assignment_id, post_id: String(made.id) }
}

const plan = async () => {
  const asked = await server.call(askPlan, { days: 7 }, admin)
  await workOutPlan(server.database, department.id)
  return (await server.call(readPlan, { id: asked.body.id }, admin)).body
}
const holders = async (post_id: string) =>
  (
    await server.rows<{ officer_id: string }>(
      `select officer_id from officer_assignments where post_id = $1 and status = 'confirmed' order by applied_at`,
      [post_id],
    )
  ).map((row) => row.officer_id)

beforeAll(async () => {
  server = await startTestServer([...routes, ...signupRoutes])
  department = await server.makeOrganization({ subscription_tier: 'enterprise' })
  admin = await server.makePerson(department, { role: 'admin', name: 'Admin' })
  const made = (name: string, unit: string) => server.makePerson(department, { name, unit })
  officers = [await made('Ada', 'North'), await made('Ben', 'North'), await made('Cid', 'South')]
  // Three months of hours: Ada worked a lot, Ben some, Cid none.
  for (const [i, hours] of [24, 8].entries()) {
    const past = await open('Past', -100 - i * 24, hours)
    await server.insert('officer_assignments', {
      organization_id: department.id,
      ...past,
      officer_id: officers[i]?.officer_id,
      status: 'worked',
      starts_at: at(-100 - i * 24),
      ends_at: at(-100 - i * 24 + hours),
    })
  }
})
afterAll(() => server.close())

describe('fill plans', { meta: { shows: ['issue 5.6'] } }, () => {
  test('reports when nothing is open, and works on one plan at a time', async () => {
    const first = await server.call(askPlan, { days: 3 }, admin)
    expect((await server.call(askPlan, { days: 3 }, admin)).error?.code).toBe('plan_waiting')
    await Promise.all([1, 2].map(() => workOutPlan(server.database, department.id)))
    const { body } = await server.call(readPlan, { id: first.body.id }, admin)
    expect([body.status, body.outcome?.places, body.items]).toEqual(['ready', 0, []])
  })

  test('fills within the rules at the most even hours, explains each line and lists what stays open', async () => {
    const north = await open('North gate', 48, 8, { requirements: { units: ['North'] } })
    const same = await open('Fair', 50, 4)
    const none = await open('Harbour', 60, 6, { requirements: { units: ['Harbour'] } })
    const later = await open('Awarded later', 70, 4, { signup_mode: 'award', signup_closes_at: at(20) })
    const found = await plan()
    expect(found.outcome).toMatchObject({ shifts: 3, places: 3, filled: 2, places_bound: 2 })
    const who = new Map(found.items.map((line) => [line.title, line]))
    // Ben has fewer hours than Ada in the unit; Cid, with none, is not in it and gets the other shift.
    expect(who.get('North gate')).toMatchObject({
      officer_name: 'Ben',
      able: 2,
      order: 1,
      minutes_before: 480,
      minutes_after: 960,
    })
    expect(who.get('Fair')).toMatchObject({ officer_name: 'Cid', minutes_before: 0, passed: [] })
    expect(found.outcome?.gaps).toEqual([
      expect.objectContaining({
        title: 'Harbour',
        left: 1,
        able: 0,
        reasons: [{ code: 'unit_required', officers: 3 }],
      }),
    ])
    expect(found.outcome?.after.gini).toBeLessThan(found.outcome?.before.gini ?? 0)
    // The plan alone gives nobody a spot.
    for (const { post_id } of [north, same, none, later]) expect(await holders(post_id)).toEqual([])
  })

  test('a line is applied once, even by two admins at once, and only while every rule allows it', async () => {
    const second = await server.makePerson(department, { role: 'admin', name: 'Second admin' })
    const [latest] = (await server.call(listPlans, {}, admin)).body.items
    const { items } = (await server.call(readPlan, { id: latest?.id ?? '' }, admin)).body
    const [gate, fair] = [items.find((l) => l.title === 'North gate'), items.find((l) => l.title === 'Fair')]
    const both = await Promise.all([admin, second].map((by) => server.call(takeLine, { id: gate?.id ?? '' }, by)))
    expect(both.map((answer) => answer.error?.code ?? 'done').sort()).toEqual(['done', 'line_taken'])
    // Cid signs up for another shift at that time in the meantime, so the plan is out of date.
    const clash = await open('Clash', 51, 2)
    expect((await server.call(signUp, clash, officers[2] as TestPerson)).error).toBeNull()
    const refused = await server.call(
      takeLines,
      { id: latest?.id ?? '', line_ids: [fair?.id ?? '', gate?.id ?? ''] },
      admin,
    )
    expect(refused.body.results.map(({ code }) => code).sort()).toEqual(['line_taken', 'overlaps'])
    const told = await server.rows(`select from notifications where officer_id = $1 and type = 'signup_assigned'`, [
      officers[1]?.officer_id,
    ])
    expect(told).toHaveLength(1)
  })

  test('confirms the existing request of an officer who asked, and two batches for the same spots don’t deadlock', async () => {
    const waiting = await open('Waiting', 90, 4, { signup_mode: 'approval' }, 2)
    const other = await open('Other', 100, 4, {}, 2)
    await server.call(signUp, waiting, officers[2] as TestPerson)
    const found = await plan()
    const ids = found.items.filter((l) => ['Waiting', 'Other'].includes(l.title)).map(({ id }) => id)
    expect(ids).toHaveLength(4)
    expect(found.items.find((l) => l.title === 'Waiting' && l.officer_name === 'Cid')?.applied).toBe(true)
    const answers = await Promise.all(
      [ids, ids.toReversed()].map((line_ids) => server.call(takeLines, { id: found.id, line_ids }, admin)),
    )
    const codes = answers.flatMap((answer) => answer.body.results.map(({ code }) => code ?? 'done'))
    expect(codes.filter((code) => code === 'done')).toHaveLength(4)
    expect(codes.filter((code) => code === 'line_taken')).toHaveLength(4)
    for (const { post_id } of [waiting, other]) expect(await holders(post_id)).toHaveLength(2)
    const signups = await server.rows(`select from officer_assignments where assignment_id = $1`, [
      waiting.assignment_id,
    ])
    expect(signups).toHaveLength(2)
  })

  test('follows rules that aren’t sums too: a cap per month, and days in a row', {
    meta: { shows: ['issue 5.6 counted'] },
  }, async () => {
    const rules = { windows: '[]', caps: JSON.stringify([{ kinds: 'all', per: 'month', max_minutes: 960 }]) }
    const of = { organization_id: department.id, reach_minutes: 60 * 24 * 31, max_consecutive_days: 2 }
    await server.insert('work_rules', { ...of, ...rules })
    for (const day of [5, 6, 7, 8]) await open(`Day ${day}`, 120 + (day - 5) * 24, 4, {}, 3)
    const found = await server.call(askPlan, { days: 14 }, admin)
    await workOutPlan(server.database, department.id)
    const { items } = (await server.call(readPlan, { id: found.body.id }, admin)).body
    expect(items.filter((line) => line.title.startsWith('Day')).length).toBeGreaterThan(0)
    // Every line can be applied without a refusal: the plan respected all sign-up rules.
    const line_ids = items.map(({ id }) => id)
    const taken = await server.call(takeLines, { id: found.body.id, line_ids }, admin)
    expect(taken.body.results.filter(({ done }) => !done)).toEqual([])
    const held = await server.rows<{ officer_id: string; starts_at: Date; minutes: number }>(
      `select officer_id, starts_at, extract(epoch from ends_at - starts_at)::int / 60 as minutes from officer_assignments
       where status in ('confirmed', 'worked') and starts_at > now() order by starts_at`,
    )
    for (const { officer_id } of officers) {
      const mine = held.filter((one) => one.officer_id === officer_id)
      const months = Map.groupBy(mine, (one) => dayOf(one.starts_at).slice(0, 7))
      for (const some of months.values())
        expect(some.reduce((sum, one) => sum + one.minutes, 0)).toBeLessThanOrEqual(960)
      const days = [...new Set(mine.map((one) => Date.parse(dayOf(one.starts_at)) / (24 * HOUR)))]
      expect(days.filter((day) => days.includes(day + 1) && days.includes(day + 2))).toEqual([])
    }
    await server.rows('delete from work_rules where organization_id = $1', [department.id])
  })

  test('officers who signed up or got an offer since get a verdict on their line, and the others are assigned', {
    meta: { shows: ['issue 5.6'] },
  }, async () => {
    const [ben, cid] = [officers[1] as TestPerson, officers[2] as TestPerson]
    const [here, there] = [await open('Taken alone', 106, 4, {}, 3), await open('Offered', 112, 4, {}, 3)]
    const found = await plan()
    const lines = found.items.filter((l) => ['Taken alone', 'Offered'].includes(l.title))
    expect(lines.length).toBe(6)
    expect((await server.call(signUp, here, ben)).error).toBeNull()
    await server.insert('officer_assignments', {
      organization_id: department.id,
      ...there,
      officer_id: cid.officer_id,
      status: 'offered',
      offer_expires_at: at(40),
      starts_at: at(112),
      ends_at: at(116),
    })
    const answer = await server.call(takeLines, { id: found.id, line_ids: lines.map(({ id }) => id) }, admin)
    expect(answer.error).toBeNull()
    const codeOf = new Map(answer.body.results.map(({ id, code }) => [id, code]))
    for (const line of lines) {
      const own = line.title === 'Offered' ? cid : ben
      expect(codeOf.get(line.id)).toBe(line.officer_id === own.officer_id ? 'already_signed_up' : null)
    }
    expect(await holders(here.post_id)).toHaveLength(3)
    // A spot is reserved for the offer.
    expect(await holders(there.post_id)).toHaveLength(2)
  })

  test('for a split shift, plans only spots that nobody holds at any minute', {
    meta: { shows: ['issue 5.6'] },
  }, async () => {
    const parts = await open('In parts', 84, 4, {}, 2)
    await server.rows('update posts set split_minutes = 60 where id = $1', [parts.post_id])
    const half = { ...parts, starts_at: at(84), ends_at: at(86) }
    expect((await server.call(signUp, half, officers[0] as TestPerson)).error).toBeNull()
    const found = await plan()
    const lines = found.items.filter((l) => l.title === 'In parts')
    expect(lines).toHaveLength(1)
    expect((await server.call(takeLine, { id: lines[0]?.id ?? '' }, admin)).error).toBeNull()
    expect((await plan()).items.filter((l) => l.title === 'In parts')).toEqual([])
  })

  test('a line whose shift was moved since can’t be applied, alone or in bulk', {
    meta: { shows: ['issue 5.6'] },
  }, async () => {
    const moved = await open('Moved', 80, 4)
    const found = await plan()
    const id = found.items.find((l) => l.title === 'Moved')?.id ?? ''
    await server.rows('update assignments set ends_at = $2 where id = $1', [moved.assignment_id, at(85)])
    await server.rows('update posts set starts_at = $2, ends_at = $3 where id = $1', [moved.post_id, at(81), at(85)])
    expect((await server.call(takeLine, { id }, admin)).error?.code).toBe('changed_meanwhile')
    const batch = await server.call(takeLines, { id: found.id, line_ids: [id] }, admin)
    expect(batch.body.results).toEqual([{ id, done: false, code: 'changed_meanwhile' }])
    expect(await holders(moved.post_id)).toEqual([])
    // From now on the spot goes to an applicant, by the award rule.
    const bid = await open('For an award', 96, 4)
    const later = await plan()
    const line = later.items.find((l) => l.title === 'For an award')
    await server.rows("update assignments set signup_mode = 'award' where id = $1", [bid.assignment_id])
    expect((await server.call(takeLine, { id: line?.id ?? '' }, admin)).error?.code).toBe('changed_meanwhile')
    const shown = (await server.call(readPlan, { id: later.id }, admin)).body.items.find((l) => l.id === line?.id)
    expect(shown?.open).toBe(false)
    expect(await holders(bid.post_id)).toEqual([])
  })

  test('bulk assignment requires the feature, and officers and other departments find nothing', {
    meta: { shows: ['issue 5.6 days'] },
  }, async () => {
    const basic = await server.makeOrganization({ subscription_tier: 'basic' })
    const there = await server.makePerson(basic, { role: 'admin' })
    const [latest] = (await server.call(listPlans, {}, admin)).body.items
    const id = latest?.id ?? ''
    const line_ids = (await server.call(readPlan, { id }, admin)).body.items.map((line) => line.id)
    expect((await server.call(takeLines, { id, line_ids }, there)).error?.code).toBe('feature_not_available')
    expect((await server.call(takeLine, { id: line_ids[0] ?? '' }, there)).error?.code).toBe('not_found')
    expect((await server.call(readPlan, { id }, there)).error?.code).toBe('not_found')
    expect((await server.call(listPlans, {}, officers[0] as TestPerson)).error?.code).toBe('not_allowed')
    expect((await server.call(askPlan, { days: 29 }, admin)).error?.code).toBe('invalid_input')
  })

  test('of two equals, the one who volunteered in an open call comes first', async () => {
    const calm = await server.makeOrganization({ subscription_tier: 'enterprise' })
    const boss = await server.makePerson(calm, { role: 'admin', name: 'Boss' })
    const dee = await server.makePerson(calm, { name: 'Dee' })
    const eli = await server.makePerson(calm, { name: 'Eli' })
    const post = await open('Called for', 100, 4, { organization_id: calm.id })
    const of = { organization_id: calm.id }
    const proposed = async () => {
      const asked = await server.call(askPlan, { days: 7 }, boss)
      await workOutPlan(server.database, calm.id)
      const [line, ...others] = (await server.call(readPlan, { id: asked.body.id }, boss)).body.items
      expect(others).toEqual([])
      return { officer: line?.officer_name, volunteered: line?.volunteered }
    }
    const { officer, volunteered } = await proposed()
    expect(volunteered).toBe(false)
    const [name, other] = officer === 'Dee' ? ['Eli', eli] : ['Dee', dee]
    const call = await server.insert('order_calls', { ...of, ...post, closes_at: at(90) })
    const yes = { ...of, call_id: call.id, officer_id: other.officer_id, answer: 'yes', answered_at: new Date() }
    await server.insert('order_asked', yes)
    expect(await proposed()).toEqual({ officer: name, volunteered: true })
    // Called off since the answer, and volunteered again.
    const times = { starts_at: at(100), ends_at: at(104) }
    const given = { ...of, ...post, ...times, officer_id: other.officer_id, status: 'called_off' }
    await server.insert('officer_assignments', given)
    expect(await proposed()).toEqual({ officer, volunteered: false })
    await server.rows('update order_asked set answered_at = now() where call_id = $1', [call.id])
    expect(await proposed()).toEqual({ officer: name, volunteered: true })
    await server.rows(`update order_calls set closed_at = now(), outcome = 'overtaken' where id = $1`, [call.id])
    expect(await proposed()).toEqual({ officer, volunteered: false })
  })

  test('says of a line that officers are being asked, or that an admin paused the escalation of its shift', async () => {
    const calm = await server.makeOrganization({ subscription_tier: 'enterprise' })
    const boss = await server.makePerson(calm, { role: 'admin', name: 'Boss' })
    for (const name of ['Dee', 'Eli', 'Flo']) await server.makePerson(calm, { name })
    const of = { organization_id: calm.id }
    const called = await open('Called for', 100, 4, of)
    const paused = await open('Paused', 120, 4, of)
    await open('Plain', 140, 4, of)
    const call = await server.insert('order_calls', { ...of, ...called, closes_at: at(90) })
    const pause = { steps: '[]', published_at: new Date(), paused_at: new Date(), pause_reason: 'Stadium may cancel' }
    const { id: escalation } = await server.insert('escalations', {
      ...{ ...of, assignment_id: paused.assignment_id, ...pause },
    })
    const asked = await server.call(askPlan, { days: 7 }, boss)
    await workOutPlan(server.database, calm.id)
    const read = async () =>
      (await server.call(readPlan, { id: asked.body.id }, boss)).body.items.map((line) => [
        ...[line.title, line.asked_until && Date.parse(line.asked_until), line.pause_reason],
      ])
    expect(await read()).toEqual([
      ['Called for', Date.parse(at(90)), null],
      ['Paused', null, 'Stadium may cancel'],
      ['Plain', null, null],
    ])
    await server.rows(`update order_calls set closed_at = now(), outcome = 'overtaken' where id = $1`, [call.id])
    await server.rows('update escalations set paused_at = null, pause_reason = null where id = $1', [escalation])
    expect((await read()).flatMap(([, until, reason]) => [until, reason])).toEqual([null, null, null, null, null, null])
  })

  test('names who waits for a planned shift and is not proposed, and leaves them waiting', {
    meta: { shows: ['issue 5.6'] },
  }, async () => {
    const north = { signup_mode: 'approval', requirements: { units: ['North'] } }
    const asked = await open('Asked for', 140, 4, north)
    const stuck = await open('Asked in vain', 132, 4, { requirements: { units: ['Harbour'] } })
    const [ada, ben, cid] = officers as [TestPerson, TestPerson, TestPerson]
    const wait = (post: { post_id: string }, who: TestPerson, status: string, minutes: number) =>
      server.insert('officer_assignments', {
        organization_id: department.id,
        ...post,
        ...{ officer_id: who.officer_id, status, applied_at: new Date(Date.now() - minutes * 60_000) },
        ...(post === asked ? { starts_at: at(140), ends_at: at(144) } : { starts_at: at(132), ends_at: at(136) }),
      })
    await wait(asked, cid, 'waitlisted', 20)
    await wait(asked, ada, 'pending_approval', 10)
    await wait(asked, ben, 'pending_approval', 5)
    await wait(stuck, ada, 'waitlisted', 5)
    const { id, items, waiting } = await plan()
    const line = items.find(({ title }) => title === 'Asked for')
    expect(line).toMatchObject({ post_id: asked.post_id, officer_name: 'Ben', applied: true })
    const here = [
      { post_id: asked.post_id, officers: 2, names: ['Ada', 'Cid'] },
      { post_id: stuck.post_id, officers: 1, names: ['Ada'] },
    ]
    expect(waiting).toEqual(expect.arrayContaining(here))
    expect((await server.call(takeLine, { id: line?.id ?? '' }, admin)).error).toBeNull()
    expect((await server.call(readPlan, { id }, admin)).body.waiting).toEqual(expect.arrayContaining(here))
  })
})

test('a line says whether its officer can be notified, and whom to call', {
  meta: { shows: ['issue 5.6'] },
}, async () => {
  const town = await server.makeOrganization()
  const boss = await server.makePerson(town, { role: 'admin' })
  await server.makePerson(town, { name: 'Ana Reyes' })
  const dana = { organization_id: town.id, name: 'Dana Fox', phone: '713-555-0112', approved: true }
  await server.insert('officers', dana)
  await open('Fair', 48, 4, { organization_id: town.id }, 2)
  const { id } = (await server.call(askPlan, { days: 7 }, boss)).body
  await workOutPlan(server.database, town.id)
  const { items } = (await server.call(readPlan, { id }, boss)).body
  expect(items.map((line) => [line.officer_name, line.has_account, line.phone])).toEqual([
    ['Ana Reyes', true, null],
    ['Dana Fox', false, '713-555-0112'],
  ])
})
