import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptOffer, joinWaitlist } from '#features/shifts/offers/contract.ts'
import { passPlacesOf } from '#features/shifts/offers/jobs.ts'
import { routes as offers } from '#features/shifts/offers/routes.ts'
import { callOff, listOpenJobs, signUp } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { agreeSwap, askSwap, decideSwap, takeSwap, withdrawSwap } from '#features/shifts/swaps/contract.ts'
import { routes as swaps } from '#features/shifts/swaps/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { moveOfficer, replaceSick, undoChange } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let where: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...offers, ...signups, ...swaps])
  where = await server.makeOrganization()
  admin = await server.makePerson(where, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const hour = 3_600_000
const fullHour = Math.ceil(Date.now() / hour) * hour
const at = (hours: number) => new Date(fullHour + hours * hour).toISOString()
type Made = { assignment_id: string; post_id: string }
const shift = async (from: number, required = 1): Promise<Made> => {
  const row = { organization_id: where.id, starts_at: at(from), ends_at: at(from + 8) }
  const named = { title: `Gate ${from}`, kind: 'overtime', time_zone: 'America/Chicago' }
  const made = await server.insert('assignments', { ...row, ...named, status: 'published', signup_mode: 'first_come' })
  const post = { assignment_id: made.id, name: 'Gate', required_count: required }
  return { assignment_id: String(made.id), post_id: String((await server.insert('posts', { ...row, ...post })).id) }
}
const person = () => server.makePerson(where)
const take = async (made: Made, who: TestPerson) => (await server.call(signUp, made, who)).body.id
const idOf = (who: TestPerson) => who.officer_id ?? ''
const statusOf = async (id: string) =>
  (await server.rows<{ status: string }>('select status from officer_assignments where id = $1', [id]))[0]?.status
const pass = () => passPlacesOf(server.database, where.id)
/** The minute in which a change can be undone ends. */
const endUndo = (id: string) =>
  server.rows(`update shift_changes set made_at = made_at - interval '61 seconds' where id = $1`, [id])

/** A full shift with its holder and two officers who wait, and an open shift a day later. */
const waitedFor = async (from: number, required = 1) => {
  const gate = await shift(from, required)
  const holders = await Promise.all(Array.from({ length: required }, person))
  const held: string[] = []
  for (const who of holders) held.push(await take(gate, who))
  const line: { who: TestPerson; id: string }[] = []
  for (const who of [await person(), await person()])
    line.push({ who, id: (await server.call(joinWaitlist, gate, who)).body.id })
  const [first, second] = line
  const [holder] = holders
  if (!first || !second || !holder) throw new Error('nobody')
  return { gate, other: await shift(from + 24), holder, held, first, second, signup_id: held[0] ?? '' }
}
const move = (signup_id: string, who: TestPerson, to: Made) =>
  server.call(moveOfficer, { signup_id, officer_id: idOf(who), assignment_id: to.assignment_id }, admin)
const undo = (id: string) => server.call(undoChange, { id }, admin)
/** A post as the list of open shifts shows it to an officer. */
const listedOf = async ({ assignment_id }: Made, who: TestPerson) =>
  (await server.call(listOpenJobs, { days: 30 }, who)).body.items.find((job) => job.id === assignment_id)?.posts[0]

describe('a spot that a change freed while others wait', () => {
  test('is offered to no one until the undo is over, and is the waitlist’s then', async () => {
    const { gate, other, holder, signup_id, first } = await waitedFor(100)
    const moved = await move(signup_id, holder, other)
    await pass()
    await pass()
    expect(await statusOf(first.id)).toBe('waitlisted')
    await endUndo(moved.body.change_id)
    // The job has not run yet: the spot is still kept.
    expect((await server.call(signUp, gate, await person())).error?.code).toBe('full')
    await server.rows(`update posts set freed_at = freed_at - interval '65 seconds' where id = $1`, [gate.post_id])
    const late = await person()
    expect((await server.call(signUp, gate, late)).error?.code).toBe('full')
    expect(await listedOf(gate, late)).toMatchObject({ held_count: 1, required_count: 1, confirmed_count: 0 })
    expect((await undo(moved.body.change_id)).error?.code).toBe('undo_over')
    await pass()
    expect(await statusOf(first.id)).toBe('offered')
    expect((await server.call(acceptOffer, { id: first.id }, first.who)).body).toMatchObject({ status: 'confirmed' })
    expect(await server.rows('select 1 from posts where id = $1 and freed_at is not null', [gate.post_id])).toEqual([])
  })

  test('is open in the list as soon as officers can sign up for it', async () => {
    const { gate, first, second, holder, other, signup_id } = await waitedFor(60)
    await move(signup_id, holder, other)
    const late = await person()
    expect(await listedOf(gate, late)).toMatchObject({ held_count: 1 })
    for (const { id } of [first, second])
      await server.rows(`update officer_assignments set status = 'withdrawn' where id = $1`, [id])
    expect(await listedOf(gate, late)).toMatchObject({ held_count: 0 })
    expect((await server.call(signUp, gate, late)).body).toMatchObject({ status: 'confirmed' })
  })

  test('goes back to the officer when the move or the sick call is undone', async () => {
    const { holder, other, signup_id, first } = await waitedFor(140)
    const moved = await move(signup_id, holder, other)
    await pass()
    expect((await undo(moved.body.change_id)).status).toBe(200)
    await pass()
    expect([await statusOf(signup_id), await statusOf(first.id)]).toEqual(['confirmed', 'waitlisted'])
    const sick = await server.call(replaceSick, { signup_id, replacement: null }, admin)
    await pass()
    expect((await undo(sick.body.change_id)).status).toBe(200)
    await pass()
    expect([await statusOf(signup_id), await statusOf(first.id)]).toEqual(['confirmed', 'waitlisted'])
  })

  test('does not keep back another spot of the post that is open', async () => {
    const { holder, other, held, signup_id, first, second } = await waitedFor(180, 2)
    const moved = await move(signup_id, holder, other)
    await server.rows(`update officer_assignments set status = 'withdrawn' where id = $1`, [held[1]])
    await pass()
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['offered', 'waitlisted'])
    await endUndo(moved.body.change_id)
    await pass()
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['offered', 'offered'])
  })

  test('is passed on at once if the officer called it off', async () => {
    const { holder, signup_id, first } = await waitedFor(220)
    await server.call(callOff, { id: signup_id }, holder)
    await pass()
    expect(await statusOf(first.id)).toBe('offered')
  })

  test('is the officer’s or the waitlist’s, never both, if the undo and the job run together', async () => {
    for (let round = 0; round < 8; round++) {
      const { holder, other, signup_id, first } = await waitedFor(300 + round * 48)
      const moved = await move(signup_id, holder, other)
      if (round % 2) await endUndo(moved.body.change_id)
      const [undone] = await Promise.all([undo(moved.body.change_id), pass(), pass()])
      await pass()
      const both = [await statusOf(signup_id), await statusOf(first.id)]
      expect([undone.status, ...both]).toEqual(
        round % 2 ? [409, 'released', 'offered'] : [200, 'confirmed', 'waitlisted'],
      )
    }
  })
})

describe('a request that the change made a spot', () => {
  type Row = Record<string, unknown>
  const rowOf = async (id: string) =>
    (
      await server.rows<Row>(
        `select post_id, status, starts_at, ends_at, applied_at, override_reason, assigned_by, decided_by, decided_at,
           offer_expires_at, took_over, order_reason from officer_assignments where id = $1`,
        [id],
      )
    )[0]
  const lastTold = async (who: TestPerson) =>
    (
      await server.rows<{ type: string; title: string }>(
        'select type, title from notifications where officer_id = $1 order by created_at desc, id desc limit 1',
        [idOf(who)],
      )
    )[0]
  const countedFor = async (who: TestPerson) =>
    (
      await server.rows<{ kind: string; sum: number }>(
        `select kind, sum(minutes)::int as sum from opportunities where officer_id = $1 group by 1 order by 1`,
        [idOf(who)],
      )
    ).filter(({ sum }) => sum !== 0)
  /** A request for a post of the shift, with the two posts in this order. */
  const requested = async (from: number, status: string, more: object = {}) => {
    const gate = await shift(from)
    const times = { starts_at: at(from), ends_at: at(from + 8) }
    const row = { organization_id: where.id, assignment_id: gate.assignment_id, ...times }
    const desk = await server.insert('posts', { ...row, name: 'Desk', required_count: 1, position: 2 })
    const [holder, who] = [await person(), await person()]
    const signup_id = await take(gate, holder)
    const made = await server.insert('officer_assignments', {
      ...{ ...row, post_id: desk.id, officer_id: idOf(who), status, applied_at: at(-50), ...more },
    })
    return { gate, holder, signup_id, who, id: String(made.id) }
  }
  const sick = (signup_id: string, who: TestPerson, way: 'assign' | 'offer') => {
    const out_of_order = { reason: 'Knows the gate' }
    return server.call(replaceSick, { signup_id, replacement: { officer_id: idOf(who), way }, out_of_order }, admin)
  }

  test.each([
    ['pending_approval', 'assign', 'Your request is pending again'],
    ['interested', 'assign', 'Your request is pending again'],
    ['waitlisted', 'offer', "You're on the waitlist again"],
    ['pending_approval', 'offer', 'Your request is pending again'],
  ] as const)('is %s again where it was when a sick call with way %s is undone', async (status, way, title) => {
    const from =
      2000 + ['pending_approval', 'interested', 'waitlisted'].indexOf(status) * 100 + (way === 'offer' ? 50 : 0)
    const { gate, signup_id, who, id } = await requested(from, status, { decided_by: admin.officer_id })
    const before = await rowOf(id)
    const done = await sick(signup_id, who, way)
    const given = way === 'offer' ? 'offered' : 'confirmed'
    expect(await rowOf(id)).toMatchObject({ post_id: gate.post_id, status: given, order_reason: 'Knows the gate' })
    expect((await undo(done.body.change_id)).body).toEqual({ done: true, swaps_ended: 0 })
    expect([await rowOf(id), await statusOf(signup_id)]).toEqual([before, 'confirmed'])
    expect(await lastTold(who)).toEqual({ type: 'decision_undone', title })
    expect(await countedFor(who)).toEqual([])
    const again = await sick(signup_id, who, way)
    expect((await undo(again.body.change_id)).status).toBe(200)
    expect([await rowOf(id), await countedFor(who)]).toEqual([before, []])
  })

  test('keeps the officer’s place in line when a move is undone, and names no other admin', async () => {
    const { gate, first, second } = await waitedFor(2400)
    const other = await server.makePerson(where, { role: 'admin' })
    const named = [other.officer_id, first.id]
    await server.rows('update officer_assignments set decided_by = $1, assigned_by = $1 where id = $2', named)
    const mine = await take(await shift(2430), first.who)
    await server.rows('update posts set required_count = 2 where id = $1', [gate.post_id])
    await server.rows('update posts set freed_at = null where id = $1', [gate.post_id])
    const before = await rowOf(first.id)
    const moved = await move(mine, first.who, gate)
    expect(moved.error).toBeNull()
    expect(await statusOf(first.id)).toBe('confirmed')
    expect((await undo(moved.body.change_id)).status).toBe(200)
    expect(await rowOf(first.id)).toEqual({ ...before, decided_by: null, assigned_by: null })
    expect(await statusOf(mine)).toBe('confirmed')
    const titles = await server.rows<{ title: string }>(
      `select title from notifications where officer_id = $1 and type = 'decision_undone' order by 1`,
      [idOf(first.who)],
    )
    expect(titles.map(({ title }) => title)).toEqual(['You have the shift again', "You're on the waitlist again"])
    await pass()
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['offered', 'waitlisted'])
  })

  test('ends, as does a new sign-up, if its post is gone; and takes the new times of a post that moved', async () => {
    const gone = await requested(2500, 'pending_approval')
    const sickOne = await sick(gone.signup_id, gone.who, 'assign')
    await server.rows(`delete from posts where assignment_id = $1 and name = 'Desk'`, [gone.gate.assignment_id])
    expect((await undo(sickOne.body.change_id)).status).toBe(200)
    expect([await statusOf(gone.id), (await lastTold(gone.who))?.type]).toEqual([
      'cancelled_by_dept',
      'signup_released',
    ])

    const moved = await requested(2530, 'pending_approval')
    const sickTwo = await sick(moved.signup_id, moved.who, 'assign')
    const later = [at(2531), moved.gate.assignment_id]
    await server.rows(`update posts set starts_at = $1 where assignment_id = $2 and name = 'Desk'`, later)
    expect((await undo(sickTwo.body.change_id)).status).toBe(200)
    expect(await rowOf(moved.id)).toMatchObject({ status: 'pending_approval', starts_at: new Date(at(2531)) })

    const fresh = await person()
    const { signup_id } = await requested(2560, 'pending_approval')
    const sickThree = await sick(signup_id, fresh, 'assign')
    expect((await undo(sickThree.body.change_id)).status).toBe(200)
    const rows = await server.rows('select status from officer_assignments where officer_id = $1', [idOf(fresh)])
    expect([rows, (await lastTold(fresh))?.type]).toEqual([[{ status: 'cancelled_by_dept' }], 'signup_released'])
  })
})

describe('a swap that the change ended', () => {
  const swapOf = async (id: string) =>
    (
      await server.rows<{ state: string; taker_id: string | null; counter_signup_id: string | null }>(
        'select state, taker_id, counter_signup_id from swaps where id = $1',
        [id],
      )
    )[0]
  /** Two officers who agreed on an exchange that waits for an admin; `toAll`: the offer was open to everyone. */
  const agreed = async (from: number, toAll = false) => {
    const [giver, taker] = [await person(), await person()]
    const [given, counter] = [await take(await shift(from), giver), await take(await shift(from + 30), taker)]
    const to_officer_id = toAll ? null : idOf(taker)
    const asked = await server.call(askSwap, { signup_id: given, kind: 'swap', to_officer_id }, giver)
    const taken = await server.call(takeSwap, { id: asked.body.id, counter_signup_id: counter }, taker)
    await server.call(agreeSwap, { id: asked.body.id, version: taken.body.version }, giver)
    const is = { state: 'agreed', taker_id: idOf(taker), counter_signup_id: counter }
    expect(await swapOf(asked.body.id)).toEqual(is)
    return { giver, taker, given, counter, id: asked.body.id, is }
  }

  test('waits for an admin again when a move of either officer is undone', async () => {
    const { giver, taker, given, counter, id, is } = await agreed(800)
    const moved = await move(given, giver, await shift(860))
    expect(await swapOf(id)).toMatchObject({ state: 'ended' })
    expect((await undo(moved.body.change_id)).body).toEqual({ done: true, swaps_ended: 0 })
    expect(await swapOf(id)).toEqual(is)
    const other = await move(counter, taker, await shift(890))
    expect(await swapOf(id)).toMatchObject({ state: 'refused', taker_id: null })
    expect((await undo(other.body.change_id)).body).toEqual({ done: true, swaps_ended: 0 })
    expect(await swapOf(id)).toEqual(is)
    const [row] = await server.rows<{ version: number }>('select version from swaps where id = $1', [id])
    const approved = await server.call(decideSwap, { id, version: row?.version ?? 0, approve: true }, admin)
    expect(approved.body).toMatchObject({ state: 'done' })
  })

  test('stays ended, and the undo says so, if the other shift was given up meanwhile', async () => {
    const { giver, taker, given, counter, id } = await agreed(920)
    const moved = await move(given, giver, await shift(980))
    await server.call(callOff, { id: counter }, taker)
    expect((await undo(moved.body.change_id)).body).toEqual({ done: true, swaps_ended: 1 })
    expect([await statusOf(given), (await swapOf(id))?.state]).toEqual(['confirmed', 'ended'])
  })

  test('stays as it is if its officer withdrew it meanwhile', async () => {
    const { giver, taker, counter, id } = await agreed(1100, true)
    const moved = await move(counter, taker, await shift(1160))
    expect(await swapOf(id)).toMatchObject({ state: 'open', taker_id: null })
    expect((await server.call(withdrawSwap, { id }, giver)).error).toBeNull()
    expect((await undo(moved.body.change_id)).body).toEqual({ done: true, swaps_ended: 1 })
    expect([await statusOf(counter), await swapOf(id)]).toMatchObject([
      'confirmed',
      { state: 'withdrawn', taker_id: null },
    ])
  })

  test('stays ended if its officer offered the shift again', async () => {
    const { giver, taker, given, counter, id } = await agreed(1010)
    const moved = await move(counter, taker, await shift(1070))
    const again = await server.call(askSwap, { signup_id: given, kind: 'give_away' }, giver)
    expect((await undo(moved.body.change_id)).body).toEqual({ done: true, swaps_ended: 1 })
    expect([(await swapOf(id))?.state, (await swapOf(again.body.id))?.state]).toEqual(['refused', 'open'])
  })
})
