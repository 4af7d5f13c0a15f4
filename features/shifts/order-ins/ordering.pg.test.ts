import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listLatest } from '#features/department/notifications/contract.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { listOpportunities } from '#features/shifts/awards/contract.ledger.ts'
import { listMyReceipts } from '#features/shifts/awards/contract.ts'
import { routes as awardRoutes } from '#features/shifts/awards/routes.ts'
import { getRoster, releaseSignup } from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisionRoutes } from '#features/shifts/signup-decisions/routes.ts'
import { callOff } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { answerCall, cancelOrder, openCall, readMyOrders, readOrderIn, seeOrder, stopCall } from './contract.calls.ts'
import { listOrders } from './contract.orders.ts'
import { editForceSettings, endExemption, exemptOfficer, listExemptions, listForce } from './contract.ts'
import { decideCallsOf } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let second: TestPerson
/** By seniority: the last is the least senior, and so the first on a fresh list. */
let people: TestPerson[]

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
let day = 0
const makePost = async (over: Record<string, unknown> = {}, required_count = 1) => {
  day += 1
  const of = { organization_id: house.id }
  const times = { starts_at: hours(day * 48), ends_at: hours(day * 48 + 8) }
  const base = { title: `Night patrol ${day}`, kind: 'overtime', time_zone: house.time_zone, status: 'published' }
  const assignment_id = String((await server.insert('assignments', { ...of, ...base, ...times, ...over })).id)
  const post_id = String(
    (await server.insert('posts', { ...of, assignment_id, name: 'P', required_count, ...times })).id,
  )
  return { assignment_id, post_id, ...times }
}
type Place = Awaited<ReturnType<typeof makePost>>
const hold = (who: TestPerson, place: Place) =>
  server.insert('officer_assignments', {
    organization_id: house.id,
    assignment_id: place.assignment_id,
    post_id: place.post_id,
    officer_id: who.officer_id,
    status: 'confirmed',
    starts_at: place.starts_at,
    ends_at: place.ends_at,
    applied_at: hours(-3),
  })
const open = ({ assignment_id, post_id }: Place, minutes: number, by: TestPerson) =>
  server.call(openCall, { assignment_id, post_id, minutes }, by)
const ask = async (place: Place, by = admin, minutes = 60) => {
  const opened = await open(place, minutes, by)
  expect(opened.error).toBeNull()
  return opened.body.id
}
const sweep = () => decideCallsOf(server.database, house.id)
/** Moves the clock of one call past its end. */
const pass = (id: string) =>
  server.rows(
    "update order_calls set opened_at = now() - interval '2 h', closes_at = now() - interval '1 s' where id = $1",
    [id],
  )
const read = async ({ assignment_id }: Place) => (await server.call(readOrderIn, { assignment_id }, admin)).body
const force = async (place: Place, by = admin) => {
  const id = await ask(place, by)
  await pass(id)
  await sweep()
  return read(place)
}
const list = async (by = admin) => (await server.call(listForce, {}, by)).body
const told = async (who: TestPerson) =>
  (await server.call(listLatest, {}, who)).body.items.map((one) => `${one.type}: ${one.title}`)
const at = (index: number): TestPerson => {
  const one = people[index]
  if (!one) throw new Error('no such officer')
  return one
}

beforeAll(async () => {
  server = await startTestServer([...routes, ...awardRoutes, ...notificationRoutes, ...decisionRoutes, ...signupRoutes])
})
beforeEach(async () => {
  house = await server.makeOrganization({ time_zone: 'America/Chicago' })
  admin = await server.makePerson(house, { role: 'admin', name: 'Chief' })
  second = await server.makePerson(house, { role: 'admin', name: 'Deputy' })
  people = []
  for (const [index, name] of ['Senior', 'Middle', 'Junior'].entries())
    people.push(
      await server.makePerson(house, { name, hired_on: `20${10 + index}-01-01`, badge_number: String(100 + index) }),
    )
})
afterAll(() => server.close())

describe('asking for volunteers first', () => {
  it('asks and notifies all eligible officers at once, and orders no one before the time is up', {
    meta: { shows: ['issue 5.5 volunteers first'] },
  }, async () => {
    const place = await makePost()
    await hold(at(2), {
      ...(await makePost({ starts_at: place.starts_at, ends_at: place.ends_at })),
      starts_at: place.starts_at,
      ends_at: place.ends_at,
    })
    const id = await ask(place)
    const { asked } = (await server.call(readMyOrders, {}, at(0))).body
    expect(asked).toMatchObject([{ id, by: null, takes_signups: true, signup_mode: 'approval', awarded_at: null }])
    await server.rows(`update assignments set signup_closes_at = now() where id = $1`, [place.assignment_id])
    expect((await server.call(readMyOrders, {}, at(0))).body.asked).toMatchObject([{ id, takes_signups: false }])
    expect((await server.call(readMyOrders, {}, at(2))).body.asked).toEqual([])
    expect(await told(at(1))).toEqual([`volunteers_asked: Volunteer? Night patrol ${day - 1}`])
    await sweep()
    expect((await server.call(listOrders, {}, admin)).body.items).toEqual([])
    // The second to answer changes to no: the first gets the spot, and nobody is ordered in.
    expect((await server.call(answerCall, { id, answer: 'yes' }, at(1))).error).toBeNull()
    expect((await server.call(answerCall, { id, answer: 'yes' }, at(0))).error).toBeNull()
    expect((await server.call(answerCall, { id, answer: 'yes' }, at(2))).error?.code).toBe('not_found')
    await pass(id)
    expect((await server.call(answerCall, { id, answer: 'no' }, at(1))).error?.code).toBe('already_decided')
    await sweep()
    const { calls, orders } = await read(place)
    expect(calls[0]).toMatchObject({ outcome: 'decided', volunteered_count: 1, ordered_count: 0, missing_count: 0 })
    expect(calls[0]?.volunteers.map((one) => [one.name, one.outcome])).toEqual([
      ['Middle', 'given'],
      ['Senior', 'not_needed'],
    ])
    expect(orders).toEqual([])
    const ledger = (await server.call(listOpportunities, { kind: 'volunteered' }, admin)).body.items
    expect(ledger.map((one) => [one.officer_name, one.minutes, one.source])).toEqual([['Middle', 480, 'order']])
    expect(await told(at(1))).toContain('volunteers_decided: You volunteered and got the shift')
    expect(await told(at(0))).toContain("volunteers_decided: You're not needed for this shift")
  })
  it('an award rule, if the department has one, decides between volunteers instead of speed', async () => {
    const place = await makePost()
    const of = { organization_id: house.id }
    const rule_id = String((await server.insert('award_rules', { ...of, name: 'Seniority' })).id)
    const body = JSON.stringify({ ...plainRule, method: 'seniority' })
    const since = { effective_from: hours(-1) }
    await server.insert('award_rule_versions', { ...of, ...since, rule_id, version: 1, body })
    await server.insert('award_adoptions', { ...of, ...since, rule_id, kind: 'overtime' })
    const id = await ask(place)
    expect((await server.call(readMyOrders, {}, at(1))).body.asked).toMatchObject([{ id, by: 'seniority' }])
    for (const who of [at(1), at(0)])
      expect((await server.call(answerCall, { id, answer: 'yes' }, who)).error).toBeNull()
    await pass(id)
    await sweep()
    const { calls } = await read(place)
    expect(calls[0]?.volunteers.map((one) => [one.name, one.outcome]).toSorted()).toEqual([
      ['Middle', 'not_needed'],
      ['Senior', 'given'],
    ])
    const receipts = (await server.call(listMyReceipts, { assignment_id: place.assignment_id }, at(1))).body.items
    expect(receipts).toMatchObject([{ purpose: 'order', outcome: 'passed', rank: 2, rule_name: 'Seniority' }])
    const said = await server.rows<{ message: string }>(
      `select message from notifications where assignment_id = $1 and officer_id = any($2) and title like 'You%' order by message`,
      [place.assignment_id, [at(0).officer_id, at(1).officer_id]],
    )
    expect(said.map((one) => one.message.replace(/^.*?\. /, ''))).toEqual([
      '1 spot, by seniority. You were number 1 of 2. You ranked higher: an earlier hire date.',
      '1 spot, by seniority. You were number 2 of 2. Others ranked higher: an earlier hire date.',
    ])
  })
  it('two admins at once ask once, and a call stopped with a reason orders no one', {
    meta: { shows: ['issue 5.5 volunteers first'] },
  }, async () => {
    const place = await makePost()
    const both = await Promise.all([admin, second].map((who) => open(place, 30, who)))
    expect(both.map((one) => one.error?.code ?? 'asked').sort()).toEqual(['already_asked', 'asked'])
    const id = both.find((one) => one.error === null)?.body.id ?? ''
    await server.call(answerCall, { id, answer: 'yes' }, at(0))
    expect((await server.call(stopCall, { id, reason: 'The event is smaller' }, second)).error).toBeNull()
    expect((await server.call(stopCall, { id, reason: 'The event is smaller' }, admin)).error?.code).toBe(
      'already_decided',
    )
    expect(await told(at(0))).toContain('volunteers_decided: Call for volunteers ended')
    await sweep()
    expect((await server.call(listOrders, {}, admin)).body.items).toEqual([])
    expect((await open(place, 2880 * 2, admin)).error?.code).toBe('invalid_input')
  })
  it('a shift filled or canceled in the meantime orders nobody', {
    meta: { shows: ['issue 5.5 volunteers first'] },
  }, async () => {
    const filled = await makePost()
    const cancelled = await makePost()
    const [one, two] = [await ask(filled), await ask(cancelled)]
    await hold(at(0), filled)
    await server.rows("update assignments set status = 'cancelled' where id = $1", [cancelled.assignment_id])
    await pass(one)
    await pass(two)
    await sweep()
    expect((await read(filled)).calls[0]?.outcome).toBe('filled')
    expect((await read(cancelled)).calls[0]?.outcome).toBe('overtaken')
    expect((await list()).items.every((row) => row.count === 0)).toBe(true)
    expect((await open(filled, 30, admin)).error?.code).toBe('filled')
    expect((await open(cancelled, 30, admin)).error?.code).toBe('not_published')
  })
})

describe('ordering down the list', () => {
  it('orders the eligible officer with the fewest orders, who is notified at once, acknowledges and gets a receipt', {
    meta: { shows: ['issue 5.5 never before a lower count'] },
  }, async () => {
    const first = await makePost()
    // The least senior officer is first on the list and works elsewhere at that time.
    const elsewhere = await makePost({ starts_at: first.starts_at, ends_at: first.ends_at })
    await hold(at(2), { ...elsewhere, starts_at: first.starts_at, ends_at: first.ends_at })
    const { orders, calls } = await force(first)
    expect(orders.map((one) => [one.name, one.position, one.count_before, one.seen_at])).toEqual([
      ['Middle', 2, 0, null],
    ])
    expect(calls[0]?.passed).toMatchObject([
      { name: 'Junior', position: 1, count: 0, exempt: null, reasons: [{ code: 'overlaps' }] },
    ])
    expect(await told(at(1))).toContain("ordered_in: You've been ordered in")
    expect(await told(admin)).toContain('order_decided: Order-in decided')
    const mine = (await server.call(readMyOrders, {}, at(1))).body.orders
    expect(mine[0]?.passed).toMatchObject([{ name: 'Junior', reasons: [{ code: 'not_available' }] }])
    expect(mine[0]?.passed?.[0]?.reasons[0]).not.toHaveProperty('details.title')
    await server.call(editForceSettings, { ...(await list()).settings, names_shown: false }, admin)
    const hidden = (await server.call(readMyOrders, {}, at(1))).body.orders[0]?.passed
    expect(hidden).toMatchObject([{ name: null, officer_id: null, position: 1 }])
    const id = mine[0]?.id ?? ''
    const notified = async () =>
      (await server.call(listLatest, {}, at(1))).body.items.find(({ type }) => type === 'ordered_in')?.read
    expect((await server.call(seeOrder, { id }, at(0))).error?.code).toBe('not_found')
    expect(await notified()).toBe(false)
    expect((await server.call(seeOrder, { id }, at(1))).error).toBeNull()
    expect(await notified()).toBe(true)
    const [listed] = (await server.call(listOrders, {}, admin)).body.items
    expect(listed?.seen_at).not.toBeNull()
    expect(listed?.skipped).toMatchObject({
      count: 1,
      first: [{ name: 'Junior', position: 1, reasons: [{ code: 'overlaps' }] }],
    })
    const ledger = (await server.call(listOpportunities, { kind: 'ordered' }, admin)).body.items
    expect(ledger.map((one) => [one.officer_name, one.minutes])).toEqual([['Middle', 480]])
    // Three more orders go around the list once before anybody is ordered in a second time.
    const next = [await force(await makePost()), await force(await makePost()), await force(await makePost())]
    expect(next.map((one) => one.orders[0]?.name)).toEqual(['Junior', 'Senior', 'Middle'])
    expect((await list()).items.map((row) => [row.name, row.orders])).toEqual([
      ['Junior', 1],
      ['Senior', 1],
      ['Middle', 2],
    ])
  })
  it('uses the required unit’s list if units have their own, and tells the officer and the admins which list it was', {
    meta: { shows: ['issue 5.5 never before a lower count'] },
  }, async () => {
    const { settings } = await list()
    await server.call(editForceSettings, { ...settings, by_unit: true }, admin)
    await server.rows(`update officers set unit = 'Traffic' where id = $1`, [at(0).officer_id])
    const place = await makePost({}, 2)
    await server.rows(`update posts set requirements = '{"units": ["Traffic"]}' where id = $1`, [place.post_id])
    const { orders, calls } = await force(place)
    // The most senior officer, and the only one on that list.
    expect(orders).toMatchObject([{ name: 'Senior', position: 1, list_units: ['Traffic'] }])
    expect((await list(at(0))).in_unit).toEqual({ unit: 'Traffic', position: 1, total: 1 })
    expect((await list(at(1))).in_unit).toBeNull()
    expect(calls[0]?.passed).toEqual([])
    expect((await server.call(readMyOrders, {}, at(0))).body.orders).toMatchObject([{ list_units: ['Traffic'] }])
    const { items } = (await server.call(listLatest, {}, at(0))).body
    expect(items.map((one) => one.message).join()).toContain('on the Traffic force list: 1st, with no earlier orders')
    const { signups } = (await server.call(getRoster, { assignment_id: place.assignment_id }, admin)).body
    expect(signups).toMatchObject([{ name: 'Senior', status: 'confirmed', ordered: true }])
    await hold(at(1), place)
    const roster = (await server.call(getRoster, { assignment_id: place.assignment_id }, admin)).body.signups
    expect(roster.map((one) => [one.name, one.ordered]).toSorted()).toEqual([
      ['Middle', false],
      ['Senior', true],
    ])
    await server.call(editForceSettings, { ...settings, by_unit: false, version: settings.version + 1 }, admin)
    expect((await force(await makePost())).orders).toMatchObject([{ name: 'Junior', list_units: [] }])
    expect((await list(at(0))).in_unit).toBeNull()
  })
  it('an officer with a spot on the shift is neither asked nor ordered in again, and other calls continue', {
    meta: { shows: ['issue 5.5 one order'] },
  }, async () => {
    const place = await makePost({}, 2)
    const other = await makePost()
    await hold(at(2), place)
    const ids = [await ask(place), await ask(other)]
    expect((await server.call(readMyOrders, {}, at(2))).body.asked.map((one) => one.id)).toEqual([ids[1]])
    for (const id of ids) await pass(id)
    await sweep()
    expect((await read(place)).orders.map((one) => one.name)).toEqual(['Middle'])
    expect((await read(place)).calls[0]?.passed).toMatchObject([
      { name: 'Junior', reasons: [{ code: 'already_signed_up' }] },
    ])
    expect((await read(other)).orders.map((one) => one.name)).toEqual(['Junior'])
    // An officer whom an admin took off the shift is not ordered onto it again.
    const [order] = (await read(other)).orders
    await server.call(cancelOrder, { id: order?.id ?? '', reason: 'A replacement was found' }, admin)
    expect((await force(other)).orders.map((one) => [one.name, one.state]).sort()).toEqual([
      ['Junior', 'cancelled'],
      ['Senior', 'to_come'],
    ])
  })
  it('a spot reserved for the waitlist is offered and ordered like any other', {
    meta: { shows: ['issue 5.5 one order'] },
  }, async () => {
    const [taken, left] = [await makePost(), await makePost()]
    const ids = []
    for (const place of [taken, left]) {
      const { assignment_id, post_id, starts_at, ends_at } = place
      const of = { organization_id: house.id, officer_id: at(1).officer_id, status: 'waitlisted' }
      await server.insert('officer_assignments', { ...of, assignment_id, post_id, starts_at, ends_at })
      await server.rows('update posts set freed_at = now() where id = $1', [post_id])
      ids.push(await ask(place))
    }
    expect((await server.call(readMyOrders, {}, at(0))).body.asked).toHaveLength(2)
    expect((await server.call(answerCall, { id: ids[0] ?? '', answer: 'yes' }, at(0))).error).toBeNull()
    for (const id of ids) await pass(id)
    await sweep()
    expect((await read(taken)).calls[0]?.volunteers.map((one) => [one.name, one.outcome])).toEqual([
      ['Senior', 'given'],
    ])
    expect((await read(left)).orders.map((one) => one.name)).toEqual(['Junior'])
  })
  it('a call that can’t be decided doesn’t block the others', {
    meta: { shows: ['issue 5.5 one order'] },
  }, async () => {
    const [bad, good] = [await makePost(), await makePost()]
    for (const place of [bad, good]) await pass(await ask(place))
    const refusing = `order_refused_${day}`
    await server.rows(`create function ${refusing}() returns trigger language plpgsql as $$
      begin if new.assignment_id = '${bad.assignment_id}' then raise 'planted'; end if; return new; end $$`)
    await server.rows(
      `create trigger ${refusing} before insert on order_ins for each row execute function ${refusing}()`,
    )
    await expect(sweep()).rejects.toThrow('planted')
    await server.rows(`drop trigger ${refusing} on order_ins`)
    await server.rows(`drop function ${refusing}`)
    expect((await read(bad)).calls[0]?.outcome).toBeNull()
    expect((await read(good)).orders).toHaveLength(1)
    await sweep()
    expect((await read(bad)).orders).toHaveLength(1)
  })
  it('two processes at once order one officer for one spot, and two for two', {
    meta: { shows: ['issue 5.5 one order'] },
  }, async () => {
    const place = await makePost({}, 2)
    await pass(await ask(place))
    await Promise.all([sweep(), sweep(), sweep()])
    const { orders, calls } = await read(place)
    expect(orders.map((one) => one.name).sort()).toEqual(['Junior', 'Middle'])
    expect(calls).toMatchObject([{ outcome: 'decided', ordered_count: 2, missing_count: 0 }])
    // Two posts at the same time in two transactions: the second sees what the first has done.
    const a = await makePost()
    const b = await makePost({ starts_at: a.starts_at, ends_at: a.ends_at })
    await server.rows('update posts set starts_at = $1, ends_at = $2 where id = $3', [
      a.starts_at,
      a.ends_at,
      b.post_id,
    ])
    for (const one of [a, b]) await pass(await ask(one))
    await Promise.all([sweep(), sweep()])
    const names = [a, b].map(async (one) => (await read(one)).orders[0]?.name)
    expect((await Promise.all(names)).sort()).toEqual(['Junior', 'Senior'])
  })
  it('a canceled order no longer counts and frees the spot, and nobody cancels their own', {
    meta: { shows: ['issue 5.5 cancelled order'] },
  }, async () => {
    const place = await makePost()
    const [order] = (await force(place)).orders
    const id = order?.id ?? ''
    expect((await list()).items.find((row) => row.name === 'Junior')?.count).toBe(1)
    const reason = 'A replacement was found'
    const both = await Promise.all([admin, second].map((who) => server.call(cancelOrder, { id, reason }, who)))
    expect(both.map((one) => one.error?.code ?? 'done').sort()).toEqual(['already_cancelled', 'done'])
    expect((await list()).items.find((row) => row.name === 'Junior')?.count).toBe(0)
    expect((await read(place)).posts[0]?.missing).toBe(1)
    expect(await told(at(2))).toContain("order_cancelled: You're no longer ordered in")
    const ledger = (await server.call(listOpportunities, { kind: 'ordered' }, admin)).body.items
    expect(ledger.reduce((sum, one) => sum + one.minutes, 0)).toBe(0)
    // A spot that an admin removes in another way no longer counts either.
    const again = await force(await makePost())
    const [signup] = await server.rows<{ id: string }>('select signup_id as id from order_ins where id = $1', [
      again.orders[0]?.id,
    ])
    await server.call(releaseSignup, { id: signup?.id ?? '', reason }, admin)
    expect((await list()).items.map((row) => row.count)).toEqual([0, 0, 0])
    expect((await server.call(listOrders, {}, admin)).body.items.map((one) => one.state)).toEqual([
      'fallen',
      'cancelled',
    ])
  })
  it('an admin on the list is ordered in like anyone else and can’t cancel their own order', {
    meta: { shows: ['issue 5.5 cancelled order'] },
  }, async () => {
    const settings = (await list()).settings
    const edited = { ...settings, admins_listed: true }
    expect((await server.call(editForceSettings, edited, admin)).error).toBeNull()
    expect((await server.call(editForceSettings, edited, second)).error?.code).toBe('changed_meanwhile')
    for (const one of people) await hold(one, await makePost())
    const place = await makePost({}, 5)
    const { orders } = await force(place)
    expect(orders).toHaveLength(5)
    const own = orders.find((one) => one.officer_id === admin.officer_id)
    expect(own?.may).toEqual([])
    const reason = 'I would rather not'
    expect((await server.call(cancelOrder, { id: own?.id ?? '', reason }, admin)).error?.code).toBe('own_order')
    expect((await server.call(cancelOrder, { id: own?.id ?? '', reason }, second)).error).toBeNull()
  })
  it('if no one is eligible, notifies the admins and orders no one', {
    meta: { shows: ['issue 5.5 nobody left'] },
  }, async () => {
    const place = await makePost({}, 2)
    const other = await makePost({ starts_at: place.starts_at, ends_at: place.ends_at })
    await server.rows('update posts set required_count = 3 where id = $1', [other.post_id])
    for (const one of people) await hold(one, { ...other, starts_at: place.starts_at, ends_at: place.ends_at })
    const { calls, orders } = await force(place)
    expect(orders).toEqual([])
    expect(calls[0]).toMatchObject({ ordered_count: 0, missing_count: 2 })
    expect(calls[0]?.passed).toHaveLength(3)
    expect(await told(admin)).toContain('order_decided: No officers left to order in')
  })
})

describe('limits on orders', () => {
  it('orders no one against the rest rule, and the receipt gives the reason', {
    meta: { shows: ['issue 5.5 within the limits'] },
  }, async () => {
    await server.insert('work_rules', { organization_id: house.id, rest_minutes: 600, reach_minutes: 600 })
    const place = await makePost()
    const before = await makePost({ starts_at: place.starts_at, ends_at: place.ends_at })
    const ends_at = new Date(Date.parse(place.starts_at) - 3_600_000).toISOString()
    const starts_at = new Date(Date.parse(ends_at) - 6 * 3_600_000).toISOString()
    await hold(at(2), { ...before, starts_at, ends_at })
    const { orders, calls } = await force(place)
    expect(orders.map((one) => one.name)).toEqual(['Middle'])
    expect(calls[0]?.passed).toMatchObject([{ name: 'Junior', reasons: [{ code: 'rest' }] }])
  })
  it('a volunteer who took other work in the meantime does not get the spot', {
    meta: { shows: ['issue 5.5 within the limits'] },
  }, async () => {
    const place = await makePost()
    const id = await ask(place)
    expect((await server.call(answerCall, { id, answer: 'yes' }, at(0))).error).toBeNull()
    const { starts_at, ends_at } = place
    await hold(at(0), { ...(await makePost({ starts_at, ends_at })), starts_at, ends_at })
    await pass(id)
    await sweep()
    const { calls, orders } = await read(place)
    expect(calls[0]?.volunteers).toMatchObject([{ name: 'Senior', outcome: 'not_eligible' }])
    expect(orders.map((one) => one.name)).toEqual(['Junior'])
  })
  it('a volunteer who was assigned in the meantime keeps the spot and is not told of another', async () => {
    const place = await makePost({}, 2)
    const id = await ask(place)
    for (const who of [at(0), at(1)])
      expect((await server.call(answerCall, { id, answer: 'yes' }, who)).error).toBeNull()
    await hold(at(0), place)
    await pass(id)
    await sweep()
    const outcomes = async () =>
      (await read(place)).calls.map((call) => call.volunteers.map((one) => [one.name, one.outcome]))
    expect(await outcomes()).toEqual([
      [
        ['Senior', 'given'],
        ['Middle', 'given'],
      ],
    ])
    expect(await told(at(0))).not.toContain("volunteers_decided: You're not needed for this shift")
    expect(await told(at(1))).toContain('volunteers_decided: You volunteered and got the shift')
  })
  it('volunteers for a shift that was filled by others are told so', async () => {
    const place = await makePost()
    const id = await ask(place)
    for (const who of [at(0), at(1)])
      expect((await server.call(answerCall, { id, answer: 'yes' }, who)).error).toBeNull()
    await hold(at(0), place)
    await pass(id)
    await sweep()
    expect((await read(place)).calls[0]).toMatchObject({
      outcome: 'filled',
      volunteers: [
        { name: 'Senior', outcome: 'given' },
        { name: 'Middle', outcome: 'not_needed' },
      ],
    })
    expect(await told(at(0))).not.toContain("volunteers_decided: You're not needed for this shift")
    expect(await told(at(1))).toContain("volunteers_decided: You're not needed for this shift")
  })
  it('an officer ordered in can only request to give up the spot, however early', {
    meta: { shows: ['issue 5.5 compulsory'] },
  }, async () => {
    const [order] = (await force(await makePost())).orders
    const [row] = await server.rows<{ id: string }>('select signup_id as id from order_ins where id = $1', [order?.id])
    const id = row?.id ?? ''
    expect((await server.call(callOff, { id }, at(2))).error?.code).toBe('notice_passed')
    const asked = await server.call(callOff, { id, reason: 'My child is ill' }, at(2))
    expect(asked.body).toMatchObject({ status: 'calloff_requested', ordered: true })
    expect((await list()).items.find((row) => row.name === 'Junior')?.count).toBe(1)
  })
})

describe('force list', () => {
  it('an exempt officer keeps their position and is skipped, and nobody exempts themselves', {
    meta: { shows: ['issue 5.5 exemptions'] },
  }, async () => {
    const exempt = { officer_id: at(2).officer_id, reason: 'Light duty', starts_on: '2020-01-01', ends_on: '' }
    expect((await server.call(exemptOfficer, { ...exempt, ends_on: '2019-01-01' }, admin)).error?.code).toBe(
      'invalid_input',
    )
    expect((await server.call(exemptOfficer, { ...exempt, officer_id: admin.officer_id }, admin)).error?.code).toBe(
      'own_exemption',
    )
    const made = await server.call(exemptOfficer, exempt, admin)
    expect(made.error).toBeNull()
    const { orders, calls } = await force(await makePost())
    expect(orders[0]?.name).toBe('Middle')
    expect(calls[0]?.passed).toMatchObject([{ name: 'Junior', position: 1, exempt: 'Light duty', reasons: [] }])
    expect((await list(at(0))).items[0]).toMatchObject({ name: 'Junior', exempt: { reason: 'Light duty' } })
    expect((await server.call(listExemptions, {}, admin)).body.items.map((one) => one.state)).toEqual(['now'])
    expect((await server.call(endExemption, { id: made.body.id }, second)).error).toBeNull()
    expect((await server.call(listExemptions, {}, admin)).body.items.map((one) => one.state)).toEqual(['over'])
    expect((await list()).items[0]).toMatchObject({ name: 'Junior', exempt: null })
  })
  it('officers see the whole list in pages, with names if the department shows them', {
    meta: { shows: ['issue 5.5 seen by everyone'] },
  }, async () => {
    const seen = await list(at(0))
    expect(seen.items.map((row) => [row.name, row.own])).toEqual([
      ['Junior', false],
      ['Middle', false],
      ['Senior', true],
    ])
    expect(seen.items.map((row) => row.hired_on)).toEqual(['2012-01-01', '2011-01-01', '2010-01-01'])
    expect(seen.mine?.position).toBe(3)
    await server.call(editForceSettings, { ...seen.settings, names_shown: false }, admin)
    const hidden = await list(at(0))
    expect(hidden.items.map((row) => [row.name, row.badge_number, row.hired_on])).toEqual([
      [null, null, null],
      [null, null, null],
      ['Senior', '100', '2010-01-01'],
    ])
    // An officer's id leads to the name: the list of colleagues for a swap has both.
    expect(hidden.items.map((row) => row.officer_id)).toEqual([null, null, at(0).officer_id])
    expect((await list(admin)).items[0]).toMatchObject({ name: 'Junior', officer_id: at(2).officer_id })
    const page = (await server.call(listForce, { limit: 2 }, at(1))).body
    const rest = (await server.call(listForce, { limit: 2, after: page.next ?? '' }, at(1))).body
    expect([...page.items, ...rest.items].map((row) => row.position)).toEqual([1, 2, 3])
    expect(rest.next).toBeNull()
  })
  it('the database lets no one write an order, another officer’s answer or their own exemption', {
    meta: { shows: ['issue 5.5 force list'] },
  }, async () => {
    const place = await makePost()
    const [order] = (await force(place)).orders
    const id = order?.id ?? ''
    const junior = at(2)
    const attempt = async (who: TestPerson, statement: Sql): Promise<string> => {
      const token = createHash('sha256').update(who.secret).digest()
      const enter = sql`select app.enter(${token}::bytea, 'signed_in', '', true)`
      const changed = server.database.transaction([enter], (db) => db.run(statement))
      return changed.then((count) => (count === 0 ? 'nothing' : 'changed')).catch(() => 'refused')
    }
    const of = sql`select organization_id, call_id, assignment_id, post_id`
    for (const statement of [
      sql`update order_ins set cancelled_at = now(), cancel_reason = 'No more' where id = ${id}::uuid`,
      sql`update order_ins set fell_at = now() where id = ${id}::uuid`,
      sql`update order_ins set count_before = 9 where id = ${id}::uuid`,
      sql`insert into order_ins (organization_id, call_id, assignment_id, post_id, officer_id, signup_id, position, count_before)
        ${of}, officer_id, signup_id, 1, 0 from order_ins`,
      sql`update force_members set joined_at = now()`,
      sql`update order_asked set answer = 'yes', answered_at = now() where officer_id = ${at(0).officer_id}::uuid`,
      sql`update order_asked set outcome = 'given' where officer_id = ${junior.officer_id}::uuid`,
      sql`update order_calls set closed_at = now(), outcome = 'decided'`,
      sql`insert into force_exemptions (organization_id, officer_id, reason, starts_on)
        values (${house.id}::uuid, ${junior.officer_id}::uuid, 'Tired', '2026-01-01')`,
    ])
      expect(['refused', 'nothing'], statement.parts.join('?')).toContain(await attempt(junior, statement))
    expect(await attempt(junior, sql`update order_ins set seen_at = now() where id = ${id}::uuid`)).toBe('changed')
    expect(await attempt(admin, sql`update order_ins set count_before = 9 where id = ${id}::uuid`)).toBe('refused')
    expect(await attempt(admin, sql`update order_ins set seen_at = now() where id = ${id}::uuid`)).toBe('refused')
  })
})
