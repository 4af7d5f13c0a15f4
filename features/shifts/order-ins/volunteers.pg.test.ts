import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearNotifications, listLatest, markRead } from '#features/department/notifications/contract.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import { callOff } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { answerCall, openCall, previewCall, readMyOrders, readOrderIn, stopCall } from './contract.calls.ts'
import { editForceSettings, listForce } from './contract.ts'
import { decideCallsOf } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
/** The more junior is first on a fresh list. */
let senior: TestPerson
let junior: TestPerson
/** Admins, who are on no list. */
let holder: TestPerson
let leaving: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...notificationRoutes, ...signupRoutes])
})
beforeEach(async () => {
  house = await server.makeOrganization({ time_zone: 'America/Chicago' })
  admin = await server.makePerson(house, { role: 'admin', name: 'Chief' })
  senior = await server.makePerson(house, { name: 'Senior', hired_on: '2010-01-01' })
  junior = await server.makePerson(house, { name: 'Junior', hired_on: '2012-01-01' })
  holder = await server.makePerson(house, { role: 'admin', name: 'Holder' })
  leaving = await server.makePerson(house, { role: 'admin', name: 'Leaving' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
let day = 0
const makePost = async (required_count: number) => {
  day += 1
  const of = { organization_id: house.id, starts_at: hours(day * 48), ends_at: hours(day * 48 + 8) }
  const base = { title: `Night patrol ${day}`, kind: 'overtime', time_zone: house.time_zone, status: 'published' }
  const assignment_id = String((await server.insert('assignments', { ...of, ...base })).id)
  const post_id = String((await server.insert('posts', { ...of, assignment_id, name: 'P', required_count })).id)
  return { ...of, assignment_id, post_id }
}
type Place = Awaited<ReturnType<typeof makePost>>
const give = async (who: TestPerson, place: Place, over: Record<string, unknown> = {}) =>
  String(
    (
      await server.insert('officer_assignments', {
        ...{ ...place, officer_id: who.officer_id, status: 'confirmed', applied_at: hours(-3), ...over },
      })
    ).id,
  )
const offer = (who: TestPerson, place: Place, over: Record<string, unknown> = {}) =>
  give(who, place, { status: 'offered', offer_expires_at: hours(2), ...over })
const end = (id: string, status: string) =>
  server.rows('update officer_assignments set status = $2, updated_at = now() where id = $1', [id, status])
const statusOf = async (id: string) =>
  (await server.rows<{ status: string }>('select status from officer_assignments where id = $1', [id]))[0]?.status

const ask = async ({ assignment_id, post_id }: Place) =>
  (await server.call(openCall, { assignment_id, post_id, minutes: 60 }, admin)).body.id
const volunteer = async (id: string, who: TestPerson) =>
  expect((await server.call(answerCall, { id, answer: 'yes' }, who)).error).toBeNull()
const decide = async (id: string) => {
  await server.rows(
    "update order_calls set opened_at = now() - interval '2 h', closes_at = now() - interval '1 s' where id = $1",
    [id],
  )
  await decideCallsOf(server.database, house.id)
}
const read = async ({ assignment_id }: Place) => {
  const { calls, orders, posts } = (await server.call(readOrderIn, { assignment_id }, admin)).body
  const [call] = calls
  return {
    call,
    missing: posts[0]?.missing,
    ordered: orders.map((one) => one.name),
    volunteers: call?.volunteers.map((one) => [one.name, one.outcome]),
  }
}
/** What the officer was told since being asked. */
const told = async (who: TestPerson) =>
  (await server.call(listLatest, {}, who)).body.items
    .filter((one) => !one.title.startsWith('Volunteer? '))
    .map((one) => `${one.type}: ${one.title}`)
const notNeeded = "volunteers_decided: You're not needed for this shift"
const gotIt = 'volunteers_decided: You volunteered and got the shift'

describe('a volunteer with an open offer of the shift', { meta: { shows: ['issue 5.5 volunteers first'] } }, () => {
  it('is not told that every spot has been filled, and can still accept', async () => {
    const place = await makePost(2)
    const left = await give(leaving, place)
    const id = await ask(place)
    await volunteer(id, senior)
    await give(holder, place)
    await end(left, 'released')
    const own = await offer(senior, place)
    await decide(id)
    const { call, volunteers } = await read(place)
    expect([call?.outcome, volunteers]).toEqual(['filled', [['Senior', 'not_needed']]])
    expect(await told(senior)).toEqual([])
    expect(await statusOf(own)).toBe('offered')
  })
  it('keeps that spot, and the others go to the next', async () => {
    const place = await makePost(3)
    await give(holder, place)
    const id = await ask(place)
    await volunteer(id, senior)
    const own = await offer(senior, place)
    await decide(id)
    const { call, ordered, missing } = await read(place)
    expect(call).toMatchObject({ volunteered_count: 0, ordered_count: 1, missing_count: 0 })
    expect([ordered, missing, await statusOf(own), await told(senior)]).toEqual([['Junior'], 0, 'offered', []])
  })
  it('is not ordered in on that spot instead of another officer either, and the receipt says why', async () => {
    const place = await makePost(2)
    const own = await offer(junior, place)
    await decide(await ask(place))
    const { call, ordered, missing } = await read(place)
    expect([ordered, missing, await statusOf(own)]).toEqual([['Senior'], 0, 'offered'])
    expect(call?.passed).toMatchObject([{ name: 'Junior', reasons: [{ code: 'offer_open' }] }])
    const mine = (await server.call(readMyOrders, {}, senior)).body.orders
    expect(mine[0]?.passed).toMatchObject([{ name: 'Junior', reasons: [{ code: 'not_available' }] }])
  })
  it('gets an open spot if the offer is of the spot of an officer who asked to call off, and is told nothing if there is none', async () => {
    const [open, full] = [await makePost(2), await makePost(2)]
    const ids = [await ask(open), await ask(full)] as const
    for (const [at, place] of [open, full].entries()) {
      const replaces_id = await give(leaving, place, { status: 'calloff_requested' })
      await volunteer(ids[at] ?? '', senior)
      await offer(senior, place, { replaces_id })
    }
    await give(holder, full)
    for (const id of ids) await decide(id)
    expect(await read(open)).toMatchObject({ missing: 0, ordered: [], volunteers: [['Senior', 'given']] })
    expect(await read(full)).toMatchObject({ missing: 0, volunteers: [['Senior', 'not_needed']] })
    expect(await told(senior)).toEqual([gotIt])
  })
})

describe('a volunteer who gives up the shift before the call is decided', {
  meta: { shows: ['issue 5.5 volunteers first'] },
}, () => {
  it('is not put back on it, and is not told of the decision', async () => {
    const [open, full] = [await makePost(1), await makePost(1)]
    const ids = [await ask(open), await ask(full)] as const
    for (const [at, place] of [open, full].entries()) {
      await volunteer(ids[at] ?? '', senior)
      const held = await give(senior, place)
      expect((await server.call(callOff, { id: held }, senior)).body.status).toBe('called_off')
    }
    await give(holder, full)
    for (const id of ids) await decide(id)
    expect(await read(open)).toMatchObject({ ordered: ['Junior'], volunteers: [['Senior', 'not_needed']] })
    expect((await read(full)).volunteers).toEqual([['Senior', 'not_needed']])
    expect(await told(senior)).toEqual([])
  })
  it('is asked again, and gets the shift after another yes', async () => {
    const place = await makePost(2)
    const id = await ask(place)
    await volunteer(id, senior)
    await end(await give(senior, place), 'called_off')
    await volunteer(id, junior)
    const asked = async () => (await server.call(readMyOrders, {}, senior)).body.asked.map((one) => one.answer)
    expect(await asked()).toEqual([null])
    await volunteer(id, senior)
    expect(await asked()).toEqual(['yes'])
    await decide(id)
    // In order of response: the second yes is the one that counts.
    expect((await read(place)).volunteers).toEqual([
      ['Junior', 'given'],
      ['Senior', 'given'],
    ])
  })
  it('sees why a yes no longer counts, and no way to sign up, once another shift overlaps', async () => {
    const place = await makePost(2)
    await server.rows('update assignments set signup_mode = $2 where id = $1', [place.assignment_id, 'first_come'])
    const id = await ask(place)
    await volunteer(id, senior)
    const asked = async (who: TestPerson) => {
      const [one] = (await server.call(readMyOrders, {}, who)).body.asked
      return [one?.answer, one?.takes_signups, one?.reasons.map(({ code, details }) => [code, details?.title])]
    }
    expect([await asked(senior), await asked(junior)]).toEqual([
      ['yes', true, []],
      [null, true, []],
    ])
    day -= 1
    const other = await makePost(1)
    await give(senior, other)
    expect(await asked(senior)).toEqual(['yes', false, [['overlaps', `Night patrol ${day}`]]])
    // Another officer's shift changes nothing for this one, and the call decides the same.
    expect(await asked(junior)).toEqual([null, true, []])
    await decide(id)
    expect((await read(place)).volunteers).toEqual([['Senior', 'not_eligible']])
  })
  it.each(['released', 'replaced', 'offer_declined'])('has given it up when %s', async (status) => {
    const place = await makePost(1)
    const id = await ask(place)
    await volunteer(id, senior)
    await end(await give(senior, place), status)
    await decide(id)
    expect(await read(place)).toMatchObject({ ordered: ['Junior'], volunteers: [['Senior', 'not_needed']] })
    expect(await told(senior)).toEqual([])
  })
  it('counts as a volunteer if the shift was given up before the answer', async () => {
    const place = await makePost(1)
    await end(await give(senior, place), 'called_off')
    const id = await ask(place)
    await volunteer(id, senior)
    await decide(id)
    expect((await read(place)).volunteers).toEqual([['Senior', 'given']])
  })
})

it('a stopped call is told to volunteers who still wait, not to those who have the shift, an offer, or have given it up', {
  meta: { shows: ['issue 5.5 volunteers first'] },
}, async () => {
  const place = await makePost(4)
  const id = await ask(place)
  const [declined, offered] = [await server.makePerson(house), await server.makePerson(house)]
  await server.rows(
    'insert into order_asked (organization_id, call_id, officer_id) select $1, $2, unnest($3::uuid[])',
    [house.id, id, [declined.officer_id, offered.officer_id]],
  )
  for (const who of [senior, junior, declined, offered]) await volunteer(id, who)
  await give(senior, place)
  await offer(offered, place)
  await end(await give(declined, place), 'called_off')
  await server.call(stopCall, { id, reason: 'The event is smaller' }, admin)
  expect(await Promise.all([junior, senior, offered, declined].map(told))).toEqual([
    ['volunteers_decided: Call for volunteers ended'],
    [],
    [],
    [],
  ])
})

it('a receipt does not say who was on the shift already where names are hidden: the shift has them', {
  meta: { shows: ['issue 5.5 never before a lower count'] },
}, async () => {
  const place = await makePost(2)
  await give(junior, place)
  await decide(await ask(place))
  const passed = async () => (await server.call(readMyOrders, {}, senior)).body.orders[0]?.passed
  expect(await passed()).toMatchObject([{ name: 'Junior', reasons: [{ code: 'already_signed_up' }] }])
  const { settings } = (await server.call(listForce, {}, admin)).body
  await server.call(editForceSettings, { ...settings, names_shown: false }, admin)
  expect(await passed()).toMatchObject([{ name: null, position: 1, reasons: [{ code: 'not_available' }] }])
})

it('volunteers for a shift that was canceled learn that the call ended', async () => {
  const place = await makePost(1)
  const id = await ask(place)
  await volunteer(id, senior)
  await server.rows("update assignments set status = 'cancelled' where id = $1", [place.assignment_id])
  await decide(id)
  expect(await told(senior)).toEqual(['volunteers_decided: Call for volunteers ended'])
  expect(await told(junior)).toEqual([])
})

it('tells a volunteer who is not needed', async () => {
  const place = await makePost(1)
  const id = await ask(place)
  for (const who of [senior, junior]) await volunteer(id, who)
  await decide(id)
  expect([await told(senior), await told(junior)]).toEqual([[gotIt], [notNeeded]])
})

describe('the notification of a call', { meta: { shows: ['issue 5.5 volunteers first'] } }, () => {
  const asked = async () =>
    (
      await server.rows<{ read: boolean }>(
        "select read from notifications where officer_id = $1 and type = 'volunteers_asked'",
        [senior.officer_id],
      )
    ).map(({ read }) => read)
  it('is read once the officer answers', async () => {
    const id = await ask(await makePost(1))
    expect(await asked()).toEqual([false])
    await volunteer(id, senior)
    expect(await asked()).toEqual([true])
  })
  it('stays unread, and is not cleared, while another post of the shift still asks', async () => {
    const place = await makePost(1)
    const { organization_id, assignment_id, starts_at, ends_at } = place
    const more = { organization_id, assignment_id, starts_at, ends_at, name: 'Q', required_count: 1 }
    const other = { ...place, post_id: String((await server.insert('posts', more)).id) }
    const [one, two] = [await ask(place), await ask(other)]
    await volunteer(one, senior)
    expect(await asked()).toEqual([false, false])
    await server.call(markRead, {}, senior)
    await server.call(clearNotifications, {}, senior)
    expect(await asked()).toEqual([true, true])
    await volunteer(two, senior)
    await server.call(clearNotifications, {}, senior)
    expect(await asked()).toEqual([])
  })
})

describe('the preview of a call', { meta: { shows: ['issue 5.5 volunteers first'] } }, () => {
  it('counts the officers who are then asked, and names those whom the force list orders in', async () => {
    const place = await makePost(2)
    const at = { assignment_id: place.assignment_id, post_id: place.post_id }
    const preview = async () => (await server.call(previewCall, at, admin)).body
    const before = await preview()
    expect(before).toMatchObject({ missing: 2, list_units: [], next: [{ name: 'Junior' }, { name: 'Senior' }] })
    expect(before.next.map(({ position }) => position)).toEqual([1, 2])
    // An offer keeps a spot, so its officer is asked and not ordered in.
    await offer(junior, place)
    const now = await preview()
    expect(now).toMatchObject({ missing: 1, next: [{ name: 'Senior', position: 2 }] })
    expect((await server.call(openCall, { ...at, minutes: 60 }, admin)).body.asked).toBe(now.asked)
    const id = (await read(place)).call?.id ?? ''
    await decide(id)
    expect((await read(place)).ordered).toEqual(['Senior'])
    expect((await server.call(previewCall, { ...at, post_id: at.assignment_id }, admin)).error?.code).toBe('not_found')
    expect((await server.call(previewCall, at, senior)).error?.code).toBe('not_allowed')
  })
  it('names who requested the post and waits for a decision', async () => {
    const place = await makePost(2)
    const at = { assignment_id: place.assignment_id, post_id: place.post_id }
    await give(junior, place, { status: 'pending_approval', applied_at: hours(-1) })
    await give(senior, place, { status: 'pending_approval', applied_at: hours(-2) })
    await give(holder, place, { status: 'withdrawn' })
    const { requested } = (await server.call(previewCall, at, admin)).body
    expect(requested).toEqual([
      { officer_id: senior.officer_id, name: 'Senior' },
      { officer_id: junior.officer_id, name: 'Junior' },
    ])
    expect((await server.call(openCall, { ...at, minutes: 60 }, admin)).error).toBeNull()
  })
  it('is not offered before the award, which the read says as the server refuses it', async () => {
    const place = await makePost(1)
    const at = { assignment_id: place.assignment_id, post_id: place.post_id }
    const whyNot = async () =>
      (await server.call(readOrderIn, { assignment_id: at.assignment_id }, admin)).body.posts[0]?.why_not
    expect(await whyNot()).toBeNull()
    await server.rows("update assignments set signup_mode = 'award' where id = $1", [at.assignment_id])
    expect(await whyNot()).toBe('before_award')
    expect((await server.call(openCall, { ...at, minutes: 60 }, admin)).error?.code).toBe('before_award')
    await server.rows('update assignments set awarded_at = now() where id = $1', [at.assignment_id])
    expect(await whyNot()).toBeNull()
  })
  it('names those whom the list of the post’s unit orders in, by their position on it', async () => {
    const { settings } = (await server.call(listForce, {}, admin)).body
    await server.call(editForceSettings, { ...settings, by_unit: true }, admin)
    const of = (who: TestPerson, unit: string) =>
      server.rows('update officers set unit = $2 where id = $1', [who.officer_id, unit])
    // Before both on the department's list, but of another unit.
    await of(junior, 'Harbor')
    const [offered, next] = [
      await server.makePerson(house, { name: 'Offered', hired_on: '2014-01-01', unit: 'Patrol' }),
      await server.makePerson(house, { name: 'Next', hired_on: '2011-01-01', unit: 'Patrol' }),
    ]
    await of(senior, 'Patrol')
    const place = await makePost(3)
    const required = JSON.stringify({ units: ['Patrol'] })
    await server.rows('update posts set requirements = $2 where id = $1', [place.post_id, required])
    await offer(offered, place)
    const { assignment_id, post_id } = place
    const preview = (await server.call(previewCall, { assignment_id, post_id }, admin)).body
    expect(preview).toMatchObject({
      ...{ missing: 2, list_units: ['Patrol'] },
      next: [
        { officer_id: next.officer_id, name: 'Next', position: 2 },
        { officer_id: senior.officer_id, name: 'Senior', position: 3 },
      ],
    })
    await decide(await ask(place))
    const { orders } = (await server.call(readOrderIn, { assignment_id }, admin)).body
    const ordered = orders.map(({ officer_id, name, position }) => ({ officer_id, name, position }))
    expect(ordered.toSorted((a, b) => a.position - b.position)).toEqual(preview.next)
    expect(orders.map((one) => one.list_units)).toEqual([['Patrol'], ['Patrol']])
  })
})
