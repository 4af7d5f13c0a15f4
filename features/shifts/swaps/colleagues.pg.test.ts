import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOff } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listColleagueShifts, listColleagues } from './contract.colleagues.ts'
import { agreeSwap, askSwap, listMySwaps, refuseSwap, takeSwap } from './contract.ts'
import { routes as colleagues } from './routes.colleagues.ts'
import { routes } from './routes.ts'

let server: TestServer
let here: TestOrganization
let me: TestPerson
let free: TestPerson
let busy: TestPerson
let away: TestPerson

const hour = 3_600_000
const fullHour = Math.ceil(Date.now() / hour) * hour
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * hour)

beforeAll(async () => {
  server = await startTestServer([...signups, ...routes, ...colleagues])
  here = await server.makeOrganization({ swaps_need_approval: false })
  me = await server.makePerson(here)
  ;[free, busy, away] = await Promise.all([server.makePerson(here), server.makePerson(here), server.makePerson(here)])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const makeHeld = async (who: TestPerson, from: number, title = `Shift at ${from}`, where = here) => {
  const times = { organization_id: where.id, starts_at: at(from), ends_at: at(from + 8) }
  const assignment = await server.insert('assignments', {
    ...times,
    title,
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    signup_mode: 'first_come',
  })
  const ids = { ...times, assignment_id: String(assignment.id) }
  const post = await server.insert('posts', { ...ids, name: 'Gate', required_count: 1 })
  const signup = await server.insert('officer_assignments', {
    ...ids,
    post_id: post.id,
    officer_id: who.officer_id,
    status: 'confirmed',
  })
  return { signup_id: String(signup.id), post_id: String(post.id), who }
}
type Held = Awaited<ReturnType<typeof makeHeld>>
const list = (held: Held, more: { kind?: 'swap' | 'give_away'; search?: string } = {}, who = held.who) =>
  server.call(listColleagues, { signup_id: held.signup_id, kind: more.kind ?? 'give_away', ...more }, who)
const leave = (who: TestPerson, from: number, hours: number) =>
  server.insert('leaves', {
    organization_id: here.id,
    officer_id: who.officer_id,
    kind: 'sick',
    whole_days: false,
    starts_at: at(from),
    ends_at: at(from + hours),
  })
const holderOf = async (held: Held) =>
  (
    await server.rows<{ officer_id: string }>(
      `select officer_id from officer_assignments where post_id = $1 and status = 'confirmed'`,
      [held.post_id],
    )
  ).map((row) => row.officer_id)

describe('colleagues for a shift that is given away', () => {
  it('come with those first who can have it, and one short reason for each of the others', async () => {
    const held = await makeHeld(me, 100)
    await makeHeld(busy, 104, 'Gate A')
    await leave(away, 90, 40)
    const { items } = (await list(held)).body
    expect(items.map((one) => one.id)).not.toContain(me.officer_id)
    expect(items[0]).toMatchObject({ id: free.officer_id, reason: null })
    const reasonOf = (who: TestPerson) => items.find((one) => one.id === who.officer_id)?.reason
    expect(reasonOf(busy)).toMatchObject({ code: 'overlaps', title: 'Gate A' })
    expect(reasonOf(away)).toEqual({ code: 'not_available' })
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(['apart', 'id', 'name', 'reason'])
  })

  it('are found by part of the name, without suspended officers or those of another department', async () => {
    const held = await makeHeld(me, 150)
    const elsewhere = await server.makeOrganization()
    await server.makePerson(elsewhere, { name: 'Zoe Zimmer' })
    const [zara, zed] = [
      await server.makePerson(here, { name: 'Zara Zimmer' }),
      await server.makePerson(here, { name: 'Zed Zimmer' }),
    ]
    await server.rows('update officers set suspended_at = now() where id = $1', [zed.officer_id])
    expect((await list(held, { search: 'zimm' })).body.items.map((one) => one.id)).toEqual([zara.officer_id])
    expect((await list(held, { search: '%' })).body.items).toEqual([])
  })

  it('who share a name come with badge, rank and unit, the others with the name alone', async () => {
    const held = await makeHeld(me, 165)
    const add = async (name: string, badge_number: string, unit: string) => {
      const { officer_id } = await server.makePerson(here, { name })
      await server.rows(`update officers set badge_number = $2, rank = 'Officer', unit = $3 where id = $1`, [
        officer_id,
        badge_number,
        unit,
      ])
    }
    await add('Ida Twin', '1042', 'Patrol')
    await add('IDA  TWIN', '2077', 'K9')
    await add('Ida Twining', '3001', 'K9')
    const { items } = (await list(held, { search: 'twi' })).body
    expect(items.map(({ name, apart }) => [name, apart]).toSorted()).toEqual([
      ['IDA  TWIN', { badge_number: '2077', rank: 'Officer', unit: 'K9' }],
      ['Ida Twin', { badge_number: '1042', rank: 'Officer', unit: 'Patrol' }],
      ['Ida Twining', null],
    ])
  })

  it('are shown only to the officer who holds the shift', async () => {
    const held = await makeHeld(me, 180)
    expect((await list(held, {}, free)).status).toBe(404)
    const shifts = { signup_id: held.signup_id, officer_id: busy.officer_id }
    expect((await server.call(listColleagueShifts, shifts, free)).status).toBe(404)
  })

  it('ineligible colleagues are refused, with only the category of the reason', async () => {
    const held = await makeHeld(me, 200)
    await leave(away, 190, 40)
    const ask = { signup_id: held.signup_id, kind: 'give_away' as const, to_officer_id: away.officer_id }
    expect((await server.call(askSwap, ask, me)).error).toMatchObject({
      code: 'colleague_not_available',
      details: { reason: 'not_available' },
    })
    const [left] = await server.rows<{ n: number }>('select count(*)::int as n from swaps where signup_id = $1', [
      held.signup_id,
    ])
    expect(left?.n).toBe(0)
  })
})

describe("a swap for a colleague's shift that is named", () => {
  it('takes effect when the colleague agrees, without being asked again', async () => {
    const [mine, theirs] = [await makeHeld(me, 300), await makeHeld(busy, 304, 'Court duty')]
    const shifts = { signup_id: mine.signup_id, officer_id: busy.officer_id }
    const { items } = (await server.call(listColleagueShifts, shifts, me)).body
    // Overlapping each other does not matter: one is given for the other.
    expect(items.find((one) => one.signup_id === theirs.signup_id)).toMatchObject({ title: 'Court duty', reason: null })
    const asked = await server.call(
      askSwap,
      {
        signup_id: mine.signup_id,
        kind: 'swap',
        to_officer_id: busy.officer_id,
        counter_signup_id: theirs.signup_id,
      },
      me,
    )
    expect(asked.body).toMatchObject({ state: 'open', counter: { title: 'Court duty' } })
    expect((await server.call(takeSwap, { id: asked.body.id }, busy)).body.state).toBe('done')
    expect(await holderOf(mine)).toEqual([busy.officer_id])
    expect(await holderOf(theirs)).toEqual([me.officer_id])
  })

  it('says which shifts are in the way, on both sides', async () => {
    const mine = await makeHeld(me, 400)
    await makeHeld(me, 500, 'My court day')
    await makeHeld(busy, 404, 'Their patrol')
    const clash = await makeHeld(busy, 502, 'Bridge post')
    const shifts = { signup_id: mine.signup_id, officer_id: busy.officer_id }
    const { items } = (await server.call(listColleagueShifts, shifts, me)).body
    expect(items.find((one) => one.signup_id === clash.signup_id)?.reason).toMatchObject({
      of: 'mine',
      code: 'overlaps',
      title: 'My court day',
    })
    const other = await makeHeld(busy, 600, 'Far patrol')
    const again = (await server.call(listColleagueShifts, shifts, me)).body.items
    expect(again.find((one) => one.signup_id === other.signup_id)?.reason).toMatchObject({
      of: 'theirs',
      code: 'overlaps',
      title: 'Their patrol',
    })
    const ask = { signup_id: mine.signup_id, kind: 'swap' as const, to_officer_id: busy.officer_id }
    expect((await server.call(askSwap, { ...ask, counter_signup_id: clash.signup_id }, me)).error?.code).toMatch(
      /exchange_not_possible|colleague_not_available/,
    )
    expect((await server.call(askSwap, { ...ask, counter_signup_id: other.signup_id }, me)).error).toMatchObject({
      code: 'colleague_not_available',
      details: { reason: 'overlaps' },
    })
    const notTheirs = await makeHeld(free, 700)
    expect((await server.call(askSwap, { ...ask, counter_signup_id: notTheirs.signup_id }, me)).error?.code).toBe(
      'swap_over',
    )
  })

  it('gives each side only the kind of reason against the other when the swap takes effect', async () => {
    const taker = await server.makePerson(here)
    const [mine, theirs] = [await makeHeld(me, 1000), await makeHeld(taker, 1100)]
    const { id } = (await server.call(askSwap, { signup_id: mine.signup_id, kind: 'swap' }, me)).body
    const { version } = (await server.call(takeSwap, { id, counter_signup_id: theirs.signup_id }, taker)).body
    await leave(taker, 990, 40)
    expect((await server.call(agreeSwap, { id, version }, me)).error).toMatchObject({
      code: 'colleague_not_available',
      details: { reason: 'not_available' },
    })
    await leave(me, 1090, 40)
    await server.rows('delete from leaves where officer_id = $1', [taker.officer_id])
    expect((await server.call(agreeSwap, { id, version }, me)).error).toMatchObject({ code: 'exchange_not_possible' })
    await server.call(refuseSwap, { id }, taker)
    expect((await server.call(takeSwap, { id, counter_signup_id: theirs.signup_id }, taker)).error).toMatchObject({
      code: 'giver_not_eligible',
      details: { reason: 'not_available' },
    })
    await server.rows('delete from leaves where officer_id = $1', [me.officer_id])
  })

  it('ends when the shift that was asked for is given up', async () => {
    const [mine, theirs] = [await makeHeld(me, 800), await makeHeld(free, 900)]
    const { body } = await server.call(
      askSwap,
      { signup_id: mine.signup_id, kind: 'swap', to_officer_id: free.officer_id, counter_signup_id: theirs.signup_id },
      me,
    )
    await server.call(callOff, { id: theirs.signup_id }, free)
    const found = (await server.call(listMySwaps, {}, me)).body.items.find((one) => one.id === body.id)
    expect(found).toMatchObject({ state: 'refused', counter: null })
  })
})
