import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOff, signUp } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listOwnSwapChecks, listSwapChecks } from './contract.checks.ts'
import {
  agreeSwap,
  askSwap,
  decideSwap,
  listMySwaps,
  listSwaps,
  refuseSwap,
  takeSwap,
  undoDenial,
  withdrawSwap,
} from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let free: TestOrganization
let approving: TestOrganization
let admin: TestPerson

const hour = 3_600_000
const fullHour = Math.ceil(Date.now() / hour) * hour
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * hour).toISOString()
type Held = { signup_id: string; post_id: string; assignment_id: string; who: TestPerson }
const makeHeld = async (organization: TestOrganization, who: TestPerson, from = 100): Promise<Held> => {
  const times = { starts_at: at(from), ends_at: at(from + 8) }
  const assignment = await server.insert('assignments', {
    organization_id: organization.id,
    title: `Shift at ${from}`,
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    signup_mode: 'first_come',
    ...times,
  })
  const post = await server.insert('posts', {
    organization_id: organization.id,
    assignment_id: assignment.id,
    name: 'Gate',
    required_count: 1,
    ...times,
  })
  const job = { assignment_id: String(assignment.id), post_id: String(post.id) }
  const held = await server.call(signUp, job, who)
  return { ...job, signup_id: held.body.id, who }
}
const person = (organization: TestOrganization) => server.makePerson(organization)
const rosterOf = (post_id: string) =>
  server.rows<{
    officer_id: string
    status: string
    id: string
    successor_id: string | null
    replaces_id: string | null
  }>(
    `select officer_id, status, id, successor_id, replaces_id from officer_assignments where post_id = $1 order by applied_at`,
    [post_id],
  )
const holderOf = async (post_id: string) =>
  (await rosterOf(post_id)).filter((row) => row.status === 'confirmed').map((row) => row.officer_id)
const ask = async (held: Held, over: { kind?: 'swap' | 'give_away'; to?: TestPerson } = {}) => {
  const to_officer_id = over.to?.officer_id ?? null
  const answer = await server.call(
    askSwap,
    { signup_id: held.signup_id, kind: over.kind ?? 'give_away', to_officer_id },
    held.who,
  )
  return answer.body
}

const ownChecks = async (id: string, who: TestPerson, counter_signup_id?: string) => {
  const chosen = counter_signup_id === undefined ? {} : { counter_signup_id }
  return (await server.call(listOwnSwapChecks, { ids: id, ...chosen }, who)).body.items
}
const codesAgainst = async (...asked: Parameters<typeof ownChecks>) =>
  (await ownChecks(...asked)).flatMap(({ reasons }) => reasons.map(({ code }) => code))

beforeAll(async () => {
  server = await startTestServer([...signups, ...routes])
  free = await server.makeOrganization({ swaps_need_approval: false })
  approving = await server.makeOrganization()
  admin = await server.makePerson(approving, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

describe('what is found of a swap', { meta: { shows: ['issue 5.4 swaps'] } }, () => {
  const idsOf = async (who: TestPerson, asked: { filter?: 'asked' | 'waiting'; assignment_id?: string }) =>
    (await server.call(listMySwaps, asked, who)).body.items.map(({ id }) => id)
  const unread = async (who: TestPerson, type: string) =>
    (
      await server.rows('select id from notifications where officer_id = $1 and type = $2 and not read', [
        who.officer_id,
        type,
      ])
    ).length

  it('lists what awaits an answer apart from what waits for others, and by its shift', async () => {
    const [giver, taker] = await Promise.all([person(approving), person(approving)])
    const held = await makeHeld(approving, giver, 700)
    const other = await makeHeld(approving, giver, 800)
    const { id } = await ask(held, { to: taker })
    expect(await idsOf(taker, { filter: 'asked' })).toEqual([id])
    expect(await idsOf(taker, { filter: 'waiting' })).toEqual([])
    expect(await idsOf(giver, { filter: 'asked' })).toEqual([])
    expect(await idsOf(giver, { filter: 'waiting' })).toEqual([id])
    expect(await idsOf(giver, { assignment_id: held.assignment_id })).toEqual([id])
    expect(await idsOf(giver, { assignment_id: other.assignment_id })).toEqual([])
    // Accepted, it waits for an admin, for both.
    await server.call(takeSwap, { id }, taker)
    for (const who of [giver, taker]) {
      expect(await idsOf(who, { filter: 'asked' })).toEqual([])
      expect(await idsOf(who, { filter: 'waiting' })).toEqual([id])
    }
    await server.call(withdrawSwap, { id }, giver)
    expect(await idsOf(taker, { filter: 'waiting' })).toEqual([])
  })

  it('marks the notification that asked as read once it is answered, either way', async () => {
    const [giver, taker] = await Promise.all([person(approving), person(approving)])
    const [given, kept] = [await makeHeld(approving, giver, 900), await makeHeld(approving, giver, 1000)]
    const own = await makeHeld(approving, taker, 1100)
    const swap = await ask(given, { kind: 'swap', to: taker })
    const other = await ask(kept, { to: taker })
    expect(await unread(taker, 'swap_asked')).toBe(2)
    await server.call(takeSwap, { id: swap.id, counter_signup_id: own.signup_id }, taker)
    expect(await unread(taker, 'swap_asked')).toBe(1)
    await server.call(refuseSwap, { id: other.id }, taker)
    expect(await unread(taker, 'swap_asked')).toBe(0)
    expect(await unread(giver, 'swap_answered')).toBe(1)
    const [answered] = (await server.call(listMySwaps, { filter: 'asked' }, giver)).body.items
    await server.call(agreeSwap, { id: swap.id, version: answered?.version ?? 0 }, giver)
    expect(await unread(giver, 'swap_answered')).toBe(0)
    await server.call(withdrawSwap, { id: swap.id }, giver)
  })

  it('keeps it unread while another colleague’s offer of a spot of the same shift is open', async () => {
    const [first, second, taker] = await Promise.all([person(approving), person(approving), person(approving)])
    const held = await makeHeld(approving, first, 1200)
    await server.rows('update posts set required_count = 2 where id = $1', [held.post_id])
    const { assignment_id, post_id } = held
    const { id: signup_id } = (await server.call(signUp, { assignment_id, post_id }, second)).body
    const one = await ask(held, { to: taker })
    const two = await ask({ ...held, signup_id, who: second }, { to: taker })
    expect(await unread(taker, 'swap_asked')).toBe(2)
    await server.call(refuseSwap, { id: one.id }, taker)
    expect(await unread(taker, 'swap_asked')).toBe(2)
    await server.call(refuseSwap, { id: two.id }, taker)
    expect(await unread(taker, 'swap_asked')).toBe(0)
  })
})

describe('giving a shift away', { meta: { shows: ['issue 5.4 swaps'] } }, () => {
  it('to one colleague: only that officer sees and accepts it, and both records are kept and linked', async () => {
    const [giver, taker, other] = await Promise.all([person(free), person(free), person(free)])
    const held = await makeHeld(free, giver)
    const swap = await ask(held, { to: taker })
    expect(swap).toMatchObject({ state: 'open', own: true, may: ['withdraw'] })
    expect((await server.call(askSwap, { signup_id: held.signup_id, kind: 'swap' }, giver)).error?.code).toBe(
      'already_offered',
    )
    expect((await server.call(listMySwaps, {}, other)).body.items).toEqual([])
    expect((await server.call(takeSwap, { id: swap.id }, other)).status).toBe(404)
    expect((await server.call(listMySwaps, {}, taker)).body.items).toMatchObject([
      { id: swap.id, may: ['take', 'refuse'] },
    ])
    const taken = await server.call(takeSwap, { id: swap.id }, taker)
    expect(taken.body).toMatchObject({ state: 'done', may: [] })
    const [given, got] = await rosterOf(held.post_id)
    expect(given).toMatchObject({ officer_id: giver.officer_id, status: 'replaced', successor_id: got?.id })
    expect(got).toMatchObject({ officer_id: taker.officer_id, status: 'confirmed', replaces_id: given?.id })
    const ledger = await server.rows(`select kind, source from opportunities where signup_id = $1`, [got?.id])
    expect(ledger).toEqual([{ kind: 'accepted', source: 'swap' }])
    const audit = await server.rows<{ actor_officer_id: string }>(
      `select distinct actor_officer_id from audit_entries where thing_id = $1 and action = 'swaps.take'`,
      [swap.id],
    )
    expect(audit).toEqual([{ actor_officer_id: taker.officer_id }])
  })

  it('to everyone: of two who accept at once, one gets it', async () => {
    const [giver, ...takers] = await Promise.all(Array.from({ length: 5 }, () => person(free)))
    if (!giver) throw new Error('nobody')
    const held = await makeHeld(free, giver, 200)
    const swap = await ask(held)
    const answers = await Promise.all(takers.map((who) => server.call(takeSwap, { id: swap.id }, who)))
    const codes = answers.map((answer) => answer.error?.code ?? 'done').sort()
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(codes.filter((code) => ['wrong_state', 'not_found'].includes(code))).toHaveLength(3)
    expect(await holderOf(held.post_id)).toHaveLength(1)
    const [post] = await server.rows('select confirmed_count from posts where id = $1', [held.post_id])
    expect(post).toEqual({ confirmed_count: 1 })
  })

  it('nobody can accept it after it is called off, withdrawn or has begun', async () => {
    const [giver, taker] = await Promise.all([person(free), person(free)])
    const off = await makeHeld(free, giver, 300)
    const offered = await ask(off, { to: taker })
    const [left, took] = await Promise.all([
      server.call(callOff, { id: off.signup_id }, giver),
      server.call(takeSwap, { id: offered.id }, taker),
    ])
    // Whichever came first, there is one holder or none, never two, and the later call is refused.
    const holders = await holderOf(off.post_id)
    expect(holders).toEqual(took.status === 200 ? [taker.officer_id] : [])
    expect([left.status, took.status].filter((status) => status === 200)).toHaveLength(1)

    const back = await makeHeld(free, giver, 320)
    const taken = await ask(back, { to: taker })
    expect((await server.call(withdrawSwap, { id: taken.id }, giver)).body.state).toBe('withdrawn')
    expect((await server.call(takeSwap, { id: taken.id }, taker)).error?.code).toBe('wrong_state')

    const begun = await makeHeld(free, giver, 340)
    const late = await ask(begun, { to: taker })
    await server.rows(`update swaps set starts_at = now() - interval '1 minute' where id = $1`, [late.id])
    expect((await server.call(takeSwap, { id: late.id }, taker)).error?.code).toBe('swap_over')
    const mine = await server.call(listMySwaps, {}, giver)
    expect(mine.body.items.find((one) => one.id === late.id)).toMatchObject({ state: 'expired', may: [] })
  })

  it('an officer with another shift at that time can’t accept it, and reads so before the press', async () => {
    const [giver, taker, other] = await Promise.all([person(free), person(free), person(free)])
    const swap = await ask(await makeHeld(free, giver, 400), { to: taker })
    expect(await ownChecks(swap.id, taker)).toEqual([{ swap_id: swap.id, reasons: [] }])
    await makeHeld(free, taker, 404)
    expect(await codesAgainst(swap.id, taker)).toEqual(['overlaps'])
    // Neither the giver nor anyone else reads what keeps the officer from it.
    expect([await ownChecks(swap.id, giver), await ownChecks(swap.id, other)]).toEqual([[], []])
    expect((await server.call(takeSwap, { id: swap.id }, taker)).error?.code).toBe('overlaps')
    expect((await server.call(refuseSwap, { id: swap.id }, taker)).body.state).toBe('refused')
  })
})

describe('swaps', { meta: { shows: ['issue 5.4 swaps'] } }, () => {
  it('allows swapping two shifts that overlap each other, since the given one no longer counts', async () => {
    const [giver, taker] = await Promise.all([person(free), person(free)])
    const [mine, theirs] = [await makeHeld(free, giver, 500), await makeHeld(free, taker, 504)]
    const swap = await ask(mine, { kind: 'swap', to: taker })
    expect((await server.call(takeSwap, { id: swap.id }, taker)).error?.code).toBe('shift_needed')
    expect((await server.call(takeSwap, { id: swap.id, counter_signup_id: mine.signup_id }, taker)).status).toBe(404)
    const named = await server.call(takeSwap, { id: swap.id, counter_signup_id: theirs.signup_id }, taker)
    expect(named.body).toMatchObject({ state: 'answered', counter: { title: 'Shift at 504' } })
    const { id, version } = named.body
    expect((await server.call(agreeSwap, { id, version }, taker)).error?.code).toBe('swap_over')
    expect((await server.call(agreeSwap, { id, version }, giver)).body.state).toBe('done')
    expect(await holderOf(mine.post_id)).toEqual([taker.officer_id])
    expect(await holderOf(theirs.post_id)).toEqual([giver.officer_id])
  })

  it('are checked again when they take effect, for both sides', async () => {
    const [giver, taker] = await Promise.all([person(free), person(free)])
    const [mine, theirs] = [await makeHeld(free, giver, 600), await makeHeld(free, taker, 700)]
    const swap = await ask(mine, { kind: 'swap', to: taker })
    const named = await server.call(takeSwap, { id: swap.id, counter_signup_id: theirs.signup_id }, taker)
    await makeHeld(free, giver, 704)
    const { id, version } = named.body
    expect((await server.call(agreeSwap, { id, version }, giver)).error).toMatchObject({
      code: 'exchange_not_possible',
      details: { reason: 'overlaps' },
    })
    expect(await holderOf(mine.post_id)).toEqual([giver.officer_id])
    // The shift named in exchange is called off: the giver has to find another.
    await server.call(callOff, { id: theirs.signup_id }, taker)
    expect((await server.call(listMySwaps, {}, giver)).body.items.find((one) => one.id === swap.id)?.state).toBe(
      'refused',
    )
  })

  it('an acceptance applies to the shift shown, never to a replacement', {
    meta: { shows: ['issue 5.4 swaps agreed'] },
  }, async () => {
    const [giver, first, second] = await Promise.all([person(free), person(free), person(free)])
    const mine = await makeHeld(free, giver, 800)
    const [seen, other] = [await makeHeld(free, first, 820), await makeHeld(free, second, 840)]
    const { id } = await ask(mine, { kind: 'swap' })
    const { version } = (await server.call(takeSwap, { id, counter_signup_id: seen.signup_id }, first)).body
    await server.call(refuseSwap, { id }, first)
    const [told] = await server.rows<{ message: string }>(
      `select message from notifications where officer_id = $1 and type = 'swap_refused'`,
      [giver.officer_id],
    )
    expect(told?.message).toMatch(/ backed out\. The shift is offered to everyone again\.$/)
    const now = (await server.call(takeSwap, { id, counter_signup_id: other.signup_id }, second)).body
    expect((await server.call(agreeSwap, { id, version }, giver)).error?.code).toBe('changed_meanwhile')
    expect(await holderOf(mine.post_id)).toEqual([giver.officer_id])
    expect((await server.call(agreeSwap, { id, version: now.version }, giver)).body.state).toBe('done')
    expect(await holderOf(mine.post_id)).toEqual([second.officer_id])
  })
})

describe('what keeps an officer from an offered shift', { meta: { shows: ['issue 5.4 swaps'] } }, () => {
  it('is the reason that refuses the press: rest, a unit, and nothing from the shift given in exchange', async () => {
    const where = await server.makeOrganization({ swaps_need_approval: false })
    const rules = { rest_minutes: 600, windows: '[]', break_minutes: 60, caps: '[]', reach_minutes: 1440 }
    await server.insert('work_rules', { organization_id: where.id, ...rules })
    const [giver, taker, other] = [await person(where), await person(where), await person(where)]
    const mine = await makeHeld(where, giver, 100)
    const { id } = await ask(mine, { kind: 'swap' })
    const before = await makeHeld(where, taker, 90)
    const far = await makeHeld(where, taker, 400)
    const given = (signup_id: string) => codesAgainst(id, taker, signup_id)
    // Until a shift is chosen, only what holds whichever it is.
    expect(await codesAgainst(id, taker)).toEqual([])
    expect([await given(before.signup_id), await given(far.signup_id)]).toEqual([[], ['rest']])
    const take = (counter_signup_id: string, who = taker) => server.call(takeSwap, { id, counter_signup_id }, who)
    expect((await take(far.signup_id)).error?.code).toBe('rest')
    await server.rows(`update posts set requirements = '{"units": ["Marine"]}' where id = $1`, [mine.post_id])
    expect(await codesAgainst(id, taker)).toEqual(['unit_required'])
    expect((await take(before.signup_id)).error?.code).toBe('unit_required')
    await server.rows(`update posts set requirements = '{}' where id = $1`, [mine.post_id])
    const theirs = await makeHeld(where, other, 200)
    await take(theirs.signup_id, other)
    expect(await codesAgainst(id, giver)).toEqual([])
    await makeHeld(where, giver, 210)
    expect(await codesAgainst(id, giver)).toEqual(['rest'])
    const stranger = await person(free)
    expect(await ownChecks(id, stranger)).toEqual([])
  })
})

describe('swaps with approval', { meta: { shows: ['issue 5.4 swaps'] } }, () => {
  it('checks both officers of an exchange without the shifts they give up', async () => {
    const [giver, taker] = [await person(approving), await person(approving)]
    const [mine, theirs] = [await makeHeld(approving, giver, 900), await makeHeld(approving, taker, 904)]
    const { id } = await ask(mine, { kind: 'swap', to: taker })
    const answered = await server.call(takeSwap, { id, counter_signup_id: theirs.signup_id }, taker)
    await server.call(agreeSwap, { id, version: answered.body.version }, giver)
    const checks = async () => (await server.call(listSwapChecks, { ids: id }, admin)).body.items
    expect(await checks()).toEqual([{ swap_id: id, taker: [], giver: [] }])
    await makeHeld(approving, giver, 910)
    const [found] = await checks()
    expect([found?.taker.length, found?.giver.map((one) => one.code)]).toEqual([0, ['overlaps']])
    await server.call(withdrawSwap, { id }, giver)
  })

  it('waits for an admin who is not part of the swap, and takes effect when approved', async () => {
    const [giver, taker] = [await person(approving), admin]
    const own = await ask(await makeHeld(approving, giver, 100), { to: taker })
    const asked = (await server.call(takeSwap, { id: own.id }, taker)).body
    expect(asked.state).toBe('agreed')
    const yes = { approve: true, version: asked.version }
    expect((await server.call(decideSwap, { ...yes, id: own.id }, admin)).error?.code).toBe('own_swap')

    const colleague = await person(approving)
    const held = await makeHeld(approving, giver, 200)
    const swap = await ask(held, { to: colleague })
    const { version } = (await server.call(takeSwap, { id: swap.id }, colleague)).body
    expect(await holderOf(held.post_id)).toEqual([giver.officer_id])
    const waiting = await server.call(listSwaps, {}, admin)
    expect(waiting.body.items.map((one) => [one.id, one.may.includes('decide')])).toEqual([
      [own.id, false],
      [swap.id, true],
    ])
    expect((await server.call(listSwaps, { filter: 'all', limit: 1 }, admin)).body.next).not.toBeNull()
    expect(waiting.body.items[1]?.shift).toMatchObject({ title: 'Shift at 200', post: 'Gate' })
    const checks = async () => (await server.call(listSwapChecks, { ids: swap.id }, admin)).body.items
    expect(await checks()).toEqual([{ swap_id: swap.id, taker: [], giver: [] }])
    expect((await server.call(listSwapChecks, { ids: swap.id }, colleague)).status).toBe(403)
    // In the meantime, the colleague took another shift at that time.
    await makeHeld(approving, colleague, 204)
    expect((await checks())[0]?.taker.map((one) => one.code)).toEqual(['overlaps'])
    const given = { id: swap.id, version }
    expect((await server.call(decideSwap, { ...yes, id: swap.id, version: version + 1 }, admin)).error?.code).toBe(
      'changed_meanwhile',
    )
    expect((await server.call(decideSwap, { ...given, approve: true }, admin)).error?.code).toBe('overlaps')
    const no = await server.call(decideSwap, { ...given, approve: false, reason: 'Not this week' }, admin)
    expect(no.body).toMatchObject({ state: 'rejected', reason: 'Not this week' })

    const third = await person(approving)
    const again = await ask(held, { to: third })
    const last = (await server.call(takeSwap, { id: again.id }, third)).body
    expect((await server.call(decideSwap, { ...yes, id: again.id, version: last.version }, admin)).body.state).toBe(
      'done',
    )
    expect(await holderOf(held.post_id)).toEqual([third.officer_id])
  })

  it('a denial can be undone within a minute by the admin who gave it, unless the shift was offered again', async () => {
    const [giver, taker, other] = [
      await person(approving),
      await person(approving),
      await server.makePerson(approving, { role: 'admin' }),
    ]
    const held = await makeHeld(approving, giver, 300)
    const asked = await ask(held, { to: taker })
    const { version } = (await server.call(takeSwap, { id: asked.id }, taker)).body
    const deny = { id: asked.id, approve: false, reason: 'Short that night' }
    const denied = (await server.call(decideSwap, { ...deny, version }, admin)).body
    expect((await server.call(undoDenial, { id: asked.id }, other)).error?.code).toBe('undo_over')
    const again = await server.call(undoDenial, { id: asked.id }, admin)
    expect(again.body).toMatchObject({ state: 'agreed', reason: null })
    expect(again.body.version).toBeGreaterThan(denied.version)
    await server.call(decideSwap, { ...deny, version: again.body.version }, admin)
    await ask(held, { to: taker })
    expect((await server.call(undoDenial, { id: asked.id }, admin)).error?.code).toBe('undo_over')
  })
})
